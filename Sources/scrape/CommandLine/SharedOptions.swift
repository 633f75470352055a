import DOM
import Encoding
import Engine
import PluginHost
import Records
import Regression

// Options that several commands have: groups of options, and single options that name the property they set.

extension ReadingOptions {
    /// How a page becomes a tree, and how much of it is read.
    static var options: [Option<ReadingOptions>] {
        [
            .value(
                "--parser",
                OptionValue<HTMLOptions.Parser>.choice("PARSER"),
                "Parse HTML with PARSER: standard, as browsers do, or libxml2.",
                details: """
                    libxml2's own parser is for comparison. Without this option, the rules file decides;
                    standard is the default.
                    """
            ) { $0.parser = $1 },
            .value(
                "--scripting",
                .word("on|off", of: ["on", "off"]),
                "Parse HTML as a browser with or without scripting.",
                details: """
                    With scripting, noscript contains only text. Without this option, the rules file decides; on
                    is the default. No script is ever run.
                    """
            ) { $0.scripting = $1 == "on" },
            .value(
                "--max-bytes",
                bytes,
                "Read at most BYTES of a page, such as 500000, 200k or 16M.",
                details: """
                    The default is \(Limits().bytes >> 20)M. Of data whose records are read one after the other, it limits
                    what must be in memory together, such as a cell, and not the length.
                    """
            ) { $0.limits.bytes = $1 },
            .value(
                "--max-elements",
                .integer(1...1_000_000_000),
                "Read at most NUMBER elements of a page.",
                details: "The default is \(Limits().elements)."
            ) { $0.limits.elements = $1 },
            .value(
                "--max-memory",
                bytes,
                "Use at most BYTES of memory for a page's tree and values, such as 800M.",
                details: "Without this option, a page is refused if too little memory is free."
            ) { $0.limits.memory = $1 },
            .value(
                "--max-depth",
                .integer(1...1_000_000_000),
                "Nest elements at most NUMBER deep.",
                details: """
                    The default for HTML is \(Limits().openElements), as in browsers; deeper elements become
                    siblings.
                    """
            ) {
                $0.limits.openElements = $1
                $0.limits.depth = $1
            },
            .value(
                "--max-growth",
                .integer(0...1_000_000_000),
                "Create at most NUMBER elements beyond two for each byte of a page.",
                details: """
                    The default is \(Limits().growth). Formatting elements without an end tag are created again in
                    each block, and a value in a script or a node of linked data can be referenced many times, so that a
                    small page can become a large tree.
                    """
            ) { $0.limits.growth = $1 },
            .value(
                "--max-attributes",
                .integer(1...1_000_000_000),
                "Read at most NUMBER attributes of an XML tag.",
                details: "The default is \(Limits().attributes)."
            ) { $0.limits.attributes = $1 },
            .value(
                "--max-namespaces",
                .integer(1...1_000_000_000),
                "Let the open elements of XML declare at most NUMBER namespaces.",
                details: "The default is \(Limits().namespaces)."
            ) { $0.limits.namespaces = $1 },
            .value(
                "--max-time",
                .positive("SECONDS"),
                "Read a page for at most SECONDS.",
                details: """
                    The time covers parsing, preparations, selectors, steps and plugins. Without this option, there is no
                    limit.
                    """
            ) { $0.limits.time = .seconds($1) },
        ]
    }

    /// A number of bytes, with `k`, `M` or `G` for powers of 1,024.
    private static var bytes: OptionValue<Int> {
        OptionValue(
            placeholder: "BYTES",
            expected: "a whole number of bytes above 0",
            help: { _ in "write it like 500000, 200k or 16M" },
            parse: { text in
                let shift = ["k": 10, "K": 10, "M": 20, "G": 30][text.suffix(1)]
                let digits = shift == nil ? text[...] : text.dropLast()
                guard let number = Int(digits), number > 0, number <= 1 << (40 - (shift ?? 0)) else {
                    return nil
                }
                return number << (shift ?? 0)
            }
        )
    }
}

/// The plugin programs, and their limits.
struct PluginSettings {
    /// The programs as written by the user: paths, and names if ``acceptsNames`` is set.
    var arguments: [String] = []
    var limits = PluginLimits()
    /// Whether a plugin's name is accepted in place of a program's path.
    var acceptsNames = false

    static var options: [Option<PluginSettings>] {
        [
            .list(
                "--plugin",
                .text("PROGRAM", .files(or: .plugins)),
                "Use PROGRAM as a plugin, which rules files call by its name.",
                details: """
                    Can be given several times. Programs called scrape-plugin-NAME are also found in
                    SCRAPE_PLUGIN_PATH and next to the binary.
                    """
            ) { $0.arguments.append($1) },
            .value(
                "--plugin-time",
                .positive("SECONDS"),
                "Wait at most SECONDS for an answer of a plugin's program.",
                details: "The default is 10."
            ) { $0.limits.answerTime = $1 },
            .value(
                "--plugin-memory",
                .positive("MEGABYTES"),
                "Let a plugin's program use at most MEGABYTES of memory.",
                details: "The default is 1024."
            ) { $0.limits.memory = Int($1 * 1_048_576) },
        ]
    }

    /// Refuses programs that do not exist.
    func check() throws(Diagnostic) {
        if acceptsNames { return }
        for path in arguments where File.kind(of: path) != .file {
            throw Diagnostic(
                .rules,
                File.kind(of: path) == .folder
                    ? "\(path) is a folder, not a program (--plugin)" : "no program \"\(path)\" (--plugin)",
                help: "give its path, such as ./scrape-plugin-tidy"
            )
        }
    }

    /// The programs that rules of this run can call.
    var programs: PluginPrograms {
        // An argument that is not a path is a plugin's name.
        let paths = arguments.filter { $0.contains("/") || File.kind(of: $0) == .file }
        return PluginPrograms(paths: paths, folders: PluginPrograms.foldersOfProcess(), limits: limits) {
            name,
            line in Console.error("plugin \(name): \(line)")
        }
    }
}

extension OptionValue where Value == String {
    /// A time in ISO 8601.
    static var time: OptionValue {
        OptionValue(
            placeholder: "TIME",
            expected: "a time in ISO 8601",
            help: { _ in "write it like 2018-06-20T09:14:31Z" },
            parse: { PageClock($0) == nil ? nil : $0 }
        )
    }

    /// An absolute address, as browsers write it.
    static var address: OptionValue {
        OptionValue(
            placeholder: "URL",
            expected: "an absolute address",
            help: { _ in "write it like https://example.org/page" },
            parse: { try? WebAddress.href(of: $0) }
        )
    }
}

extension Option {
    /// The option for the rules that read a page.
    static func rules(_ property: WritableKeyPath<Target, String?>) -> Option {
        .value(
            "--rules",
            short: "-r",
            .text("RULES", .files(or: .sites)),
            "Read pages with RULES: a rules file, a site's name, or a folder of rules files.",
            details: """
                A site's rules are looked up, without regard to case, in SCRAPE_RULES_PATH, ./Rules and the
                folder installed next to the binary. From a folder, and from the folders looked up where the
                option is missing, the page's address chooses its rules (see --url).
                """
        ) { $0[keyPath: property] = $1 }
    }

    /// The option for the rules that prepare a page before its tree is shown.
    static func preparations(_ property: WritableKeyPath<Target, String?>) -> Option {
        .value(
            "--rules",
            short: "-r",
            .text("RULES", .files(or: .sites)),
            "Apply the preparations of RULES first, a rules file or a site's name.",
            details: "Without this option, pages are shown as they were saved."
        ) { $0[keyPath: property] = $1 }
    }

    /// The address of the page.
    static func url(_ property: WritableKeyPath<Target, String?>, details: String = "") -> Option {
        .value(
            "--url",
            .address,
            "Resolve relative links against URL, the address of the page.",
            details: details
        ) { $0[keyPath: property] = $1 }
    }

    /// The time when the pages were saved.
    static func clock(_ property: WritableKeyPath<Target, String?>) -> Option {
        .value(
            "--clock",
            .time,
            "Read \"yesterday\" and dates without a year as of TIME, when the pages were saved.",
            details: "TIME is written in ISO 8601. The default is the time of the run."
        ) { $0[keyPath: property] = $1 }
    }

    /// The encoding of the pages.
    static func encoding(_ property: WritableKeyPath<Target, Encoding?>) -> Option {
        let labels = ["utf-8", "windows-1252", "iso-8859-1", "utf-16le", "shift_jis", "gb18030", "euc-kr"]
        let value = OptionValue(
            placeholder: "LABEL",
            completion: .words(labels),
            expected: "the label of an encoding",
            help: { Encoding.suggestion(for: $0).map { "did you mean \"\($0)\"?" } ?? "write it like utf-8" },
            parse: { Encoding(label: $0) }
        )
        return .value(
            "--encoding",
            value,
            "Decode pages as LABEL, whatever encoding they declare."
        ) { $0[keyPath: property] = $1 }
    }

    /// The option for the kind of the pages.
    static func source(_ property: WritableKeyPath<Target, String?>) -> Option {
        .value(
            "--source",
            .word("SOURCE", of: PageReader.names),
            "Read pages as SOURCE: \(PageReader.names.joined(separator: ", ")).",
            details:
                "Without this option, the file's extension decides (.json, .csv, .txt); html is the default."
        ) { $0[keyPath: property] = $1 }
    }

    /// The folder of cases.
    static func corpus(_ property: WritableKeyPath<Target, String?>) -> Option {
        .value(
            "--corpus",
            .folder,
            "Read cases from FOLDER.",
            details: "The default is ./Corpus."
        ) { $0[keyPath: property] = $1 }
    }

    /// Patterns of cases.
    static func filter(_ property: WritableKeyPath<Target, [String]>) -> Option {
        .list(
            "--filter",
            .text("PATTERN"),
            "Run only cases that match PATTERN.",
            details: """
                PATTERN is matched against SITE/CASE, or without a slash against the site and the case's name;
                * matches any text, ? any character. Can be given several times: a case must match one of the
                patterns.
                """
        ) { $0[keyPath: property].append($1) }
    }

    /// The number of cases that are run at the same time.
    static func jobs(_ property: WritableKeyPath<Target, Int>) -> Option {
        .value(
            "--jobs",
            short: "-j",
            .integer(1...256),
            "Run NUMBER cases at the same time.",
            details: "The default is the number of processors."
        ) { $0[keyPath: property] = $1 }
    }

    /// The file for the output.
    static func output(
        _ property: WritableKeyPath<Target, String?>,
        _ about: String,
        details: String
    ) -> Option {
        .value("--output", short: "-o", .file(), about, details: details) { $0[keyPath: property] = $1 }
    }
}

/// Checks of operands that several commands share.
enum Operands {
    /// Refuses an address unless there is only one page.
    static func check(url: String?, pages: Int) throws(Diagnostic) {
        guard let url, pages != 1 else { return }
        throw Diagnostic(.rules, "--url \(url) is the address of one page, but \(pages) are given")
    }

    /// Refuses to read standard input twice.
    static func checkStandardInput(_ operands: [String]) throws(Diagnostic) {
        if operands.count(where: { $0 == "-" }) > 1 {
            throw Diagnostic(.rules, "standard input (-) can be read only once")
        }
    }
}

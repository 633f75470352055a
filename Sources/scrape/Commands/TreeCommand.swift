import DOM
import Encoding
import Engine
import Records

/// `scrape tree`: prints pages as the engine sees them.
struct TreeCommand: RulesCommand {
    private var pages: [String] = []
    private var style = TreeDump.Style.outline
    private var source: String?
    private var encoding: Encoding?
    private var rules: String?
    private var url: String?
    private(set) var reading = ReadingOptions()
    private(set) var plugins = PluginSettings()
    private(set) var fetching = FetchSettings()
    /// The element whose content the pages are; `nil` if they are whole pages.
    private var context: FragmentContext?

    static let help = CommandHelp(
        name: "tree",
        about: "print a page's tree",
        usage: ["scrape tree [options] [PAGE...]"],
        description: """
            Prints the trees of pages as the engine sees them, one node on each line, indented. The tree of HTML is the
            one that a browser builds. With --rules, it is the one after the rules' preparations: what selectors of
            fields are matched against.

            PAGE is a file or an address; - or no PAGE is standard input.
            """,
        operands: .files(or: nil),
        exits: [
            .success: "success", .page: "a page exceeds a limit; its tree up to that point is printed",
            .usage: "the command line or a rules file is wrong", .input: "a page cannot be read",
        ],
        examples: [
            "scrape tree page.html", "scrape tree --format html5lib page.html",
            "scrape tree --rules alchemy page.html", "echo '<td>1<td>2' | scrape tree --fragment tr",
            "diff <(scrape tree page.html) <(scrape tree --parser libxml2 page.html)",
        ]
    )

    static var options: [Option<TreeCommand>] {
        [
            .value(
                "--format",
                short: "-f",
                OptionValue<TreeDump.Style>.choice("FORMAT"),
                "Print trees in FORMAT: outline or html5lib.",
                details: """
                    outline, the default, prints each node with its line and column in the page. html5lib is the
                    format of the html5lib tests.
                    """
            ) { $0.style = $1 },
            .value(
                "--fragment",
                OptionValue.fragment,
                "Parse HTML as the content of the element CONTEXT, and print its nodes.",
                details: "CONTEXT is an element's name, such as td, \"svg path\" or \"math ms\"."
            ) { $0.context = $1 },
            .preparations(\.rules), .url(\.url, details: "Needs --rules."),
            .source(\.source), .encoding(\.encoding),
        ] + ReadingOptions.options.setting(\.reading) + PluginSettings.options.setting(\.plugins)
            + FetchSettings.options.setting(\.fetching)
    }

    mutating func accept(_ operands: [String]) throws(Diagnostic) {
        pages = operands.isEmpty ? ["-"] : operands
        // A tree that no rules ask for shows the contents of templates, which selectors do not find.
        if rules == nil { reading.templates = true }
        try PageTrees.check(rules: rules, url: url, source: source)
        guard context != nil else { return }
        if rules != nil {
            throw Diagnostic(.rules, "--fragment cannot be combined with --rules, which are for whole pages")
        }
        if let source, !["html", "html-fragment"].contains(source) {
            throw Diagnostic(
                .rules,
                "--fragment is for HTML, but --source is \(source)",
                help: "leave out one of the two"
            )
        }
        if reading.parser == .libxml2 {
            throw Diagnostic(
                .rules,
                "--fragment needs the parser standard: libxml2 cannot parse the content of an element",
                help: "leave out one of the two"
            )
        }
    }

    func run(using registry: Registry) throws(Diagnostic) -> ExitStatus {
        var trees: PageTrees
        do throws(Diagnostics) {
            trees = try PageTrees(rules: rules, registry, encoding: encoding, reading, fetching)
        } catch {
            return Console.fail(error)
        }
        trees.url = url
        trees.source = source
        trees.context = context
        var status = ExitStatus.success
        let output = StandardOutput()
        for name in pages {
            let dump: (Document) -> Void = { document in
                // The root of a fragment is only the parser's.
                let root = context == nil ? document.node : document.rootElement ?? document.node
                TreeDump.dump(root, in: document, style: style) { output.write($0) }
            }
            trees.read(name, &status, dump)
        }
        output.flush()
        return max(status, output.status)
    }
}

extension OptionValue where Value == FragmentContext {
    private static var namespaces: [String: FragmentContext.Namespace] { ["svg": .svg, "math": .mathML] }

    /// The element whose content a fragment is: its name, after `svg` or `math` for an SVG or MathML element.
    fileprivate static var fragment: OptionValue {
        OptionValue(
            placeholder: "CONTEXT",
            expected: "an element's name, alone or after svg or math",
            help: { text in
                let word = text.split(separator: " ").first.map(String.init) ?? ""
                let nearest = Suggestion.nearest(to: word, among: namespaces.keys)
                return nearest.map { "did you mean \"\($0)\"?" }
                    ?? "write it like td, \"svg path\" or \"math ms\""
            },
            parse: { text in
                let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
                guard words.allSatisfy(isTagName) else { return nil }
                if words.count == 1 { return FragmentContext(name: text) }
                guard words.count == 2, let namespace = namespaces[words[0]] else { return nil }
                return FragmentContext(name: words[1], namespace: namespace)
            }
        )
    }

    /// Whether a tag can have the name: it begins with a letter, and contains no character that ends it.
    private static func isTagName(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first, first.isASCII, first.properties.isAlphabetic else {
            return false
        }
        return !name.unicodeScalars.contains { $0.value <= 0x20 || "/<>".unicodeScalars.contains($0) }
    }
}

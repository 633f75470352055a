import Cases
import Crawling
import Engine
import Language
import Platform
import Records
import Regression

/// `scrape expect`: determines the normal properties of a site's records, and writes them into its rules.
struct ExpectCommand: RulesCommand {
    private var sites: [String] = []
    private var corpus: String?
    private var isCheck = false
    private var isDryRun = false
    private var leavesOut = false
    private(set) var reading = ReadingOptions()
    private(set) var plugins = PluginSettings()
    private let catalogue = RulesCatalogue.ofProcess()

    static let help = CommandHelp(
        name: "expect",
        about: "write what a site's records are normally like into its rules",
        usage: ["scrape expect [options] SITE..."],
        description: """
            Works out from the cases of a SITE what its records are normally like: how many there are, which fields they
            have, how long lists are, what values look like. Writes it into the site's rules file as "expect", in the file's
            style and with its comments, and prints the difference. From then on a page that falls short is an error.

            Also learns where the names that the selectors use (classes, ids, attributes, properties, keys) occur, and
            writes this as "names": a warning reports a page on which another name is in such a place.

            Only cases whose golden file has no error are used. What "expect" already has is kept if the cases neither
            show nor contradict it, and so are the selectors of its "when".

            From fewer than 20 cases, only what is true of all of them is learned; from one case, only which fields
            exist and what their values look like. All pages of a crawl that have records are used, but as one case,
            since many pages of one run do not show what varies.
            """,
        operands: .names(.sites),
        exits: [
            .success: "the rules match the cases", .page: "with --check: the rules would change",
            .usage: "the command line or a rules file is wrong",
            .input: "a file cannot be read or written, or a limit has cut a page",
        ],
        examples: ["scrape expect plants", "scrape expect --dry-run plants", "scrape expect --check plants"]
    )

    static var options: [Option<ExpectCommand>] {
        [
            .corpus(\.corpus),
            .flag("--dry-run", "Print the difference, and write nothing.") { $0.isDryRun = true },
            .flag("--check", "Write nothing; the exit status is 1 if the rules would change.") {
                $0.isCheck = true
            },
            .flag(
                "--leave-one-out",
                "Also leave each case out in turn, and print those that the others' expectations would report."
            ) { $0.leavesOut = true },
        ] + ReadingOptions.options.setting(\.reading) + PluginSettings.options.setting(\.plugins)
    }

    mutating func accept(_ operands: [String]) throws(Diagnostic) {
        sites = operands
        guard !sites.isEmpty else {
            throw Diagnostic(.rules, "no site is given", help: "write scrape expect plants")
        }
    }

    func run(using registry: Registry) throws(Diagnostic) -> ExitStatus {
        if !isCheck, !isDryRun {
            let help = "use --check there, and write rules where you can review them"
            try BuildServer.refuse("scrape expect", help: help)
        }
        var status = ExitStatus.success
        for site in sites {
            do throws(Diagnostics) { status = max(status, try learn(site, registry)) } catch {
                status = max(status, Console.fail(error))
            }
        }
        return status
    }

    private func learn(_ site: String, _ registry: Registry) throws(Diagnostics) -> ExitStatus {
        let path: String
        let cases: [Case]
        do throws(Diagnostic) {
            path = try catalogue.path(of: site)
            let all = try CaseChoice(corpus: corpus, names: []).cases()
            let file = path.split(separator: "/").last.map(String.init) ?? path
            let name = file.hasSuffix(".json") ? String(file.dropLast(5)) : file
            var own: [Case] = []
            for test in all {
                let facts = try? test.facts()
                let rules = facts?.rules ?? test.site
                if rules.lowercased() == name.lowercased() { own.append(test) }
            }
            cases = own
            guard !cases.isEmpty else {
                throw Diagnostic(
                    .rules,
                    "no cases of \(name) in \(corpus ?? "Corpus")",
                    help: "a case is a folder SITE/CASE; see scrape test --help"
                )
            }
        } catch {
            throw Diagnostics([error])
        }
        let rules = try Rules.load(path, registry: registry)
        var samples: [ExpectationSample] = []
        let store = RulesStore(catalogue, registry: registry, crawls: .ofArchives)
        for test in cases { samples += try ExpectationSample.samples(of: test, by: rules, store) }
        let unread = samples.flatMap(\.unread).unread
        guard unread.isEmpty else { throw Diagnostics(unread) }
        let pages = samples.count(where: \.isNormal)
        guard pages > 0 else {
            throw Diagnostics([
                Diagnostic(.rules, "no case of \(site) satisfies its rules", help: "see scrape test \(site)")
            ])
        }
        let text = LearnedExpectations.text(of: rules, from: samples)
        // Make sure that the new rules can be read before they are written.
        let file = SourceText(name: path, bytes: text)
        _ = try Rules.read(file, registry: registry)
        if leavesOut { report(try LearnedExpectations.alarms(rules, samples, registry: registry), of: pages) }
        return try write(text, over: rules.file.bytes, to: path, pages)
    }

    private func report(_ alarms: [ExpectationAlarm], of pages: Int) {
        for alarm in alarms {
            Console.print("\(alarm.page) is not like the others:")
            for message in alarm.messages { Console.print("  \(message)") }
        }
        Console.print(
            "\(alarms.count) of \(pages) cases would be reported by the others' expectations"
        )
    }

    private func write(
        _ text: [UInt8],
        over old: [UInt8],
        to path: String,
        _ pages: Int
    ) throws(Diagnostics) -> ExitStatus {
        if text == old {
            Console.print("\(path): unchanged, \(pages) \(pages == 1 ? "case" : "cases")")
            return .success
        }
        let lines = LineDifference(old, text).lines
        let style = Console.outputStyle
        Console.print("\(path): from \(pages) \(pages == 1 ? "case" : "cases")")
        for line in lines {
            Console.show(style(line.hasPrefix("-") ? .old : line.hasPrefix("+") ? .new : .strong, line))
        }
        if isCheck { return .page }
        if isDryRun { return .success }
        do throws(File.Failure) {
            let file = try ReplacementFile(path)
            try file.write(text)
            try file.commit()
        } catch {
            let location = Location(file: path)
            throw Diagnostics([Diagnostic(.input, "cannot write the rules file: \(error)", at: location)])
        }
        return .success
    }
}

/// The lines in which two texts differ, without the lines around them.
struct LineDifference {
    /// `-` and an old line, `+` and a new one, in order; `@@ line N` before each run of changes.
    let lines: [String]

    /// - Complexity: number of lines × number of different ones in the worst case, and linear for a single run of
    ///   changes.
    init(_ old: [UInt8], _ new: [UInt8]) {
        func lines(_ text: [UInt8]) -> [String] {
            text.split(separator: 0x0A, omittingEmptySubsequences: false)
                .map { String(decoding: $0, as: UTF8.self) }
        }
        let (old, new) = (lines(old), lines(new))
        let difference = new.difference(from: old)
        var removed: Set<Int> = []
        var inserted: Set<Int> = []
        for change in difference {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): inserted.insert(offset)
            }
        }
        var result: [String] = []
        var (i, j) = (0, 0)
        var isOpen = false
        while i < old.count || j < new.count {
            let isRemoved = i < old.count && removed.contains(i)
            let isInserted = j < new.count && inserted.contains(j)
            if (isRemoved || isInserted) && !isOpen { result.append("@@ line \(j + 1)") }
            isOpen = isRemoved || isInserted
            if isRemoved {
                result.append("-" + old[i])
                i += 1
            } else if isInserted {
                result.append("+" + new[j])
                j += 1
            } else {
                i += 1
                j += 1
            }
        }
        self.lines = result
    }
}

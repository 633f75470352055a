import Cases
import Crawling
import Engine
import Records
import Regression

/// `scrape check`: reports errors in rules files, and constructs that will probably break.
struct CheckCommand: RulesCommand {
    /// Rules files and sites' names.
    private var arguments: [String] = []
    private var pages: [String] = []
    private var corpus: String?
    private var url: String?
    private(set) var reading = ReadingOptions()
    private(set) var plugins = PluginSettings()
    private(set) var fetching = FetchSettings()
    private let catalogue = RulesCatalogue.ofProcess()

    static let help = CommandHelp(
        name: "check",
        about: "report errors in rules files, and brittle selectors",
        usage: ["scrape check [options] RULES..."],
        description: """
            Loads rules files, reports all errors in them, and warns about what is valid but brittle.

            RULES is a rules file, a folder of them, or a site's name.
            """,
        operands: .files(or: .sites),
        exits: [
            .success: "the rules can be used; there may be warnings",
            .page: "a page does not satisfy its rules",
            .usage: "the command line or a rules file is wrong", .input: "a file cannot be read",
        ],
        examples: [
            "scrape check rules/alchemy.json", "scrape check alchemy --corpus Corpus",
            "scrape check plants --page list.html --url https://plants.example/list",
        ]
    )

    static var options: [Option<CheckCommand>] {
        [
            .list(
                "--page",
                short: "-p",
                .file("PAGE"),
                "Also report selectors that match nothing in PAGE.",
                details: "Can be given several times: a selector must match in one of the pages."
            ) { $0.pages.append($1) },
            .value(
                "--corpus",
                .folder,
                "Also report selectors that match nothing in any of the rules' cases in FOLDER."
            ) { $0.corpus = $1 },
            .url(\.url, details: "Needs one --page."),
        ] + ReadingOptions.options.setting(\.reading) + PluginSettings.options.setting(\.plugins)
            + FetchSettings.options.setting(\.fetching)
    }

    mutating func accept(_ operands: [String]) throws(Diagnostic) {
        arguments = operands
        guard !arguments.isEmpty else {
            throw Diagnostic(.rules, "no rules file is given", help: "write scrape check rules/alchemy.json")
        }
        if let url, pages.isEmpty {
            let message = "--url \(url) is the address of one page, but none is given"
            throw Diagnostic(.rules, message, help: "name it with --page")
        }
        try Operands.check(url: url, pages: pages.count)
    }

    func run(using registry: Registry) -> ExitStatus {
        var status = ExitStatus.success
        var files: [String] = []
        for argument in arguments {
            guard let folder = catalogue.folder(of: argument) else {
                files.append(argument)
                continue
            }
            do throws(Diagnostic) { files += try RulesCatalogue.files(below: folder) } catch {
                status = max(status, Console.fail(Diagnostics([error])))
            }
        }
        for argument in files {
            // A schema lies among the rules of a folder, but no run uses it as rules.
            if argument.hasSuffix(".schema.json") {
                Console.log(.note, "\(argument) is a schema, not rules: skipped")
                continue
            }
            do throws(Diagnostics) {
                let rules = try load(argument, registry)
                Console.report(rules.brittle + rules.oneSided + [rules.wholeTreeNote].compactMap { $0 })
                for line in rules.crawl?.graph ?? [] { Console.show(line) }
                status = max(status, try checkPages(rules))
            } catch {
                status = max(status, Console.fail(error))
            }
        }
        return status
    }

    private func load(_ argument: String, _ registry: Registry) throws(Diagnostics) -> Rules {
        let path = try Diagnostics.single { () throws(Diagnostic) in try catalogue.path(of: argument) }
        return try Rules.load(path, registry: registry)
    }

    /// Reads the pages with the rules and reports selectors that match nothing in any of them.
    private func checkPages(_ rules: Rules) throws(Diagnostics) -> ExitStatus {
        let pages = try self.pages(for: rules)
        let log = SelectorLog()
        var status = ExitStatus.success
        var messages = MessageLog(printsAll: nil)
        let crawled = try readCrawls(of: rules, log)
        guard !pages.isEmpty || crawled > 0 else { return .success }
        for page in pages {
            let outcome = rules.scrape(page, observer: log)
            // The diagnostics of cases are in their golden files.
            guard corpus == nil else { continue }
            messages.add(outcome.diagnostics)
            status = max(status, ExitStatus(outcome.diagnostics))
        }
        messages.end()
        // Kinds may have their own record types and their own links.
        var unused = rules.unused(in: log)
        for kind in rules.crawl?.kinds ?? [] {
            let own = kind.page.unused(in: log) + kind.links.unused(in: log)
            unused += own.filter { !unused.contains($0) }
        }
        Console.report(unused)
        return status
    }

    /// Repeats the crawls among the cases, and reads their pages as pages of their kinds, with the links that are
    /// followed.
    ///
    /// - Returns: the number of their pages.
    private func readCrawls(of rules: Rules, _ log: SelectorLog) throws(Diagnostics) -> Int {
        guard let corpus else { return 0 }
        let store = RulesStore(catalogue, registry: Registry(), crawls: .ofArchives)
        var count = 0
        var leftOut = 0
        for test in try Corpus(folder: corpus).cases() where test.isCrawl {
            let facts = try test.facts()
            guard try isRead(facts.rules ?? test.site, by: rules) else { continue }
            if rules.crawl == nil {
                leftOut += 1
                continue
            }
            try test.visitPages(facts, rules, store) { found in
                count += 1
                _ = found.rules.scrape(found.page, observer: log)
                _ = found.kind?.links.scrape(found.page, observer: log)
            }
        }
        CaseChoice.reportLeftOut(leftOut, "\(rules.file.name) has no \"requests\"")
        return count
    }

    /// Whether the rules of a case, by their name, are those in a file.
    private func isRead(_ name: String, by rules: Rules) throws(Diagnostics) -> Bool {
        try Diagnostics.single { () throws(Diagnostic) in
            File.isSame(try catalogue.path(of: name), rules.file.name)
        }
    }

    private func pages(for rules: Rules) throws(Diagnostics) -> [Page] {
        var pages: [Page] = []
        for name in self.pages {
            let page = try Diagnostics.single { () throws(Diagnostic) in
                try PageFile.read(name, url: url, encoding: nil, limits: reading.limits, fetching: fetching)
            }
            pages.append(page)
        }
        guard let corpus = corpus else { return pages }
        for test in try Corpus(folder: corpus).cases() where !test.isCrawl {
            let facts = try test.facts()
            if try isRead(facts.rules ?? test.site, by: rules) { pages.append(try test.page(facts)) }
        }
        return pages
    }
}

import Addresses
import Basics
import Cases
import Crawling
import DOM
import Encoding
import Engine
import Records

/// `scrape explain`: shows the origin of each record and field of a page.
struct ExplainCommand: RulesCommand {
    private var page = ""
    private var rules: String?
    private var field: String?
    private var record: String?
    private var isJSON = false
    private var corpus: String?
    private var url: String?
    private var encoding: Encoding?
    private var clock: String?
    private(set) var reading = ReadingOptions()
    private(set) var plugins = PluginSettings()
    private(set) var fetching = FetchSettings()

    static let help = CommandHelp(
        name: "explain",
        about: "show where each record and field of a page comes from",
        usage: ["scrape explain [--rules RULES] [options] PAGE"],
        description: """
            Shows where each record and field of a page comes from: which alternative was chosen and why the others were
            not, the nodes with their lines and paths, and each value before and after every step. For a selector that
            matches nothing, it shows the preparation that has removed what it matches on the saved page, or else
            the longest part that matches, and the nearest elements.

            If the page's folder has a golden file, or else if the corpus has cases of the rules, it also shows where
            the golden values of fields without a value are now on the page; scrape repair proposes rules that
            find them there.

            PAGE is a file or an address; - is standard input; or a case, such as plants/list, whose page is then read
            with its own rules and clock. For the case of a crawl, --url chooses one of its pages, which is read with
            the request's values, as in the crawl. A path is a selector that matches only this element on the page as
            saved: scrape select PATH PAGE prints it. If a path is followed by (by NAME), that preparation has created
            the element, and scrape select --rules RULES PATH PAGE prints it.
            """,
        operands: .files(or: nil),
        exits: [
            .success: "success", .page: "the page does not satisfy its rules",
            .usage: "the command line or a rules file is wrong", .input: "the page cannot be read",
        ],
        examples: [
            "scrape explain --rules alchemy page.html",
            "scrape explain --rules rules/plants.json --field height page.html",
        ]
    )

    static var options: [Option<ExplainCommand>] {
        [
            .rules(\.rules),
            .value(
                "--field",
                .text("FIELD"),
                "Explain only FIELD.",
                details: "A field of an object is written as a path, such as comments.author."
            ) { $0.field = $1 },
            .value("--record", .text("TYPE"), "Explain only records of TYPE.") { $0.record = $1 },
            .flag("--json", "Print the whole trace as JSON.") { $0.isJSON = true },
            .corpus(\.corpus), .url(\.url, details: "Without --rules, it also chooses the rules file."),
            .clock(\.clock), .encoding(\.encoding),
        ] + ReadingOptions.options.setting(\.reading) + PluginSettings.options.setting(\.plugins)
            + FetchSettings.options.setting(\.fetching)
    }

    mutating func accept(_ operands: [String]) throws(Diagnostic) {
        guard let page = operands.first, operands.count == 1 else {
            throw Diagnostic(
                .rules,
                operands.isEmpty ? "no page is given" : "expected one page, found \(operands.count)",
                help: "write scrape explain --rules alchemy page.html"
            )
        }
        self.page = page
        if isJSON, field != nil || record != nil {
            throw Diagnostic(
                .rules,
                "--json prints the whole trace and cannot be combined with --field or --record"
            )
        }
    }

    func run(using registry: Registry) throws(Diagnostic) -> ExitStatus {
        let rulesChoice: RulesChoice
        do throws(Diagnostics) {
            rulesChoice = try RulesChoice(rules, RulesCatalogue.ofProcess(), registry: registry)
        } catch {
            return Console.fail(error)
        }
        if let test = try namedCase() { return try explain(test, registry) }
        let page = try PageFile.read(
            page,
            url: url,
            encoding: encoding,
            clock: clock,
            otherwise: PageClock.now(),
            limits: reading.limits,
            fetching: fetching
        )
        // The page's time is that of all readings.
        return try reading.limits.timed { () throws(Diagnostic) in
            let rules: Rules
            do throws(Diagnostics) { rules = try rulesChoice.rules(for: page) } catch {
                return Console.fail(error)
            }
            return try explain(page, rules)
        }
    }

    /// The case that the command line names in place of a page.
    private func namedCase() throws(Diagnostic) -> Case? {
        guard page != "-", !WebAddress.begins(page), File.kind(of: page) != .file else { return nil }
        let cases = (try? Corpus(folder: corpus ?? "Corpus").cases()) ?? []
        let folder = page.hasSuffix("/") ? String(page.dropLast()) : page
        if let test = cases.first(where: { "\($0)" == folder || File.isSame($0.folder, folder) }) {
            return test
        }
        let site = folder.prefix { $0 != "/" }
        let known = cases.filter { $0.site == site }.map(\.description)
        if known.isEmpty { return nil }
        throw Diagnostic(
            .input,
            "no page and no case \"\(page)\"",
            help: Suggestion.help(for: folder, among: known)
        )
    }

    /// Explains a case's page: for a crawl, the one with the address of `--url`, or the only one with records.
    private func explain(_ test: Case, _ registry: Registry) throws(Diagnostic) -> ExitStatus {
        var pages: [CasePage] = []
        do throws(Diagnostics) {
            let facts = try test.facts()
            let store = RulesStore(RulesCatalogue.ofProcess(), registry: registry, crawls: .ofArchives)
            let loaded = try store.rules(named: rules ?? facts.rules ?? test.site)
            try test.visitPages(facts, loaded, store) { pages.append($0) }
        } catch {
            return Console.fail(error)
        }
        if !test.isCrawl, let found = pages.first { return try explain(found.page, found.rules) }
        let fitting = pages.filter { found in url.map { found.page.url == $0 } ?? found.hasRecords }
        if let found = fitting.first, fitting.count == 1 || url != nil {
            return try explain(found.page, found.rules)
        }
        var addresses: [String] = []
        for page in pages where page.hasRecords {
            if let url = page.page.url, !addresses.contains(url) { addresses.append(url) }
        }
        let shown = addresses.prefix(12).map { "\n  " + $0 }.joined() + (addresses.count > 12 ? "\n  …" : "")
        throw Diagnostic(
            .rules,
            url.map { "the crawl \(test) has no page \($0)" }
                ?? "the crawl \(test) has \(fitting.count) pages with records",
            help: "choose a page with --url:" + shown
        )
    }

    private func explain(_ page: Page, _ rules: Rules) throws(Diagnostic) -> ExitStatus {
        try check(rules.schema)
        let choice = GoldenChoice(corpus: corpus, rules: rules, catalogue: .ofProcess())
        let golden = choice.golden(for: page)
        let (outcome, trace) = rules.trace(page, golden: golden) {
            choice.names(except: page)
        }
        let style = Console.outputStyle
        let output = StandardOutput(isJSON ? .plain : style)
        if isJSON {
            output.write(JSONWriter.pretty(trace.value) + "\n")
        } else {
            let text = trace.text(field: field, record: record, style: style.text)
            output.write(style.shown(text) + "\n")
            // `scrape repair` searches for values that are elsewhere now.
            let test = golden.first { text.contains("(\($0.name))") && !$0.name.hasSuffix("golden.json") }
            if let test, text.contains("the golden value of ") {
                output.write("\nscrape repair \(test.name) \(self.page) proposes rules that find it\n")
            }
        }
        output.flush()
        Console.report(outcome.diagnostics)
        return max(output.status, ExitStatus(outcome.diagnostics))
    }

    /// Refuses a record type or a field that the rules do not have.
    private func check(_ schema: Schema) throws(Diagnostic) {
        if let record, !schema.types.contains(where: { $0.name == record }) {
            throw Diagnostic(
                .rules,
                "no record type \"\(record)\" (--record)",
                help: Suggestion.help(for: record, among: schema.types.map(\.name))
            )
        }
        guard let name = field?.split(separator: ".").first.map(String.init) else { return }
        let known = schema.types.filter { record ?? $0.name == $0.name }.flatMap(\.fields).map(\.name)
        if known.contains(name) { return }
        throw Diagnostic(
            .rules,
            "no field \"\(name)\" (--field)",
            help: Suggestion.help(for: name, among: known)
        )
    }
}

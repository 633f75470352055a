import Addresses
import Batch
import Cases
import Crawling
import DOM
import Engine
import Fetching
import Records
import Regression

/// `scrape refresh`: fetches the pages of cases again, and compares their records.
struct RefreshCommand: RulesCommand {
    private var names: [String] = []
    private var corpus: String?
    private var saves = false
    private(set) var reading = ReadingOptions()
    private(set) var plugins = PluginSettings()
    private(set) var fetching = FetchSettings()

    static let help = CommandHelp(
        name: "refresh",
        about: "fetch the pages of cases again, and report sites that have changed",
        usage: ["scrape refresh [options] [SITE[/CASE]...]"],
        description: """
            Fetches the address of each case again, reads the page with the case's rules, and prints for each case whether the
            records are the same, have other values, or are lost: the page has errors that the saved page does not
            have, lacks all records of a type, or lacks a field that all saved records have. A case that is a crawl is
            crawled again with its inputs, and its records are compared in the same way.

            Only lost records are an error, so that a nightly job can run this command. scrape repair proposes rules for
            the new page.
            """,
        operands: .names(.cases),
        exits: [
            .success: "the rules read all pages as they read the saved ones",
            .page: "records of a case are lost: its site has changed",
            .usage: "the command line or a rules file is wrong", .input: "a page cannot be fetched",
        ],
        examples: [
            "scrape refresh", "scrape refresh alchemy --save", "scrape refresh --archive today.warc.gz",
        ]
    )

    static var options: [Option<RefreshCommand>] {
        [
            .corpus(\.corpus),
            .flag(
                "--save",
                "Save each page or crawl whose records differ as a new case.",
                details: """
                    Its name is that of the case, followed by the day. A page that looks cut off is not saved.
                    """
            ) { $0.saves = true },
        ] + ReadingOptions.options.setting(\.reading) + PluginSettings.options.setting(\.plugins)
            + FetchSettings.options.setting(\.fetching)
    }

    mutating func accept(_ operands: [String]) throws(Diagnostic) {
        names = operands
        try fetching.check()
    }

    func run(using registry: Registry) throws(Diagnostic) -> ExitStatus {
        if saves { try BuildServer.refuse("--save", help: "save cases on your own machine") }
        let cases = try CaseChoice(corpus: corpus, names: names).cases()
        let store = RulesStore(RulesCatalogue.ofProcess(), registry: registry, crawls: .ofArchives)
        if let archive = fetching.archive, cases.contains(where: \.isCrawl) {
            Console.log(
                .note,
                "the answers of crawls are not kept in \(archive): --save keeps those of a crawl that differs"
            )
        }
        var status = ExitStatus.success
        for test in cases {
            do throws(Diagnostics) {
                status = max(status, try refresh(test, store))
            } catch {
                status = max(status, Console.fail(error))
            }
        }
        return status
    }

    private func refresh(_ test: Case, _ store: RulesStore) throws(Diagnostics) -> ExitStatus {
        let facts = try test.facts()
        if test.isCrawl { return try refreshCrawl(test, facts, store) }
        guard let url = facts.url, WebAddress.begins(url) else {
            Console.print("\(test): skipped, since case.json has no address")
            return .success
        }
        let rules = try store.rules(named: facts.rules ?? test.site)
        let old = rules.scrape(try test.page(facts))
        // A case may come from someone else, with any address.
        var fetching = fetching
        fetching.areAddressesGiven = false
        let page = try Diagnostics.single { [fetching] () throws(Diagnostic) in
            try PageFile.read(url, encoding: nil, limits: reading.limits, fetching: fetching)
        }
        let new = rules.scrape(page)
        let unread = test.unread(in: old.diagnostics + new.diagnostics)
        guard unread.isEmpty else { throw Diagnostics(unread) }
        let result = compare(test, old, new, rules)
        if result != .same, saves, !isCutOff(test, old, new) { try test.save(page, facts, new) }
        if result == .lost {
            Console.print("scrape repair \(test) proposes rules that read the new page")
        }
        return result == .lost ? .page : .success
    }

    /// Makes a case's crawl again, and compares its records.
    private func refreshCrawl(
        _ test: Case,
        _ facts: Case.Facts,
        _ store: RulesStore
    ) throws(Diagnostics) -> ExitStatus {
        let rules = try store.rules(named: facts.rules ?? test.site)
        let known = CaseResult(of: test, store)
        guard let old = known.outcome else { throw Diagnostics(known.diagnostics) }
        let refresh = try CrawlRefresh(test, facts, rules, fetching, reading.limits)
        let archive = try refresh.archive()
        let new = try refresh.run(rules, archive).outcome
        // A site that no longer answers a request has changed.
        let unread = test.unread(in: (old.diagnostics + new.diagnostics).filter(\.isOfLimit))
        guard unread.isEmpty else { throw Diagnostics(unread) }
        let found = Outcome(records: new.records, diagnostics: new.diagnostics)
        let result = compare(test, old, found, rules)
        if result != .same, saves, !isCutOff(test, old, found) { try refresh.save(archive, store) }
        if result == .lost {
            Console.print("scrape repair \(test) proposes rules that read the new pages")
        }
        return result == .lost ? .page : .success
    }

    /// Whether a new page looks truncated and no saved one does, so that it is not saved.
    private func isCutOff(_ test: Case, _ old: Outcome, _ new: Outcome) -> Bool {
        guard new.diagnostics.lookCutOff(unlike: old.diagnostics) else { return false }
        Console.print("\(test): the new page is not saved, since it looks cut off")
        return true
    }

    private enum Comparison { case same, others, lost }

    /// Prints how records differ from the saved ones.
    private func compare(_ test: Case, _ old: Outcome, _ new: Outcome, _ rules: Rules) -> Comparison {
        Console.report(new.diagnostics.truncations)
        let losses = RefreshCommand.losses(from: old, to: new)
        let differences = Golden(Outcome(records: old.records, diagnostics: []))
            .differences(
                to: Golden(Outcome(records: new.records, diagnostics: [])),
                keys: rules.keysOfAllTypes
            )
        if losses.isEmpty, differences.isEmpty {
            Console.print("\(test): same records")
            return .same
        }
        Console.print(
            "\(test): " + (losses.isEmpty ? "other values" : "lost: \(losses.joined(separator: "; "))")
        )
        for difference in differences { Console.show(difference.description) }
        return losses.isEmpty ? .others : .lost
    }

    /// The beginning of the warning about a rule that finds no link on any page of a crawl.
    private static let leadsNowhere = "this rule finds no link on any page of \""

    /// What the new records lack.
    static func losses(from old: Outcome, to new: Outcome) -> [String] {
        var losses: [String] = []
        let known = Set(old.diagnostics.map(\.message))
        // A crawl that no longer leads anywhere gives a warning, since a site may have nothing for a day.
        losses += new.diagnostics.filter { $0.severity == .error || $0.message.hasPrefix(leadsNowhere) }
            .map(\.message).filter { !known.contains($0) }
        let (before, after) = (
            Dictionary(grouping: old.records, by: \.type), Dictionary(grouping: new.records, by: \.type)
        )
        for (type, records) in before.sorted(by: { $0.key < $1.key }) {
            guard let found = after[type] else {
                losses.append("no \(type)")
                continue
            }
            for field in commonFields(records) where !found.contains(where: { has(field, $0) }) {
                losses.append("no \(type) has \(field)")
            }
        }
        return losses
    }

    /// The fields that all records have, in the order of the first one.
    private static func commonFields(_ records: [Record]) -> [String] {
        guard let first = records.first else { return [] }
        return first.fields.map(\.name).filter { name in records.allSatisfy { has(name, $0) } }
    }

    private static func has(_ field: String, _ record: Record) -> Bool {
        record.fields.contains { $0.name == field && $0.value != .null && $0.value != .list([]) }
    }
}

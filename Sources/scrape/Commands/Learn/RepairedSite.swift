import Cases
import Drafting
import Records
import Scraping

/// A site of the corpus whose rules are repaired.
struct RepairedSite {
    /// A new page, with the case whose page it replaces.
    struct NewPage {
        var page: Page
        let test: Case
    }

    /// A case that has records.
    private struct Known {
        let test: Case
        let facts: Case.Facts
        let page: Page
        let golden: [Record]
    }

    let name: String
    /// The path of the rules file.
    let path: String
    let rules: Rules
    /// The named cases.
    private let named: [Known]
    /// The pages of all cases of the rules.
    private let pages: [Page]

    /// - Parameter operand: a site, or one of its cases.
    init(
        _ operand: String,
        in corpus: String?,
        _ catalogue: RulesCatalogue,
        _ registry: Registry
    ) throws(Diagnostics) {
        name = operand.split(separator: "/").first.map(String.init) ?? operand
        let cases: [Case]
        let chosen: [Case]
        do throws(Diagnostic) {
            cases = try CaseChoice(corpus: corpus, names: []).cases().filter { [name] in
                $0.site == name && !$0.isCrawl
            }
            chosen = try CaseChoice(corpus: corpus, names: [operand]).cases()
        } catch {
            throw Diagnostics([error])
        }
        if let crawl = chosen.first(where: \.isCrawl) {
            let count = chosen.count(where: \.isCrawl)
            // A crawl that is named alone has no page to repair by.
            guard chosen.count > count else {
                throw Diagnostics([
                    Diagnostic(
                        .rules,
                        "\(crawl) is a crawl, and rules are repaired by cases of pages",
                        help:
                            "get the page that has changed with scrape fetch, and save one of the old pages as a case"
                    )
                ])
            }
            Console.log(
                .note,
                "\(count) crawl\(count == 1 ? "" : "s") of \(name) are left out: rules are repaired by cases of pages"
            )
        }
        var path: String?
        var named: [Known] = []
        var pages: [Page] = []
        for test in cases {
            let facts = try test.facts()
            let own: String
            do throws(Diagnostic) { own = try catalogue.path(of: facts.rules ?? name) } catch {
                throw Diagnostics([error])
            }
            let isNamed = chosen.contains { $0.name == test.name }
            // Of a site with several rules files the cases of the first one are repaired.
            guard own == path ?? own, path != nil || isNamed else { continue }
            path = own
            let page = try test.page(facts)
            pages.append(page)
            let objects = isNamed ? (try? test.golden())?.records ?? [] : []
            if !objects.isEmpty {
                named.append(
                    Known(test: test, facts: facts, page: page, golden: objects.map(RepairedSite.record))
                )
            }
        }
        guard let path, !named.isEmpty else {
            throw Diagnostics([
                Diagnostic(
                    .rules,
                    "no case of \(operand) has records in its golden file",
                    help: "write scrape test --update \(operand)"
                )
            ])
        }
        self.path = path
        self.pages = pages
        rules = try Rules.load(path, registry: registry)
        self.named = named
    }

    private static func record(_ object: Value) -> Record {
        Record(
            type: object["@type"]?.string ?? "",
            fields: (object.object ?? []).filter { !$0.name.hasPrefix("@") }
        )
    }

    /// The cases whose pages can be fetched again, with their addresses.
    func addresses() throws(Diagnostic) -> [(test: Case, url: String)] {
        let found = named.compactMap { known in
            known.facts.url.flatMap { FetchSettings.isAddress($0) ? (test: known.test, url: $0) : nil }
        }
        guard !found.isEmpty else {
            throw Diagnostic(
                .rules,
                "no new page is given, and no case has an address",
                help: "write scrape repair \(named[0].test) new.html"
            )
        }
        return found
    }

    /// A new page of a case: with its address, if it has none of its own.
    func page(_ page: Page, of test: Case) -> NewPage {
        let old = named.first { $0.test.name == test.name }?.page
        var page = page
        page.url = page.url ?? old?.url
        return NewPage(page: page, test: test)
    }

    /// A new page with its case: the case with its address, or the one with the most values on the page.
    func assigned(_ page: Page) -> NewPage {
        if named.count > 1, let url = page.url, let known = named.first(where: { $0.facts.url == url }) {
            return self.page(page, of: known.test)
        }
        let shares = named.count == 1 ? [1] : named.map { Repairer.share(of: $0.golden, on: page) }
        let best = shares.indices.max { (shares[$0], -$0) < (shares[$1], -$1) } ?? 0
        return self.page(page, of: named[best].test)
    }

    /// Repairs rules with a new page; the pages of the other cases, and earlier ones, are read as before.
    func repair(
        _ rules: Rules,
        _ new: NewPage,
        after done: [Page],
        _ registry: Registry
    ) throws(Diagnostics) -> Repair {
        let known = named.first { $0.test.name == new.test.name } ?? named[0]
        var repairer = Repairer(registry: registry)
        repairer.origin = known.test.description
        // Relative days are those of the golden file.
        var page = new.page
        page.clock = known.page.clock ?? page.clock
        return repairer.repair(
            rules,
            old: known.page,
            golden: known.golden,
            new: page,
            others: pages.filter { $0.name != known.page.name } + done
        )
    }

    /// Saves new pages as cases, with the records that the repaired rules read from them.
    func save(_ new: [NewPage], _ registry: Registry) throws(Diagnostics) {
        let repaired = try Rules.load(path, registry: registry)
        for page in new {
            guard let known = named.first(where: { $0.test.name == page.test.name }) else { continue }
            try page.test.save(page.page, known.facts, repaired.scrape(page.page))
        }
    }
}

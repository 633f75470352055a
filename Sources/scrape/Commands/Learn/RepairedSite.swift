import Addresses
import Cases
import Crawling
import Drafting
import Engine
import Language
import Records

/// A site of the corpus whose rules are repaired.
struct RepairedSite {
    /// A new page, with the number of the known one that it is to be read like.
    struct NewPage {
        var page: Page
        let known: Int
    }

    /// A page of a case: a saved one that has records, or one of a crawl that has records or leads to others.
    struct Known {
        let test: Case
        let facts: Case.Facts
        let page: Page
        /// The records of the golden file, or those that the crawl yields for the page.
        let golden: [Record]
        /// The kind of a crawl's page.
        let kind: String?

        /// What names it.
        var name: String { kind == nil ? test.description : "\(test) \(page.url ?? page.name)" }
    }

    /// A case that is a crawl, with its results.
    struct Crawl {
        let test: Case
        let facts: Case.Facts
        /// Whether its pages are to be read again, and not only to be kept.
        let isNamed: Bool
        let records: [Value]
        let requests: [Value]
        /// The addresses of its pages.
        let addresses: Set<String>
    }

    let name: String
    /// The path of the rules file.
    let path: String
    let rules: Rules
    /// The pages of the cases that are named.
    let named: [Known]
    /// All crawls of the rules.
    let crawls: [Crawl]
    /// The saved pages of all cases of the rules.
    private let pages: [Page]
    private let store: RulesStore

    /// - Parameter operand: a site, or one of its cases.
    init(
        _ operand: String,
        in corpus: String?,
        _ catalogue: RulesCatalogue,
        _ registry: Registry
    ) throws(Diagnostics) {
        name = operand.split(separator: "/").first.map(String.init) ?? operand
        let site = name
        let (cases, chosen) = try Diagnostics.single { () throws(Diagnostic) in
            (
                try CaseChoice(corpus: corpus, names: []).cases().filter { $0.site == site },
                try CaseChoice(corpus: corpus, names: [operand]).cases()
            )
        }
        var path: String?
        var own: [(test: Case, facts: Case.Facts, isNamed: Bool)] = []
        for test in cases {
            let facts = try test.facts()
            let file = try Diagnostics.single { () throws(Diagnostic) in
                try catalogue.path(of: facts.rules ?? site)
            }
            let isNamed = chosen.contains { $0.name == test.name }
            // If a site has several rules files, the cases of the first one are repaired.
            guard file == path ?? file, path != nil || isNamed else { continue }
            path = file
            own.append((test, facts, isNamed))
        }
        guard let path else { throw RepairedSite.withoutRecords(operand) }
        let store = RulesStore(catalogue, registry: registry, crawls: .ofArchives)
        let rules = try Rules.load(path, registry: registry)
        var named: [Known] = []
        var pages: [Page] = []
        var crawls: [Crawl] = []
        for (test, facts, isNamed) in own {
            if test.isCrawl {
                let (crawl, known) = try RepairedSite.crawl(test, facts, rules, isNamed)
                crawls.append(crawl)
                if isNamed { named += known }
                continue
            }
            let page = try test.page(facts)
            // What a changed rule loses in the part that is not read would remain unknown.
            let unread = test.unread(in: rules.scrape(page).diagnostics)
            guard unread.isEmpty else { throw Diagnostics(unread) }
            pages.append(page)
            let objects = isNamed ? (try? test.golden())?.records ?? [] : []
            if objects.isEmpty { continue }
            let golden = objects.map(RepairedSite.record)
            named.append(Known(test: test, facts: facts, page: page, golden: golden, kind: nil))
        }
        if named.isEmpty { throw RepairedSite.withoutRecords(operand) }
        self.path = path
        self.rules = rules
        self.store = store
        self.pages = pages
        self.named = named
        self.crawls = crawls
    }

    private static func withoutRecords(_ operand: String) -> Diagnostics {
        Diagnostics([
            Diagnostic(
                .rules,
                "no case of \(operand) has records in its golden file",
                help: "write scrape test --update \(operand)"
            )
        ])
    }

    /// A crawl with its pages that have records or lead to others.
    private static func crawl(
        _ test: Case,
        _ facts: Case.Facts,
        _ rules: Rules,
        _ isNamed: Bool
    ) throws(Diagnostics) -> (Crawl, [Known]) {
        var known: [Known] = []
        var addresses: Set<String> = []
        let outcome = try CrawlReplay.ofArchives.run(test.archivePath ?? "", facts, rules) { found in
            guard let kind = found.kind else { return }
            if let url = found.page.url { addresses.insert(url) }
            let golden = found.outcome?.records ?? []
            if golden.isEmpty, kind.links.records.isEmpty { return }
            known.append(
                Known(test: test, facts: facts, page: found.page, golden: golden, kind: kind.name)
            )
        }
        let unread = test.unread(in: outcome.diagnostics.filter(\.isOfLimit))
        guard unread.isEmpty else { throw Diagnostics(unread) }
        let records = outcome.records.map(\.value)
        if isNamed, let golden = try? test.golden(), golden.records != records {
            Console.log(
                .warning,
                "\(test) differs from its golden file: the values that the current rules read on its pages are used"
            )
        }
        let crawl = Crawl(
            test: test,
            facts: facts,
            isNamed: isNamed,
            records: records,
            requests: outcome.requests,
            addresses: addresses
        )
        return (crawl, known)
    }

    private static func record(_ object: Value) -> Record {
        Record(
            type: object["@type"]?.string ?? "",
            fields: (object.object ?? []).filter { !$0.name.hasPrefix("@") }
        )
    }

    /// The saved pages that can be fetched again, with their addresses.
    func addresses() throws(Diagnostic) -> [(known: Int, url: String)] {
        let found = named.indices.compactMap { index -> (known: Int, url: String)? in
            guard named[index].kind == nil, let url = named[index].facts.url, WebAddress.begins(url)
            else { return nil }
            return (index, url)
        }
        guard !found.isEmpty || crawls.contains(where: \.isNamed) else {
            throw Diagnostic(
                .rules,
                "no new page is given, and no case has an address",
                help: "write scrape repair \(named[0].test) new.html"
            )
        }
        return found
    }

    /// A new page of a case, with the case's address and request data if it has none of its own.
    func page(_ page: Page, of known: Int) -> NewPage {
        var page = page
        page.url = page.url ?? named[known].page.url
        page.asked = page.asked ?? named[known].page.asked
        return NewPage(page: page, known: known)
    }

    /// A new page with the known page that has its address, or of whose values and links it has the most.
    ///
    /// - Throws: an error if it has none of any.
    func assigned(_ page: Page) throws(Diagnostic) -> NewPage {
        if let url = page.url,
            let known = named.firstIndex(where: { ($0.kind == nil ? $0.facts.url : $0.page.url) == url })
        {
            return self.page(page, of: known)
        }
        let shares = named.count == 1 ? [1] : shares(of: named, on: page)
        let best = shares.indices.max { (shares[$0], -$0) < (shares[$1], -$1) } ?? 0
        if shares[best] == 0, named[best].kind != nil {
            throw Diagnostic(
                .rules,
                "\(page.name) has no value of any page of \(named[best].test)",
                help: "give the page's address with --url, or instead of its file"
            )
        }
        if shares[best] == 0, named.contains(where: { Repairer.hasTexts($0.golden) }) {
            throw Diagnostic(
                .rules,
                "\(page.name) has no text of any case of \(name)",
                help: "if it is a page of one of them, write scrape repair \(name)/CASE \(page.name)"
            )
        }
        return self.page(page, of: best)
    }

    /// How much of each known page another has.
    private func shares(of known: [Known], on page: Page) -> [Double] {
        let values = Repairer.shares(of: known.map(\.golden), on: page)
        return zip(known, values).map { known, share in
            guard let kind = known.kind else { return share }
            var page = page
            page.url = page.url ?? known.page.url
            return max(share, LinkRepairer.share(rules, kind: kind, of: known.page, on: page))
        }
    }

    /// The known page of a crawl that a page of its new crawl is to be read like: the one of its address, or that it has most of.
    func known(_ new: CasePage, of crawl: Crawl) -> Int? {
        let own = named.indices.filter {
            named[$0].test.name == crawl.test.name && named[$0].kind == new.kind?.name
        }
        // Requests with a body may have one address and several pages.
        let same = own.filter { named[$0].page.url == new.page.url }
        if same.count == 1 { return same[0] }
        let others = same.isEmpty ? own : same
        let shares = shares(of: others.map { named[$0] }, on: new.page)
        guard let best = shares.indices.max(by: { (shares[$0], -$0) < (shares[$1], -$1) }),
            !same.isEmpty || shares[best] >= RepairedSite.leastShare
        else { return nil }
        return others[best]
    }

    /// The share of a page's values that another of a crawl must have.
    private static let leastShare = 0.5

    // MARK: - Repairing

    /// The result of repairing the rules with a page.
    struct Result {
        var text: [UInt8]
        var repair: Repair?
        var links: [RepairedLink] = []
        /// The reports that the new page looks truncated.
        var truncations: [Diagnostic] = []
        /// Whether only the new page looks truncated, so that it does not become a case.
        var isCutOff = false

        /// Whether everything that the old page had is found.
        var isComplete: Bool {
            repair?.isComplete ?? true && !links.contains { $0.status == .unknown || $0.status == .gone }
        }

        /// The report, as `--report` writes it.
        var report: [Value.Member] {
            let own = repair?.report.object ?? []
            return links.isEmpty ? own : own + [Value.Member("links", .list(links.map(\.report)))]
        }
    }

    /// Repairs rules with a new page; all other pages and crawls, and the pages before it, are read as before.
    func repair(
        _ rules: Rules,
        _ new: NewPage,
        after done: [NewPage],
        _ registry: Registry
    ) throws(Diagnostics) -> Result {
        let known = named[new.known]
        var repairer = Repairer(registry: registry)
        repairer.origin = known.test.description
        // Relative days are those of the golden file.
        var page = new.page
        page.clock = known.page.clock ?? page.clock
        let own = rules.ofKind(named: known.kind)
        let (before, after) = (own.scrape(known.page).diagnostics, own.scrape(page).diagnostics)
        let unread = known.test.unread(in: before + after)
        guard unread.isEmpty else { throw Diagnostics(unread) }
        var result = Result(text: rules.file.bytes)
        result.truncations = after.truncations
        result.isCutOff = after.lookCutOff(unlike: before)
        let keeps: ((Rules) -> Bool)? =
            crawls.isEmpty ? nil : { keepsCrawls($0) && keepsPages($0, as: rules, done) }
        let scope = RepairScope(kind: known.kind, keeps: keeps)
        if !known.golden.isEmpty {
            let others =
                crawls.isEmpty ? pages.filter { $0.name != known.page.name } + done.map(\.page) : []
            if let file = otherFile(rules, known.kind) {
                throw Diagnostics([
                    Diagnostic(
                        .rules,
                        "the pages of \"\(known.kind ?? "")\" are read by \(file), which is repaired separately",
                        help: "write scrape repair \(file) --old PAGE --golden GOLDEN --new PAGE"
                    )
                ])
            }
            let repair = repairer.repair(
                rules,
                old: known.page,
                golden: known.golden,
                new: page,
                others: others,
                in: scope
            )
            result.repair = repair
            result.text = repair.text
        }
        if let links = LinkRepairer(registry: registry, scope, origin: known.test.description) {
            let changed = try Rules.read(SourceText(name: path, bytes: result.text), registry: registry)
            (result.text, result.links) = links.repair(changed, old: known.page, new: page)
        }
        return result
    }

    /// The file with the records of a kind, if that is another file.
    private func otherFile(_ rules: Rules, _ kind: String?) -> String? {
        let file = rules.ofKind(named: kind).file.name
        return file == rules.file.name ? nil : file
    }

    /// Whether rules lose anything of a page that the old one had, or the page looks truncated and the old one does not.
    func isLost(_ rules: Rules, _ new: NewPage) -> Bool {
        let known = named[new.known]
        let own = rules.ofKind(named: known.kind)
        let outcome = own.scrape(new.page)
        // A part of a record lacks what another page has.
        let old = Outcome(records: known.golden, diagnostics: own.scrape(known.page).diagnostics)
        if outcome.diagnostics.lookCutOff(unlike: old.diagnostics) { return true }
        if !known.golden.isEmpty, !RefreshCommand.losses(from: old, to: outcome).isEmpty { return true }
        guard let kind = known.kind else { return false }
        return !LinkRepairer.leadsOn(rules, kind: kind, as: known.page, on: new.page)
    }

    /// Whether all crawls give the same records with the same requests.
    private func keepsCrawls(_ changed: Rules) -> Bool {
        crawls.allSatisfy { crawl in
            let path = crawl.test.archivePath ?? ""
            guard let outcome = try? CrawlReplay.ofArchives.run(path, crawl.facts, changed, { _ in }) else {
                return false
            }
            return outcome.records.map(\.value) == crawl.records && outcome.requests == crawl.requests
        }
    }

    /// Whether saved pages, and new ones that are done, are read as before.
    private func keepsPages(_ changed: Rules, as rules: Rules, _ done: [NewPage]) -> Bool {
        func values(_ rules: Rules, _ page: Page) -> [Value] { rules.scrape(page).records.map(\.value) }
        guard pages.allSatisfy({ values(changed, $0) == values(self.rules, $0) }) else { return false }
        return done.allSatisfy { new in
            let kind = named[new.known].kind
            func links(_ rules: Rules) -> [Value] {
                rules.crawl?.kinds.first { $0.name == kind }.map { values($0.links, new.page) } ?? []
            }
            return values(changed.ofKind(named: kind), new.page)
                == values(rules.ofKind(named: kind), new.page) && links(changed) == links(rules)
        }
    }

    /// Saves new pages as cases, with the records that the repaired rules read from them.
    func save(_ new: [NewPage], _ registry: Registry) throws(Diagnostics) {
        let repaired = try Rules.load(path, registry: registry)
        for page in new {
            let known = named[page.known]
            let outcome = repaired.scrape(page.page)
            // A single page is read with the kind that fits its address, which may be the wrong one.
            if known.kind != nil,
                outcome.records.isEmpty
                    || repaired.ofKind(named: known.kind).scrape(page.page).records != outcome.records
            {
                Console.print(
                    "\(page.page.name) cannot be a case alone: scrape crawl --save makes a case of a whole crawl"
                )
                continue
            }
            try known.test.save(page.page, known.facts, outcome)
        }
    }
}

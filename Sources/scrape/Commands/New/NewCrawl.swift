import Addresses
import Batch
import Cases
import Crawling
import DOM
import Drafting
import Engine
import Fetching
import Language
import Platform
import Records

/// `scrape new SITE URL --crawl`: writes rules that fetch a site's pages from a list, and a case of their crawl.
struct NewCrawl {
    let site: String
    let address: String
    let rulesPath: String
    let corpus: String
    /// The time of the run, in ISO 8601; `nil` for now.
    let clock: String?
    /// The maximum number of requests of the case; `nil` for as many as reach the second page.
    let limit: Int?
    var fetching: FetchSettings

    private static let caseName = "crawl"
    /// The default number of requests.
    private static let usualLimit = 40

    /// Refuses options that cannot be combined with a crawl.
    static func check(_ pages: [String], _ others: [(isGiven: Bool, option: String)]) throws(Diagnostic) {
        guard pages.count == 1, WebAddress.begins(pages[0]) else {
            throw Diagnostic(
                .rules,
                pages.count == 1
                    ? "--crawl needs the address of a list, found \"\(pages[0])\""
                    : "--crawl takes the address of one list, found \(pages.count)",
                help: "write scrape new plants https://plants.example/list --crawl"
            )
        }
        if let other = others.first(where: \.isGiven) {
            throw Diagnostic(.rules, "--crawl cannot be combined with \(other.option)")
        }
    }

    private var folder: String { "\(corpus)/\(site)/\(NewCrawl.caseName)" }
    private var archive: String { "\(folder)/crawl.warc.gz" }

    /// The result of the crawl of the drafted requests.
    private struct GotPages {
        var lists: [Page] = []
        var details: [Page] = []
        let inputs: CrawlInputs
        /// The number of requests that the case makes, if the site has more.
        var limit: Int?
    }

    func run(_ registry: Registry) throws(Diagnostic) -> ExitStatus {
        let interruption = Interruption()
        do throws(File.Failure) { try File.makeFolders(for: archive) } catch {
            throw Diagnostic(.input, "cannot write the case: \(error)", at: Location(file: folder))
        }
        var isKept = false
        // If a crawl yields no rules, nothing is written.
        defer { if !isKept { removeCase() } }
        let clock = clock ?? PageClock.now()
        do throws(Diagnostics) {
            var draft = try found(clock)
            let got = try pages(draft, clock, interruption)
            if let signal = interruption.signal { return ExitStatus(signal: signal) }
            let rules = try expecting(try draft.rules(lists: got.lists, details: got.details), got)
            try write(rules)
            isKept = true
            let store = RulesStore(RulesCatalogue.ofProcess(), registry: registry, crawls: .ofArchives)
            let saving = CrawlSaving(site: site, name: NewCrawl.caseName, corpus: corpus)
            let saved = try saving.finish(clock: clock, got.inputs, limit: got.limit, store)
            Console.print(summary(draft, rules, saved))
            return .success
        } catch {
            return Console.fail(error)
        }
    }

    private func removeCase() {
        _ = unlink(archive)
        for path in [folder, "\(corpus)/\(site)", corpus] { _ = rmdir(path) }
    }

    /// The links on the first page, tried on the second page.
    private func found(_ clock: String) throws(Diagnostics) -> CrawlDraft {
        var fetching = fetching
        fetching.archive = archive
        let facts = PageFacts(clock: clock)
        let first = try Diagnostics.single { () throws(Diagnostic) in try fetching.page(address, facts) }
        var draft = try CrawlDraft(first)
        guard let next = draft.nextAddress else { return draft }
        let second: Page
        do throws(Diagnostic) { second = try fetching.page(next, facts) } catch {
            draft.dropNext("it cannot be fetched: \(error.message)")
            return draft
        }
        try draft.confirm(by: second)
        return draft
    }

    /// Fetches the pages of the drafted requests. Pages that have been fetched already are not requested again.
    private func pages(
        _ draft: CrawlDraft,
        _ clock: String,
        _ interruption: Interruption
    ) throws(Diagnostics) -> GotPages {
        let outline = try Rules(SourceText(name: rulesPath, bytes: draft.outline), registry: Registry())
        guard let plan = outline.crawl else { throw Diagnostics([]) }
        let inputs = try CrawlInputs(plan, given: [], clock: clock, isReplay: false) { _ in nil }
        var fetching = fetching
        fetching.archive = archive
        let reach =
            draft.detailCount == 0 ? 3 : draft.detailCount + (draft.nextAddress == nil ? 1 : 3)
        let most = limit ?? min(reach, NewCrawl.usualLimit)
        do throws(Diagnostic) {
            let recorded = try RecordedAnswers(archive, limits: Limits())
            var settings = CrawlRun.Settings(
                fetching: fetching,
                resumes: true,
                session: nil,
                limits: Limits(),
                pages: most
            )
            // A page in a private network, which the user has given, may lead to others of its origin.
            if let given = Fetcher.address(address),
                recorded.earlier(FetchRequest(given))?.ip.map(AddressRange.isPrivate) == true
            {
                settings.givenOrigin = given.origin
            }
            let run = try CrawlRun(
                rules: outline,
                plan: plan,
                inputs: inputs,
                clock: clock,
                recorded: recorded,
                settings: settings
            )
            run.warn()
            let (all, left) = try run.pages(interruption)
            var got = GotPages(inputs: inputs)
            for found in all {
                let isDetail = found.rules.records.contains { $0.name == CrawlDraft.detailType }
                if isDetail { got.details.append(found.page) } else { got.lists.append(found.page) }
            }
            got.limit = left > 0 ? most : nil
            if got.details.isEmpty, draft.detailCount > 0, most > 1, interruption.signal == nil {
                throw Diagnostic(
                    .input,
                    "none of the pages that the list links to could be fetched",
                    at: Location(file: address)
                )
            }
            return got
        } catch {
            throw Diagnostics([error])
        }
    }

    /// The drafted rules with expectations learned from the records of the pages.
    private func expecting(_ text: [UInt8], _ got: GotPages) throws(Diagnostics) -> Rules {
        let draft = try Rules(SourceText(name: rulesPath, bytes: text), registry: Registry())
        var samples: [ExpectationSample] = []
        for kind in draft.crawl?.kinds ?? [] where !kind.page.records.isEmpty {
            let pages = kind.address == nil ? got.details : got.lists
            samples += pages.map { ExpectationSample($0, by: kind.page) }
        }
        let learned = LearnedExpectations(draft, samples).written(into: text)
        return try Rules(SourceText(name: rulesPath, bytes: learned), registry: Registry())
    }

    private func write(_ rules: Rules) throws(Diagnostics) {
        do throws(File.Failure) {
            try File.makeFolders(for: rulesPath)
            try File.write(rules.file.bytes, toNewFile: rulesPath, isProgram: false)
        } catch {
            throw Diagnostics([
                Diagnostic(.input, "cannot write \(rulesPath): \(error)", at: Location(file: rulesPath))
            ])
        }
    }

    private func summary(_ draft: CrawlDraft, _ rules: Rules, _ saved: String) -> String {
        let permission = fetching.options.allowsPrivate ? " --allow-private" : ""
        let lines =
            ["wrote \(rulesPath)", saved, ""] + draft.findings + [
                "", "Check it, correct it where needed, and continue with:",
                "  scrape check \(site) --corpus \(corpus)",
                "  scrape test \(site)",
                "  scrape crawl \(site) --dry-run\(permission)",
                "  scrape crawl \(site)\(permission) --archive \(site).warc.gz -o \(site).jsonl",
            ]
        return lines.joined(separator: "\n")
    }
}

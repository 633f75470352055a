import Batch
import Cases
import Crawling
import Fetching
import Language
import Platform
import Records
import Scraping

/// A case's crawl that is made again, by the case's inputs: into an archive, which is replayed as the case's own is.
struct CrawlRefresh {
    let test: Case
    let facts: Case.Facts
    let rules: Rules
    let plan: CrawlRules
    let fetching: FetchSettings
    let limits: Limits
    /// The time of the new crawl.
    let clock: String
    /// What the rules ask the caller for, with the case's values.
    let inputs: CrawlInputs

    /// - Throws: if the rules have no requests, the archive cannot be read, or a secret's variable is not set.
    init(
        _ test: Case,
        _ facts: Case.Facts,
        _ rules: Rules,
        _ fetching: FetchSettings,
        _ limits: Limits
    ) throws(Diagnostics) {
        guard let plan = rules.crawl, let archive = test.archivePath else {
            throw Diagnostics([
                Diagnostic(
                    .rules,
                    "the case holds a crawl, and \(rules.file.name) has no \"requests\"",
                    at: Location(file: test.folder)
                )
            ])
        }
        let known: RecordedInputs?
        let isReplay = fetching.replay != nil
        do throws(Diagnostic) {
            let old = try RecordedAnswers(archive, limits: limits)
            known = facts.inputs.map { RecordedInputs($0, plan) } ?? RecordedInputs(old, plan)
            let replayed = try fetching.replay.map { path throws(Diagnostic) in
                try RecordedAnswers(path, limits: limits)
            }
            clock = replayed?.information["scrape-clock"] ?? PageClock.now()
        } catch {
            throw Diagnostics([error])
        }
        inputs = try CrawlInputs(plan, given: known?.texts ?? [], clock: clock, isReplay: isReplay) { name in
            if isReplay { return known?.variables.contains(name) ?? true ? name : nil }
            return getenv(name).map { String(cString: $0) }
        }
        self.test = test
        self.facts = facts
        self.rules = rules
        self.plan = plan
        self.fetching = fetching
        self.limits = limits
    }

    /// The pages of the new crawl with what they give, and its archive, which is there while the closure runs.
    func run<Result>(
        _ body: (CrawlReplay.Outcome, [CasePage], _ archive: String) throws(Diagnostics) -> Result
    ) throws(Diagnostics) -> Result {
        if let replay = fetching.replay { return try replayed(replay, body) }
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/scrape-refresh-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw Diagnostics([
                Diagnostic(
                    .input,
                    "cannot make a folder for the archive in \(parent)",
                    help: "set TMPDIR to a folder with room"
                )
            ])
        }
        let folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        let archive = "\(folder)/crawl.warc.gz"
        defer {
            _ = unlink(archive)
            _ = rmdir(folder)
        }
        try crawl(to: archive)
        return try replayed(archive, body)
    }

    /// Makes the crawl.
    private func crawl(to archive: String) throws(Diagnostics) {
        let interruption = Interruption()
        var fetching = fetching
        fetching.archive = archive
        do throws(Diagnostic) {
            let run = try CrawlRun(
                rules: rules,
                plan: plan,
                inputs: inputs,
                clock: clock,
                recorded: nil,
                settings: CrawlRun.Settings(
                    fetching: fetching,
                    resumes: false,
                    session: nil,
                    limits: limits,
                    pages: facts.limit
                )
            )
            run.warn()
            let pages = try run.pages(interruption).pages
            if interruption.signal == nil, !pages.isEmpty { return }
            throw Diagnostic(
                .input,
                interruption.signal == nil
                    ? "no page of the crawl can be got" : "the crawl has been interrupted",
                at: Location(file: test.folder)
            )
        } catch {
            throw Diagnostics([error])
        }
    }

    private func replayed<Result>(
        _ archive: String,
        _ body: (CrawlReplay.Outcome, [CasePage], _ archive: String) throws(Diagnostics) -> Result
    ) throws(Diagnostics) -> Result {
        var own = facts
        own.saved = clock
        var pages: [CasePage] = []
        let outcome = try CrawlReplay.ofArchives.run(archive, own, rules) { pages.append($0) }
        return try body(outcome, pages, archive)
    }

    /// Saves the new crawl as a case beside the other, named after it and the day.
    func save(_ archive: String, _ store: RulesStore) throws(Diagnostics) {
        let parts = test.folder.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        let site = parts.dropLast().joined(separator: "/")
        let corpus = parts.count > 2 ? parts.dropLast(2).joined(separator: "/") : "."
        let name = test.nextName(on: clock, in: site)
        let saving = CrawlSaving(site: test.site, name: name, rules: facts.rules, corpus: corpus)
        do throws(Diagnostic) { try saving.copy(archive) } catch { throw Diagnostics([error]) }
        Console.print(try saving.finish(clock: clock, inputs, limit: facts.limit, store))
    }
}

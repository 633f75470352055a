import Batch
import Cases
import Crawling
import Engine
import Fetching
import Language
import Platform
import Records

/// A case's crawl that is made again, with the case's inputs: into an archive, which is replayed as the case's own is.
struct CrawlRefresh {
    let test: Case
    let facts: Case.Facts
    private let fetching: FetchSettings
    private let limits: Limits
    /// The time of the new crawl.
    let clock: String
    /// The inputs of the rules, with the case's values.
    private let inputs: CrawlInputs

    /// - Throws: if the rules have no requests, the archive cannot be read, or an input is wrong.
    init(
        _ test: Case,
        _ facts: Case.Facts,
        _ rules: Rules,
        _ fetching: FetchSettings,
        _ limits: Limits
    ) throws(Diagnostics) {
        let plan = try CrawlRefresh.plan(rules, test)
        let known: RecordedInputs?
        let isReplay = fetching.replay != nil
        do throws(Diagnostic) {
            let old = try RecordedAnswers(test.archivePath ?? "", limits: limits)
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
        self.fetching = fetching
        self.limits = limits
    }

    private static func plan(_ rules: Rules, _ test: Case) throws(Diagnostics) -> CrawlRules {
        if let plan = rules.crawl { return plan }
        throw Diagnostics([
            Diagnostic(
                .rules,
                "the case is a crawl, and \(rules.file.name) has no \"requests\"",
                at: Location(file: test.folder)
            )
        ])
    }

    /// The result of a new crawl, with its pages.
    typealias Result = (outcome: CrawlReplay.Outcome, pages: [CasePage])

    /// An archive for the new crawl: the one that answers in place of the network, or a temporary one.
    func archive() throws(Diagnostics) -> RefreshedArchive {
        try Diagnostics.single { () throws(Diagnostic) in try RefreshedArchive(fetching.replay) }
    }

    /// Makes the crawl with the given rules. No page that the archive has is fetched again.
    func run(_ rules: Rules, _ archive: RefreshedArchive) throws(Diagnostics) -> Result {
        if fetching.replay == nil {
            let plan = try CrawlRefresh.plan(rules, test)
            try Diagnostics.single { () throws(Diagnostic) in try crawl(rules, plan, archive.path) }
        }
        var own = facts
        own.saved = clock
        var pages: [CasePage] = []
        let outcome = try CrawlReplay.ofArchives.run(archive.path, own, rules) { pages.append($0) }
        return (outcome, pages)
    }

    private func crawl(_ rules: Rules, _ plan: CrawlRules, _ archive: String) throws(Diagnostic) {
        let interruption = Interruption()
        var fetching = fetching
        fetching.archive = archive
        let resumes = File.kind(of: archive) == .file
        let run = try CrawlRun(
            rules: rules,
            plan: plan,
            inputs: inputs,
            clock: clock,
            recorded: resumes ? try RecordedAnswers(archive, limits: limits) : nil,
            settings: CrawlRun.Settings(
                fetching: fetching,
                resumes: resumes,
                session: nil,
                limits: limits,
                pages: facts.limit
            )
        )
        if !resumes { run.warn() }
        let pages = try run.pages(interruption, reportsReading: false).pages
        if interruption.signal == nil, !pages.isEmpty { return }
        throw Diagnostic(
            .input,
            interruption.signal == nil
                ? "no page of the crawl can be fetched" : "the crawl has been interrupted",
            at: Location(file: test.folder)
        )
    }

    /// Saves the new crawl as a case next to the other, named after it and the day.
    func save(_ archive: RefreshedArchive, _ store: RulesStore) throws(Diagnostics) {
        let parts = test.folder.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        let site = parts.dropLast().joined(separator: "/")
        let corpus = parts.count > 2 ? parts.dropLast(2).joined(separator: "/") : "."
        let name = test.nextName(on: clock, in: site)
        let saving = CrawlSaving(site: test.site, name: name, rules: facts.rules, corpus: corpus)
        try Diagnostics.single { () throws(Diagnostic) in try saving.copy(archive.path) }
        Console.print(try saving.finish(clock: clock, inputs, limit: facts.limit, store))
    }
}

/// The archive of a crawl that is made again. A temporary one is removed with the value.
struct RefreshedArchive {
    let path: String
    private let folder: TemporaryFolder?

    /// - Parameter given: an archive that stays; `nil` for a temporary one.
    fileprivate init(_ given: String?) throws(Diagnostic) {
        if let given {
            path = given
            folder = nil
            return
        }
        do throws(File.Failure) {
            let folder = try TemporaryFolder(for: "refresh")
            path = "\(folder.path)/crawl.warc.gz"
            self.folder = folder
        } catch {
            throw Diagnostic(
                .input,
                "cannot make a folder for the archive in \(error.path): \(error)",
                help: "set TMPDIR to a folder with enough free space"
            )
        }
    }
}

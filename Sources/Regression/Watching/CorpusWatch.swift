public import Records
public import Scraping

/// A corpus that is run again whenever something changes: only the cases that the change touches.
public final class CorpusWatch {
    /// What has been run because of changes.
    public struct Round {
        /// The changed files and folders, sorted; none the first time.
        public let changed: [String]
        /// Whether a plugin's program is among them.
        public let isOfPlugin: Bool
        /// The cases to be run.
        public let run: TestRun
    }

    /// Tells all cases that are meant: asked again when cases may have come or gone.
    public typealias Choosing = () throws(Diagnostic) -> [Case]

    private let catalogue: RulesCatalogue
    private let jobs: Int
    private let ageLimit: AgeLimit?
    private let choosing: Choosing
    private let corpus: String
    private let watch: FolderWatch
    private var store: RulesStore
    private var programs: PluginPrograms?
    private var results: [String: CaseResult] = [:]
    private var cases: [Case] = []

    /// A watch of a corpus.
    ///
    /// - Parameters:
    ///   - corpus: the folder of cases.
    ///   - choosing: tells those that are meant.
    /// - Throws: that folders cannot be watched.
    public init(
        corpus: String,
        _ catalogue: RulesCatalogue,
        registry: Registry,
        jobs: Int = TestRun.processors,
        ageLimit: AgeLimit? = nil,
        choosing: @escaping Choosing
    ) throws(Diagnostic) {
        self.corpus = corpus
        self.catalogue = catalogue
        self.jobs = jobs
        self.ageLimit = ageLimit
        self.choosing = choosing
        store = RulesStore(catalogue, registry: registry)
        programs = registry.programs
        do throws(File.Failure) {
            watch = try FolderWatch()
        } catch {
            throw CorpusWatch.diagnostic(error)
        }
        cases = try choosing()
        try addFolders()
    }

    /// The run of all cases, with which watching begins.
    public var firstRound: Round { Round(changed: [], isOfPlugin: false, run: testRun(cases)) }

    /// The last result of every case there is, in the corpus's order.
    public var allResults: [CaseResult] { cases.compactMap { results[$0.description] } }

    /// Notes a result, which tells what files the case depends on.
    public func note(_ result: CaseResult) throws(Diagnostic) {
        results[result.test.description] = result
        try add(CaseDependencies(result).rules.map(CorpusWatch.folder))
    }

    /// Waits for changes that touch a case, or that touch plugins.
    ///
    /// - Parameters:
    ///   - limit: how long to wait, in milliseconds; `nil` for ever.
    ///   - restarted: gives the registry with programs that have not been started, since those of before have changed.
    /// - Returns: what is to be run now; `nil` where nothing was to be within the limit.
    public func nextRound(limit: Int32? = nil, restarted: () -> Registry) throws(Diagnostic) -> Round? {
        while true {
            let changes = watch.changes(limit: limit)
            if changes.isEmpty { return nil }
            let isOfPlugin = changes.isIncomplete || changes.paths.contains(where: isProgram)
            if isOfPlugin {
                let registry = restarted()
                programs = registry.programs
                store = RulesStore(catalogue, registry: registry)
            }
            if let round = try round(changes, isOfPlugin) { return round }
        }
    }

    private func round(_ changes: FolderWatch.Changes, _ isOfPlugin: Bool) throws(Diagnostic) -> Round? {
        if changes.isIncomplete || changes.paths.contains(where: isInCorpus) {
            cases = chosen()
            try addFolders()
        }
        var touching = changes.paths.filter(isProgram)
        let touched = cases.filter { test in
            guard let result = results[test.description] else {
                touching.formUnion(changes.paths.filter { isNear($0, test) })
                return true
            }
            let dependencies = CaseDependencies(result)
            let parts = changes.paths.compactMap { path in
                dependencies.part(path, corpus: corpus).map { (path, $0) }
            }
            touching.formUnion(parts.map(\.0))
            // Rules are read anew for whoever asks for them by this name.
            if parts.contains(where: { $0.1 == .rules }) { store.forget([result.rulesName]) }
            return isOfPlugin || !parts.isEmpty
        }
        if touched.isEmpty { return nil }
        return Round(changed: touching.sorted(), isOfPlugin: isOfPlugin, run: testRun(touched))
    }

    /// The cases that are meant now; where one that the user names is gone, those of before that are still there.
    private func chosen() -> [Case] {
        do throws(Diagnostic) {
            return try choosing()
        } catch {
            return cases.filter { File.kind(of: $0.folder) == .folder }
        }
    }

    /// Whether a path is a case's folder, the folder around it, or in it.
    private func isNear(_ path: String, _ test: Case) -> Bool {
        path == test.folder || test.folder.hasPrefix(path + "/") || path.hasPrefix(test.folder + "/")
    }

    private func testRun(_ cases: [Case]) -> TestRun {
        TestRun(cases, store, jobs: jobs, ageLimit: ageLimit)
    }

    private func isInCorpus(_ path: String) -> Bool { path.hasPrefix(corpus + "/") }

    /// Whether a path is a program that is or may be a plugin.
    private func isProgram(_ path: String) -> Bool {
        guard let programs else { return false }
        if programs.paths.contains(where: {
            CorpusWatch.folder(of: $0) + "/" + CorpusWatch.name(of: $0) == path
        }) {
            return true
        }
        return programs.folders.contains(CorpusWatch.folder(of: path))
            && CorpusWatch.name(of: path).hasPrefix(PluginPrograms.prefix)
    }

    // MARK: - Folders

    private func addFolders() throws(Diagnostic) {
        var folders = [corpus] + catalogue.folders + (programs?.folders ?? [])
        folders += (programs?.paths ?? []).map(CorpusWatch.folder)
        // Of every site, since a case may come to one that has none yet.
        folders += ((try? File.names(in: corpus)) ?? []).map { "\(corpus)/\($0)" }
        folders += cases.map(\.folder)
        try add(folders)
    }

    private func add(_ folders: [String]) throws(Diagnostic) {
        do throws(File.Failure) {
            for folder in folders { try watch.add(folder) }
        } catch {
            throw CorpusWatch.diagnostic(error)
        }
    }

    private static func folder(of path: String) -> String {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        return parts.isEmpty ? "." : parts.joined(separator: "/")
    }

    private static func name(of path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }

    private static func diagnostic(_ failure: File.Failure) -> Diagnostic {
        Diagnostic(.input, failure.description, at: Location(file: failure.path))
    }
}

public import Cases
import Engine
import Platform
import PluginHost
public import Records

/// A watch that runs the cases of a corpus again when a file that they depend on changes.
public final class CorpusWatch {
    /// The cases to run after a change.
    public struct Round {
        /// The changed files and folders, sorted. Empty in the first round.
        public let changed: [String]
        /// Whether they include a plugin's program.
        public let isOfPlugin: Bool
        /// The run of the cases.
        public let run: TestRun
    }

    /// Returns the selected cases. Called again when cases may be added or removed.
    public typealias Choosing = () throws(Diagnostic) -> [Case]

    private let jobs: Int
    private let ageLimit: AgeLimit?
    private let choosing: Choosing
    private let corpus: String
    private let watch: FolderWatch
    private var store: RulesStore
    private var programs: PluginPrograms?
    private var results: [String: CaseResult] = [:]
    private var cases: [Case] = []

    /// Creates a watch of a corpus.
    ///
    /// - Parameters:
    ///   - corpus: the folder of cases.
    ///   - store: the source of the cases' rules.
    ///   - jobs: the number of cases that are run in parallel.
    ///   - ageLimit: the age above which a page causes a warning.
    ///   - choosing: returns the selected cases.
    /// - Throws: if the folders cannot be watched.
    public init(
        corpus: String,
        _ store: RulesStore,
        jobs: Int = TestRun.processors,
        ageLimit: AgeLimit? = nil,
        choosing: @escaping Choosing
    ) throws(Diagnostic) {
        self.corpus = corpus
        self.jobs = jobs
        self.ageLimit = ageLimit
        self.choosing = choosing
        self.store = store
        programs = store.registry.pluginPrograms
        do throws(FolderWatchFailure) {
            watch = try FolderWatch()
        } catch {
            throw CorpusWatch.diagnostic(error)
        }
        cases = try choosing()
        try addFolders()
    }

    /// The first round: the run of all cases.
    public var firstRound: Round { Round(changed: [], isOfPlugin: false, run: testRun(cases)) }

    /// The last result of each case, in the order of the corpus.
    public var allResults: [CaseResult] { cases.compactMap { results[$0.description] } }

    /// Records a result, and watches the files that the case depends on.
    public func note(_ result: CaseResult) throws(Diagnostic) {
        results[result.test.description] = result
        try add(CaseDependencies(result).rules.map(CorpusWatch.folder))
    }

    /// Waits for changes that affect cases or plugins.
    ///
    /// - Parameters:
    ///   - limit: the maximum time to wait in milliseconds, or `nil` for no limit.
    ///   - restarted: returns a registry with programs that are not started, after a program changed.
    /// - Returns: the cases to run, or `nil` at the limit.
    public func nextRound(limit: Int32? = nil, restarted: () -> Registry) throws(Diagnostic) -> Round? {
        while true {
            let changes = watch.changes(limit: limit)
            if changes.isEmpty { return nil }
            let isOfPlugin = changes.isIncomplete || changes.paths.contains(where: isProgram)
            if isOfPlugin {
                let registry = restarted()
                programs = registry.pluginPrograms
                store = RulesStore(store.catalogue, registry: registry, crawls: store.crawls)
            }
            if let round = try round(changes, isOfPlugin) { return round }
        }
    }

    private func round(_ changes: FolderChanges, _ isOfPlugin: Bool) throws(Diagnostic) -> Round? {
        if changes.isIncomplete || changes.paths.contains(where: isInCorpus) {
            cases = chosen()
            try addFolders()
        }
        var relevant = changes.paths.filter(isProgram)
        let affected = cases.filter { test in
            guard let result = results[test.description] else {
                relevant.formUnion(changes.paths.filter { isNear($0, test) })
                return true
            }
            let dependencies = CaseDependencies(result)
            let parts = changes.paths.compactMap { path in
                dependencies.part(path, corpus: corpus).map { (path, $0) }
            }
            relevant.formUnion(parts.map(\.0))
            // The next use of this name loads the rules again.
            if parts.contains(where: { $0.1 == .rules }) { store.forget([result.rulesName]) }
            return isOfPlugin || !parts.isEmpty
        }
        if affected.isEmpty { return nil }
        return Round(changed: relevant.sorted(), isOfPlugin: isOfPlugin, run: testRun(affected))
    }

    /// The selected cases. If a case that the user names is missing, the previous cases that still exist.
    private func chosen() -> [Case] {
        do throws(Diagnostic) {
            return try choosing()
        } catch {
            return cases.filter { File.kind(of: $0.folder) == .folder }
        }
    }

    /// Whether a path is a case's folder, one of its parents, or in it.
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
        var folders = [corpus] + store.catalogue.folders + (programs?.folders ?? [])
        folders += (programs?.paths ?? []).map(CorpusWatch.folder)
        // All sites, because a case may be added to a site without cases.
        folders += ((try? File.names(in: corpus)) ?? []).map { "\(corpus)/\($0)" }
        folders += cases.map(\.folder)
        try add(folders)
    }

    private func add(_ folders: [String]) throws(Diagnostic) {
        do throws(FolderWatchFailure) {
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

    private static func diagnostic(_ failure: FolderWatchFailure) -> Diagnostic {
        let reason = String(cString: strerror(failure.code))
        return Diagnostic(.input, "cannot be watched: \(reason)", at: Location(file: failure.path))
    }
}

/// The files that a case depended on when it was run.
private struct CaseDependencies {
    /// The rules file and those that it extends, by their paths.
    let rules: Set<String>
    /// The name of the case's rules in lower case.
    let rulesName: String
    /// Whether the rules were loaded. Otherwise the cause may be in a file that they do not name.
    let isLoaded: Bool
    let folder: String

    init(_ result: CaseResult) {
        folder = result.test.folder
        let name = result.rulesName.lowercased()
        rulesName = name.hasSuffix(".json") ? String(name.dropLast(5)) : name
        isLoaded = result.rules != nil
        var rules = Set(result.rules?.fileNames ?? [])
        if !isLoaded { rules.formUnion(result.diagnostics.compactMap(\.location?.file)) }
        self.rules = rules
    }

    /// The relation of a changed file to a case.
    enum Part {
        /// Its page, golden file or facts, or its folder.
        case own
        /// Its rules, or a file that may take precedence over them.
        case rules
    }

    /// The relation of a changed file to the case, or `nil` if there is none.
    func part(_ path: String, corpus: String) -> Part? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let name = parts.last.map(String.init) ?? ""
        if rules.contains(path) { return .rules }
        if path == folder { return .own }
        if parts.dropLast().joined(separator: "/") == folder {
            let isOwn = ["case.json", "golden.json", "requests.jsonl"].contains(name)
            return isOwn || name.hasPrefix("page.") || name.hasPrefix("crawl.warc") ? .own : nil
        }
        guard name.lowercased().hasSuffix(".json"), !path.hasPrefix(corpus + "/") else { return nil }
        return !isLoaded || name.dropLast(5).lowercased() == rulesName ? .rules : nil
    }
}

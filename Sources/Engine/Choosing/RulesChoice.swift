import Basics
package import Language
package import Records
package import Sources
import Synchronization

/// The rules that read a page: those that the user named, or those of a folder or the catalogue that match its address.
package enum RulesChoice: Sendable {
    case named(Rules)
    case matching(MatchingRules)

    /// Finds the rules that a run may need. If there are several files, only their headers are read: each file is
    /// loaded with the first page that it applies to, or by ``loadAll()``.
    ///
    /// - Parameter argument: a rules file, a site, or a folder of rules files; `nil` for all rules of the catalogue.
    package init(
        _ argument: String?,
        _ catalogue: RulesCatalogue,
        registry: Registry
    ) throws(Diagnostics) {
        guard let argument else {
            let paths = catalogue.all()
            guard !paths.isEmpty else {
                let folders = catalogue.folders.joined(separator: ", ")
                throw Diagnostics([
                    Diagnostic(.rules, "no rules files in \(folders)", help: "name one with --rules")
                ])
            }
            self = .matching(try MatchingRules(paths.map { RulesFile($0) }, registry: registry))
            return
        }
        if let path = catalogue.existingPath(of: argument) {
            self = .named(try Rules.load(path, registry: registry))
            return
        }
        if let folder = catalogue.folder(of: argument) {
            let files: [RulesFile]
            do throws(Diagnostic) { files = try RulesCatalogue.filesWithHeaders(below: folder) } catch {
                throw Diagnostics([error])
            }
            self = .matching(try MatchingRules(files, registry: registry))
            return
        }
        let path: String
        do throws(Diagnostic) { path = try catalogue.path(of: argument) } catch {
            throw Diagnostics([error])
        }
        self = .named(try Rules.load(path, registry: registry))
    }

    /// The rules of every page; `nil` if each page chooses its own.
    package var named: Rules? {
        guard case .named(let rules) = self else { return nil }
        return rules
    }

    /// Loads all rules, so that ``schema`` is complete.
    ///
    /// - Parameter startsPrograms: whether rules that require plugin programs are loaded too.
    /// - Throws: all problems of all files.
    package func loadAll(startsPrograms: Bool = true) throws(Diagnostics) {
        guard case .matching(let matching) = self else { return }
        var errors: [Diagnostic] = []
        for rules in matching.all where startsPrograms || !rules.needsPrograms {
            do throws(Diagnostics) { try rules.load() } catch { errors += error.all }
        }
        if !errors.isEmpty { throw Diagnostics(errors) }
    }

    /// The schema of the records of all rules that have been loaded.
    package var schema: Schema {
        switch self {
        case .named(let rules): rules.schema
        case .matching(let rules): Schema(types: rules.all.flatMap { $0.loaded?.schema.types ?? [] })
        }
    }

    /// Identifies the rules by their content, independently of their files' paths.
    package var identity: String {
        switch self {
        case .named(let rules): "rules " + String(rules.fingerprint, radix: 16)
        case .matching(let rules):
            "rules by address " + rules.all.map { String($0.fingerprint, radix: 16) }.joined(separator: " ")
        }
    }

    /// Whether a page has chosen rules that cannot be used.
    package var hasFailed: Bool {
        switch self {
        case .named: false
        case .matching(let rules): rules.all.contains(where: \.hasFailed)
        }
    }

    /// The rules for a page; throws if there are none.
    package func rules(for page: Page) throws(Diagnostics) -> Rules {
        switch try choose(for: page) {
        case .rules(let rules, _): return rules
        case .none(let reason): throw Diagnostics([reason])
        }
    }

    /// The rules for a page, with the page's tree if it was parsed to choose them.
    ///
    /// - Parameter observer: observes the phases of parsing a page that must declare its address itself.
    package func choose(
        for page: Page,
        observer: any PhaseObserver = NoPhaseObserver()
    ) throws(Diagnostics) -> ChosenRules {
        switch self {
        case .named(let rules): return .rules(rules, known: nil)
        case .matching(let rules): return try rules.choose(for: page, observer: observer)
        }
    }
}

/// The result of choosing the rules of a page.
package enum ChosenRules {
    /// The rules, and the page's tree if it was parsed to find the address.
    case rules(Rules, known: ParsedPage?)
    /// No rules match the page's address, with the diagnostic to report if this is a failure.
    case none(Diagnostic)
}

/// A rules file of the catalogue, which is loaded with the first page that it applies to. A page therefore waits for
/// only one of thousands of rules files, no program is started unnecessarily, and a file that cannot be used does not
/// affect other rules.
package final class CatalogueRules: Sendable {
    /// The file's path.
    package let path: String
    /// The addresses of the pages that the rules are for.
    let match: [String]
    private let registry: Registry
    /// Ranks the rules before they are loaded.
    private let header: RulesHeader?
    private let state: Mutex<State>

    private enum State: Sendable {
        case loaded(Rules)
        case pending
        /// The problems have been reported.
        case failed(Diagnostic.Cause)
    }

    /// Creates a rules file to be loaded later; one whose header cannot be read is loaded immediately, so that its
    /// problems are reported.
    init(_ file: RulesFile, registry: Registry) throws(Diagnostics) {
        path = file.path
        self.registry = registry
        header = file.header
        if let header {
            match = header.match
            state = Mutex(.pending)
        } else {
            let rules = try Rules.load(path, registry: registry)
            match = rules.match
            state = Mutex(.loaded(rules))
        }
    }

    /// Whether loading the rules may start programs.
    var needsPrograms: Bool { header.map { !registry.holds($0.plugins) } ?? false }

    /// The rules, if they have been loaded.
    package var loaded: Rules? {
        state.withLock { state in
            guard case .loaded(let rules) = state else { return nil }
            return rules
        }
    }

    /// Identifies the rules by their content, whether they have been loaded or not.
    var fingerprint: UInt64 { header?.fingerprint ?? loaded?.fingerprint ?? 0 }

    /// Loads the rules.
    ///
    /// - Throws: all their problems.
    func load() throws(Diagnostics) {
        let failure: Diagnostics? = state.withLock { state in
            guard case .pending = state else { return nil }
            do throws(Diagnostics) {
                state = .loaded(try Rules.load(path, registry: registry))
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw failure }
    }

    /// Whether a page has chosen the rules and they cannot be used.
    package var hasFailed: Bool {
        state.withLock { state in
            guard case .failed = state else { return false }
            return true
        }
    }

    /// How well the rules match an address; `nil` if they do not.
    func rank(for url: String) -> (priority: Int, length: Int)? {
        header?.rank(for: url) ?? loaded?.rank(for: url)
    }

    /// The rules, loaded for a page that has chosen them.
    ///
    /// - Throws: an error if the page cannot be read; for the first page, all problems of the rules.
    func rules(for page: Page) throws(Diagnostics) -> Rules {
        let result: Result<Rules, Diagnostics> = state.withLock { state in
            switch state {
            case .loaded(let rules): return .success(rules)
            case .failed(let cause): return .failure(Diagnostics([failure(cause, page)]))
            case .pending: break
            }
            do throws(Diagnostics) {
                let rules = try Rules.load(path, registry: registry)
                state = .loaded(rules)
                return .success(rules)
            } catch {
                let cause: Diagnostic.Cause = error.all.contains { $0.cause == .input } ? .input : .rules
                state = .failed(cause)
                return .failure(Diagnostics(error.all + [failure(cause, page)]))
            }
        }
        return try result.get()
    }

    private func failure(_ cause: Diagnostic.Cause, _ page: Page) -> Diagnostic {
        Diagnostic(cause, "its rules, \(path), cannot be used", at: Location(file: page.name))
    }
}

extension Registry {
    /// Whether plugins are registered, so that they need no program.
    fileprivate func holds(_ names: [String]) -> Bool {
        names.allSatisfy { name in plugins.contains { $0.name == name } }
    }
}

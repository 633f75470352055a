import Records
import Synchronization

/// A rules file of the catalogue: loaded, or, where it asks for plugins that are programs, to be loaded with the first
/// page that it is for. So no program is started for nothing, and one that cannot be used is in the way of no other
/// rules.
package final class CatalogueRules: Sendable {
    /// The file's path.
    package let path: String
    /// The addresses of the pages that the rules are for.
    let match: [String]
    private let registry: Registry
    /// What ranks the rules while they are not loaded.
    private let header: RulesHeader?
    private let state: Mutex<State>

    private enum State: Sendable {
        case loaded(Rules)
        case pending
        /// What is wrong has been told.
        case failed(Diagnostic.Cause)
    }

    /// Loads a rules file, unless that would start a program.
    init(_ path: String, registry: Registry) throws(Diagnostics) {
        self.path = path
        self.registry = registry
        header = Rules.header(of: path)
        if let header, !registry.holds(header.plugins) {
            match = header.match
            state = Mutex(.pending)
        } else {
            let rules = try Rules.load(path, registry: registry)
            match = rules.match
            state = Mutex(.loaded(rules))
        }
    }

    /// The rules, if they have been loaded.
    package var loaded: Rules? {
        state.withLock { state in
            guard case .loaded(let rules) = state else { return nil }
            return rules
        }
    }

    /// A number that tells the rules from others, whether they have been loaded or not.
    var fingerprint: UInt64 { header?.fingerprint ?? loaded?.fingerprint ?? 0 }

    /// Loads the rules, whatever page may choose them.
    ///
    /// - Throws: all that is wrong with them.
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

    /// How well the rules fit the page at an address; `nil` where they are not for it.
    func rank(for url: String) -> (priority: Int, length: Int)? {
        header?.rank(for: url) ?? loaded?.rank(for: url)
    }

    /// The rules, loaded for a page that has chosen them.
    ///
    /// - Throws: that the page cannot be read, the first time with all that is wrong with the rules.
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
    /// Whether plugins are registered, so that asking for them starts no program.
    fileprivate func holds(_ names: [String]) -> Bool {
        names.allSatisfy { name in plugins.contains { $0.name == name } }
    }
}

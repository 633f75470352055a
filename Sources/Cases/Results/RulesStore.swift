public import Engine
public import Records
import Synchronization

/// The rules files of a run. Each is found and loaded once, however many cases and threads need it.
public final class RulesStore: Sendable {
    /// The catalogue that finds rules files.
    public let catalogue: RulesCatalogue
    /// The plugins that rules may use.
    public let registry: Registry
    /// Repeats the crawls of cases; `nil` if only pages are read.
    package let crawls: CrawlReplay?
    private let entries = Mutex<[String: Entry]>([:])

    /// A rules file. Threads that need it while it is being loaded wait.
    private final class Entry: Sendable {
        let result = Mutex<Result<Rules, Diagnostics>?>(nil)
    }

    /// Creates an empty store.
    public convenience init(_ catalogue: RulesCatalogue, registry: Registry) {
        self.init(catalogue, registry: registry, crawls: nil)
    }

    /// Creates an empty store whose cases may be crawls.
    package init(_ catalogue: RulesCatalogue, registry: Registry, crawls: CrawlReplay?) {
        self.catalogue = catalogue
        self.registry = registry
        self.crawls = crawls
    }

    /// Returns the rules with a name or path, as found by `RulesCatalogue`.
    ///
    /// - Throws: all errors in the rules, on each call.
    public func rules(named name: String) throws(Diagnostics) -> Rules {
        let entry = entries.withLock { entries in
            if let known = entries[name] { return known }
            let entry = Entry()
            entries[name] = entry
            return entry
        }
        let result = entry.result.withLock { result in
            if let known = result { return known }
            let loaded = load(name)
            result = loaded
            return loaded
        }
        return try result.get()
    }

    /// Forgets the rules with these names. The next use loads them again.
    public func forget(_ names: some Sequence<String>) {
        entries.withLock { entries in
            for name in names { entries[name] = nil }
        }
    }

    private func load(_ name: String) -> Result<Rules, Diagnostics> {
        let path: String
        do throws(Diagnostic) {
            path = try catalogue.path(of: name)
        } catch {
            return .failure(Diagnostics([error]))
        }
        do throws(Diagnostics) {
            return .success(try Rules.load(path, registry: registry))
        } catch {
            return .failure(error)
        }
    }
}

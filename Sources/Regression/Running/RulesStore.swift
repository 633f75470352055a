public import Records
public import Scraping
import Synchronization

/// The rules files of a run, each found and loaded once however many cases and threads ask for it.
public final class RulesStore: Sendable {
    /// Where rules files are looked for.
    public let catalogue: RulesCatalogue
    private let registry: Registry
    private let entries = Mutex<[String: Entry]>([:])

    /// A rules file; whoever asks for it while it is being loaded waits.
    private final class Entry: Sendable {
        let result = Mutex<Result<Rules, Diagnostics>?>(nil)
    }

    /// A store without rules.
    public init(_ catalogue: RulesCatalogue, registry: Registry) {
        self.catalogue = catalogue
        self.registry = registry
    }

    /// The rules of a name or path, as ``Scraping/RulesCatalogue`` finds them.
    ///
    /// - Throws: all that is wrong with them, each time that they are asked for.
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

    /// Forgets the rules of these names, so that they are loaded anew.
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

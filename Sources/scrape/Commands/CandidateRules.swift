import Records
import Scraping

/// A rules file of the catalogue, which a page may choose.
///
/// It is loaded at once, so that its mistakes are told before any page is read; one that needs a plugin which is a
/// program is loaded when a page has chosen it, so that no program is started in vain.
final class CandidateRules {
    let path: String
    private let registry: Registry
    private let head: RulesHead?
    private var result: Result<Rules, Diagnostics>?

    init(_ path: String, registry: Registry) throws(Diagnostics) {
        self.path = path
        self.registry = registry
        head = RulesHead(contentsOf: path)
        let known = registry.plugins.map(\.name)
        if let head, !head.plugins.allSatisfy(known.contains) { return }
        _ = try rules()
    }

    /// The rules where they have been loaded.
    var loaded: Rules? { try? result?.get() }

    /// The rules, loaded if need be.
    func rules() throws(Diagnostics) -> Rules {
        if let result { return try result.get() }
        do throws(Diagnostics) {
            let rules = try Rules.load(path, registry: registry)
            result = .success(rules)
            return rules
        } catch {
            result = .failure(error)
            throw error
        }
    }

    /// How well the rules fit the page at an address; `nil` where they are not for it.
    func rank(for url: String) -> (priority: Int, length: Int)? {
        head?.rank(for: url) ?? loaded?.rank(for: url)
    }
}

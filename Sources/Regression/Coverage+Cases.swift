public import Records
public import Scraping

extension Coverage {
    /// How much of their rules cases exercise.
    ///
    /// - Parameter isWhole: whether the rules files beside those of the cases count too, which no case may be for.
    /// - Returns: the coverage, and what keeps cases or rules files from being counted.
    public static func measure(
        _ cases: [Case],
        _ catalogue: RulesCatalogue,
        registry: Registry,
        isWhole: Bool
    ) -> (Coverage, [Diagnostic]) {
        var coverage = Coverage()
        var diagnostics: [Diagnostic] = []
        var known: [String: Rules] = [:]
        func rules(_ path: String) throws(Diagnostics) -> Rules {
            if let rules = known[path] { return rules }
            let rules = try Rules.load(path, registry: registry)
            known[path] = rules
            coverage.add(rules)
            return rules
        }
        for test in cases {
            do throws(Diagnostics) {
                let facts = try test.facts()
                let rules = try rules(try test.rulesPath(facts, catalogue))
                coverage.add(rules.trace(try test.page(facts)).1, by: test.description)
            } catch {
                diagnostics += error.all
            }
        }
        if isWhole {
            let folders = Set(known.keys.map(folder))
            for path in catalogue.all() where known[path] == nil && folders.contains(folder(path)) {
                do throws(Diagnostics) { _ = try rules(path) } catch { diagnostics += error.all }
            }
        }
        return (coverage, diagnostics)
    }

    private static func folder(_ path: String) -> Substring {
        path.lastIndex(of: "/").map { path[..<$0] } ?? ""
    }
}

extension Case {
    fileprivate func rulesPath(_ facts: Facts, _ catalogue: RulesCatalogue) throws(Diagnostics) -> String {
        do throws(Diagnostic) { return try catalogue.path(of: facts.rules ?? site) } catch {
            throw Diagnostics([error])
        }
    }
}

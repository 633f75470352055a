public import Records
public import Scraping

extension Coverage {
    /// How much of their rules cases exercise.
    ///
    /// - Parameters:
    ///   - isWhole: whether the rules files beside those of the cases count too, which no case may be for.
    ///   - jobs: how many cases are run at once.
    ///   - progress: is told how many cases are done, in the caller's thread.
    /// - Returns: the coverage, and what keeps cases or rules files from being counted.
    public static func measure(
        _ cases: [Case],
        _ catalogue: RulesCatalogue,
        registry: Registry,
        isWhole: Bool,
        jobs: Int = TestRun.processors,
        progress: (Int) -> Void = { _ in }
    ) -> (Coverage, [Diagnostic]) {
        var coverage = Coverage()
        var diagnostics: [Diagnostic] = []
        let store = RulesStore(catalogue, registry: registry)
        var known: Set<String> = []
        ParallelWork.run(
            cases.count,
            threads: jobs,
            work: { CoveredCase.result(of: cases[$0], store) },
            finished: progress,
            deliver: { result in
                switch result {
                case .success(let covered):
                    if known.insert(covered.path).inserted { coverage.add(covered.rules) }
                    coverage.add(covered.uses, by: covered.name)
                case .failure(let error): diagnostics += error.all
                }
                return true
            }
        )
        if isWhole {
            let folders = Set(known.map(folder))
            for path in catalogue.all() where !known.contains(path) && folders.contains(folder(path)) {
                do throws(Diagnostics) {
                    coverage.add(try Rules.load(path, registry: registry))
                } catch {
                    diagnostics += error.all
                }
            }
        }
        return (coverage, diagnostics)
    }

    private static func folder(_ path: String) -> Substring {
        path.lastIndex(of: "/").map { path[..<$0] } ?? ""
    }
}

/// What a case exercises.
private struct CoveredCase: Sendable {
    let name: String
    /// The path of its rules.
    let path: String
    let rules: Rules
    let uses: Set<Trace.Use>

    static func result(of test: Case, _ store: RulesStore) -> Result<CoveredCase, Diagnostics> {
        do throws(Diagnostics) {
            let facts = try test.facts()
            let path = try test.rulesPath(facts, store.catalogue)
            let rules = try store.rules(named: facts.rules ?? test.site)
            let uses = rules.trace(try test.page(facts)).1.exercised
            return .success(CoveredCase(name: test.description, path: path, rules: rules, uses: uses))
        } catch {
            return .failure(error)
        }
    }
}

extension Case {
    fileprivate func rulesPath(_ facts: Facts, _ catalogue: RulesCatalogue) throws(Diagnostics) -> String {
        do throws(Diagnostic) { return try catalogue.path(of: facts.rules ?? site) } catch {
            throw Diagnostics([error])
        }
    }
}

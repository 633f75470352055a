public import Cases
import Engine
import Mutation
public import Records

/// The constructs of rules files that a corpus exercises, with the cases that do so.
///
/// Rules files are added with ``add(_:)``, pages with ``add(_:by:)``. A construct that several rules files inherit is
/// counted once, in the file that declares it.
public struct Coverage: Sendable {
    /// A construct of a rules file and the cases that exercise it.
    public struct Entry: Hashable, Sendable {
        /// The construct.
        public let construct: Construct
        /// The cases that exercise it, in the order in which they were added.
        public internal(set) var cases: [String] = []
    }

    /// The constructs of one file, in document order.
    public struct FileCoverage: Hashable, Sendable {
        /// The file's name.
        public let file: String
        /// Its constructs.
        public let entries: [Entry]

        /// The number of exercised constructs.
        public var exercised: Int { entries.count { !$0.cases.isEmpty } }
    }

    /// The number of cases and rules files that could not be included, since they or their rules are broken.
    public internal(set) var unmeasured = 0

    private var entries: [Entry] = []
    /// The index of each construct in `entries`.
    private var places: [Trace.Use: Int] = [:]

    /// Creates an empty coverage.
    public init() {}

    /// Adds the constructs of a rules file and of the files that it extends.
    public mutating func add(_ rules: Rules) {
        for construct in rules.constructs {
            let use = Trace.Use(construct.kind, at: construct.place)
            if places[use] != nil { continue }
            places[use] = entries.count
            entries.append(Entry(construct: construct))
        }
    }

    /// Adds the constructs that a page exercises.
    ///
    /// - `name`: the name of the page: `site/case`.
    public mutating func add(_ trace: Trace, by name: String) { add(trace.exercised, by: name) }

    mutating func add(_ uses: Set<Trace.Use>, by name: String) {
        for use in uses {
            guard let place = places[use], entries[place].cases.last != name else { continue }
            entries[place].cases.append(name)
        }
    }

    /// The files, by name.
    public var files: [FileCoverage] {
        let byFile = Dictionary(grouping: entries) { $0.construct.place.file }
        return byFile.sorted { $0.key < $1.key }.map { file, entries in
            FileCoverage(file: file, entries: entries.sorted { $0.position < $1.position })
        }
    }

    /// The number of constructs.
    public var count: Int { entries.count }

    /// The number of exercised constructs.
    public var exercised: Int { entries.count { !$0.cases.isEmpty } }

    /// The share of exercised constructs in percent; 100 if there are none, or 0 if the reason is that nothing could be
    /// measured.
    public var percent: Double {
        count == 0 && unmeasured > 0 ? 0 : Coverage.percent(exercised, of: count)
    }

    /// Returns a share in percent.
    public static func percent(_ part: Int, of whole: Int) -> Double {
        whole == 0 ? 100 : Double(part) * 100 / Double(whole)
    }
}

extension Coverage.Entry {
    /// Its position in its file.
    fileprivate var position: (Int, Int) { (construct.place.line ?? 0, construct.place.column ?? 0) }
}

extension Coverage {
    /// Measures the coverage of cases' rules.
    ///
    /// - Parameters:
    ///   - cases: the cases to run.
    ///   - store: the rules files of the cases.
    ///   - isWhole: whether to include the other rules files in the folders of the cases' rules.
    ///   - jobs: the number of cases that are run in parallel.
    ///   - progress: receives the number of finished cases, on the caller's thread.
    /// - Returns: the coverage, and the errors of cases and rules files that could not be included.
    public static func measure(
        _ cases: [Case],
        _ store: RulesStore,
        isWhole: Bool,
        jobs: Int = TestRun.processors,
        progress: (Int) -> Void = { _ in }
    ) -> (Coverage, [Diagnostic]) {
        var coverage = Coverage()
        var diagnostics: [Diagnostic] = []
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
                case .failure(let error):
                    diagnostics += error.all
                    coverage.unmeasured += 1
                }
                return true
            }
        )
        if isWhole {
            let folders = Set(known.map(folder))
            for path in store.catalogue.all() where !known.contains(path) && folders.contains(folder(path)) {
                do throws(Diagnostics) {
                    coverage.add(try Rules.load(path, registry: store.registry))
                } catch {
                    diagnostics += error.all
                    coverage.unmeasured += 1
                }
            }
        }
        return (coverage, diagnostics)
    }

    private static func folder(_ path: String) -> Substring {
        path.lastIndex(of: "/").map { path[..<$0] } ?? ""
    }
}

/// The constructs that a case exercises.
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
            var uses: Set<Trace.Use> = []
            try test.visitPages(facts, rules, store) { found in
                uses.formUnion(ObservedReading.constructs(exercisedBy: found.page, found.rules))
            }
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

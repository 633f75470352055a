import Basics
import Engine
import Records

/// The input of a repair: the rules before any change, the pages, and the values to restore.
struct RepairTask {
    let registry: Registry
    /// The rules that read the pages; for a page of a crawl, the rules of its kind.
    let rules: Rules
    /// The conditions besides the pages: how a crawl's page is read, and what else must stay unchanged.
    let scope: RepairScope
    let old: Page
    let new: Page
    /// Other pages from before the redesign.
    let others: [Page]
    let target: RepairTarget
    /// The old page's name in comments.
    let origin: String
    /// The records that the rules read from the old page and the others.
    private let before = OldReadings()

    init(
        _ registry: Registry,
        _ rules: Rules,
        old: Page,
        golden: [Record],
        new: Page,
        others: [Page],
        origin: String,
        scope: RepairScope = RepairScope()
    ) {
        var rules = rules.ofKind(named: scope.kind)
        // Records do not depend on the names.
        rules.names = []
        self.origin = origin
        self.registry = registry
        self.rules = rules
        self.scope = scope
        self.old = old
        self.new = new
        self.others = others
        target = RepairTarget(rules, golden)
    }

    /// Rules with another text, without their `names`; `nil` if it is not valid.
    func read(_ text: [UInt8]) -> Rules? { whole(text)?.ofKind(named: scope.kind) }

    private func whole(_ text: [UInt8]) -> Rules? {
        try? Rules.read(SourceText(name: rules.file.name, bytes: text), registry: registry, withNames: false)
    }

    /// The golden records that changed rules find on the new page.
    func match(_ rules: Rules) -> RepairMatch { target.match(rules.scrape(new).records) }

    /// Whether changed rules read all pages from before the redesign as before.
    func keepsOldPages(_ rules: Rules) -> Bool {
        let before = before.values { ([old] + others).map { self.rules.scrape($0).records.map(\.value) } }
        guard zip([old] + others, before).allSatisfy({ rules.scrape($0).records.map(\.value) == $1 }) else {
            return false
        }
        guard let keeps = scope.keeps else { return true }
        return whole(rules.file.bytes).map(keeps) ?? false
    }
}

/// The records of old pages, which are read when a change is first compared with them: a page from which the rules read
/// everything needs none.
private final class OldReadings {
    private var known: [[Value]]?

    func values(_ read: () -> [[Value]]) -> [[Value]] {
        let values = known ?? read()
        known = values
        return values
    }
}

/// Where the page whose rules are repaired belongs, and what must stay unchanged besides pages.
package struct RepairScope {
    /// The kind that reads a crawl's page; `nil` for a page by itself.
    package var kind: String?
    /// Whether changed rules, as a whole, read everything else as before: crawls, for example.
    package var keeps: ((Rules) -> Bool)?

    package init(kind: String? = nil, keeps: ((Rules) -> Bool)? = nil) {
        self.kind = kind
        self.keeps = keeps
    }
}

/// Finds the names that a site has replaced: those that the rules use, that the old page has and the new one lacks.
struct NameRepair {
    let task: RepairTask

    /// The maximum number of names that are replaced one after another.
    private static let rounds = 8

    /// The rules with replaced names. Each replacement restores values and loses none, and pages from before the
    /// redesign are read as before.
    func run() -> (rules: Rules, names: [NameSubstitution]) {
        var current = task.rules
        var match = task.match(current)
        var done: [NameSubstitution] = []
        func isWhole() -> Bool { match.exact == task.target.count && match.surplus == 0 }
        if isWhole() { return (current, []) }
        let names = (old: MarkupNames(task.old, current), new: MarkupNames(task.new, current))
        while done.count < NameRepair.rounds, !isWhole(),
            let next = next(current, match, names.old, names.new, after: done)
        {
            (current, match) = (next.rules, next.match)
            done.append(next.name)
        }
        return (current, done)
    }

    private struct Trial {
        let name: NameSubstitution
        let match: RepairMatch
        let records: [Value]
        /// Whether a more probable replacement of the same name restores as many values, with different records.
        var isTied = false
    }

    /// The replacement that restores the most values.
    private func next(
        _ rules: Rules,
        _ match: RepairMatch,
        _ old: MarkupNames,
        _ new: MarkupNames,
        after done: [NameSubstitution]
    ) -> (rules: Rules, name: NameSubstitution, match: RepairMatch)? {
        var trials: [Trial] = []
        let own = NameSubstitution.Text(rules)
        for name in NameSubstitution.candidates(rules, old: old, new: new) {
            guard !done.contains(where: { $0.new == name.new && $0.old != name.old }),
                let text = name.applied(to: own), let changed = task.read(text)
            else { continue }
            let records = changed.scrape(task.new).records
            let reached = task.target.match(records)
            guard reached.isBetter(than: match) else { continue }
            let values = records.map(\.value)
            // If two names restore equally many but different values, neither is known to be the right one.
            if let rival = trials.firstIndex(where: {
                $0.name.old == name.old && $0.name.isRestored == name.isRestored
                    && !reached.isBetter(than: $0.match)
                    && !$0.match.isBetter(than: reached)
            }) {
                if trials[rival].records != values { trials[rival].isTied = true }
                continue
            }
            trials.append(Trial(name: name, match: reached, records: values))
        }
        // A new name that would restore equally many values for two old names is not certain to replace either.
        for index in trials.indices {
            let isRival = trials.contains { other in
                let trial = trials[index]
                return other.name.new == trial.name.new && other.name.old != trial.name.old
                    && !other.match.isBetter(than: trial.match) && !trial.match.isBetter(than: other.match)
                    && other.records != trial.records
            }
            if isRival { trials[index].isTied = true }
        }
        let ranked = trials.enumerated().sorted {
            if $0.element.match.isBetter(than: $1.element.match) { return true }
            return !$1.element.match.isBetter(than: $0.element.match) && $0.offset < $1.offset
        }
        var tried: Set<[String]> = []
        for trial in ranked.map(\.element) {
            // Only the most likely replacement of a name is tried.
            guard tried.insert([trial.name.old, trial.name.isRestored ? "restored" : ""]).inserted,
                !trial.isTied
            else { continue }
            let forms = trial.name.isRestored ? [.replaced] : NameSubstitution.Form.keeping
            for form in forms {
                guard let text = trial.name.applied(to: own, form), let both = task.read(text) else {
                    continue
                }
                let reached = task.match(both)
                guard !trial.match.isBetter(than: reached), task.keepsOldPages(both) else { continue }
                return (both, trial.name, reached)
            }
        }
        return nil
    }
}

import Basics
import DOM
import Language
import Records
import Selectors
import Sources

/// Reports the names that have been replaced on a page, together with the values that are missing because of that.
struct EvidenceReports {
    private let rules: Rules
    private let page: Page
    /// The selectors that were evaluated: if an earlier alternative has a value, the later ones are not evaluated.
    private lazy var searched: Set<SelectorList> = search()
    private let search: () -> Set<SelectorList>

    /// - Parameter search: reads the page once more, and returns the selectors that were evaluated.
    init(_ rules: Rules, _ page: Page, search: @escaping () -> Set<SelectorList>) {
        self.rules = rules
        self.page = page
        self.search = search
    }

    /// Adds the replacements of names to a page's diagnostics: to the errors about the fields that use the names, or
    /// else as separate warnings. It is an error if every page with the name has records of a type, and all of them are
    /// lost.
    mutating func add(_ index: NameIndex, _ document: Document, to outcome: inout Outcome) {
        let found = Evidence(index, document).replacements()
        if found.isEmpty { return }
        let fields = rules.fieldSelectors
        let ranges = Set(fields.flatMap(\.uses).map(\.range))
        let types = Set(outcome.records.map(\.type))
        let replacements = chosen(
            found.filter { replacement in
                replacement.entry.uses.contains { !ranges.contains($0.range) || searched.contains($0.list) }
            }
        )
        for replacement in replacements {
            let asking = fields.filter { field in
                field.uses.contains { use in replacement.entry.uses.contains { $0.range == use.range } }
            }
            let lost = (replacement.entry.known.facts[.records] ?? []).subtracting(types).sorted()
            add(replacement, asking, lost, to: &outcome.diagnostics)
        }
    }

    /// The best replacement of each name, each used once, in the order of the page.
    private func chosen(_ replacements: [Replacement]) -> [Replacement] {
        let ranked = replacements.sorted {
            ($1.count, $0.entry.known.name, $0.name) < ($0.count, $1.entry.known.name, $1.name)
        }
        var names: Set<String> = []
        var used: Set<String> = []
        let chosen = ranked.filter { replacement in
            let name = replacement.entry.known.name
            guard !names.contains(name), !used.contains(replacement.place.known) else { return false }
            names.insert(name)
            used.insert(replacement.place.known)
            return true
        }
        return chosen.sorted {
            ($0.place.element.line, $0.entry.known.name) < ($1.place.element.line, $1.entry.known.name)
        }
    }

    /// - Parameters:
    ///   - asking: the fields and record types that use the name.
    ///   - lost: the record types without records.
    private func add(
        _ replacement: Replacement,
        _ asking: [FieldSelectors],
        _ lost: [String],
        to diagnostics: inout [Diagnostic]
    ) {
        let location = Location(of: replacement.place.element, on: page.name)
        let known = replacement.entry.known
        let isReported = { (record: String?, field: String?) in
            asking.contains { $0.record == record && $0.path == field }
                || field == nil && record.map(lost.contains) == true
        }
        let concerned = diagnostics.firstIndex { diagnostic in
            diagnostic.severity == .error && diagnostic.cause == .page
                && isReported(diagnostic.record, diagnostic.field)
        }
        let unreported = lost.filter { type in
            !diagnostics.contains { $0.severity == .error && $0.record == type }
        }
        if let concerned, unreported.isEmpty {
            let here = "\(replacement.place.known) is in the place of \(known.name)"
            diagnostics[concerned].notes.append(
                Diagnostic.Note("\(here), which is nowhere on the page", at: location)
            )
            return
        }
        var notes = [
            Diagnostic.Note("its known places are declared here", at: rules.sources.location(of: known.range))
        ]
        if let use = replacement.entry.uses.first {
            notes.insert(Diagnostic.Note("`\(use.text)` needs it", at: rules.location(of: use)), at: 0)
        }
        diagnostics.append(
            Diagnostic(
                .page,
                message(replacement, asking, unreported),
                severity: unreported.isEmpty ? .warning : .error,
                at: location,
                notes: notes,
                help: "if it has been renamed, write the new name next to the old one",
                record: unreported.first ?? asking.first?.record,
                field: unreported.isEmpty ? asking.first { $0.path != nil }?.path : nil
            )
        )
    }

    private func message(
        _ replacement: Replacement,
        _ asking: [FieldSelectors],
        _ lost: [String]
    ) -> String {
        let paths = asking.map { field in field.path.map { "\(field.record).\($0)" } ?? field.record }
        let who = paths.isEmpty ? "the rules use" : "\(PathList(paths)) \(paths.count == 1 ? "uses" : "use")"
        let what = lost.isEmpty ? "" : "no record of \(PathList(lost)): "
        return "\(what)\(replacement.entry.known.name), which \(who), is nowhere on the page, "
            + "and \(replacement.place.known) is in its place"
    }
}

/// Paths in a message, the first few of many.
private struct PathList: CustomStringConvertible {
    let description: String

    init(_ paths: [String]) {
        var known: Set<String> = []
        let paths = paths.filter { known.insert($0).inserted }
        let shown = paths.prefix(3).joined(separator: ", ")
        description = paths.count > 3 ? "\(shown) and \(paths.count - 3) more" : shown
    }
}

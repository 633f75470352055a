import Basics
import DOM
import Language
import Records
import Sources
import Values

// Reports fields that are missing or do not fit.
extension Extraction {
    mutating func report(missing rule: FieldRule, at node: NodeRef, _ path: FieldPath) {
        let selectors = rule.alternatives.compactMap(\.selectorText).map { "`\($0)`" }
        // The steps may have removed what was found.
        let found = rule.alternatives.allSatisfy(\.steps.isEmpty) ? "found nothing" : "yielded no value"
        let reason = selectors.isEmpty ? "" : ": \(selectors.joined(separator: " and ")) \(found)"
        diagnostics.append(
            Diagnostic(
                .page,
                "\(record).\(path.text) is required\(reason)",
                at: location(of: node),
                notes: rulesNotes.declaration("the field", at: rule.range, of: rules),
                help: help(forMissing: rule, at: node),
                record: record,
                field: path.text
            )
        )
    }

    mutating func report(
        _ error: StepError,
        in step: Step? = nil,
        _ alternative: FieldAlternative,
        at node: NodeRef,
        _ path: FieldPath
    ) {
        if error.fault == .withheld {
            isWithheld = true
            return
        }
        let what = step == nil ? "the field" : "the step"
        let range = step?.range ?? alternative.range
        let selector = alternative.selectorText.map { " (`\($0)`)" } ?? ""
        diagnostics.append(
            Diagnostic(
                error.fault == .plugin ? .input : .page,
                "\(record).\(path.text)\(selector): \(error)",
                at: location(of: node),
                notes: rulesNotes.declaration(what, at: range, of: rules),
                record: record,
                field: path.text
            )
        )
    }

    func location(of node: NodeRef) -> Location {
        Location(of: node, on: page.name)
    }
}

// MARK: - Warnings

extension Extraction {
    /// Whether an error has been reported since then.
    func hasErrors(since start: Int) -> Bool {
        diagnostics.count > start && diagnostics[start...].contains { $0.severity == .error }
    }

    /// Resolves the errors of earlier alternatives once another one has a value: removes them if both read the same
    /// place, as alternative ways to read it; otherwise makes them warnings, since a part of the page is not what the
    /// rules expect. A constant reads nothing, and changes nothing.
    mutating func resolve(
        _ reported: [(alternative: FieldAlternative, range: Range<Int>)],
        by alternative: FieldAlternative
    ) {
        if alternative.isConstant { return }
        for (earlier, range) in reported.reversed() {
            if earlier.readsSame(as: alternative) {
                diagnostics.removeSubrange(range)
                continue
            }
            let note = Diagnostic.Note(
                "the value is that of this alternative",
                at: rules.sources.location(of: alternative.range)
            )
            for index in range where diagnostics[index].severity == .error {
                diagnostics[index].severity = .warning
                diagnostics[index].notes.append(note)
            }
        }
    }

    /// Reports elements without any field, which are missing in their list.
    mutating func reportEmpty(
        _ empty: Int,
        of elements: Int,
        _ alternative: FieldAlternative,
        at node: NodeRef,
        _ path: FieldPath
    ) {
        if empty == 0 { return }
        warn("\(empty) of \(elements) elements yielded no field: left out", alternative, at: node, path)
    }

    /// Reports elements of a list that are empty, or null in JSON, unless their places are kept. If no element has a
    /// value, the field is missing, which is reported separately.
    ///
    /// - Parameter isMissing: whether no element has a value.
    mutating func reportGaps(
        _ gaps: Int,
        of elements: Int,
        isMissing: Bool,
        _ alternative: FieldAlternative,
        at node: NodeRef,
        _ path: FieldPath
    ) {
        if gaps == 0 || alternative.gaps == .ignore { return }
        hasLostElement = true
        if isMissing || alternative.gaps == .null { return }
        warn("\(gaps) of \(elements) elements yielded no value: left out", alternative, at: node, path)
    }

    /// Reports the remarks of built-in steps and types about values that they accepted.
    mutating func reportRemarks(_ alternative: FieldAlternative, at node: NodeRef, _ path: FieldPath) {
        if remarks.isEmpty { return }
        for message in remarks.take() { warn(message, alternative, at: node, path) }
    }

    mutating func warn(
        _ message: String,
        help: String? = nil,
        _ alternative: FieldAlternative,
        at node: NodeRef,
        _ path: FieldPath
    ) {
        let selector = alternative.selectorText.map { " (`\($0)`)" } ?? ""
        diagnostics.append(
            Diagnostic(
                .page,
                "\(record).\(path.text)\(selector): \(message)",
                severity: .warning,
                at: location(of: node),
                notes: rulesNotes.declaration("the field", at: alternative.range, of: rules),
                help: help,
                record: record,
                field: path.text
            )
        )
    }
}

/// Caches the notes of one page's diagnostics on where the rules declare a field: on a page that has changed, the same
/// few are needed many times.
final class RulesNotes {
    private var known: [Range<Int>: [Diagnostic.Note]] = [:]

    /// A note that a part of the rules, such as "the field", is declared in a range.
    ///
    /// - Parameter range: a range that only this part of the rules has.
    func declaration(_ part: String, at range: Range<Int>, of rules: Rules) -> [Diagnostic.Note] {
        if let notes = known[range] { return notes }
        let notes = [Diagnostic.Note("\(part) is declared here", at: rules.sources.location(of: range))]
        known[range] = notes
        return notes
    }
}

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
        // What was found may have become nothing on its way through the steps.
        let found = rule.alternatives.allSatisfy(\.steps.isEmpty) ? "found nothing" : "gave no value"
        let reason = selectors.isEmpty ? "" : ": \(selectors.joined(separator: " and ")) \(found)"
        diagnostics.append(
            Diagnostic(
                .page,
                "\(record).\(path.text) is required\(reason)",
                at: location(of: node),
                notes: rulesNotes.declaration("the field", at: rule.range),
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
                notes: rulesNotes.declaration(what, at: range),
                record: record,
                field: path.text
            )
        )
    }

    func location(of node: NodeRef) -> Location {
        Location(of: node, on: page.name)
    }
}

// Warnings: what is reported although it has been read.
extension Extraction {
    /// Whether anything since then does not fit; warnings do.
    func hasErrors(since start: Int) -> Bool {
        diagnostics.count > start && diagnostics[start...].contains { $0.severity == .error }
    }

    /// Makes of what earlier alternatives could not read what it is now that another one has given the value: nothing
    /// where both read the same place, which are ways to read it; else a warning, since a part of the page is not what
    /// the rules take it for. A constant has read nothing, and changes nothing.
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

    /// Reports elements that gave no field at all and so have no place in their list.
    mutating func reportEmpty(
        _ empty: Int,
        of elements: Int,
        _ alternative: FieldAlternative,
        at node: NodeRef,
        _ path: FieldPath
    ) {
        if empty == 0 { return }
        warn("\(empty) of \(elements) elements gave no field: left out", alternative, at: node, path)
    }

    /// Reports the remarks of built-in steps and types about values that they have read.
    mutating func reportRemarks(_ alternative: FieldAlternative, at node: NodeRef, _ path: FieldPath) {
        for message in context.remarks.take() { warn(message, alternative, at: node, path) }
    }

    private mutating func warn(
        _ message: String,
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
                notes: rulesNotes.declaration("the field", at: alternative.range),
                record: record,
                field: path.text
            )
        )
    }
}

/// The notes of one page's diagnostics that say where in the rules the field is declared. For a page that has changed
/// the same few are needed again and again.
final class RulesNotes {
    private let sources: SourceMap
    private var known: [Range<Int>: [Diagnostic.Note]] = [:]

    init(_ sources: SourceMap) {
        self.sources = sources
    }

    /// That a part of the rules, such as "the field", is declared in a range.
    ///
    /// - Parameter range: that of nothing else in the rules.
    func declaration(_ part: String, at range: Range<Int>) -> [Diagnostic.Note] {
        if let notes = known[range] { return notes }
        let notes = [Diagnostic.Note("\(part) is declared here", at: sources.location(of: range))]
        known[range] = notes
        return notes
    }
}

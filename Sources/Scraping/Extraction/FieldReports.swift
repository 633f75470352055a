import DOM
import Records

// Tells of fields that are missing or do not fit.
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
                notes: rulesNotes.standing("the field", at: rule.range),
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
                notes: rulesNotes.standing(what, at: range),
                record: record,
                field: path.text
            )
        )
    }

    func location(of node: NodeRef) -> Location {
        Location(of: node, on: page.name)
    }
}

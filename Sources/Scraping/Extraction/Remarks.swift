import DOM
import Records

// What is told of a page although it has been read: warnings.
extension Extraction {
    /// Whether anything since then does not fit; warnings do.
    func hasErrors(since start: Int) -> Bool {
        diagnostics.count > start && diagnostics[start...].contains { $0.severity == .error }
    }

    /// Makes of what earlier alternatives could not read what it is now that another one has given the value: nothing
    /// where both read the same place, which are ways to read it; else a warning, since a part of the page is not what
    /// the rules take it for. A constant has read nothing, and changes nothing.
    mutating func settle(
        _ told: [(alternative: FieldAlternative, range: Range<Int>)],
        by alternative: FieldAlternative
    ) {
        if alternative.isConstant { return }
        for (earlier, range) in told.reversed() {
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

    /// Tells of elements that gave no field at all and so have no place in their list.
    mutating func tellBarren(
        _ barren: Int,
        of elements: Int,
        _ alternative: FieldAlternative,
        at node: NodeRef,
        _ path: FieldPath
    ) {
        if barren == 0 { return }
        warn("\(barren) of \(elements) elements gave no field: left out", alternative, at: node, path)
    }

    /// Tells what built-in steps and types have to say of values that they have read.
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
                notes: rulesNotes.standing("the field", at: alternative.range),
                record: record,
                field: path.text
            )
        )
    }
}

import Basics
import DOM
import Language
import Records
import Values

/// Reads simple records from the log of their entries: the same records as from a tree, for a third of the instructions.
///
/// It has nothing to report. An entry that it cannot read exactly, or whose record would be reported in any way, is left
/// to the reading of nodes.
struct FlatReader {
    private let plan: FlatPlan
    /// The fields of the plan, without counts of references.
    private let fields: [Unmanaged<FlatPlan.Field>]
    /// The layout of the rows that it reads.
    let layout: RecordRows.Layout

    init(_ plan: FlatPlan, _ rules: Rules, _ record: String) {
        self.plan = plan
        fields = plan.fields.map(Unmanaged.passUnretained)
        layout = RecordRows.Layout(type: record, names: plan.fields.map(\.name), schema: rules.schema)
    }

    /// Adds the record of an entry that has just been read from the log; false if a tree is needed.
    func read(
        _ log: EntryLog,
        _ context: PageContext,
        _ document: Document,
        into rows: inout RecordRows
    ) -> Bool {
        let start = rows.mark
        var isEmpty = true
        for field in fields {
            let cell = field._withUnsafeGuaranteedRef { addCell($0, log, context, document, &rows) }
            switch cell {
            case .filled: isEmpty = false
            case .absent: rows.appendEmpty(.absent)
            case .unknown:
                rows.remove(since: start)
                return false
            }
        }
        if isEmpty { rows.remove(since: start) }
        return !isEmpty
    }

    /// What is known about a cell.
    private enum Cell {
        /// It has been added.
        case filled
        /// There is no value, and nothing to report.
        case absent
        /// A tree is needed.
        case unknown
    }

    private func addCell(
        _ field: FlatPlan.Field,
        _ log: EntryLog,
        _ context: PageContext,
        _ document: Document,
        _ rows: inout RecordRows
    ) -> Cell {
        guard let text = log.text(ofChild: field.child), !text.isEmpty else {
            return addFallback(of: field, &rows)
        }
        let isPlain = WhiteSpace.isPlain(text)
        var kind = isPlain ? field.type.kind(ofPlain: text) : nil
        if kind == nil, !isPlain, text.contains(0) { return .unknown }
        // A type that is not given is that of the JSON value.
        if kind == nil, field.isOfJSON, let type = log.type(ofChild: field.child) {
            if type.elementsEqual("number".utf8) {
                guard Number.isNumber(text) else { return .unknown }
                kind = .number
            } else if type.elementsEqual("boolean".utf8) {
                kind = .boolean
            }
        }
        if let kind {
            if let constraint = field.constraint {
                guard let value = kind.value(of: text), constraint.problem(with: value) == nil else {
                    return .unknown
                }
            }
            rows.append(kind, text)
            return .filled
        }
        guard let value = value(of: text, isPlain: isPlain, field, context, document),
            field.constraint?.problem(with: value) == nil
        else { return .unknown }
        if value == .null || value.string?.isEmpty == true { return addFallback(of: field, &rows) }
        return rows.append(value) ? .filled : .unknown
    }

    /// Adds the cell of a field for which the entry has no value.
    private func addFallback(of field: FlatPlan.Field, _ rows: inout RecordRows) -> Cell {
        if let fallback = field.fallback { return rows.append(fallback) ? .filled : .unknown }
        return field.isRequired ? .unknown : .absent
    }

    /// The value of a text by the type's function; `nil` if it does not fit.
    private func value(
        of utf8: UnsafeBufferPointer<UInt8>,
        isPlain: Bool,
        _ field: FlatPlan.Field,
        _ context: PageContext,
        _ document: Document
    ) -> Value? {
        if case .line? = field.directForm { return .string(document.line(of: utf8)) }
        let text = isPlain ? String(decoding: utf8, as: UTF8.self) : document.lines(ofData: utf8)
        if text.isEmpty { return .null }
        switch field.type.form {
        case .line: return .string(WhiteSpace.collapse(text))
        case .text: return .string(text)
        case .other: break
        }
        let value = try? field.type.read(.string(text), context)
        // These belong to a place.
        if !context.remarks.isEmpty {
            _ = context.remarks.take()
            return nil
        }
        return value
    }
}

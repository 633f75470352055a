import Basics
import DOM
import Language
import Records
import Values

/// Reads simple records from the log of their entries: the same records as from a tree, for six tenths of the instructions.
///
/// It has nothing to report. An entry that it cannot read exactly, or whose record would be reported in any way, is left
/// to the reading of nodes.
struct FlatReader {
    private let plan: FlatPlan
    private let record: String
    private let schema: Schema
    private let context: PageContext
    private let document: Document

    init(_ plan: FlatPlan, _ rules: Rules, _ record: String, _ context: PageContext, _ document: Document) {
        self.plan = plan
        self.record = record
        schema = rules.schema
        self.context = context
        self.document = document
    }

    /// The record of an entry that has just been read from the log; `nil` if a tree is needed.
    func record(_ log: EntryLog) -> Record? {
        var fields: [Value.Member] = []
        fields.reserveCapacity(min(plan.fields.count, 8))
        for field in plan.fields {
            var value: Value?
            if let text = log.text(ofChild: field.child), !text.isEmpty {
                switch self.value(of: text, field, log) {
                case .value(let found): value = found
                case .none: break
                case .unknown: return nil
                }
            }
            if let value = value ?? field.fallback {
                fields.append(Value.Member(field.name, value))
            } else if field.isRequired {
                return nil
            }
        }
        if fields.isEmpty { return nil }
        var record = Record(type: record, fields: fields)
        record.schema = schema
        return record
    }

    /// What is known about the value of a text.
    private enum Reading {
        case value(Value)
        /// There is none, and nothing to report.
        case none
        case unknown
    }

    private func value(
        of text: UnsafeBufferPointer<UInt8>,
        _ field: FlatPlan.Field,
        _ log: EntryLog
    ) -> Reading {
        let isPlain = WhiteSpace.isPlain(text)
        let value: Value
        if isPlain, let usual = field.type.value(ofPlain: text) {
            value = usual
        } else if !isPlain, text.contains(0) {
            return .unknown
        } else if let other = self.value(of: text, isPlain: isPlain, field, log) {
            value = other
        } else {
            return .unknown
        }
        if let constraint = field.constraint, constraint.problem(with: value) != nil {
            return .unknown
        }
        switch value {
        case .null: return .none
        case .string(let text): return text.isEmpty ? .none : .value(value)
        case .boolean, .number, .list, .object: return .value(value)
        }
    }

    /// The value of a text by the type's function; `nil` if it does not fit.
    private func value(
        of utf8: UnsafeBufferPointer<UInt8>,
        isPlain: Bool,
        _ field: FlatPlan.Field,
        _ log: EntryLog
    ) -> Value? {
        // A type that is not given is that of the JSON value.
        if field.isOfJSON, let type = log.type(ofChild: field.child) {
            if type.elementsEqual("number".utf8) { return Number(verbatim: utf8).map(Value.number) }
            if type.elementsEqual("boolean".utf8) { return .boolean(utf8.elementsEqual("true".utf8)) }
        }
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

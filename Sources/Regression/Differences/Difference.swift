public import Records

/// One thing in which what came out of a page is not what must come out.
public struct Difference: Hashable, Sendable {
    /// What differs.
    public enum Subject: Hashable, Sendable {
        /// A whole record.
        case record(RecordPlace)
        /// A field of a record, or a part of one.
        case field(RecordPlace, FieldPath)
        /// The order in which the records' types come.
        case types
        /// What is told of the page: the line, from 1, of the old list where it is gone, else of the new one.
        case diagnostic(Int)
    }

    /// How it differs.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Both are there and differ.
        case changed
        /// There was nothing.
        case inserted
        /// There is nothing any more.
        case removed
        /// A record stands elsewhere among those of its type: the old and new values are its numbers.
        case moved
        /// The same members or elements in another order: the old and new values are lists of them.
        case reordered
    }

    /// What differs.
    public let subject: Subject
    /// How it differs.
    public let kind: Kind
    /// What must be there; `nil` for nothing.
    public let old: Value?
    /// What is there; `nil` for nothing.
    public let new: Value?

    /// A difference.
    public init(_ subject: Subject, _ kind: Kind, old: Value?, new: Value?) {
        self.subject = subject
        self.kind = kind
        self.old = old
        self.new = new
    }
}

extension Difference {
    /// The place: `Workout 2 · exercises[1]`, `diagnostic 1`.
    public var place: String {
        let order = kind == .reordered ? " · order" : ""
        return switch subject {
        case .record(let record): "\(record)\(order)"
        case .field(let record, let path): "\(record) · \(path)\(order)"
        case .types: "types\(order)"
        case .diagnostic(let number): "diagnostic \(number)"
        }
    }

    /// The type of the record concerned; `nil` where it is none.
    public var type: String? {
        switch subject {
        case .record(let record), .field(let record, _): record.type
        case .types, .diagnostic: nil
        }
    }

    /// The names of the field's path; none for a whole record.
    public var fieldNames: [String] {
        switch subject {
        case .field(_, let path): path.names
        case .record, .types, .diagnostic: []
        }
    }
}

extension Difference: CustomStringConvertible {
    /// Three lines: the place, what was expected, what was found, each in full.
    public var description: String { DifferenceText(self, width: .max).plain }
}

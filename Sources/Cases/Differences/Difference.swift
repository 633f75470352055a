public import Records

/// A difference between the expected and the actual output of a page.
public struct Difference: Hashable, Sendable {
    /// The part of the output that differs.
    public enum Subject: Hashable, Sendable {
        /// A whole record.
        case record(RecordPlace)
        /// A field of a record, or a part of a field.
        case field(RecordPlace, DifferencePath)
        /// The order of the records' types.
        case types
        /// A diagnostic of the page, by its number from 1 in the new list, or in the old one if it is removed.
        case diagnostic(Int)
    }

    /// The kind of a difference.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Both values exist and differ.
        case changed
        /// There is only a new value.
        case inserted
        /// There is only an old value.
        case removed
        /// A record has a different position among those of its type. The old and new values are its numbers.
        case moved
        /// The same members or elements are in another order. The old and new values are lists of them.
        case reordered
    }

    /// The part that differs.
    public let subject: Subject
    /// The kind of difference.
    public let kind: Kind
    /// The expected value, or `nil` for none.
    public let old: Value?
    /// The actual value, or `nil` for none.
    public let new: Value?

    /// Creates a difference.
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

    /// The type of the record that differs, or `nil` if the difference is not in a record.
    public var type: String? {
        switch subject {
        case .record(let record), .field(let record, _): record.type
        case .types, .diagnostic: nil
        }
    }

    /// The names in the field's path. Empty for a whole record.
    public var fieldNames: [String] {
        switch subject {
        case .field(_, let path): path.names
        case .record, .types, .diagnostic: []
        }
    }
}

extension Difference: CustomStringConvertible {
    /// Three lines: the place, the expected value and the found value, each in full.
    public var description: String { DifferenceText(self, width: .max).plain }
}

/// The identity of a record: its type, its key if the rules declare one, and its number.
public struct RecordPlace: Hashable, Sendable {
    /// The record type's name, or `record` if it has none.
    public let type: String
    /// The unique fields with their values. Empty if the rules declare none.
    public let key: [Value.Member]
    /// Its number from 1 among the old records of its type, or `nil` if it is new.
    public let oldNumber: Int?
    /// Its number from 1 among the new records of its type, or `nil` if it is removed.
    public let newNumber: Int?

    /// Creates a place.
    public init(type: String, key: [Value.Member], oldNumber: Int?, newNumber: Int?) {
        self.type = type
        self.key = key
        self.oldNumber = oldNumber
        self.newNumber = newNumber
    }
}

extension RecordPlace: CustomStringConvertible {
    /// `Workout 2`, `Offer 3 (sku A-12)`, with the number of the new record, or of the old one if it is removed.
    public var description: String {
        let number = (newNumber ?? oldNumber).map { " \($0)" } ?? ""
        let keys = key.map { "\($0.name) \(RecordPlace.short($0.value.text))" }.joined(separator: ", ")
        return type + number + (keys.isEmpty ? "" : " (\(keys))")
    }

    /// Shortens a key to a length at which it can be recognised.
    private static func short(_ text: String) -> String {
        let line = text.replacing("\n", with: " ")
        return line.count > 60 ? line.prefix(40) + "…" + line.suffix(19) : line
    }
}

/// The path from a record to a part of it: `exercises[1].reps`.
public struct DifferencePath: Hashable, Sendable {
    /// A step of the path.
    public enum Component: Hashable, Sendable {
        /// A member of an object.
        case member(String)
        /// An element of a list, by its index in the old and the new list.
        case element(old: Int?, new: Int?)
    }

    /// The steps, outermost first.
    public var components: [Component]

    /// Creates a path.
    public init(_ components: [Component] = []) {
        self.components = components
    }

    /// The names in the path, without list indices.
    public var names: [String] {
        components.compactMap { component in
            if case .member(let name) = component { name } else { nil }
        }
    }

    func appending(_ component: Component) -> DifferencePath { DifferencePath(components + [component]) }
}

extension DifferencePath: CustomStringConvertible {
    /// The path as in messages. An index is that of the new list, or of the old one if the element is removed.
    public var description: String {
        var text = ""
        for component in components {
            switch component {
            case .member(let name): text += text.isEmpty ? name : ".\(name)"
            case .element(let old, let new): text += "[\((new ?? old).map(String.init) ?? "")]"
            }
        }
        return text
    }
}

extension Difference {
    /// The difference in JSON:
    /// `{"kind": "changed", "record": {"type": "Offer", "key": {…}, "old": 3, "new": 3}, "path": ["price"], …}`.
    ///
    /// A list element in a path is its index in the new list, or in the old one if it is removed. A difference outside
    /// records has `"of": "types"`, or `"of": "diagnostics"` and the diagnostic's `"number"`.
    public var value: Value {
        var members = [Value.Member("kind", .string(kind.rawValue))]
        switch subject {
        case .record(let record):
            members.append(Value.Member("record", record.value))
        case .field(let record, let path):
            members.append(Value.Member("record", record.value))
            members.append(Value.Member("field", .string(path.description)))
            members.append(Value.Member("path", path.value))
        case .types:
            members.append(Value.Member("of", "types"))
        case .diagnostic(let number):
            members.append(Value.Member("of", "diagnostics"))
            members.append(Value.Member("number", .number(Number(number))))
        }
        if let old { members.append(Value.Member("old", old)) }
        if let new { members.append(Value.Member("new", new)) }
        return .object(members)
    }
}

extension RecordPlace {
    /// The place in JSON. Numbers start at 1.
    fileprivate var value: Value {
        var members = [Value.Member("type", .string(type))]
        if !key.isEmpty { members.append(Value.Member("key", .object(key))) }
        if let oldNumber { members.append(Value.Member("old", .number(Number(oldNumber)))) }
        if let newNumber { members.append(Value.Member("new", .number(Number(newNumber)))) }
        return .object(members)
    }
}

extension DifferencePath {
    /// The path in JSON: names, and indices from 0.
    fileprivate var value: Value {
        .list(
            components.map { component in
                switch component {
                case .member(let name): .string(name)
                case .element(let old, let new): (new ?? old).map { .number(Number($0)) } ?? .null
                }
            }
        )
    }
}

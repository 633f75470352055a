public import Records

extension Difference {
    /// The difference as machines read it:
    /// `{"kind": "changed", "record": {"type": "Offer", "key": {…}, "old": 3, "new": 3}, "path": ["price"], …}`.
    ///
    /// An element of a path is its index in the new list, of one that is gone that in the old. A difference that is of
    /// no record has `"of": "types"`, or `"of": "diagnostics"` and the line's `"number"`.
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
    /// The place as machines read it; numbers are from 1.
    var value: Value {
        var members = [Value.Member("type", .string(type))]
        if !key.isEmpty { members.append(Value.Member("key", .object(key))) }
        if let oldNumber { members.append(Value.Member("old", .number(Number(oldNumber)))) }
        if let newNumber { members.append(Value.Member("new", .number(Number(newNumber)))) }
        return .object(members)
    }
}

extension FieldPath {
    /// The path as machines read it: names, and indices from 0.
    var value: Value {
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

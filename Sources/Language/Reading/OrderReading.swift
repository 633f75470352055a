import Records

// Reads the order of records and groups.
extension RulesReader {
    /// A field's name, an object of it and the direction, or a list of these.
    mutating func readOrder(_ json: JSON, of type: Schema.RecordType) -> SortOrder {
        guard case .array(let elements) = json.content else {
            return SortOrder(keys: readSortKey(json, of: type).map { [$0] } ?? [])
        }
        if elements.isEmpty { error("expected at least one field in \"order\"", at: json.range) }
        return SortOrder(keys: elements.compactMap { readSortKey($0, of: type) })
    }

    private mutating func readSortKey(_ json: JSON, of type: Schema.RecordType) -> SortOrder.Key? {
        if case .string = json.content {
            return comparableField(json, of: type).map { SortOrder.Key(field: $0, isDescending: false) }
        }
        guard case .object = json.content else {
            error(
                "expected a field's name or an object for \"order\", found \(json.kind)",
                at: json.range,
                help: "write \"date\" or {\"by\": \"date\", \"descending\": true}"
            )
            return nil
        }
        guard let members = members(json, of: "\"order\"", allowed: LanguageKey.order.map(\.name)) else {
            return nil
        }
        let isDescending = members["descending"].map { boolean($0, "descending") } ?? false
        guard let by = members["by"] else {
            error("expected \"by\": the field that tells the order", at: json.range)
            return nil
        }
        guard let field = comparableField(by, of: type), let isDescending else { return nil }
        return SortOrder.Key(field: field, isDescending: isDescending)
    }

    /// The name of a field that values can be compared by.
    mutating func comparableField(_ json: JSON, of type: Schema.RecordType) -> Schema.Field? {
        guard let field = fieldName(json, of: type) else { return nil }
        guard field.type.isComparable else {
            error("values of the type \(field.type) have no order (\"\(field.name)\")", at: json.range)
            return nil
        }
        return field
    }
}

extension Schema.FieldType {
    /// Whether of two values one is less: lists, objects and data of any kind have no order.
    fileprivate var isComparable: Bool {
        switch self {
        case .scalar(let scalar): scalar != .json
        case .enumeration: true
        case .list, .object, .enclosing: false
        case .alternatives(let types): types.allSatisfy(\.isComparable)
        }
    }
}

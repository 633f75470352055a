import Records
import Values

// The schema of records, known before any page is read.

extension RecordRule {
    var schema: Schema.RecordType {
        switch content {
        case .nodes(let layouts):
            let fields = Schema.Field.union(layouts.map(\.schema))
            return Schema.RecordType(
                name: name,
                fields: nesting?.schema(fields, in: nil) ?? fields,
                aliases: aliases,
                uniqueKeys: uniqueKeys
            )
        case .groups(_, let group):
            return Schema.RecordType(
                name: name,
                fields: group.fields.map(\.schema),
                aliases: aliases,
                uniqueKeys: uniqueKeys
            )
        }
    }
}

extension GroupRule.Field {
    var schema: Schema.Field {
        Schema.Field(name: name, type: type, isRequired: false, isAlwaysPresent: isAlwaysPresent)
    }
}

extension FieldRule {
    var schema: Schema.Field {
        Schema.Field(
            name: name,
            type: isKnown ? .union(alternatives.flatMap { $0.schemaTypes(ofField: name) }) : .unknown,
            isRequired: isRequired,
            isAlwaysPresent: isAlwaysPresent,
            hasOffset: alternatives.allSatisfy(\.hasOffset)
        )
    }

    /// Whether there is a value whenever no error is reported. If all alternatives have conditions, none may be met.
    private var isAlwaysPresent: Bool {
        let unconditional = alternatives.filter { $0.condition == nil }
        if unconditional.isEmpty { return false }
        return isRequired || isList || unconditional.contains { $0.fallback != nil || $0.hasConstant }
    }
}

extension FieldAlternative {
    /// The types of the field's values: its own, and the type of a default that does not fit it.
    fileprivate func schemaTypes(ofField name: String) -> [Schema.FieldType] {
        let type =
            labelsSchema ?? self.type.schema(of: origin, gaps) { nesting?.schema($0, in: name) ?? $0 }
        guard let fallback, !type.accepts(fallback) else { return [type] }
        return [type, Schema.FieldType(of: fallback)]
    }

    /// The type of an object of labels, if no steps change it: a label with several values has a list.
    private var labelsSchema: Schema.FieldType? {
        guard case .labels = origin, steps.isEmpty else { return nil }
        return .dictionary(.union([.scalar(.string), .list(.scalar(.string))]))
    }

    /// Whether its times have the offset of their zone: all come from the page, and the rules give a time zone.
    fileprivate var hasOffset: Bool { type.hasZone && fallback == nil && !isConstant }

    /// Whether it has a constant value. Text without visible characters is not a value.
    fileprivate var hasConstant: Bool {
        guard case .value(let value) = origin else { return false }
        return steps.isEmpty && value != .null && value.text.contains { !$0.isWhitespace }
    }
}

extension TypeRule {
    fileprivate var hasZone: Bool {
        switch kind {
        case .scalar(let type): type.hasZone
        case .object: false
        }
    }

    /// - Parameter nested: adds to the fields of objects the list of what is nested in them.
    fileprivate func schema(
        of origin: FieldAlternative.Origin,
        _ gaps: Gaps,
        _ nested: ([Schema.Field]) -> [Schema.Field]
    ) -> Schema.FieldType {
        switch kind {
        case .scalar(let type):
            let element = type.schema
            return isList ? .list(gaps == .null ? .nullable(element) : element) : element
        case .object:
            guard case .nested(_, let fields) = origin else { return .scalar(.json) }
            let object: Schema.FieldType =
                switch fields {
                case .own(let rules): .object(nested(rules.map(\.schema)))
                case .enclosing(let name): .enclosing(name)
                }
            return isList ? .list(object) : object
        }
    }
}

extension ScalarType {
    /// The type in a schema's form; for a type that schemas do not know by its name, the kind of its values.
    var schema: Schema.FieldType {
        if !words.isEmpty { return .enumeration(words) }
        if mayLackTime { return .union([.scalar(.dateTime), .scalar(.date)]) }
        if self === ScalarType.scalarOfJSON {
            return .union([.scalar(.string), .scalar(.decimal), .scalar(.boolean)])
        }
        if let scalar = Schema.Scalar(rawValue: name) { return .scalar(scalar) }
        switch gives {
        case .string: return .scalar(.string)
        case .number: return .scalar(.decimal)
        case .boolean: return .scalar(.boolean)
        case .any, .list, .object: return .scalar(.json)
        }
    }
}

extension NodeRule {
    var schema: [Schema.Field] { fields.map(\.schema) }
}

extension Schema.RecordType {
    /// The type of records that all have a value for a field.
    func having(_ name: String) -> Schema.RecordType {
        var type = self
        for index in fields.indices where fields[index].name == name {
            type.fields[index].isAlwaysPresent = true
        }
        return type
    }
}

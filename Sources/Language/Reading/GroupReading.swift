import Basics
import Records

// Reads record types of groups.
extension RulesReader {
    mutating func readGroups(
        _ members: Members,
        _ member: JSON.Member,
        _ before: [RecordRule],
        _ all: [JSON.Member]
    ) -> RecordRule.Content? {
        guard let group = members["group"], let name = string(group, "group") else { return nil }
        guard let source = before.first(where: { $0.name == name }) else {
            // A declared type that has errors of its own is reported there.
            if let other = all.first(where: { $0.key == name }) {
                if other.keyRange.lowerBound >= member.keyRange.lowerBound {
                    error(
                        "the record type \"\(name)\" must be declared before the one that groups it",
                        at: group.range
                    )
                }
            } else {
                let help = Suggestion.help(for: name, among: before.map(\.name))
                error("unknown record type \"\(name)\"", at: group.range, help: help)
            }
            return nil
        }
        return readGroup(members, at: member.keyRange, of: FieldIndex(source.schema)).map {
            .groups(of: name, $0)
        }
    }

    private mutating func readGroup(
        _ members: Members,
        at range: Range<Int>,
        of source: FieldIndex
    ) -> GroupRule? {
        guard let by = members["by"] else {
            missing("expected \"by\": the field whose values make the groups", in: members, at: range)
            return nil
        }
        guard let fields = members["fields"] else {
            missing("expected \"fields\": the fields of a group", in: members, at: range)
            return nil
        }
        guard let fieldMembers = entries(fields, of: "fields for \"fields\"") else { return nil }
        let key = fieldName(by, of: source)
        // A record without the key is in no group.
        let grouped = key.map { FieldIndex(source.type.having($0.name)) } ?? source
        // One that cannot be read has a name nevertheless.
        let rules = fieldMembers.map { readGroupField($0, of: grouped) ?? .unknown(named: $0.key) }
        return key.map { GroupRule(key: $0.name, keyType: $0.type, fields: rules) }
    }

    private mutating func readGroupField(
        _ member: JSON.Member,
        of source: FieldIndex
    ) -> GroupRule.Field? {
        depth += 1
        defer { depth -= 1 }
        guard depth < RulesReader.depthLimit else {
            error("fields are nested more than \(RulesReader.depthLimit) deep", at: member.keyRange)
            return nil
        }
        if case .string = member.value.content {
            guard let field = fieldName(member.value, of: source) else { return nil }
            return GroupRule.Field(
                name: member.key,
                content: .aggregate(.first, of: field, at: nil),
                type: field.type,
                isAlwaysPresent: field.isAlwaysPresent
            )
        }
        guard case .object(let keys) = member.value.content, !keys.isEmpty else {
            error("expected a field's name or an object, found \(member.value.kind)", at: member.value.range)
            return nil
        }
        let isGroup = keys.contains { $0.key == "by" || $0.key == "fields" }
        let aggregates = Aggregate.allCases.map(\.rawValue)
        let allowed = (isGroup ? LanguageKey.innerGroup : LanguageKey.aggregate).map(\.name)
        guard let members = members(member.value, of: "a group's field", allowed: allowed) else { return nil }
        if isGroup { return readInnerGroup(members, member, of: source) }
        let functions = keys.filter { aggregates.contains($0.key) }
        guard functions.count == 1, let first = functions.first else {
            let message = "expected one of \(aggregates.joined(separator: ", ")), found "
            if functions.isEmpty {
                missing(message + "none", in: members, at: member.value.range)
            } else {
                error(
                    message + functions.map(\.key).joined(separator: " and "),
                    at: member.value.range
                )
            }
            return nil
        }
        var extreme: GroupRule.Extreme?
        if let json = members["at"] {
            guard let read = readExtreme(json, of: source) else { return nil }
            extreme = read
        }
        guard let aggregate = Aggregate(rawValue: first.key), let field = fieldName(first.value, of: source)
        else {
            return nil
        }
        if aggregate.takesNumbers, ![.scalar(.integer), .scalar(.decimal), .unknown].contains(field.type) {
            error(
                "\(aggregate) takes numbers, the type of \"\(field.name)\" is \(field.type)",
                at: first.value.range,
                help: "give the field the type integer or decimal"
            )
            return nil
        }
        return GroupRule.Field(
            name: member.key,
            content: .aggregate(aggregate, of: field, at: extreme),
            type: aggregate.type(of: field.type),
            isAlwaysPresent: aggregate.isAlwaysPresent
                || (field.isAlwaysPresent && extreme?.field.isAlwaysPresent ?? true)
        )
    }

    /// Groups within a group.
    private mutating func readInnerGroup(
        _ members: Members,
        _ member: JSON.Member,
        of source: FieldIndex
    ) -> GroupRule.Field? {
        guard var group = readGroup(members, at: member.keyRange, of: source) else { return nil }
        if let order = members["order"] {
            let schema = Schema.RecordType(name: member.key, fields: group.fields.map(\.schema))
            group.order = readOrder(order, of: FieldIndex(schema))
        }
        return GroupRule.Field(
            name: member.key,
            content: .groups(group),
            type: .list(.object(group.fields.map(\.schema))),
            isAlwaysPresent: true
        )
    }

    /// The records of a group that are used: `{ "max": "date" }`, those of the newest date.
    private mutating func readExtreme(_ json: JSON, of source: FieldIndex) -> GroupRule.Extreme? {
        let words = [Aggregate.min, .max].map(\.rawValue)
        guard case .object(let keys) = json.content, keys.count == 1, let first = keys.first else {
            error(
                "expected an object of \(words.joined(separator: " or ")) and a field's name for \"at\", "
                    + "found \(json.kind)",
                at: json.range,
                help: "write {\"max\": \"date\"}"
            )
            return nil
        }
        guard members(json, of: "\"at\"", allowed: words) != nil, words.contains(first.key),
            let field = comparableField(first.value, of: source)
        else { return nil }
        return GroupRule.Extreme(field: field, isGreatest: first.key == Aggregate.max.rawValue)
    }

    /// The name of a field of a record type.
    mutating func fieldName(_ json: JSON, of source: FieldIndex) -> Schema.Field? {
        guard let name = string(json, "a field's name") else { return nil }
        if let field = source[name] { return field }
        error(
            "the record type \"\(source.name)\" has no field \"\(name)\"",
            at: json.range,
            help: Suggestion.help(for: name, among: source.names)
        )
        return nil
    }
}

// Reads the order of records and groups.
extension RulesReader {
    /// A field's name, an object with it and the direction, or a list of these.
    mutating func readOrder(_ json: JSON, of type: FieldIndex) -> SortOrder {
        guard case .array(let elements) = json.content else {
            return SortOrder(keys: readSortKey(json, of: type).map { [$0] } ?? [])
        }
        if elements.isEmpty { error("expected at least one field in \"order\"", at: json.range) }
        return SortOrder(keys: elements.compactMap { readSortKey($0, of: type) })
    }

    private mutating func readSortKey(_ json: JSON, of type: FieldIndex) -> SortOrder.Key? {
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
            missing("expected \"by\": the field to sort by", in: members, at: json.range)
            return nil
        }
        guard let field = comparableField(by, of: type), let isDescending else { return nil }
        return SortOrder.Key(field: field, isDescending: isDescending)
    }

    /// The name of a field that values can be compared by.
    mutating func comparableField(_ json: JSON, of type: FieldIndex) -> Schema.Field? {
        guard let field = fieldName(json, of: type) else { return nil }
        guard field.type.isComparable else {
            error("values of the type \(field.type) have no order (\"\(field.name)\")", at: json.range)
            return nil
        }
        return field
    }
}

extension Schema.FieldType {
    /// Whether the type's values are ordered: lists, objects and data of any kind are not.
    fileprivate var isComparable: Bool {
        switch self {
        case .scalar(let scalar): scalar != .json
        case .enumeration: true
        case .list, .object, .enclosing, .dictionary: false
        case .alternatives(let types): types.allSatisfy(\.isComparable)
        case .nullable(let type): type.isComparable
        }
    }
}

import Records
import Selectors

// Reads the record types of a rules file.
extension RulesReader {
    private static let nodeKeys = ["each", "fields"]
    private static let groupKeys = ["group", "by", "fields"]

    mutating func readRecords(_ json: JSON) -> [RecordRule] {
        guard case .object(let members) = json.content else {
            error("expected an object of record types for \"records\", found \(json.kind)", at: json.range)
            return []
        }
        if members.isEmpty { error("expected at least one record type in \"records\"", at: json.range) }
        var rules: [RecordRule] = []
        for member in members {
            if let rule = readRecord(member, before: rules, all: members) { rules.append(rule) }
        }
        return rules
    }

    private mutating func readRecord(
        _ member: JSON.Member,
        before: [RecordRule],
        all: [JSON.Member]
    ) -> RecordRule? {
        guard case .object(let keys) = member.value.content else {
            error("expected an object for the record type \"\(member.key)\"", at: member.value.range)
            return nil
        }
        let isGroup = keys.contains { $0.key == "group" }
        let allowed = isGroup ? RulesReader.groupKeys : RulesReader.nodeKeys + ["group"]
        guard let members = members(member.value, of: "the record type \"\(member.key)\"", allowed: allowed)
        else {
            return nil
        }
        let content = isGroup ? readGroups(members, member, before, all) : readNodes(members, member)
        return content.map { RecordRule(name: member.key, range: member.keyRange, content: $0) }
    }

    private mutating func readNodes(_ members: [String: JSON], _ member: JSON.Member) -> RecordRule.Content? {
        var each: [SelectorList] = []
        if let json = members["each"] { each = plainSelectors(json, "each") ?? [] }
        guard let fields = members["fields"] else {
            error("expected \"fields\" in the record type \"\(member.key)\"", at: member.keyRange)
            return nil
        }
        return .nodes(each: each, fields: readFields(fields))
    }
}

// MARK: - Groups

extension RulesReader {
    private mutating func readGroups(
        _ members: [String: JSON],
        _ member: JSON.Member,
        _ before: [RecordRule],
        _ all: [JSON.Member]
    ) -> RecordRule.Content? {
        guard let group = members["group"], let name = string(group, "group") else { return nil }
        guard let source = before.first(where: { $0.name == name }) else {
            // A type that stands in the file but has errors of its own is told of there.
            if let other = all.first(where: { $0.key == name }) {
                if other.keyRange.lowerBound >= member.keyRange.lowerBound {
                    error(
                        "the record type \"\(name)\" must stand before the one that groups it",
                        at: group.range
                    )
                }
            } else {
                let help = Suggestion.help(for: name, among: before.map(\.name))
                error("unknown record type \"\(name)\"", at: group.range, help: help)
            }
            return nil
        }
        return readGroup(members, at: member.keyRange, of: source.schema).map { .groups(of: name, $0) }
    }

    private mutating func readGroup(
        _ members: [String: JSON],
        at range: Range<Int>,
        of source: Schema.RecordType
    ) -> GroupRule? {
        guard let by = members["by"] else {
            error("expected \"by\": the field whose values make the groups", at: range)
            return nil
        }
        guard let fields = members["fields"], case .object(let fieldMembers) = fields.content else {
            error("expected an object of fields for \"fields\"", at: members["fields"]?.range ?? range)
            return nil
        }
        let key = fieldName(by, of: source)
        let rules = fieldMembers.compactMap { readGroupField($0, of: source) }
        return key.map { GroupRule(key: $0.name, fields: rules) }
    }

    private mutating func readGroupField(
        _ member: JSON.Member,
        of source: Schema.RecordType
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
                content: .aggregate(.first, of: field.name),
                type: field.type
            )
        }
        guard case .object(let keys) = member.value.content, let first = keys.first else {
            error("expected a field's name or an object, found \(member.value.kind)", at: member.value.range)
            return nil
        }
        let isGroup = keys.contains { $0.key == "by" || $0.key == "fields" }
        let allowed = isGroup ? ["by", "fields"] : Aggregate.allCases.map(\.rawValue)
        guard let members = members(member.value, of: "a group's field", allowed: allowed) else { return nil }
        if isGroup {
            guard let group = readGroup(members, at: member.keyRange, of: source) else { return nil }
            return GroupRule.Field(name: member.key, content: .groups(group), type: "[object]")
        }
        guard let aggregate = Aggregate(rawValue: first.key), let field = fieldName(first.value, of: source)
        else {
            return nil
        }
        if keys.count > 1 {
            error("expected one of \(allowed.joined(separator: ", ")), found several", at: member.value.range)
            return nil
        }
        return GroupRule.Field(
            name: member.key,
            content: .aggregate(aggregate, of: field.name),
            type: aggregate.type(of: field.type)
        )
    }

    /// The name of a field of a record type.
    private mutating func fieldName(_ json: JSON, of source: Schema.RecordType) -> Schema.Field? {
        guard let name = string(json, "a field's name") else { return nil }
        if let field = source.fields.first(where: { $0.name == name }) { return field }
        error(
            "the record type \"\(source.name)\" has no field \"\(name)\"",
            at: json.range,
            help: Suggestion.help(for: name, among: source.fields.map(\.name))
        )
        return nil
    }
}

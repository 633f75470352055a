import Records
import Selectors

// Reads the record types of a rules file.
extension RulesReader {
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
        if case .array(let layouts) = member.value.content { return readLayouts(layouts, member) }
        guard case .object(let keys) = member.value.content else {
            error(
                "expected an object or a list of layouts for the record type \"\(member.key)\"",
                at: member.value.range
            )
            return nil
        }
        let isGroup = keys.contains { $0.key == "group" }
        let allowed = (isGroup ? LanguageKey.group : LanguageKey.record).map(\.name) + ["group"]
        guard let members = members(member.value, of: "the record type \"\(member.key)\"", allowed: allowed)
        else { return nil }
        if let about = members["about"] { _ = string(about, "about") }
        let content =
            isGroup
            ? readGroups(members, member, before, all)
            : readNodes(members, member).map { RecordRule.Content.nodes([$0]) }
        return content.map { readClaims(members, member, $0) }
    }

    /// Reads what a record type claims of its records besides how to find them.
    private mutating func readClaims(
        _ members: [String: JSON],
        _ member: JSON.Member,
        _ content: RecordRule.Content
    ) -> RecordRule {
        let bare = RecordRule(
            name: member.key,
            range: member.keyRange,
            content: content,
            expectation: nil,
            uniqueKeys: []
        )
        var keys: [String] = []
        if let unique = members["unique"], let names = strings(unique, "unique") {
            keys = names.compactMap { fieldName($0.json, of: bare.schema)?.name }
        }
        let fields = bare.schema.fields.map(\.name)
        return RecordRule(
            name: member.key,
            range: member.keyRange,
            content: content,
            expectation: members["expect"].flatMap { readExpectation($0, fields: fields) },
            uniqueKeys: keys
        )
    }

    /// Reads a record type of pages with several layouts.
    private mutating func readLayouts(_ layouts: [JSON], _ member: JSON.Member) -> RecordRule? {
        if layouts.isEmpty { error("expected at least one layout", at: member.value.range) }
        var rules: [NodeRule] = []
        for layout in layouts {
            let what = "a layout of the record type \"\(member.key)\""
            guard let members = members(layout, of: what, allowed: LanguageKey.layout.map(\.name)) else {
                continue
            }
            if let rule = readNodes(members, member) { rules.append(rule) }
        }
        return RecordRule(
            name: member.key,
            range: member.keyRange,
            content: .nodes(rules),
            expectation: nil,
            uniqueKeys: []
        )
    }

    private mutating func readNodes(_ members: [String: JSON], _ member: JSON.Member) -> NodeRule? {
        let each = members["each"].flatMap { plainSelectors($0, "each") } ?? []
        let within = members["within"].flatMap { plainSelector($0, "within") }
        let condition = members["when"].flatMap { plainSelector($0, "when") }
        guard let fields = members["fields"] else {
            error("expected \"fields\" in the record type \"\(member.key)\"", at: member.keyRange)
            return nil
        }
        return NodeRule(each: each, within: within, condition: condition, fields: readFields(fields))
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
        // A record without the key is in no group.
        let grouped = key.map { source.having($0.name) } ?? source
        let rules = fieldMembers.compactMap { readGroupField($0, of: grouped) }
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
                type: field.type,
                isAlwaysPresent: field.isAlwaysPresent
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
            return GroupRule.Field(
                name: member.key,
                content: .groups(group),
                type: .list(.object(group.fields.map(\.schema))),
                isAlwaysPresent: true
            )
        }
        guard let aggregate = Aggregate(rawValue: first.key), let field = fieldName(first.value, of: source)
        else {
            return nil
        }
        if keys.count > 1 {
            error("expected one of \(allowed.joined(separator: ", ")), found several", at: member.value.range)
            return nil
        }
        if aggregate.takesNumbers, ![.scalar(.integer), .scalar(.decimal)].contains(field.type) {
            error(
                "\(aggregate) takes numbers, the type of \"\(field.name)\" is \(field.type)",
                at: first.value.range,
                help: "give the field the type integer or decimal"
            )
            return nil
        }
        return GroupRule.Field(
            name: member.key,
            content: .aggregate(aggregate, of: field.name),
            type: aggregate.type(of: field.type),
            isAlwaysPresent: aggregate.isAlwaysPresent || field.isAlwaysPresent
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

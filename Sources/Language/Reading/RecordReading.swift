import Basics
import Records
import Selectors

// Reads the record types of a rules file.
extension RulesReader {
    mutating func readRecords(_ json: JSON) -> [RecordRule] {
        guard let members = entries(json, of: "record types for \"records\"") else { return [] }
        if members.isEmpty { error("expected at least one record type in \"records\"", at: json.range) }
        // Otherwise each key would be a mistake of its own.
        if let fields = members.first(where: { $0.key == "fields" }),
            case .object(let own) = fields.value.content, !own.contains(where: { $0.key == "fields" }),
            members.allSatisfy({ LanguageKey.record.map(\.name).contains($0.key) })
        {
            error(
                "\"records\" has the keys of a record type, but no name of one",
                at: fields.keyRange,
                help: "name it: \"records\": { \"Product\": { \"fields\": { … } } }"
            )
            return []
        }
        var rules: [RecordRule] = []
        for member in members {
            let start = selectorUses.count
            guard let rule = readRecord(member, before: rules, all: members) else { continue }
            rules.append(rule.with(Array(selectorUses[start...])))
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
            : readNodes(members, member, at: member.value.range).map { RecordRule.Content.nodes([$0]) }
        return content.map { readClaims(members, member, $0) }
    }

    /// Reads the keys of a record type except those that find its records.
    private mutating func readClaims(
        _ members: Members,
        _ member: JSON.Member,
        _ content: RecordRule.Content
    ) -> RecordRule {
        func rule(nesting: Nesting?) -> RecordRule {
            RecordRule(name: member.key, range: member.keyRange, content: content, nesting: nesting)
        }
        let nesting = members["nest"].flatMap { readNesting($0, of: FieldIndex(rule(nesting: nil).schema)) }
        let type = FieldIndex(rule(nesting: nesting).schema)
        var keys: [Schema.Field] = []
        if let unique = members["unique"], let names = strings(unique, "unique") {
            keys = names.compactMap { fieldName($0.json, of: type) }
        }
        let expectations = members["expect"].map { readExpectations($0, of: type) } ?? []
        let order = members["order"].map { readOrder($0, of: type) } ?? SortOrder()
        let aliases = members["where"].map { readAliases($0, of: type) } ?? []
        var isAcross = false
        if let across = members["across"], boolean(across, "across") == true {
            isAcross = true
            if members["unique"] == nil {
                missing(
                    "\"across\" needs \"unique\": the fields by which records of several pages are one",
                    in: members,
                    at: across.range
                )
            }
        }
        return RecordRule(
            name: member.key,
            range: member.keyRange,
            content: content,
            expectations: expectations,
            unique: keys,
            nesting: nesting,
            order: order,
            isAcross: isAcross,
            aliases: aliases
        )
    }

    /// Reads a record type of pages with several layouts.
    private mutating func readLayouts(_ layouts: [JSON], _ member: JSON.Member) -> RecordRule? {
        if layouts.isEmpty { error("expected at least one layout", at: member.value.range) }
        var rules: [NodeRule] = []
        var expectations: [Expectation] = []
        let allowed = (LanguageKey.layout + [.expect]).map(\.name)
        for layout in layouts {
            let what = "a layout of the record type \"\(member.key)\""
            guard let members = members(layout, of: what, allowed: allowed) else { continue }
            guard let rule = readNodes(members, member, at: layout.range) else { continue }
            if let expect = members["expect"] {
                let type = FieldIndex(Schema.RecordType(name: member.key, fields: rule.schema))
                for var expectation in readExpectations(expect, of: type) {
                    expectation.layout = rules.count
                    expectations.append(expectation)
                }
            }
            rules.append(rule)
        }
        // The fields of the others are not known.
        guard rules.count == layouts.count else { return nil }
        return RecordRule(
            name: member.key,
            range: member.keyRange,
            content: .nodes(rules),
            expectations: expectations
        )
    }

    private mutating func readNodes(
        _ members: Members,
        _ member: JSON.Member,
        at range: Range<Int>
    ) -> NodeRule? {
        let each = members["each"].flatMap { plainSelectors($0, "each") } ?? []
        let within = members["within"].flatMap { plainSelector($0, "within") }
        let condition = members["when"].flatMap { plainSelector($0, "when") }
        guard let fields = members["fields"] else {
            missing(
                "expected \"fields\" in the record type \"\(member.key)\"",
                in: members,
                at: member.keyRange
            )
            return nil
        }
        let isWhole = members["whole"].flatMap { boolean($0, "whole") } ?? false
        let rules = readFields(fields)
        if isWhole, let whole = members["whole"], !rules.contains(where: \.requiresAnything) {
            error(
                "a record is whole when it has its required fields, and no field is required",
                at: whole.range,
                help: "give fields \"required\": true"
            )
        }
        return NodeRule(
            each: each,
            within: within,
            condition: condition,
            isWhole: isWhole,
            fields: rules,
            range: range
        )
    }

    /// Reads `"where": {"date": "start"}`.
    mutating func readAliases(_ json: JSON, of type: FieldIndex) -> [Schema.Alias] {
        guard case .object(let members) = json.content else {
            error(
                "expected an object of names and fields for \"where\", found \(json.kind)",
                at: json.range,
                help: "write {\"date\": \"start\"}"
            )
            return []
        }
        return members.compactMap { member in
            if type[member.key] != nil {
                error("the record type has a field \"\(member.key)\" already", at: member.keyRange)
                return nil
            }
            if member.key.isEmpty || member.key.contains(where: { $0 == "." || $0 == "=" }) {
                error(
                    "\"\(member.key)\" cannot be a name for --where: it is empty or contains . or =",
                    at: member.keyRange
                )
                return nil
            }
            return fieldName(member.value, of: type).map { Schema.Alias(name: member.key, field: $0.name) }
        }
    }
}

import Basics
import Encoding
import Records
import Selectors
import Values

// Reads what pages contain, and where they lead: values, links, the next page, forms.
extension RulesReader {
    mutating func readPages(
        of kind: inout RequestKind,
        _ members: Members,
        _ base: RequestBase
    ) {
        let sources = members["source"].map { readSources($0) } ?? base.content.sources
        let preparations = members["prepare"].map { readPreparations($0) } ?? base.content.preparations
        // JSON numbers stay numbers in the record types of a kind that reads only JSON.
        let readsOnlyJSONElsewhere = readsOnlyJSON
        defer { readsOnlyJSON = readsOnlyJSONElsewhere }
        if members["source"] != nil {
            readsOnlyJSON = !sources.isEmpty && sources.allSatisfy(\.source.isOfJSON)
        }
        var records = base.content.records.filter { !base.typesOfRequests.contains($0.name) }
        if let json = members["records"] {
            switch json.content {
            case .array(let names):
                records = names.compactMap { name in
                    guard let text = string(name, "a record type") else { return nil }
                    if let record = base.content.records.first(where: { $0.name == text }) { return record }
                    // One with errors of its own is reported there.
                    if base.content.recordNames.contains(text) { return nil }
                    error(
                        "no record type \"\(text)\"",
                        at: name.range,
                        help: Suggestion.help(for: text, among: base.content.records.map(\.name))
                    )
                    return nil
                }
            case .object: records = readRecords(json)
            default:
                error(
                    "expected a list of names or an object of record types for \"records\", found \(json.kind)",
                    at: json.range
                )
            }
        }
        if let json = members["rules"] {
            if let other = members["records"] {
                error("a request has \"records\" or \"rules\", not both", at: other.range)
            }
            if let rules = readOther(json) { kind.page = rules }
        } else if let rules = rules(
            records,
            sources: sources,
            preparations: preparations,
            match: base.content.match,
            names: base.content.names,
            truncationReports: base.content.truncationReports
        ) {
            kind.page = rules
        }
        kind.hasRecords = members["rules"] != nil || !records.isEmpty
        var links: [RecordRule] = []
        linksAreHTML = sources.allSatisfy { ["html", "html-fragment"].contains($0.source.name) }
        if let json = members["take"] { readTakes(json, &kind, &links) }
        if let json = members["follow"] { readFollows(json, of: &kind, &links, base) }
        if let json = members["next"] { kind.next = readNext(json, &links) }
        if let rules = rules(
            links,
            sources: sources,
            preparations: preparations,
            truncationReports: base.content.truncationReports
        ) {
            kind.links = rules
        }
        if kind.next != nil, !kind.hasRecords, kind.follows.isEmpty, let json = members["next"] {
            error("a list without records and without \"follow\" has no entries", at: json.range)
        }
    }

    /// Reads the rules of another file.
    mutating func readOther(_ json: JSON) -> Rules? {
        guard let name = string(json, "rules") else { return nil }
        guard let reading else {
            error("these rules are not read from a file and cannot name others", at: json.range)
            return nil
        }
        do throws(Diagnostic) {
            let file = try reading(sources.names.first ?? "", name)
            do throws(Diagnostics) { return try Rules(file, registry: registry, reading: reading) } catch {
                for diagnostic in error.all { report(diagnostic, at: json.range) }
            }
        } catch {
            report(error, at: json.range)
        }
        return nil
    }

    mutating func readTakes(_ json: JSON, _ kind: inout RequestKind, _ links: inout [RecordRule]) {
        guard let (fields, takes) = takes(json) else { return }
        kind.takes = takes
        links.append(internalRecord("take", fields, at: json.range))
    }

    /// The fields of a `take`, and which of them are required.
    func requiredTakes(_ members: [JSON.Member]) -> [TakeRule] {
        members.map { member in
            let isOptional =
                member.value.member("required")?.value.value == .boolean(false)
                || member.value.member("default") != nil
            return TakeRule(name: member.key, isRequired: !isOptional, range: member.keyRange)
        }
    }

    mutating func takes(_ json: JSON) -> (fields: [FieldRule], takes: [TakeRule])? {
        guard let members = entries(json, of: "names and fields for \"take\"") else { return nil }
        for member in members { checkName(member.key, at: member.keyRange) }
        return (readFields(json), requiredTakes(members))
    }

    /// The field of an address: a selector, several selectors, or an object like any field.
    mutating func addressField(_ json: JSON, isList: Bool) -> FieldRule {
        if linksAreHTML { checkLink(json) }
        func text(_ text: String) -> JSON { JSON(content: .string(text), range: json.range) }
        let type = isList ? JSON(content: .array([text("url")]), range: json.range) : text("url")
        var members: [JSON.Member]
        if case .object(let own) = json.content {
            members = own
        } else {
            members = [JSON.Member(key: "select", keyRange: json.range, value: json)]
        }
        if !members.contains(where: { $0.key == "type" }) {
            members.append(JSON.Member(key: "type", keyRange: json.range, value: type))
        }
        let field = JSON(content: .object(members), range: json.range)
        return internalField("url", field)
    }

    /// A field of an internal record: its name is not in the file, and its place is that of its value.
    private mutating func internalField(_ name: String, _ json: JSON) -> FieldRule {
        let member = JSON.Member(key: name, keyRange: json.range, value: json)
        return FieldRule(
            name: name,
            range: json.range,
            alternatives: readAlternatives(member, earlier: EarlierRules())
        )
    }

    mutating func readFollows(
        _ json: JSON,
        of kind: inout RequestKind,
        _ links: inout [RecordRule],
        _ base: RequestBase
    ) {
        guard let members = entries(json, of: "selectors by kinds for \"follow\"") else { return }
        for member in members {
            guard base.kindNames.contains(member.key) else {
                error(
                    "no request \"\(member.key)\"",
                    at: member.keyRange,
                    help: Suggestion.help(for: member.key, among: base.kindNames)
                )
                continue
            }
            var entries = [member.value]
            if case .array(let all) = member.value.content,
                all.contains(where: { !$0.objectMembers.isEmpty || $0.kind == "an object" })
            {
                entries = all
            }
            for entry in entries {
                let name = "follow \(member.key)" + (kind.follows.isEmpty ? "" : " \(kind.follows.count + 1)")
                guard let (rule, record) = readFollow(entry, member, name) else { continue }
                kind.follows.append(rule)
                if let record { links.append(record) }
            }
        }
    }

    mutating func readFollow(
        _ json: JSON,
        _ member: JSON.Member,
        _ name: String
    ) -> (FollowRule, RecordRule?)? {
        guard case .object = json.content else {
            let field = addressField(json, isList: true)
            let rule = FollowRule(
                kind: member.key,
                record: name,
                takes: [],
                hasAddress: true,
                isByMatch: false,
                range: member.keyRange
            )
            return (rule, internalRecord(name, [field], at: json.range))
        }
        let allowed = LanguageKey.follow.map(\.name)
        guard let members = members(json, of: "\"follow\"", allowed: allowed) else { return nil }
        var fields: [FieldRule] = []
        var takes: [TakeRule] = []
        if let json = members["take"], let read = self.takes(json) {
            fields = read.fields
            takes = read.takes
            if read.takes.contains(where: { $0.name == "url" }) {
                error("\"url\" is the address of the entry; choose another name", at: json.range)
            }
        }
        let each = members["each"].flatMap { plainSelectors($0, "each") } ?? []
        let condition = members["when"].flatMap { plainSelector($0, "when") }
        var isByMatch = false
        if let select = members["select"] {
            fields.append(addressField(select, isList: members["each"] == nil))
        } else if members["each"] == nil {
            // The links that the kind's own match covers, unless it has an address.
            isByMatch = true
            fields.append(
                addressField(
                    JSON(
                        content: .array([
                            JSON(content: .string("a[href]::attr(href)"), range: json.range),
                            JSON(content: .string("urlset > url > loc"), range: json.range),
                        ]),
                        range: json.range
                    ),
                    isList: true
                )
            )
        }
        let rule = FollowRule(
            kind: member.key,
            record: name,
            takes: takes,
            hasAddress: members["select"] != nil,
            isByMatch: isByMatch,
            range: member.keyRange
        )
        return (rule, internalRecord(name, fields, each: each, when: condition, at: json.range))
    }

    mutating func readNext(_ json: JSON, _ links: inout [RecordRule]) -> NextRule? {
        var next = NextRule()
        next.range = json.range
        let keys = Set(json.objectMembers.map(\.key))
        let own = Set(LanguageKey.next.map(\.name)).subtracting(["about"])
        // An object without any key of a field is one of "next" with a mistake.
        let isField = keys.isDisjoint(with: own) && !keys.isDisjoint(with: LanguageKey.field.map(\.name))
        guard case .object = json.content, !isField else {
            next.hasLink = true
            links.append(internalRecord("next", [addressField(json, isList: false)], at: json.range))
            return next
        }
        guard let members = members(json, of: "\"next\"", allowed: LanguageKey.next.map(\.name)) else {
            return nil
        }
        if let link = members["link"] {
            next.hasLink = true
            links.append(internalRecord("next", [addressField(link, isList: false)], at: link.range))
        }
        if let take = members["take"] { readCursors(take, &next, &links) }
        if let query = members["query"] {
            let fieldKeys = Set(LanguageKey.field.map(\.name))
            let isField =
                query.objectMembers.contains { ["select", "from", "template", "labels"].contains($0.key) }
                && query.objectMembers.allSatisfy { fieldKeys.contains($0.key) }
            if isField || query.value.string != nil {
                next.hasQueryField = true
                let field = internalField("query", query)
                links.append(internalRecord("next query", [field], at: query.range))
            } else {
                next.query = requestMembers(query, "query") ?? []
            }
        }
        if let submit = members["submit"] { next.submit = readSubmit(submit, &links) }
        if let until = members["until"], let list = plainSelector(until, "until") {
            next.hasEnd = true
            links.append(conditionRecord("until", list, at: until.range))
        }
        if let total = members["total"] {
            next.hasTotal = true
            var parts = total.objectMembers
            if parts.isEmpty { parts = [JSON.Member(key: "select", keyRange: total.range, value: total)] }
            if !parts.contains(where: { $0.key == "type" }) {
                parts.append(
                    JSON.Member(
                        key: "type",
                        keyRange: total.range,
                        value: JSON(content: .string("integer"), range: total.range)
                    )
                )
            }
            let field = JSON(content: .object(parts), range: total.range)
            links.append(internalRecord("total", [internalField("total", field)], at: total.range))
        }
        if !next.hasLink, next.cursors.isEmpty, next.counters.isEmpty, next.query.isEmpty,
            !next.hasQueryField, next.submit == nil
        {
            missing(
                "nothing changes from page to page: \"next\" needs \"link\", \"take\", \"query\" or \"submit\"",
                in: members,
                at: json.range.lowerBound..<json.range.lowerBound + 1
            )
        }
        return next
    }

    mutating func readCursors(_ json: JSON, _ next: inout NextRule, _ links: inout [RecordRule]) {
        guard let members = entries(json, of: "names and fields for \"take\"") else { return }
        var fields: [JSON.Member] = []
        for member in members {
            checkName(member.key, at: member.keyRange)
            guard let first = member.value.member("first") else {
                fields.append(member)
                continue
            }
            guard
                let parts = self.members(
                    member.value,
                    of: "the counter \"\(member.key)\"",
                    allowed: ["first", "step", "last"]
                )
            else { continue }
            let one = JSON(content: .number(Number(1)), range: member.value.range)
            guard let start = requestValue(first.value), let step = requestValue(parts["step"] ?? one) else {
                continue
            }
            if parts["step"]?.value.number?.double == 0 {
                error("a step of 0 requests the same page again", at: parts["step"]?.range ?? member.keyRange)
            }
            next.counters.append(
                NextRule.Counter(
                    name: member.key,
                    range: member.keyRange,
                    first: start,
                    step: step,
                    last: parts["last"].flatMap { requestValue($0) }
                )
            )
        }
        if fields.isEmpty { return }
        let object = JSON(content: .object(fields), range: json.range)
        next.cursors = requiredTakes(fields)
        links.append(internalRecord("next take", readFields(object), at: json.range))
    }

    mutating func readSubmit(_ json: JSON, _ links: inout [RecordRule]) -> SubmitRule? {
        guard let members = members(json, of: "\"submit\"", allowed: LanguageKey.submit.map(\.name)) else {
            return nil
        }
        var rule = SubmitRule()
        if let form = members["form"], plainSelector(form, "form") != nil { rule.form = form.value.string }
        if let press = members["press"] {
            rule.pressesNone = press.value == .null || press.value == .boolean(false)
            if !rule.pressesNone { rule.press = string(press, "press") }
        }
        rule.to = members["to"].flatMap { string($0, "to") }
        var fields: [FieldRule] = []
        for member in members["fill"]?.objectMembers ?? [] {
            if case .object = member.value.content {
                let name = "fill\(fields.count)"
                let synthetic = JSON.Member(key: name, keyRange: member.keyRange, value: member.value)
                fields.append(
                    FieldRule(
                        name: name,
                        range: member.keyRange,
                        alternatives: readAlternatives(synthetic, earlier: EarlierRules())
                    )
                )
                rule.fills.append((member.key, nil, name))
            } else if let value = requestValue(member.value) {
                rule.fills.append((member.key, value, nil))
            }
        }
        if !fields.isEmpty { links.append(internalRecord("fill", fields, at: json.range)) }
        return rule
    }
}

import Basics
import Encoding
import Records
import Selectors
import Values

// Reads a kind of pages.
extension RulesReader {
    mutating func readKind(_ member: JSON.Member, _ base: RequestBase) -> RequestKind? {
        let what = "the request \"\(member.key)\""
        guard let members = members(member.value, of: what, allowed: LanguageKey.request.map(\.name)) else {
            return nil
        }
        guard var kind = readRequest(member, members, base) else { return nil }
        if let json = members["sitemaps"] {
            kind.sitemaps = requestText(json, "sitemaps")
            if let sitemaps = kind.sitemaps { checkAddress(sitemaps) }
            if kind.address != nil {
                error("a request has an address or \"sitemaps\", not both", at: json.range)
            }
        }
        if let json = members["match"] {
            kind.match = readMatch(json)
            if kind.match.contains(where: { $0.contains("{") }) {
                for (text, json) in strings(json, "match") ?? [] { _ = requestText(text, at: json.range) }
            }
        }
        if kind.match.isEmpty, let address = kind.address,
            let json = members["get"] ?? members["post"] ?? members["url"]
        {
            _ = json
            let pattern = address.pattern
            kind.match = pattern.contains("?") ? [pattern] : [pattern, pattern + "?*"]
        }
        kind.loops = members["for"].map { readLoops($0) } ?? []
        kind.key = nil
        if let json = members["key"] { readKey(json, &kind) }
        if let json = members["refresh"] { kind.refresh = readRefresh(json) }
        if let json = members["robots"] {
            if json.value.string == "ignore" {
                kind.ignoresRobots = true
            } else {
                error("expected \"ignore\" for \"robots\", found \(json.value.quoted)", at: json.range)
            }
        }
        kind.answers = members["answers"].map { readAnswers($0, base, members) } ?? []
        readPages(of: &kind, members, base)
        return kind
    }

    /// Reads the common keys of requests and of the steps of a login.
    mutating func readRequest(
        _ member: JSON.Member,
        _ members: [String: JSON],
        _ base: RequestBase
    ) -> RequestKind? {
        guard let none = rules([], sources: base.content.sources, preparations: []) else { return nil }
        var kind = RequestKind(name: member.key, range: member.keyRange, page: none, links: none)
        let addresses = ["get", "post", "url"].filter { members[$0] != nil }
        if addresses.count > 1, let json = members[addresses[1]] {
            error("a request has one address, found \(addresses.joined(separator: " and "))", at: json.range)
        }
        if let key = addresses.first, let json = members[key] {
            kind.address = requestText(json, key)
            if let address = kind.address { checkCovered(address, base) }
            if key == "post" { kind.method = "POST" }
        }
        if let json = members["method"], let method = string(json, "method") {
            kind.method = method.uppercased()
            if members["get"] != nil || members["post"] != nil {
                error("\"method\" needs \"url\"", at: json.range)
            }
        }
        kind.query = members["query"].flatMap { requestMembers($0, "query") } ?? []
        kind.form = members["form"].flatMap { requestMembers($0, "form") }
        kind.json = members["json"].flatMap { requestValue($0) }
        kind.body = members["body"].flatMap { requestText($0, "body") }
        if let json = members["graphql"],
            let parts = self.members(json, of: "\"graphql\"", allowed: LanguageKey.graphql.map(\.name))
        {
            if let query = parts["query"].flatMap({ string($0, "query") }) {
                kind.graphql = GraphQLRule(
                    query: query,
                    variables: parts["variables"].flatMap { requestValue($0) }
                )
            } else if parts["query"] == nil {
                error("expected \"query\" in \"graphql\"", at: json.range)
            }
        }
        let bodies = ["form", "json", "body", "graphql"].filter { members[$0] != nil }
        if bodies.count > 1, let json = members[bodies[1]] {
            error("a request has one body, found \(bodies.joined(separator: " and "))", at: json.range)
        }
        if let key = bodies.first, let json = members[key], kind.method == "GET", members["method"] == nil {
            if key == "graphql" || members["get"] == nil {
                kind.method = "POST"
            } else {
                error(
                    "a request with GET has no body",
                    at: json.range,
                    help: "write \"post\" in place of \"get\""
                )
            }
        }
        kind.headers = members["headers"].flatMap { requestMembers($0, "headers") } ?? []
        kind.cookies = members["cookies"].flatMap { requestMembers($0, "cookies") } ?? []
        if let json = members["when"], let list = plainSelector(json, "when") {
            requestSelectors.append((json.value.string ?? "", json.range))
            kind.condition = askedRules([conditionRecord("when", list, at: json.range)])
        }
        checkParts(kind, members)
        return kind
    }

    /// Reports an address that the file's `match` does not cover.
    private mutating func checkCovered(_ address: RequestText, _ base: RequestBase) {
        guard case .text(let start)? = address.parts.first, !base.content.match.isEmpty,
            base.content.openMatch.isEmpty
        else { return }
        let isRelative = !start.contains("://")
        if isRelative { return }
        let whole = address.parts.map { part in
            guard case .text(let text) = part else { return "x" }
            return text
        }
        .joined()
        let candidates = [whole, whole + "?x=x", whole + "&x=x"]
        let isCovered = base.content.match.contains { pattern in
            candidates.contains { AddressPattern.matches($0, pattern: pattern) }
        }
        if isCovered { return }
        if !address.names.isEmpty {
            // What the names stand for may fit.
            let fits = base.content.match.contains { pattern in
                let literal = pattern.prefix { $0 != "*" }
                return start.hasPrefix(literal) || literal.hasPrefix(start)
            }
            if fits { return }
        }
        error(
            "no \"match\" of the file covers this address",
            at: address.range,
            help:
                "requests go only to addresses that it covers; add one such as \"\(whole.prefix { $0 != "?" })*\""
        )
    }

    // MARK: - What pages contain, and where they lead

    private mutating func readPages(
        of kind: inout RequestKind,
        _ members: [String: JSON],
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
            expectsWholePages: base.content.expectsWholePages
        ) {
            kind.page = rules
        }
        kind.hasRecords = members["rules"] != nil || !records.isEmpty
        var links: [RecordRule] = []
        linksAreHTML = sources.allSatisfy { ["html", "html-fragment"].contains($0.source.name) }
        if let json = members["take"] { readTakes(json, &kind, &links) }
        if let json = members["follow"] { readFollows(json, of: &kind, &links, base) }
        if let json = members["next"] { kind.next = readNext(json, &links) }
        if let rules = rules(links, sources: sources, preparations: preparations) { kind.links = rules }
        if kind.next != nil, !kind.hasRecords, kind.follows.isEmpty, let json = members["next"] {
            error("a list without records and without \"follow\" has no entries", at: json.range)
        }
    }

    /// Reads the rules of another file.
    private mutating func readOther(_ json: JSON) -> Rules? {
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

    private mutating func readTakes(_ json: JSON, _ kind: inout RequestKind, _ links: inout [RecordRule]) {
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
        guard case .object(let members) = json.content else {
            error("expected an object of names and fields for \"take\", found \(json.kind)", at: json.range)
            return nil
        }
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
        let member = JSON.Member(key: "url", keyRange: json.range, value: field)
        return FieldRule(name: "url", range: json.range, alternatives: readAlternatives(member, earlier: []))
    }

    private mutating func readFollows(
        _ json: JSON,
        of kind: inout RequestKind,
        _ links: inout [RecordRule],
        _ base: RequestBase
    ) {
        guard case .object(let members) = json.content else {
            error(
                "expected an object of selectors by kinds for \"follow\", found \(json.kind)",
                at: json.range
            )
            return
        }
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

    private mutating func readFollow(
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

    private mutating func readNext(_ json: JSON, _ links: inout [RecordRule]) -> NextRule? {
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
                let member = JSON.Member(key: "query", keyRange: query.range, value: query)
                let field = FieldRule(
                    name: "query",
                    range: query.range,
                    alternatives: readAlternatives(member, earlier: [])
                )
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
            let member = JSON.Member(key: "total", keyRange: total.range, value: field)
            let rule = FieldRule(
                name: "total",
                range: total.range,
                alternatives: readAlternatives(member, earlier: [])
            )
            links.append(internalRecord("total", [rule], at: total.range))
        }
        if !next.hasLink, next.cursors.isEmpty, next.counters.isEmpty, next.query.isEmpty,
            !next.hasQueryField, next.submit == nil
        {
            error(
                "nothing changes from page to page: \"next\" needs \"link\", \"take\", \"query\" or \"submit\"",
                at: json.range.lowerBound..<json.range.lowerBound + 1
            )
        }
        return next
    }

    private mutating func readCursors(_ json: JSON, _ next: inout NextRule, _ links: inout [RecordRule]) {
        guard case .object(let members) = json.content else {
            error("expected an object of names and fields for \"take\", found \(json.kind)", at: json.range)
            return
        }
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
                        alternatives: readAlternatives(synthetic, earlier: [])
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

    // MARK: - Loops, keys, answers

    private mutating func readLoops(_ json: JSON) -> [LoopRule] {
        guard case .object(let members) = json.content else {
            error("expected an object of names and values for \"for\", found \(json.kind)", at: json.range)
            return []
        }
        return members.compactMap { member in
            checkName(member.key, at: member.keyRange)
            guard let values = readLoop(member.value) else { return nil }
            return LoopRule(name: member.key, values: values, range: member.keyRange)
        }
    }

    private mutating func readLoop(_ json: JSON) -> LoopRule.Values? {
        if case .array(let elements) = json.content, elements.isEmpty {
            error("a loop over nothing makes no request", at: json.range)
            return nil
        }
        guard case .object = json.content else { return requestValue(json).map(LoopRule.Values.list) }
        guard let members = members(json, of: "\"for\"", allowed: LanguageKey.loop.map(\.name)) else {
            return nil
        }
        if let keys = members["keys-of"] {
            guard let name = string(keys, "keys-of") else { return nil }
            guard let table = tables[name] else {
                error(
                    "no table \"\(name)\"",
                    at: keys.range,
                    help: Suggestion.help(for: name, among: tables.keys.sorted())
                )
                return nil
            }
            return .keys((table.value.object ?? []).map(\.name))
        }
        guard let first = members["first"].flatMap({ requestValue($0) }) else {
            if members["first"] == nil {
                error("expected \"first\" or \"keys-of\" in \"for\"", at: json.range)
            }
            return nil
        }
        if members["last"] == nil, members["times"] == nil {
            error("a loop without a bound: give it \"last\" or \"times\"", at: json.range)
        }
        if let last = members["last"], members["times"] != nil {
            error("a loop has \"last\" or \"times\", not both", at: last.range)
        }
        return .range(
            first: first,
            last: members["last"].flatMap { requestValue($0) },
            times: members["times"].flatMap { requestValue($0) },
            step: members["step"].flatMap { requestValue($0) }
        )
    }

    private mutating func readKey(_ json: JSON, _ kind: inout RequestKind) {
        if case .object = json.content {
            guard let members = members(json, of: "\"key\"", allowed: ["ignore"]) else { return }
            kind.ignored = members["ignore"].flatMap { strings($0, "ignore") }?.map(\.text) ?? []
        } else {
            kind.key = requestText(json, "key")
        }
    }

    private mutating func readRefresh(_ json: JSON) -> RequestKind.Refresh {
        switch json.value.string {
        case "always": return .always
        case "changed": return .changed
        case "never": return .never
        default: return seconds(json, "refresh").map { .after(seconds: $0) } ?? .always
        }
    }

    mutating func readAnswers(_ json: JSON, _ base: RequestBase, _ kind: [String: JSON] = [:]) -> [AnswerRule]
    {
        guard case .array(let entries) = json.content else {
            error("expected a list for \"answers\", found \(json.kind)", at: json.range, help: "write […]")
            return []
        }
        let sources = kind["source"].map { readSources($0) } ?? base.content.sources
        return entries.compactMap { entry in
            guard let members = members(entry, of: "an answer", allowed: LanguageKey.answer.map(\.name))
            else { return nil }
            let words = AnswerRule.Meaning.allCases.map(\.rawValue)
            guard let word = members["is"]?.value.string, let meaning = AnswerRule.Meaning(rawValue: word)
            else {
                error(
                    "expected what the answer means (\"is\"): \(words.joined(separator: ", "))",
                    at: members["is"]?.range ?? entry.range,
                    help: members["is"]?.value.string.flatMap { Suggestion.nearest(to: $0, among: words) }.map
                    { "did you mean \"\($0)\"?" }
                )
                return nil
            }
            var rule = AnswerRule(meaning: meaning)
            if let json = members["status"] {
                rule.statuses = (json.value.list ?? [json.value]).compactMap { $0.number?.integer }
                if rule.statuses.isEmpty || rule.statuses.contains(where: { !(100...599).contains($0) }) {
                    error(
                        "expected a status from 100 to 599, or a list of them, found \(json.value.quoted)",
                        at: json.range
                    )
                }
            }
            if let json = members["when"], let list = plainSelector(json, "when") {
                rule.condition = rules(
                    [conditionRecord("when", list, at: json.range)],
                    sources: sources,
                    preparations: []
                )
            }
            if members["status"] == nil, members["when"] == nil {
                error("an answer is recognised by \"status\" or \"when\"", at: entry.range)
            }
            if let json = members["after"] {
                rule.after = seconds(json, "after")
                if meaning != .busy { error("\"after\" needs \"is\": \"busy\"", at: json.range) }
            }
            return rule
        }
    }

    // MARK: - Sessions

    mutating func readSession(_ json: JSON?, _ base: RequestBase) -> SessionRule {
        var session = SessionRule()
        guard let json,
            let members = members(json, of: "\"session\"", allowed: LanguageKey.session.map(\.name))
        else {
            return session
        }
        session.headers = members["headers"].flatMap { requestMembers($0, "headers") } ?? []
        checkFields(members)
        if let cookies = members["cookies"] {
            if case .string = cookies.content {
                session.cookieText = requestText(cookies, "cookies")
            } else {
                session.cookies = requestMembers(cookies, "cookies") ?? []
            }
        }
        session.agent = members["agent"].flatMap { requestText($0, "agent") }
        if let encoding = members["encoding"], let name = string(encoding, "encoding") {
            session.encoding = name
            if Encoding(label: name) == nil { error("unknown encoding \(name.quoted)", at: encoding.range) }
        }
        if let login = members["login"] {
            let steps: [JSON] = if case .array(let all) = login.content { all } else { [login] }
            session.login = steps.enumerated().compactMap { readStep($1, number: $0 + 1, base) }
        }
        if let check = members["check"],
            let parts = self.members(check, of: "\"check\"", allowed: LanguageKey.check.map(\.name))
        {
            let member = JSON.Member(key: "check", keyRange: check.range, value: check)
            if let select = parts["select"], parts["get"] != nil, let list = plainSelector(select, "select"),
                var kind = readRequest(member, parts.filter { $0.key == "get" }, base)
            {
                let record = conditionRecord("check", list, at: select.range)
                kind.links = rules([record], sources: base.content.sources, preparations: []) ?? kind.links
                session.check = kind
            } else {
                error("expected \"get\" and \"select\" in \"check\"", at: check.range)
            }
        }
        return session
    }

    private mutating func readStep(_ json: JSON, number: Int, _ base: RequestBase) -> RequestKind? {
        let allowed = LanguageKey.step.map(\.name)
        guard let members = members(json, of: "a step of \"login\"", allowed: allowed) else { return nil }
        let member = JSON.Member(key: "login \(number)", keyRange: json.range, value: json)
        guard var kind = readRequest(member, members, base) else { return nil }
        if kind.address == nil {
            error("expected \"get\" or \"post\" in a step of \"login\"", at: json.range)
        }
        let sources = members["source"].map { readSources($0) } ?? base.content.sources
        var preparations = members["prepare"].map { readPreparations($0) } ?? []
        if let refuse = members["refuse"] {
            let key = JSON.Member(key: "refuse", keyRange: refuse.range, value: refuse)
            let one = JSON(content: .object([key]), range: refuse.range)
            preparations += readPreparations(JSON(content: .array([one]), range: refuse.range))
        }
        var links: [RecordRule] = []
        if let take = members["take"] { readTakes(take, &kind, &links) }
        if let submit = members["submit"] { kind.submit = readSubmit(submit, &links) }
        kind.links = rules(links, sources: sources, preparations: []) ?? kind.links
        kind.page = rules([], sources: sources, preparations: preparations) ?? kind.page
        return kind
    }
}

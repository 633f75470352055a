import Basics
import Records
import Selectors
import Values

// Reads how a rules file requests pages.
extension RulesReader {
    /// Reads the keys of ``LanguageKey/crawl``; `nil` if there are no requests.
    mutating func readCrawl(_ members: Members, _ content: RulesContent) -> CrawlRules? {
        guard let requests = members["requests"] else {
            for key in ["inputs", "values", "session", "answers", "limits"] {
                guard let json = members[key] else { continue }
                missing(
                    "\"\(key)\" needs \"requests\", which describe the requests",
                    in: members,
                    at: json.range
                )
            }
            return nil
        }
        guard case .object(let kinds) = requests.content, !kinds.isEmpty else {
            error(
                "expected an object of kinds of pages for \"requests\", found \(requests.objectMembers.isEmpty && requests.value.object != nil ? "an empty object" : requests.kind)",
                at: requests.range
            )
            return nil
        }
        if content.match.isEmpty, content.openMatch.isEmpty {
            missing(
                "rules with requests need \"match\": requests go only to addresses that it covers",
                in: members,
                at: requests.range.lowerBound..<requests.range.lowerBound + 1,
                help: "write \"match\": [\"https://plants.example/*\"]"
            )
        }
        let errors = diagnostics.count
        let inputs = readInputs(members["inputs"])
        // One that is wrong is known nevertheless, so that only its own mistake is reported.
        requestNames = Set(members["inputs"]?.objectMembers.map(\.key) ?? [])
        let values = readValues(members["values"])
        requestNames.formUnion(members["values"]?.objectMembers.map(\.key) ?? [])
        // Names that pages give are known wherever requests are written.
        for kind in kinds { requestNames.formUnion(Self.takenNames(kind.value)) }
        if let login = members["session"]?.member("login") {
            let steps: [JSON] = if case .array(let all) = login.value.content { all } else { [login.value] }
            for step in steps { requestNames.formUnion(Self.takenNames(step)) }
        }
        var base = RequestBase(content: content, kindNames: kinds.map(\.key))
        base.typesOfRequests = Self.namedTypes(kinds)
        let session = readSession(members["session"], base)
        let read = kinds.compactMap { readKind($0, base) }
        let answers = members["answers"].map { readAnswers($0, base) } ?? []
        let limits = members["limits"].map { readLimits($0) } ?? CrawlLimits()
        let timezone = members["timezone"].flatMap { readTimezone($0) }
        for (text, json) in content.openMatch {
            _ = requestText(text, at: json.range)
            guard let secret = inputs.first(where: { $0.secret != nil }) else { continue }
            error(
                "secrets are sent only to addresses that the file names, and the caller chooses this one",
                at: json.range,
                help: "leave out the secret \"\(secret.name)\", or write the host"
            )
        }
        if diagnostics.count == errors {
            checkUses(of: [("input", inputs.map(\.name)), ("value", values.map(\.name))], members)
            checkRequestSelectors()
            checkResponseSelectors()
            checkGraph(read, requests, base)
            checkOrder(ofValues: members["values"])
            let steps = session.login + (session.check.map { [$0] } ?? [])
            checkSecretPlaces((read + steps).compactMap(\.address), inputs, values: members["values"])
            checkTogether(read, session, members)
        }
        var entries: [String: [String]] = [:]
        for (name, table) in tables { entries[name] = (table.value.object ?? []).map(\.name) }
        guard diagnostics.count == errors else { return nil }
        return CrawlRules(
            inputs: inputs,
            values: values,
            session: session,
            kinds: read,
            answers: answers,
            limits: limits,
            timezone: timezone,
            match: content.match + content.openMatch.map(\.text),
            entries: entries
        )
    }

    /// The names that a request or a step of a login provides for others.
    static func takenNames(_ json: JSON) -> [String] {
        func names(_ json: JSON?) -> [String] { json?.value.object?.map(\.name) ?? [] }
        var all = names(json.member("take")?.value) + names(json.member("next")?.value.member("take")?.value)
        all += names(json.member("for")?.value).flatMap { $0.split(separator: ",").map { String($0) } }
        for follow in json.member("follow")?.value.objectMembers ?? [] {
            let rules: [JSON] = if case .array(let all) = follow.value.content { all } else { [follow.value] }
            for rule in rules { all += names(rule.member("take")?.value) }
        }
        return all
    }

    /// The record types that requests name.
    static func namedTypes(_ kinds: [JSON.Member]) -> Set<String> {
        var names: Set<String> = []
        for kind in kinds {
            guard case .array(let list)? = kind.value.member("records")?.value.content else { continue }
            names.formUnion(list.compactMap(\.value.string))
        }
        return names
    }

    // MARK: - Rules for parts of requests

    /// A record type that serves a request and is not part of the file's schema.
    func internalRecord(
        _ name: String,
        _ fields: [FieldRule],
        each: [SelectorList] = [],
        when condition: SelectorList? = nil,
        at range: Range<Int>
    ) -> RecordRule {
        let layout = NodeRule(
            each: each,
            within: nil,
            condition: condition,
            isWhole: false,
            fields: fields,
            range: range
        )
        return RecordRule(name: name, range: range, content: .nodes([layout]), isInternal: true)
    }

    /// A record that exists if a selector matches.
    func conditionRecord(_ name: String, _ condition: SelectorList, at range: Range<Int>) -> RecordRule {
        let value = FieldAlternative(
            scope: FieldScope(),
            condition: nil,
            origin: .value(.string("yes")),
            without: nil,
            steps: [],
            type: TypeRule(kind: .scalar(.string), isList: false),
            isRequired: false,
            fallback: nil,
            range: range,
            selectorText: nil
        )
        let field = FieldRule(name: "matches", range: range, alternatives: [value])
        return internalRecord(name, [field], when: condition, at: range)
    }

    /// Rules for a tree of the values with which a request is made.
    func askedRules(_ records: [RecordRule]) -> Rules? {
        var reader = self
        let xml = JSON(content: .string("xml"), range: 0..<1)
        return reader.readSource(xml).flatMap { rules(records, sources: [$0], preparations: []) }
    }

    /// The rules of this file with other records.
    func rules(
        _ records: [RecordRule],
        sources: [SourceRule],
        preparations: [PreparationRule],
        match: [String] = [],
        names: [KnownName] = [],
        truncationReports: TruncationReports = .none
    ) -> Rules? {
        guard let (_, file) = self.sources.text(at: 0) else { return nil }
        var content = RulesContent()
        content.match = match
        content.sources = sources
        content.preparations = preparations
        content.records = records
        content.names = names
        content.truncationReports = truncationReports
        // Links and values are read with the selectors of requests.
        if records.contains(where: \.isInternal) { content.selectors = selectorUses }
        return Rules(file, content, self)
    }

    /// A text with names in braces, all of which are known.
    mutating func requestText(_ json: JSON, _ what: String) -> RequestText? {
        guard let text = string(json, what) else { return nil }
        return requestText(text, at: json.range)
    }

    mutating func requestText(_ text: String, at range: Range<Int>) -> RequestText? {
        let read: RequestText
        do throws(RequestText.BraceError) { read = try RequestText(text, range: range) } catch {
            self.error(error.message, at: range)
            return nil
        }
        for name in read.names {
            usedNames.insert(name)
            if requestNames.contains(name) { continue }
            error(
                name.isEmpty ? "a name is missing in {}" : "nothing sets \"\(name)\"",
                at: range,
                help: Suggestion.help(for: name, among: requestNames.sorted())
            )
            return nil
        }
        return read
    }

    /// A value of a request: any JSON with names in braces in its texts.
    mutating func requestValue(_ json: JSON) -> RequestValue? {
        switch json.content {
        case .null, .boolean, .number: return .constant(json.value)
        case .string(let text): return requestText(text, at: json.range).map(RequestValue.text)
        case .array(let elements):
            let values = elements.map { requestValue($0) }
            return values.contains { $0 == nil } ? nil : .list(values.compactMap { $0 })
        case .object: return requestMembers(json, "a value").map(RequestValue.object)
        }
    }

    /// An object of parameters.
    mutating func requestMembers(_ json: JSON, _ what: String) -> [RequestMember]? {
        guard let members = entries(json, of: "names and values for \(what)") else { return nil }
        return members.compactMap { member in
            guard let name = requestText(member.key, at: member.keyRange),
                let value = requestValue(member.value)
            else { return nil }
            return RequestMember(name: name, value: value)
        }
    }

    /// A duration in seconds: a number, or a text such as `5s`, `2 min`, `1 day`.
    mutating func seconds(_ json: JSON, _ what: String) -> Double? {
        if let number = json.value.number?.double, number >= 0 { return number }
        if let text = json.value.string {
            let digits = text.prefix { $0.isNumber || $0 == "." }
            let unit = text.dropFirst(digits.count).filter { $0 != " " }.lowercased()
            let factors = [
                "ms": 0.001, "s": 1, "sec": 1, "second": 1, "seconds": 1, "m": 60, "min": 60, "minute": 60,
                "minutes": 60,
                "h": 3600, "hour": 3600, "hours": 3600, "d": 86_400, "day": 86_400, "days": 86_400,
                "week": 604_800,
                "weeks": 604_800,
            ]
            if let number = Double(digits), let factor = factors[unit] { return number * factor }
        }
        error(
            "expected a duration for \(what), found \(json.value.string?.quoted ?? json.value.number.map { "\($0)" } ?? json.kind)",
            at: json.range,
            help: "write 5 for seconds, \"5s\", \"2 min\" or \"1 day\""
        )
        return nil
    }

    private mutating func readLimits(_ json: JSON) -> CrawlLimits {
        var limits = CrawlLimits()
        guard let members = members(json, of: "\"limits\"", allowed: LanguageKey.limits.map(\.name)) else {
            return limits
        }
        limits.delay = members["delay"].flatMap { seconds($0, "delay") }
        limits.time = members["time"].flatMap { seconds($0, "time") }
        limits.concurrency = members["concurrency"].flatMap { count($0, "concurrency", least: 1) }
        limits.pages = members["pages"].flatMap { count($0, "pages", least: 1) }
        limits.bytes = members["bytes"].flatMap { count($0, "bytes", least: 1) }
        limits.depth = members["depth"].flatMap { count($0, "depth", least: 0) }
        limits.retries = members["retries"].flatMap { count($0, "retries", least: 0) }
        return limits
    }

    private mutating func count(_ json: JSON, _ what: String, least: Int) -> Int? {
        if let number = json.value.number?.integer, number >= least { return number }
        error("expected a whole number from \(least) for \(what), found \(json.value.quoted)", at: json.range)
        return nil
    }

    // MARK: - Checks of the whole

    /// The names, among the given ones, that neither a request nor a selector uses: selectors over the request's tree
    /// name inputs and values as elements.
    func namesUsedNowhere(_ names: [String]) -> Set<String> {
        var unused = Set(names).subtracting(usedNames)
        for use in selectorUses where !unused.isEmpty {
            for word in use.text.split(whereSeparator: {
                !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-")
            }) {
                unused.remove(String(word))
            }
        }
        return unused
    }

    /// Reports inputs and values that no request and no selector uses.
    private mutating func checkUses(of names: [(what: String, names: [String])], _ members: Members) {
        let unused = namesUsedNowhere(names.flatMap(\.names))
        for (what, names) in names {
            for name in names where unused.contains(name) {
                let declared = members["\(what)s"]?.objectMembers.first { $0.key == name }
                guard let declared else { continue }
                error(
                    "nothing uses the \(what) \"\(name)\"",
                    at: declared.keyRange,
                    help: "write {\(name)} in a request, or leave it out"
                )
            }
        }
    }

    /// Reports names in selectors over the request's tree that nothing sets, so that they never match.
    private mutating func checkRequestSelectors() {
        var reported: Set<Range<Int>> = []
        for (text, range) in requestSelectors where !text.contains("(") {
            for part in text.split(separator: ",") {
                // The tree's elements are below its root, which selectors may name.
                var words = part.split { " >".contains($0) }[...]
                if words.first == "request" { words.removeFirst() }
                let name =
                    words.first.map { $0.prefix { $0.isLetter || $0.isNumber || "_-".contains($0) } } ?? ""
                if name.isEmpty || requestNames.contains(String(name)) || !reported.insert(range).inserted {
                    continue
                }
                error(
                    "nothing sets \"\(name)\", so no request has it",
                    at: range,
                    help: Suggestion.help(for: String(name), among: requestNames.sorted())
                )
            }
        }
    }

    private mutating func checkGraph(_ kinds: [RequestKind], _ json: JSON, _ base: RequestBase) {
        let reached = Set(kinds.flatMap { kind in kind.follows.map(\.kind).filter { $0 != kind.name } })
        let first = kinds.filter { $0.hasAddress && !reached.contains($0.name) }
        for kind in kinds
        where !kind.hasAddress && !kinds.contains(where: { $0.follows.contains { $0.kind == kind.name } }) {
            error(
                "no request leads to \"\(kind.name)\", and it has no address",
                at: kind.range,
                help: "give it \"get\", or name it in the \"follow\" of another"
            )
        }
        if first.isEmpty, diagnostics.isEmpty {
            error(
                "there is no request to begin with: each kind is reached from another",
                at: json.range.lowerBound..<json.range.lowerBound + 1
            )
        }
        for follow in kinds.flatMap(\.follows) where follow.isByMatch {
            let target = kinds.first { $0.name == follow.kind }
            if target?.match.isEmpty == true, target?.hasAddress == false {
                error(
                    "\"\(follow.kind)\" needs a selector here, or its own \"match\" that says which links lead to it",
                    at: follow.range
                )
            }
        }
    }
}

/// The common data of all requests of a file.
struct RequestBase {
    let content: RulesContent
    let kindNames: [String]
    /// The record types that requests name.
    var typesOfRequests: Set<String> = []
}

extension JSON {
    /// The members of an object; empty for any other value.
    var objectMembers: [Member] {
        guard case .object(let members) = content else { return [] }
        return members
    }
}

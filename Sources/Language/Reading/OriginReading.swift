import Basics
import Records
import Selectors
import Values

// Reads where a field's value comes from.
extension RulesReader {
    /// The keys for where a value comes from; a field has exactly one.
    private static let originKeys = [
        "select", "each", "within", "labels", "from", "value", "template", "case",
    ]

    mutating func readOrigin(
        _ members: Members,
        _ json: JSON,
        _ member: JSON.Member,
        _ earlier: EarlierRules
    ) -> FieldAlternative.Origin? {
        let origins = RulesReader.originKeys.filter { members[$0] != nil }
        if members["in"]?.value == .string(LanguageKey.requestPlace),
            origins.isEmpty || isFact(members["select"])
        {
            return readRequest(members)
        }
        let places = ["in", "column", "label"]
        if origins.isEmpty, !members.isMisspelt, places.contains(where: { members[$0] != nil }) {
            // The place itself is wanted.
            return selector("::text", at: json).map { .select([$0]) }
        }
        guard origins.count == 1, let key = origins.first, let origin = members[key] else {
            let known = RulesReader.originKeys.joined(separator: ", ")
            let message = "expected one of \(known) in the field \"\(member.key)\", found "
            let place = json.range.lowerBound..<json.range.lowerBound + 1
            if origins.isEmpty {
                missing(message + "none", in: members, at: place)
            } else {
                error(message + origins.joined(separator: " and "), at: place)
            }
            return nil
        }
        if let fields = members["fields"], key != "each", key != "within" {
            error("\"fields\" needs \"each\" or \"within\"", at: fields.range)
            return nil
        }
        switch key {
        case "from": return readFrom(origin, earlier)
        case "value":
            let help = "leave the alternative out"
            if isNothing(origin, "a constant", steps: members["apply"], help: help) { return nil }
            return .value(origin.value)
        case "template": return readTemplate(origin, earlier)
        case "case": return readCases(origin, steps: members["apply"])
        case "select": return selectors(origin, "select").map(FieldAlternative.Origin.select)
        case "labels": return plainSelectors(origin, "labels").map(FieldAlternative.Origin.labels)
        default:
            let selectors = plainSelectors(origin, key)
            guard let fields = members["fields"] else {
                missing("expected \"fields\" next to \"\(key)\"", in: members, at: origin.range)
                return nil
            }
            if case .string = fields.content {
                let name = readEnclosing(fields, isList: key == "each")
                return selectors.flatMap { selectors in name.map { .nested(selectors, .enclosing($0)) } }
            }
            if key == "each" { enclosing.append(member.key) }
            let rules = readFields(fields)
            if key == "each" { enclosing.removeLast() }
            return selectors.map { .nested($0, .own(rules)) }
        }
    }

    /// Whether a selector extracts something from the request that is not one of its values.
    private func isFact(_ json: JSON?) -> Bool {
        json?.value.string?.hasPrefix("::attr(") == true
    }

    /// Reads which datum of the request is selected: `"select": "::attr(url)"`.
    private mutating func readRequest(_ members: Members) -> FieldAlternative.Origin? {
        let facts = FieldAlternative.RequestFact.allCases
        guard let json = members["select"] ?? members["in"] else { return nil }
        if let key = ["column", "label", "without"].first(where: { members[$0] != nil }) {
            error(
                "\"\(key)\" is for selectors of the page, and the request is not part of it",
                at: members[key]?.range ?? json.range
            )
            return nil
        }
        if let text = members["select"]?.value.string,
            let fact = facts.first(where: { text == "::attr(\($0.rawValue))" })
        {
            return .request(fact)
        }
        let known = facts.map { "::attr(\($0.rawValue))" }
        error(
            "the request has \(known.joined(separator: ", ")), found \(members["select"].map { $0.value.string?.quoted ?? $0.kind } ?? "no \"select\"")",
            at: json.range,
            help: "write \"select\": \"::attr(url)\""
        )
        return nil
    }

    /// Reports a constant that a field cannot have and returns whether it is one. Steps may accept an empty text.
    private mutating func isNothing(_ json: JSON, _ what: String, steps: JSON?, help: String) -> Bool {
        guard json.value == .null || json.value == .string("") && steps == nil else { return false }
        let found = json.value == .null ? "null" : "an empty string"
        error("\(what) cannot be \(found): no field has such a value", at: json.range, help: help)
        return true
    }

    /// The name of the enclosing field from which a field within it takes its fields.
    private mutating func readEnclosing(_ json: JSON, isList: Bool) -> String? {
        guard let name = string(json, "fields") else { return nil }
        if !isList {
            error("the fields of an enclosing field need \"each\"", at: json.range)
            return nil
        }
        if enclosing.contains(name) { return name }
        error(
            "no enclosing field \"\(name)\" has \"each\"",
            at: json.range,
            help: Suggestion.help(for: name, among: enclosing)
        )
        return nil
    }

    private mutating func readTemplate(_ json: JSON, _ earlier: EarlierRules) -> FieldAlternative.Origin? {
        guard let text = string(json, "template") else { return nil }
        do throws(StepError) {
            let template = try Template(text)
            if text.isEmpty { throw StepError("the template is empty") }
            for name in template.names where earlier[name] == nil {
                error(
                    "no field \"\(name)\" precedes this one",
                    at: json.range,
                    help: Suggestion.help(for: name, among: earlier.names)
                )
            }
            return template.names.allSatisfy { earlier[$0] != nil } ? .template(template) : nil
        } catch {
            self.error(error.description, at: json.range)
            return nil
        }
    }

    private mutating func readCases(_ json: JSON, steps: JSON?) -> FieldAlternative.Origin? {
        guard case .object(let members) = json.content, !members.isEmpty else {
            error(
                "expected an object of selectors and values for \"case\", found \(json.kind)",
                at: json.range
            )
            return nil
        }
        var arms: [FieldAlternative.Arm] = []
        for (index, member) in members.enumerated() {
            let key = JSON(content: .string(member.key), range: member.keyRange)
            guard let selector = plainSelector(key, "a case") else { return nil }
            let help = "leave the arm out: a field has no value where no arm matches"
            if isNothing(member.value, "the value of a case", steps: steps, help: help) { return nil }
            arms.append(
                FieldAlternative.Arm(
                    selector: selector,
                    value: member.value.value,
                    range: member.keyRange
                )
            )
            if member.key == "*", index + 1 < members.count {
                error(
                    "this arm can never be reached: \"*\" before it always matches",
                    at: members[index + 1].keyRange
                )
                return nil
            }
        }
        return .cases(arms)
    }

    private mutating func readFrom(_ json: JSON, _ earlier: EarlierRules) -> FieldAlternative.Origin? {
        guard let names = strings(json, "from") else { return nil }
        for (name, json) in names where earlier[name] == nil {
            let isAboutRequest = name.hasPrefix("@")
            error(
                "no field \"\(name)\" precedes this one",
                at: json.range,
                help: isAboutRequest
                    ? "the page's address is {\"in\": \"request\", \"select\": \"::attr(url)\"}"
                    : Suggestion.help(for: name, among: earlier.names)
            )
        }
        guard names.allSatisfy({ earlier[$0.text] != nil }) else { return nil }
        if case .array = json.content { return .from(names.map(\.text), isList: true) }
        return .from(names.map(\.text), isList: false)
    }

    /// One selector list made of one or several.
    mutating func readWithout(_ json: JSON) -> SelectorList? {
        guard let strings = strings(json, "without") else { return nil }
        // Each is read by itself first, so that an error has its place.
        let lists = strings.map { plainSelector($0.json, "without") }
        guard !lists.contains(where: { $0 == nil }) else { return nil }
        return selector(strings.map(\.text).joined(separator: ", "), at: json)
    }
}

// Reads where a field's selectors look.
extension RulesReader {
    mutating func readScope(_ members: Members) -> FieldScope {
        var scope = FieldScope()
        if let json = members["in"], let place = readPlace(json) {
            scope.place = place
            // Data about the request itself is not part of its tree.
            if place == .asked(.request), members["select"] == nil || isFact(members["select"]) {
                scope.place = .record
            } else if place == .asked(.request), let select = members["select"] {
                let texts = select.value.list.map { $0.compactMap(\.string) } ?? [select.value.string ?? ""]
                for text in texts { requestSelectors.append((text, select.range)) }
            } else if place == .asked(.response), let select = members["select"] {
                let texts = select.value.list.map { $0.compactMap(\.string) } ?? [select.value.string ?? ""]
                for text in texts { responseSelectors.append((text, select.range)) }
            }
        }
        if let json = members["label"] { scope.labels = readLabels(json) }
        if let label = members["label"], members["column"] != nil {
            error("a field has a \"column\" or a \"label\", not both", at: label.range)
        }
        if let json = members["column"], let names = strings(json, "column") {
            scope.column = names.map(\.text)
            if !hasTables {
                error("\"column\" needs a table of HTML, and the source has none", at: json.range)
            }
        }
        return scope
    }

    /// Reads the spellings of a label: one or a list, or an object of these by language.
    private mutating func readLabels(_ json: JSON) -> [FieldScope.Label] {
        guard case .object(let members) = json.content else { return readLabels(json, language: nil) }
        if members.isEmpty { error("expected at least one language in \"label\"", at: json.range) }
        return members.flatMap { readLabels($0.value, language: $0.key.lowercased()) }
    }

    private mutating func readLabels(_ json: JSON, language: String?) -> [FieldScope.Label] {
        (strings(json, "label") ?? []).compactMap { text, json in
            if text.contains(where: { $0.isLetter || $0.isNumber }) {
                return FieldScope.Label(text: text, language: language)
            }
            error("a label needs a letter or a number", at: json.range)
            return nil
        }
    }

    mutating func readPlace(_ json: JSON) -> FieldScope.Place? {
        if case .string(let word) = json.content {
            switch word {
            case "record": return .record
            case "document": return .document
            case LanguageKey.requestPlace: return .asked(.request)
            case LanguageKey.responsePlace: return .asked(.response)
            default:
                error(
                    "unknown place \"\(word)\"",
                    at: json.range,
                    help: Suggestion.help(for: word, among: LanguageKey.placeWords + LanguageKey.askedPlaces)
                )
                return nil
            }
        }
        guard case .object(let keys) = json.content, let first = keys.first else {
            let words =
                LanguageKey.placeWords.map { "\"\($0)\"" } + LanguageKey.place.map { "{\"\($0.name)\": …}" }
            error("expected \(words.joined(separator: ", ")), found \(json.kind)", at: json.range)
            return nil
        }
        if keys.contains(where: { $0.key == "join" }) { return readJoin(json) }
        let allowed = LanguageKey.place.map(\.name)
        guard let members = members(json, of: "\"in\"", allowed: allowed) else { return nil }
        if keys.count > 1 {
            error(
                "expected one of \(allowed.joined(separator: ", ")) in \"in\", found \(keys.map(\.key).joined(separator: " and "))",
                at: json.range
            )
            return nil
        }
        guard let value = members[first.key], let list = plainSelector(value, first.key) else { return nil }
        switch first.key {
        case "closest": return .closest(list)
        case "ancestor": return .ancestor(list)
        case "previous": return .previous(list)
        case "next": return .next(list)
        default: return nil
        }
    }

    /// Reads `{"join": "ingredients > item", "key": "> id", "by": "> ref"}`.
    private mutating func readJoin(_ json: JSON) -> FieldScope.Place? {
        let allowed = LanguageKey.join.map(\.name)
        guard let members = members(json, of: "\"in\" with \"join\"", allowed: allowed) else { return nil }
        guard let by = members["by"] else {
            missing(
                "expected \"by\" next to \"join\": the selector of the reference in the record",
                in: members,
                at: json.range,
                help: "write {\"join\": \"people > item\", \"key\": \"> id\", \"by\": \"> author\"}"
            )
            return nil
        }
        let elements = members["join"].flatMap { plainSelector($0, "join") }
        let reference = readKey(by, "by")
        let key = members["key"].map { readKey($0, "key") } ?? reference
        guard let elements, let reference, let key else { return nil }
        return .join(FieldScope.Join(elements: elements, key: key, by: reference))
    }

    /// Reads how a key is taken: a selector that may extract an attribute or a name, or an object of it and steps.
    private mutating func readKey(_ json: JSON, _ what: String) -> FieldScope.Key? {
        guard case .object = json.content else {
            guard let text = string(json, what) else { return nil }
            return selector(text, at: json).map { FieldScope.Key(selector: $0, steps: []) }
        }
        let allowed = LanguageKey.joinKey.map(\.name)
        guard let members = members(json, of: "\"\(what)\"", allowed: allowed) else { return nil }
        guard let select = members["select"] else {
            missing(
                "expected \"select\" in \"\(what)\"",
                in: members,
                at: json.range,
                help: "write {\"select\": \"::attr(href)\", \"apply\": […]}"
            )
            return nil
        }
        let errors = diagnostics.count
        let list = string(select, "select").flatMap { selector($0, at: select) }
        let steps = members["apply"].map { readSteps($0) } ?? []
        guard let list, diagnostics.count == errors else { return nil }
        return checkKey(steps, from: list) ? FieldScope.Key(selector: list, steps: steps) : nil
    }
}

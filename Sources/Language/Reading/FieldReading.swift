import Basics
import Records
import Selectors
import Values

// Reads the fields of a record type.
extension RulesReader {
    /// The keys of which a field has exactly one: where its value comes from.
    private static let originKeys = ["select", "each", "within", "from", "value", "template", "case"]

    mutating func readFields(_ json: JSON) -> [FieldRule] {
        guard case .object(let members) = json.content else {
            error("expected an object of fields for \"fields\", found \(json.kind)", at: json.range)
            return []
        }
        if members.isEmpty { error("expected at least one field in \"fields\"", at: json.range) }
        depth += 1
        defer { depth -= 1 }
        guard depth < RulesReader.depthLimit else {
            error("fields are nested more than \(RulesReader.depthLimit) deep", at: json.range)
            return []
        }
        var rules: [FieldRule] = []
        for member in members {
            if member.key == Record.typeKey || member.key.isEmpty {
                error("\"\(member.key)\" cannot be a field's name", at: member.keyRange)
                continue
            }
            let alternatives = readAlternatives(member, earlier: rules)
            rules.append(FieldRule(name: member.key, range: member.keyRange, alternatives: alternatives))
        }
        return rules
    }

    private mutating func readAlternatives(_ member: JSON.Member, earlier: [FieldRule]) -> [FieldAlternative]
    {
        guard case .array(let elements) = member.value.content else {
            return readAlternative(member.value, member, earlier).map { [$0] } ?? []
        }
        if elements.isEmpty { error("expected at least one alternative", at: member.value.range) }
        let alternatives = elements.compactMap { readAlternative($0, member, earlier) }
        for (index, alternative) in alternatives.enumerated().dropLast() where alternative.isFinal {
            error(
                "this alternative can never be reached: the one before always has a value",
                at: alternatives[index + 1].range
            )
        }
        return alternatives
    }

    private mutating func readAlternative(
        _ json: JSON,
        _ member: JSON.Member,
        _ earlier: [FieldRule]
    ) -> FieldAlternative? {
        if case .string = json.content { return readSelection(json) }
        let what = "the field \"\(member.key)\""
        guard case .object = json.content else {
            error(
                "expected a selector, an object or a list of alternatives for \(what), found \(json.kind)",
                at: json.range
            )
            return nil
        }
        let errors = diagnostics.count
        guard let members = members(json, of: what, allowed: LanguageKey.field.map(\.name)) else {
            return nil
        }
        if let about = members["about"] { _ = string(about, "about") }
        let scope = readScope(members)
        let origin = readOrigin(members, json, member, earlier)
        let without = members["without"].flatMap { readWithout($0) }
        let condition = members["when"].flatMap { plainSelector($0, "when") }
        let steps = members["apply"].map { readSteps($0) } ?? []
        let type = readType(members, origin: origin)
        let isRequired = members["required"].flatMap { boolean($0, "required") } ?? false
        if isRequired, let fallback = members["default"] {
            error(
                "a required field has no use for a default",
                at: fallback.range,
                help: "leave out one of the two"
            )
        }
        guard let origin, let type, diagnostics.count == errors else { return nil }
        checkChain(steps, from: origin, earlier, to: type, at: (members["type"] ?? json).range)
        if let fallback = members["default"] { checkDefault(fallback, type) }
        return FieldAlternative(
            scope: scope,
            condition: condition,
            origin: origin,
            without: without,
            steps: steps,
            type: type,
            isRequired: isRequired,
            fallback: members["default"]?.value,
            range: json.range,
            selectorText: selectorText(members)
        )
    }

    /// Tells a default that a value of the field's type cannot be.
    private mutating func checkDefault(_ json: JSON, _ rule: TypeRule) {
        if json.value == .null {
            error("a default of null is none", at: json.range, help: "leave it out")
            return
        }
        guard case .scalar(let type) = rule.kind else { return }
        if rule.isList, json.value.list == nil {
            error("the default of a list is a list, found \(json.kind)", at: json.range)
            return
        }
        // What dates and addresses are written like on the page says nothing of how a default is.
        if [FieldType.date, .dateTime, .url].contains(where: { $0.name == type.name }) { return }
        for value in rule.isList ? json.value.list ?? [] : [json.value] {
            do throws(StepError) {
                let read = try type.read(value, PageContext())
                if value.number == nil, read.number != nil {
                    error(
                        "the default is text, and the field's type is \(rule)",
                        at: json.range,
                        help: "write \(read.text)"
                    )
                }
            } catch {
                self.error("the default does not fit the field's type: \(error)", at: json.range)
            }
        }
    }

    /// A field that is a selector and nothing else.
    private mutating func readSelection(_ json: JSON) -> FieldAlternative? {
        guard let text = string(json, "a field"), let selector = selector(text, at: json) else { return nil }
        let type = TypeRule(kind: .scalar(.string), isList: false)
        let origin = FieldAlternative.Origin.select([selector])
        checkChain([], from: origin, [], to: type, at: json.range)
        return FieldAlternative(
            scope: FieldScope(),
            condition: nil,
            origin: origin,
            without: nil,
            steps: [],
            type: type,
            isRequired: false,
            fallback: nil,
            range: json.range,
            selectorText: text
        )
    }

    /// The selector as written, for messages.
    private func selectorText(_ members: [String: JSON]) -> String? {
        guard let json = members["select"] ?? members["each"] ?? members["within"] ?? members["column"] else {
            return nil
        }
        switch json.content {
        case .string(let text): return text
        case .array(let elements): return elements.compactMap(\.value.string).joined(separator: "` or `")
        case .null, .boolean, .number, .object: return nil
        }
    }
}

// MARK: - Where a value comes from

extension RulesReader {
    private mutating func readOrigin(
        _ members: [String: JSON],
        _ json: JSON,
        _ member: JSON.Member,
        _ earlier: [FieldRule]
    ) -> FieldAlternative.Origin? {
        let origins = RulesReader.originKeys.filter { members[$0] != nil }
        if origins.isEmpty, members["in"] != nil || members["column"] != nil {
            // What was looked for is wanted itself.
            return selector("::text", at: json).map { .select([$0]) }
        }
        guard origins.count == 1, let key = origins.first, let origin = members[key] else {
            let found = origins.isEmpty ? "none" : origins.joined(separator: " and ")
            error(
                "expected one of \(RulesReader.originKeys.joined(separator: ", ")) in the field \"\(member.key)\", "
                    + "found \(found)",
                at: json.range.lowerBound..<json.range.lowerBound + 1
            )
            return nil
        }
        if let fields = members["fields"], key != "each", key != "within" {
            error("\"fields\" goes with \"each\" or \"within\"", at: fields.range)
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
        default:
            let selectors = plainSelectors(origin, key)
            guard let fields = members["fields"] else {
                error("expected \"fields\" beside \"\(key)\"", at: origin.range)
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

    /// Whether a value of the rules is none that a field can have, which is told. Steps may make something of a text
    /// that has nothing in it.
    private mutating func isNothing(_ json: JSON, _ what: String, steps: JSON?, help: String) -> Bool {
        guard json.value == .null || json.value == .string("") && steps == nil else { return false }
        let found = json.value == .null ? "null" : "an empty string"
        error("\(what) cannot be \(found): no field has such a value", at: json.range, help: help)
        return true
    }

    /// The name of the field whose fields a field within it has too.
    private mutating func readEnclosing(_ json: JSON, isList: Bool) -> String? {
        guard let name = string(json, "fields") else { return nil }
        if !isList {
            error("the fields of a field around this one go with \"each\"", at: json.range)
            return nil
        }
        if enclosing.contains(name) { return name }
        error(
            "no field \"\(name)\" with \"each\" stands around this one",
            at: json.range,
            help: Suggestion.help(for: name, among: enclosing)
        )
        return nil
    }

    private mutating func readTemplate(_ json: JSON, _ earlier: [FieldRule]) -> FieldAlternative.Origin? {
        guard let text = string(json, "template") else { return nil }
        do throws(StepError) {
            let template = try Template(text)
            if text.isEmpty { throw StepError("the template is empty") }
            let known = earlier.map(\.name)
            for name in template.names where !known.contains(name) {
                error(
                    "no field \"\(name)\" stands before this one",
                    at: json.range,
                    help: Suggestion.help(for: name, among: known)
                )
            }
            return template.names.allSatisfy(known.contains) ? .template(template) : nil
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
            let help = "leave the arm out: a field without a value is one that no arm is for"
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

    private mutating func readFrom(_ json: JSON, _ earlier: [FieldRule]) -> FieldAlternative.Origin? {
        guard let names = strings(json, "from") else { return nil }
        let known = earlier.map(\.name)
        for (name, json) in names where !known.contains(name) {
            error(
                "no field \"\(name)\" stands before this one",
                at: json.range,
                help: Suggestion.help(for: name, among: known)
            )
        }
        guard names.allSatisfy({ known.contains($0.text) }) else { return nil }
        if case .array = json.content { return .from(names.map(\.text), isList: true) }
        return .from(names.map(\.text), isList: false)
    }

    /// One selector list out of one or several.
    private mutating func readWithout(_ json: JSON) -> SelectorList? {
        guard let strings = strings(json, "without") else { return nil }
        // Each is read by itself first, so that a mistake is told where it stands.
        let lists = strings.map { plainSelector($0.json, "without") }
        guard !lists.contains(where: { $0 == nil }) else { return nil }
        return selector(strings.map(\.text).joined(separator: ", "), at: json)
    }
}

extension FieldAlternative {
    /// Whether it always has a value, so that none after it is ever reached.
    fileprivate var isFinal: Bool {
        if fallback != nil, condition == nil { return true }
        if condition != nil { return false }
        switch origin {
        case .value: return steps.isEmpty
        case .cases(let arms): return steps.isEmpty && arms.last?.selector.description == "*"
        case .select, .from, .template, .nested: return false
        }
    }
}

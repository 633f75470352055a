import Basics
import Records
import Selectors
import Values

// Reads the fields of a record type.
extension RulesReader {
    mutating func readFields(_ json: JSON) -> [FieldRule] {
        guard let members = entries(json, of: "fields for \"fields\"") else { return [] }
        if members.isEmpty { error("expected at least one field in \"fields\"", at: json.range) }
        depth += 1
        defer { depth -= 1 }
        guard depth < RulesReader.depthLimit else {
            error("fields are nested more than \(RulesReader.depthLimit) deep", at: json.range)
            return []
        }
        let errors = diagnostics.count
        var rules = EarlierRules()
        for member in members { rules.append(readField(member, earlier: rules)) }
        errorsOfFields += diagnostics.count - errors
        return rules.rules
    }

    private mutating func readField(_ member: JSON.Member, earlier: EarlierRules) -> FieldRule {
        var alternatives: [FieldAlternative] = []
        var count = 1
        if member.key == Record.typeKey || member.key.isEmpty {
            error("\"\(member.key)\" cannot be a field's name", at: member.keyRange)
        } else {
            if case .array(let elements) = member.value.content { count = max(1, elements.count) }
            alternatives = readAlternatives(member, earlier: earlier)
        }
        return FieldRule(
            name: member.key,
            range: member.keyRange,
            alternatives: alternatives,
            isKnown: alternatives.count == count
        )
    }

    mutating func readAlternatives(_ member: JSON.Member, earlier: EarlierRules) -> [FieldAlternative] {
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
        _ earlier: EarlierRules
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
        let outerErrors = errorsOfFields
        errorsOfFields = 0
        defer { errorsOfFields = outerErrors }
        guard let members = members(json, of: what, allowed: LanguageKey.field.map(\.name)) else {
            return nil
        }
        if let about = members["about"] { _ = string(about, "about") }
        let scope = readScope(members)
        let outerChoice = hiddenText
        defer { hiddenText = outerChoice }
        // It applies to the fields of an object too.
        if let choice = members["hidden-text"].flatMap({ readHiddenText($0) }) { hiddenText = choice }
        let origin = readOrigin(members, json, member, earlier)
        if let json = members["hidden-text"], let origin { checkHiddenText(json, of: origin) }
        let without = members["without"].flatMap { readWithout($0) }
        let condition = members["when"].flatMap { plainSelector($0, "when") }
        let steps = members["apply"].map { readSteps($0) } ?? []
        let type = readType(members, origin: origin, earlier)
        let constraint = type.flatMap { readConstraint(members, on: $0) }
        let isRequired = members["required"].flatMap { boolean($0, "required") } ?? false
        if isRequired, let fallback = members["default"] {
            error(
                "a required field cannot have a default",
                at: fallback.range,
                help: "leave out one of the two"
            )
        }
        let lowerField = members["not-before"].flatMap { readLowerField($0, type, earlier) }
        let nesting = members["nest"].flatMap { readNesting($0, origin, type) }
        let gaps = members["gaps"].flatMap { readGaps($0, origin, steps, type) } ?? .warn
        // An object is known even if one of its fields is not.
        guard let origin, let type, diagnostics.count == errors + errorsOfFields else { return nil }
        checkChain(steps, from: origin, earlier, to: type, at: (members["type"] ?? json).range)
        if let fallback = members["default"] { checkDefault(fallback, type, constraint) }
        return FieldAlternative(
            scope: scope,
            condition: condition,
            origin: origin,
            without: without,
            hiddenText: hiddenText,
            steps: steps,
            type: type,
            gaps: gaps,
            constraint: constraint,
            lowerField: lowerField,
            nesting: nesting,
            isRequired: isRequired,
            fallback: members["default"]?.value,
            range: json.range,
            selectorText: selectorText(members)
        )
    }

    /// Reports a choice for a field without text of elements.
    private mutating func checkHiddenText(_ json: JSON, of origin: FieldAlternative.Origin) {
        switch origin {
        case .select, .labels, .nested(_, .own): break
        case .nested(_, .enclosing(let name)):
            error(
                "the fields are those of \"\(name)\", which decides about hidden text",
                at: json.range,
                help: "write \"hidden-text\" in \"\(name)\""
            )
        case .from, .value, .template, .cases, .request:
            error(
                "\"hidden-text\" is about the text of elements, and this field takes none",
                at: json.range,
                help: "leave it out"
            )
        }
    }

    /// Reads what happens to hidden text, of a field or of the whole file.
    mutating func readHiddenText(_ json: JSON) -> HiddenText? {
        guard let text = string(json, "\"hidden-text\"") else { return nil }
        if let known = HiddenText(rawValue: text) { return known }
        let names = HiddenText.allCases.map(\.rawValue)
        error(
            "expected \(names.joined(separator: " or ")) for \"hidden-text\", found \"\(text)\"",
            at: json.range,
            help: Suggestion.nearest(to: text, among: names).map { "did you mean \"\($0)\"?" }
        )
        return nil
    }

    /// Reads the earlier field whose value a field's value must not precede: both have one value of the same order.
    private mutating func readLowerField(
        _ json: JSON,
        _ type: TypeRule?,
        _ earlier: EarlierRules
    ) -> (name: String, type: Schema.FieldType)? {
        guard let type else { return nil }
        guard let name = string(json, "not-before") else { return nil }
        guard let field = earlier[name]?.schema else {
            error(
                "no field \"\(name)\" precedes this one",
                at: json.range,
                help: Suggestion.help(for: name, among: earlier.names)
            )
            return nil
        }
        if field.type.isUnknown { return nil }
        guard case .scalar(let scalar) = type.kind, !type.isList,
            scalar.schema == field.type || scalar.schema.isOfTimes && field.type.isOfTimes,
            field.type.isOfTimes
                || [.integer, .decimal, .duration, .size].map(Schema.FieldType.scalar).contains(field.type)
        else {
            error(
                "\"not-before\" compares two numbers, days, times or durations of one type; \"\(name)\" is \(field.type), and the field is \(type)",
                at: json.range
            )
            return nil
        }
        return (name, field.type)
    }

    /// Reads how a field's objects are nested in each other.
    private mutating func readNesting(
        _ json: JSON,
        _ origin: FieldAlternative.Origin?,
        _ type: TypeRule?
    ) -> Nesting? {
        guard let origin, let type else { return nil }
        guard type.isList, case .nested(_, .own(let rules)) = origin else {
            error("\"nest\" needs \"each\" and its own \"fields\"", at: json.range)
            return nil
        }
        return readNesting(json, of: FieldIndex(Schema.RecordType(name: "each", fields: rules.map(\.schema))))
    }

    /// Reads `"nest": {"replies": "depth"}`. The list is known even if the depth is wrong.
    mutating func readNesting(_ json: JSON, of type: FieldIndex) -> Nesting? {
        guard case .object(let members) = json.content, members.count == 1, let member = members.first else {
            error(
                "expected an object of a list's name and the field of the depth for \"nest\", found \(json.kind)",
                at: json.range,
                help: "write {\"replies\": \"depth\"}"
            )
            return nil
        }
        if member.key.isEmpty || member.key == Record.typeKey
            || type[member.key] != nil
        {
            let problem =
                member.key.isEmpty || member.key == Record.typeKey
                ? "cannot be a field's name" : "is a field already"
            error(
                "\"\(member.key)\" \(problem): the list of nested elements needs its own name",
                at: member.keyRange
            )
            return nil
        }
        let name = string(member.value, "the field of the depth")
        if let name { checkDepth(name, member.value, of: type) }
        return Nesting(name: member.key, depth: name ?? "")
    }

    private mutating func checkDepth(_ name: String, _ json: JSON, of type: FieldIndex) {
        guard let field = type[name] else {
            error(
                "there is no field \"\(name)\"",
                at: json.range,
                help: Suggestion.help(for: name, among: type.names)
            )
            return
        }
        if ![.scalar(.integer), .scalar(.decimal), .unknown].contains(field.type) {
            error(
                "a depth is a number, the type of \"\(name)\" is \(field.type)",
                at: json.range,
                help: "give the field the type integer or decimal"
            )
        }
    }

    /// Reads what happens to elements without a value, which is relevant only for lists of values of the page.
    private mutating func readGaps(
        _ json: JSON,
        _ origin: FieldAlternative.Origin?,
        _ steps: [Step],
        _ type: TypeRule?
    ) -> Gaps? {
        guard let text = string(json, "gaps") else { return nil }
        let names = Gaps.allCases.map(\.rawValue)
        guard let gaps = Gaps(rawValue: text) else {
            error(
                "expected \(names.joined(separator: ", ")) for \"gaps\", found \"\(text)\"",
                at: json.range,
                help: Suggestion.nearest(to: text, among: names).map { "did you mean \"\($0)\"?" }
            )
            return nil
        }
        guard let origin, let type else { return nil }
        guard case .select = origin, case .scalar = type.kind,
            type.isList || steps.contains(where: \.takesPositions)
        else {
            error(
                "\"gaps\" needs a list of values of \"select\"",
                at: json.range,
                help: "give it the type of a list: \"type\": [\"string\"]"
            )
            return nil
        }
        if gaps == .null, let step = steps.first(where: \.gathers) {
            error(
                "null for a missing element needs steps that take one value, and \(step.transform.name) takes the list",
                at: json.range
            )
            return nil
        }
        return gaps
    }

    /// Reports a default that the field's type does not return for any page, or that breaks the field's constraint.
    private mutating func checkDefault(_ json: JSON, _ rule: TypeRule, _ constraint: ValueConstraint?) {
        if json.value == .null {
            error("a default cannot be null", at: json.range, help: "leave it out")
            return
        }
        guard case .scalar(let type) = rule.kind else { return }
        if rule.isList, json.value.list == nil {
            error("the default of a list is a list, found \(json.kind)", at: json.range)
            return
        }
        for value in rule.isList ? json.value.list ?? [] : [json.value] {
            do throws(StepError) {
                let result = try type.result(like: value)
                if value.string != nil, [.number, .boolean].contains(ValueType(of: result)) {
                    error(
                        "the default is text, and the field's type is \(rule)",
                        at: json.range,
                        help: "write \(result.text)"
                    )
                } else if type.hasOneForm, result != value {
                    error(
                        "the default \(value.quoted) is not in the form of the type \(type.name)",
                        at: json.range,
                        help: "write \(JSONWriter.compact(result))"
                    )
                } else if let problem = constraint?.problem(with: value) {
                    error(
                        "the default does not fit the field's constraint: \(value.quoted) \(problem)",
                        at: json.range
                    )
                }
            } catch {
                self.error("the default does not fit the field's type: \(error)", at: json.range)
            }
        }
    }

    /// A field that is only a selector.
    private mutating func readSelection(_ json: JSON) -> FieldAlternative? {
        guard let text = string(json, "a field"), let selector = selector(text, at: json) else { return nil }
        let origin = FieldAlternative.Origin.select([selector])
        let type = TypeRule(kind: .scalar(untyped(.none, origin, EarlierRules())), isList: false)
        checkChain([], from: origin, EarlierRules(), to: type, at: json.range)
        return FieldAlternative(
            scope: FieldScope(),
            condition: nil,
            origin: origin,
            without: nil,
            hiddenText: hiddenText,
            steps: [],
            type: type,
            isRequired: false,
            fallback: nil,
            range: json.range,
            selectorText: text
        )
    }

    /// The selector as written, for messages.
    private func selectorText(_ members: Members) -> String? {
        let keys = ["select", "each", "within", "labels", "column", "label"]
        guard let json = keys.lazy.compactMap({ members[$0] }).first else { return nil }
        switch json.content {
        case .string(let text): return text
        case .array(let elements): return elements.compactMap(\.value.string).joined(separator: "` or `")
        case .object(let languages):
            let texts = languages.flatMap { $0.value.value.list ?? [$0.value.value] }
            return texts.compactMap(\.string).joined(separator: "` or `")
        case .null, .boolean, .number: return nil
        }
    }
}

extension FieldAlternative {
    /// Whether it always has a value, so that no later alternative is ever reached.
    fileprivate var isFinal: Bool {
        if fallback != nil, condition == nil { return true }
        if condition != nil { return false }
        switch origin {
        case .value: return steps.isEmpty
        case .cases(let arms): return steps.isEmpty && arms.last?.selector.description == "*"
        case .select, .from, .template, .nested, .labels, .request: return false
        }
    }
}

/// The fields of a record type or an object that precede another one, which can use their values.
struct EarlierRules {
    private(set) var rules: [FieldRule] = []
    private var places: [String: Int] = [:]

    mutating func append(_ rule: FieldRule) {
        if places[rule.name] == nil { places[rule.name] = rules.count }
        rules.append(rule)
    }

    subscript(name: String) -> FieldRule? { places[name].map { rules[$0] } }

    var names: [String] { rules.map(\.name) }
}

import Addresses
import Basics
import Records
import Selectors
import Values

// Reads the inputs and values of a crawl.
extension RulesReader {
    mutating func readInputs(_ json: JSON?) -> [CrawlInput] {
        guard let json else { return [] }
        guard let members = entries(json, of: "inputs by their names for \"inputs\"") else { return [] }
        return members.compactMap { readInput($0) }
    }

    mutating func readInput(_ member: JSON.Member) -> CrawlInput? {
        checkName(member.key, at: member.keyRange)
        let allowed = LanguageKey.input.map(\.name)
        guard let members = members(member.value, of: "the input \"\(member.key)\"", allowed: allowed) else {
            return nil
        }
        var (type, isList) = (CrawlInput.InputType.string, false)
        var choices: [String]?
        if var json = members["type"] {
            if case .array(let elements) = json.content, elements.count == 1 {
                isList = true
                json = elements[0]
            }
            if let values = json.member("enum")?.value.value.list {
                choices = values.map(\.text)
            } else if let table = json.member("values-of")?.value {
                guard let name = table.value.string, let entries = tables[name] else {
                    error(
                        "no table \(table.value.string?.quoted ?? table.kind)",
                        at: table.range,
                        help: Suggestion.help(for: table.value.string ?? "", among: tables.keys.sorted())
                    )
                    return nil
                }
                choices = (entries.value.object ?? []).map { $0.value.text }
            } else if let word = json.value.string, let known = CrawlInput.InputType(rawValue: word) {
                type = known
            } else {
                let names = CrawlInput.InputType.allCases.map(\.rawValue)
                error(
                    "expected a type of an input, found \(json.value.string?.quoted ?? json.kind)",
                    at: json.range,
                    help: json.value.string.flatMap { Suggestion.nearest(to: $0, among: names) }.map {
                        "did you mean \"\($0)\"?"
                    }
                        ?? "an input is \(names.joined(separator: ", ")), {\"enum\": […]} or {\"values-of\": TABLE}"
                )
                return nil
            }
        }
        let isRequired = members["required"].flatMap { boolean($0, "required") } ?? false
        let fallback = members["default"]
        if isRequired, let fallback {
            error(
                "a required input cannot have a default",
                at: fallback.range,
                help: "leave out one of the two"
            )
        }
        if let fallback { checkDefault(fallback, member.key, type, isList: isList, choices) }
        let secret = members["secret"].flatMap { string($0, "secret") }
        if let secret, let json = members["secret"], !Self.isVariable(secret) {
            error(
                "\"secret\" names an environment variable, found \(secret.quoted)",
                at: json.range,
                help: "write its name, such as PLANTS_EXAMPLE_KEY; a secret itself does not belong in rules"
            )
        }
        if secret != nil, let fallback {
            error("a secret cannot have a default: it does not belong in rules", at: fallback.range)
        }
        return CrawlInput(
            name: member.key,
            about: members["about"].flatMap { string($0, "about") },
            type: type,
            isList: isList,
            choices: choices,
            fallback: fallback?.value,
            isRequired: isRequired,
            secret: secret
        )
    }

    /// Reports a default that the caller could not give.
    mutating func checkDefault(
        _ json: JSON,
        _ name: String,
        _ type: CrawlInput.InputType,
        isList: Bool,
        _ choices: [String]?
    ) {
        if json.value.list != nil, !isList {
            error(
                "the default of \"\(name)\" is a list, and the input is not",
                at: json.range,
                help: "write \"type\": [\"\(type.rawValue)\"]"
            )
            return
        }
        for value in json.value.list ?? [json.value] {
            if let choices {
                if choices.contains(value.text) { continue }
                error("the default \(value.quoted) is not one of the input's values", at: json.range)
            } else if !type.accepts(value) {
                error(
                    "the default of \"\(name)\" is not a \(type.description), found \(value.quoted)",
                    at: json.range
                )
            }
        }
    }

    mutating func readTimezone(_ json: JSON) -> RequestText? {
        guard let text = requestText(json, "timezone") else { return nil }
        if text.names.isEmpty, let name = json.value.string, DateZone(name) == nil {
            error(
                "\(name.quoted) is not a time zone",
                at: json.range,
                help: "write a name such as \"America/Chicago\", or the name of a value in braces"
            )
        }
        return text
    }

    static func isVariable(_ name: String) -> Bool {
        !name.isEmpty
            && name.utf8.allSatisfy {
                (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "_")
            }
    }

    /// Names are those of elements of the request's tree.
    mutating func checkName(_ name: String, at range: Range<Int>) {
        let first =
            name.utf8.first.map { (0x61...0x7A).contains($0 | 0x20) || $0 == UInt8(ascii: "_") } ?? false
        let isName = name.utf8.allSatisfy {
            (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "_")
                || $0 == UInt8(ascii: "-")
        }
        if first, isName { return }
        error(
            "\"\(name)\" cannot be a name of a request: it needs a letter, followed by letters, digits, - and _",
            at: range
        )
    }

    mutating func readValues(_ json: JSON?) -> [(name: String, rules: Rules)] {
        guard let json else { return [] }
        guard let members = entries(json, of: "fields by their names for \"values\"") else { return [] }
        var values: [(name: String, rules: Rules)] = []
        for member in members {
            checkName(member.key, at: member.keyRange)
            if requestNames.contains(member.key) {
                error("\"\(member.key)\" is an input already", at: member.keyRange)
            }
            let field = FieldRule(
                name: member.key,
                range: member.keyRange,
                alternatives: readAlternatives(member, earlier: EarlierRules())
            )
            let record = internalRecord(CrawlRules.valuesRecord, [field], at: member.keyRange)
            if let rules = askedRules([record]) { values.append((member.key, rules)) }
        }
        return values
    }
}

extension CrawlInput.InputType {
    /// The type in words.
    var description: String {
        switch self {
        case .string: "text"
        case .integer: "whole number"
        case .decimal: "number"
        case .boolean: "boolean"
        case .date: "day"
        case .url: "address"
        }
    }

    /// Whether a default is a value that the caller could give.
    func accepts(_ value: Value) -> Bool {
        let text = value.text
        switch self {
        case .string: return value.object == nil
        case .integer: return Int(text) != nil
        case .decimal: return Number(text) != nil
        case .boolean: return ["true", "false", "yes", "no"].contains(text)
        case .date: return RequestDay.day(text, clock: "2000-01-01", zone: nil) != nil
        case .url: return WebAddress.begins(text)
        }
    }
}

import Records

/// An object of the rules language by its keys: what reading allows and requires, and what the language's schema says.
struct LanguageObject: Sendable {
    let keys: [LanguageKey]
    /// The keys that must be there.
    let required: [String]
    /// The keys of which exactly one must be there; none where there is no such choice.
    let either: [String]

    init(_ keys: [LanguageKey], required: [String] = [], either: [String] = []) {
        self.keys = keys
        self.required = required
        self.either = either
    }

    /// What must be there, in the words of messages.
    var expectation: String {
        var parts = required.map { "\"\($0)\"" }
        if !either.isEmpty {
            parts.append("either " + either.map { "\"\($0)\"" }.joined(separator: " or "))
        }
        return parts.joined(separator: " and ")
    }

    /// The object as JSON Schema.
    var schema: Value {
        let properties = keys.map { Value.Member($0.name, $0.describedSchema) }
        var members = [
            Value.Member("type", "object"),
            Value.Member("properties", .object(properties)),
            Value.Member("additionalProperties", false),
        ]
        if !required.isEmpty { members.append(Value.Member("required", .list(required.map(Value.string)))) }
        if !either.isEmpty {
            let choices = either.map { Value.object([Value.Member("required", [.string($0)])]) }
            members.append(Value.Member("oneOf", .list(choices)))
        }
        return .object(members)
    }
}

extension LanguageKey {
    /// What it may hold, with a text for whoever edits.
    var describedSchema: Value {
        .object((schema.object ?? []) + [Value.Member("description", .string(about))])
    }
}

extension RulesReader {
    /// An object's members by their keys; `nil` after telling that one is missing, or one too many there.
    mutating func members(_ json: JSON, of what: String, _ object: LanguageObject) -> [String: JSON]? {
        guard let members = members(json, of: what, allowed: object.keys.map(\.name)) else { return nil }
        let isWhole = object.required.allSatisfy { members[$0] != nil }
        if isWhole, object.either.isEmpty || object.either.count(where: { members[$0] != nil }) == 1 {
            return members
        }
        error("expected \(object.expectation) in \(what)", at: json.range)
        return nil
    }
}

import Records

/// Whether values satisfy a schema: supports the part of JSON Schema 2020-12 that the schema of the language uses.
struct SchemaCheck {
    let root: Value

    /// Keywords that are only for people, or are looked up elsewhere.
    private static let silent: Set<String> = ["$schema", "title", "description", "$defs"]

    /// The first reason why a value does not satisfy the schema; `nil` if it does.
    func problem(with value: Value) -> String? { problem(with: value, root, at: "") }

    private func problem(with value: Value, _ schema: Value, at path: String) -> String? {
        if schema == true { return nil }
        if schema == false { return "\(path): not allowed" }
        for keyword in schema.object ?? [] where !SchemaCheck.silent.contains(keyword.name) {
            if let problem = problem(with: value, keyword.name, keyword.value, schema, at: path) {
                return problem
            }
        }
        return nil
    }

    private func problem(
        with value: Value,
        _ keyword: String,
        _ argument: Value,
        _ schema: Value,
        at path: String
    ) -> String? {
        func all(_ problems: [String?]) -> String? { problems.compactMap { $0 }.first }
        func require(_ isMet: Bool) -> String? { isMet ? nil : "\(path): \(keyword) is not met" }
        func bound(_ count: Int?, _ isMet: (Int, Int) -> Bool) -> String? {
            count.map { require(isMet($0, argument.number?.integer ?? 0)) } ?? nil
        }
        switch keyword {
        case "$ref":
            let name = argument.text.split(separator: "/").last.map(String.init) ?? ""
            guard let target = root["$defs"]?[name] else { return "\(path): no definition \(name)" }
            return problem(with: value, target, at: path)
        case "type": return require((argument.list ?? [argument]).contains { isA($0.text, value) })
        case "enum": return require(argument.list?.contains(value) == true)
        case "const": return require(argument == value)
        case "anyOf", "oneOf":
            let count = (argument.list ?? []).count { problem(with: value, $0, at: path) == nil }
            return require(keyword == "anyOf" ? count > 0 : count == 1)
        case "properties":
            return all(
                (value.object ?? []).map { member in
                    argument[member.name].map {
                        problem(with: member.value, $0, at: "\(path)/\(member.name)")
                    } ?? nil
                }
            )
        case "additionalProperties":
            let known = (schema["properties"]?.object ?? []).map(\.name)
            return all(
                (value.object ?? []).filter { !known.contains($0.name) }.map {
                    problem(with: $0.value, argument, at: "\(path)/\($0.name)")
                }
            )
        case "required":
            return all(
                (argument.list ?? []).map { name in
                    value.object == nil || value[name.text] != nil ? nil : "\(path): \(name.text) is missing"
                }
            )
        case "prefixItems":
            return all(zip(value.list ?? [], argument.list ?? []).map { problem(with: $0, $1, at: path) })
        case "items":
            let rest = (value.list ?? []).dropFirst(schema["prefixItems"]?.list?.count ?? 0)
            return all(rest.map { problem(with: $0, argument, at: "\(path)/-") })
        case "minItems": return bound(value.list?.count, >=)
        case "maxItems": return bound(value.list?.count, <=)
        case "minProperties": return bound(value.object?.count, >=)
        case "maxProperties": return bound(value.object?.count, <=)
        case "minLength": return bound(value.string?.unicodeScalars.count, >=)
        case "maxLength": return bound(value.string?.unicodeScalars.count, <=)
        case "exclusiveMinimum":
            return require((value.number?.double ?? .infinity) > argument.number?.double ?? 0)
        case "maximum": return require((value.number?.double ?? -.infinity) <= argument.number?.double ?? 0)
        default: return "\(path): the keyword \(keyword) is not known to this check"
        }
    }

    private func isA(_ type: String, _ value: Value) -> Bool {
        switch value {
        case .null: type == "null"
        case .boolean: type == "boolean"
        case .number(let number): type == "number" || type == "integer" && number.integer != nil
        case .string: type == "string"
        case .list: type == "array"
        case .object: type == "object"
        }
    }
}

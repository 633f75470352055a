import Records

// Puts the tables that a file shares between its fields where steps name them.
extension RulesReader {
    /// A transform's arguments, with the tables that they name in their places; `nil` after telling an unknown one.
    mutating func fillTables(_ json: JSON, of transform: Transform) -> JSON? {
        guard case .either(let shapes) = transform.arguments,
            shapes.contains(where: { if case .table = $0 { true } else { false } })
        else { return json }
        switch json.content {
        case .string(let name): return table(named: name, at: json)
        case .object(let members) where Set(members.map(\.key)) == ["table", "default"]:
            var filled: [JSON.Member] = []
            for member in members {
                var value = member.value
                if member.key == "table", case .string(let name) = value.content {
                    guard let table = table(named: name, at: value) else { return nil }
                    value = table
                }
                filled.append(JSON.Member(key: member.key, keyRange: member.keyRange, value: value))
            }
            return JSON(content: .object(filled), range: json.range)
        case .null, .boolean, .number, .array, .object: return json
        }
    }

    private mutating func table(named name: String, at json: JSON) -> JSON? {
        if let table = tables[name] { return table }
        let known = tables.keys.sorted()
        let help =
            known.isEmpty ? "the rules file has no \"tables\"" : Suggestion.help(for: name, among: known)
        error("unknown table \"\(name)\"", at: json.range, help: help)
        return nil
    }
}

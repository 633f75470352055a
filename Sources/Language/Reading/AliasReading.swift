import Records

extension RulesReader {
    /// Reads `"where": {"date": "start"}`.
    mutating func readAliases(_ json: JSON, of type: Schema.RecordType) -> [Schema.Alias] {
        guard case .object(let members) = json.content else {
            error(
                "expected an object of names and fields for \"where\", found \(json.kind)",
                at: json.range,
                help: "write {\"date\": \"start\"}"
            )
            return []
        }
        return members.compactMap { member in
            if type.fields.contains(where: { $0.name == member.key }) {
                error("the record type has a field \"\(member.key)\" already", at: member.keyRange)
                return nil
            }
            if member.key.isEmpty || member.key.contains(where: { $0 == "." || $0 == "=" }) {
                error(
                    "\"\(member.key)\" cannot be asked for: a name is not empty and has no . and no =",
                    at: member.keyRange
                )
                return nil
            }
            return fieldName(member.value, of: type).map { Schema.Alias(name: member.key, field: $0.name) }
        }
    }
}

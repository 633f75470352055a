extension Schema {
    /// Something in which two record types of one name differ, those of two rules files.
    public struct Conflict: Hashable, Sendable {
        /// The types' name.
        public let type: String
        /// The field's name, where it is about one.
        public let field: String?
        /// What each says, and where: `integer in Rules/a.json, string in Rules/b.json`.
        public let text: String

        fileprivate init(
            _ first: (type: RecordType, word: String),
            _ other: (type: RecordType, word: String),
            field: String? = nil
        ) {
            type = first.type.name
            self.field = field
            text =
                "\(first.word) in \(first.type.origin ?? "one rules file"), "
                + "\(other.word) in \(other.type.origin ?? "another one")"
        }
    }

    /// The record types of one name that have different unique keys: of each name the first two that differ.
    public var keyConflicts: [Conflict] {
        typesByName.compactMap { group in
            guard let first = group.first,
                let other = group.first(where: { Set($0.uniqueKeys) != Set(first.uniqueKeys) })
            else { return nil }
            return Conflict((first, first.keyText), (other, other.keyText))
        }
    }

    /// The fields of one name whose types differ between record types of one name: of each field the first two.
    public var fieldConflicts: [Conflict] { typesByName.flatMap(Schema.fieldConflicts) }

    private static func fieldConflicts(_ group: [RecordType]) -> [Conflict] {
        var known: [String: (owner: RecordType, type: FieldType)] = [:]
        var conflicts: [String: Conflict] = [:]
        var order: [String] = []
        for owner in group {
            for field in owner.fields {
                guard let first = known[field.name] else {
                    known[field.name] = (owner, field.type)
                    continue
                }
                guard first.type != field.type, conflicts[field.name] == nil else { continue }
                let word = first.type.description
                let other = field.type.description
                conflicts[field.name] = Conflict(
                    (first.owner, word),
                    (owner, word == other ? "another \(other)" : other),
                    field: field.name
                )
                order.append(field.name)
            }
        }
        return order.compactMap { conflicts[$0] }
    }
}

extension Schema.RecordType {
    /// The unique keys in words.
    fileprivate var keyText: String {
        uniqueKeys.isEmpty ? "nothing" : uniqueKeys.map { "\"\($0)\"" }.joined(separator: ", ")
    }
}

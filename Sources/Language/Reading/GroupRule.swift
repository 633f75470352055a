package import Records

/// Records grouped by the value of a field, and what becomes a field of each group.
package struct GroupRule: Sendable {
    /// A field of a group.
    package struct Field: Sendable {
        package enum Content: Sendable {
            case aggregate(Aggregate, of: Schema.Field, at: Extreme?)
            case groups(GroupRule)
        }

        package let name: String
        package let content: Content
        let type: Schema.FieldType
        /// Whether each group has it.
        let isAlwaysPresent: Bool

        var schema: Schema.Field {
            Schema.Field(name: name, type: type, isRequired: false, isAlwaysPresent: isAlwaysPresent)
        }
    }

    /// The records of a group in which a field has its least or its greatest value.
    package struct Extreme: Sendable {
        package let field: Schema.Field
        package let isGreatest: Bool
    }

    package let key: String
    /// The order in which groups come; that of their first record where it is empty.
    package var order = SortOrder()
    package let fields: [Field]

    /// The fields that make the groups, and the groups within them; the group's own first.
    package var keys: [String] {
        fields.reduce(into: [key]) { keys, field in
            if case .groups(let rule) = field.content { keys += rule.keys }
        }
    }
}

/// What record types a rules file yields, and of what type each of their fields is.
public struct Schema: Hashable, Sendable {
    /// A record type.
    public struct RecordType: Hashable, Sendable {
        /// The type's name: a record's `@type`.
        public var name: String
        /// The fields in the rules file's order.
        public var fields: [Field]
        /// The names besides those of its fields by which records of the type can be chosen.
        public var aliases: [Alias]
        /// The names of the fields whose values no two records share; none where nothing tells records apart. A record
        /// without any of them is like no other.
        public var uniqueKeys: [String]
        /// The rules file that the type stands in, where it is of one.
        public var origin: String?

        /// A record type.
        public init(
            name: String,
            fields: [Field],
            aliases: [Alias] = [],
            uniqueKeys: [String] = [],
            origin: String? = nil
        ) {
            self.name = name
            self.fields = fields
            self.aliases = aliases
            self.uniqueKeys = uniqueKeys
            self.origin = origin
        }
    }

    /// Another name for a field, for choosing records by it; records themselves do not have it.
    public struct Alias: Hashable, Sendable {
        /// The other name.
        public var name: String
        /// The name of the field that is meant.
        public var field: String

        /// A name for a field.
        public init(name: String, field: String) {
            self.name = name
            self.field = field
        }
    }

    /// A field of a record type.
    public struct Field: Hashable, Sendable {
        /// The field's name.
        public var name: String
        /// What its values are.
        public var type: FieldType
        /// Whether a record without this field is a failure.
        public var isRequired: Bool
        /// Whether every record of a page that satisfies its rules has this field: it is required, it is a list,
        /// which may be empty, or it has a default.
        public var isAlwaysPresent: Bool

        /// A field.
        ///
        /// - Parameter isAlwaysPresent: as `isRequired` unless given.
        public init(name: String, type: FieldType, isRequired: Bool, isAlwaysPresent: Bool? = nil) {
            self.name = name
            self.type = type
            self.isRequired = isRequired
            self.isAlwaysPresent = isAlwaysPresent ?? isRequired
        }
    }

    /// The record types in the rules file's order.
    public var types: [RecordType]

    /// A schema of the given record types.
    public init(types: [RecordType]) {
        self.types = types
    }

    /// The names of all fields of all types, each once, in the order in which they first appear.
    public var columns: [String] {
        var seen: Set<String> = []
        return types.flatMap(\.fields).map(\.name).filter { seen.insert($0).inserted }
    }
}

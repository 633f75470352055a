/// What record types a rules file yields, and of what type each of their fields is.
public struct Schema: Hashable, Sendable {
    /// A record type.
    public struct RecordType: Hashable, Sendable {
        /// The type's name: a record's `@type`.
        public var name: String
        /// The fields in the rules file's order.
        public var fields: [Field]

        /// A record type.
        public init(name: String, fields: [Field]) {
            self.name = name
            self.fields = fields
        }
    }

    /// A field of a record type.
    public struct Field: Hashable, Sendable {
        /// The field's name.
        public var name: String
        /// The field type as the rules language spells it, such as `decimal` or `[string]`.
        public var type: String
        /// Whether a record without this field is a failure.
        public var isRequired: Bool

        /// A field.
        public init(name: String, type: String, isRequired: Bool) {
            self.name = name
            self.type = type
            self.isRequired = isRequired
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

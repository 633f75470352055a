/// One typed record: what a page yields.
public struct Record: Hashable, Sendable {
    /// The record type's name in the rules file.
    public var type: String
    /// The fields that have a value, in the rules file's order.
    public var fields: [Value.Member]

    /// A record of the given type.
    public init(type: String, fields: [Value.Member]) {
        self.type = type
        self.fields = fields
    }

    /// A field's value, or `nil` where the record has none.
    public subscript(name: String) -> Value? {
        fields.first { $0.name == name }?.value
    }

    /// The record as an object: `"@type"` first, then its fields.
    public var value: Value {
        .object([Value.Member(Record.typeKey, .string(type))] + fields)
    }

    /// The key under which an object says what type of record it is.
    public static let typeKey = "@type"

    /// The record that an object holds, or `nil` where it does not say its type first.
    public init?(_ value: Value) {
        guard let members = value.object, let first = members.first, first.name == Record.typeKey,
            let type = first.value.string
        else { return nil }
        self.init(type: type, fields: Array(members.dropFirst()))
    }
}

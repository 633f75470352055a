import Records

/// An object's members, decoded by their names.
struct KeyedValues<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let codingPath: [any CodingKey]
    private let members: [Value.Member]

    init(_ members: [Value.Member], at codingPath: [any CodingKey]) {
        self.members = members
        self.codingPath = codingPath
    }

    var allKeys: [Key] { members.compactMap { Key(stringValue: $0.name) } }

    func contains(_ key: Key) -> Bool { value(key) != nil }

    func decodeNil(forKey key: Key) throws -> Bool { try decoder(key).decodeNil() }

    func decode<Model: Decodable>(_ type: Model.Type, forKey key: Key) throws -> Model {
        try decoder(key).decode(type)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try decoder(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(key).unkeyedContainer()
    }

    /// A superclass is decoded from the same members.
    func superDecoder() throws -> any Swift.Decoder { ValueDecoder(.object(members), at: codingPath) }

    func superDecoder(forKey key: Key) throws -> any Swift.Decoder { try decoder(key) }

    private func value(_ key: Key) -> Value? {
        members.first { $0.name == key.stringValue }?.value
    }

    private func decoder(_ key: Key) throws -> ValueDecoder {
        guard let value = value(key) else {
            let message = "there is no field \"\(key.stringValue)\""
            let context = DecodingError.Context(codingPath: codingPath, debugDescription: message)
            throw DecodingError.keyNotFound(key, context)
        }
        return ValueDecoder(value, at: codingPath + [key])
    }
}

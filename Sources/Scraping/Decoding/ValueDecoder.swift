import Records

/// Decodes a value into a type: what stands between records and a library user's own types.
struct ValueDecoder: Swift.Decoder {
    let value: Value
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(_ value: Value, at codingPath: [any CodingKey] = []) {
        self.value = value
        self.codingPath = codingPath
    }

    /// The value as a type: directly where it is one that values have, else by the type's own decoding.
    func decode<Model: Decodable>(_ type: Model.Type) throws -> Model {
        guard let scalar = type as? any DecodableScalar.Type else { return try Model(from: self) }
        guard let model = scalar.init(decoding: value) as? Model else {
            throw mismatch(type, expected: scalar.expected)
        }
        return model
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard let members = value.object else {
            throw mismatch([String: Any].self, expected: "an object")
        }
        return KeyedDecodingContainer(KeyedValues(members, at: codingPath))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard let elements = value.list else { throw mismatch([Any].self, expected: "a list") }
        return ListedValues(elements, at: codingPath)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    private func mismatch(_ type: Any.Type, expected: String) -> DecodingError {
        let message = "expected \(expected), found \(value.shown)"
        return .typeMismatch(type, DecodingError.Context(codingPath: codingPath, debugDescription: message))
    }
}

extension ValueDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { value == .null }
}

/// The place of an element in a list, as a coding path has it.
struct IndexKey: CodingKey {
    let intValue: Int?

    init(_ index: Int) { intValue = index }
    init?(intValue: Int) { self.init(intValue) }
    init?(stringValue: String) { nil }

    var stringValue: String { intValue.map(String.init) ?? "" }
}

extension Value {
    /// The value in the words of messages; a long one cut short.
    fileprivate var shown: String {
        switch self {
        case .null, .list, .object: return kind
        case .boolean, .number, .string:
            let text = JSONWriter.compact(self)
            return text.count > 80 ? text.prefix(79) + "…" : text
        }
    }
}

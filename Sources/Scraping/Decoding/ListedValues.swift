import Records

/// A list's elements, decoded one after the other.
struct ListedValues: UnkeyedDecodingContainer {
    let codingPath: [any CodingKey]
    private let elements: [Value]
    private(set) var currentIndex = 0

    init(_ elements: [Value], at codingPath: [any CodingKey]) {
        self.elements = elements
        self.codingPath = codingPath
    }

    var count: Int? { elements.count }

    var isAtEnd: Bool { currentIndex >= elements.count }

    mutating func decodeNil() throws -> Bool {
        guard try decoder().decodeNil() else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<Model: Decodable>(_ type: Model.Type) throws -> Model {
        try next { try $0.decode(type) }
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try next { try $0.container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try next { try $0.unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Swift.Decoder {
        try next { $0 }
    }

    /// Decodes an element; one that does not fit can be tried again as another type.
    private mutating func next<Result>(_ decode: (ValueDecoder) throws -> Result) throws -> Result {
        let result = try decode(try decoder())
        currentIndex += 1
        return result
    }

    private func decoder() throws -> ValueDecoder {
        let path = codingPath + [IndexKey(currentIndex)]
        guard elements.indices.contains(currentIndex) else {
            let message = "the list has \(elements.count) elements only"
            let context = DecodingError.Context(codingPath: path, debugDescription: message)
            throw DecodingError.valueNotFound(Any.self, context)
        }
        return ValueDecoder(elements[currentIndex], at: path)
    }
}

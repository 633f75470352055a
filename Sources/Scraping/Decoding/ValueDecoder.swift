#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import Addresses
import Records

/// Decodes a value into a `Decodable` type.
struct ValueDecoder: Swift.Decoder {
    let value: Value
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(_ value: Value, at codingPath: [any CodingKey] = []) {
        self.value = value
        self.codingPath = codingPath
    }

    /// The value as a type: directly for a scalar type, else by the type's own decoding.
    func decode<Model: Decodable>(_ type: Model.Type) throws -> Model {
        guard let scalar = type as? any DecodableScalar.Type else { return try Model(from: self) }
        guard let model = scalar.init(decoding: value) as? Model else {
            throw mismatch(type, expected: scalar.expected, advice: scalar.advice(for: value))
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

    private func mismatch(_ type: Any.Type, expected: String, advice: String = "") -> DecodingError {
        let message = "expected \(expected), found \(value.shown)\(advice)"
        return .typeMismatch(type, DecodingError.Context(codingPath: codingPath, debugDescription: message))
    }
}

extension ValueDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { value == .null }
}

/// The index of an element of a list in a coding path.
struct IndexKey: CodingKey {
    let intValue: Int?

    init(_ index: Int) { intValue = index }
    init?(intValue: Int) { self.init(intValue) }
    init?(stringValue: String) { nil }

    var stringValue: String { intValue.map(String.init) ?? "" }
}

extension Value {
    /// The value as shown in messages, truncated if it is long.
    fileprivate var shown: String {
        switch self {
        case .null, .list, .object: return kind
        case .boolean, .number, .string:
            let text = JSONWriter.compact(self)
            return text.count > 80 ? text.prefix(79) + "…" : text
        }
    }
}

/// Decodes the members of an object by name.
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

/// Decodes the elements of a list in order.
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

    /// Decodes an element; if it does not fit, it can be tried again as another type.
    private mutating func next<Result>(_ decode: (ValueDecoder) throws -> Result) throws -> Result {
        let result = try decode(try decoder())
        currentIndex += 1
        return result
    }

    private func decoder() throws -> ValueDecoder {
        let path = codingPath + [IndexKey(currentIndex)]
        guard elements.indices.contains(currentIndex) else {
            let message = "the list has only \(elements.count) elements"
            let context = DecodingError.Context(codingPath: path, debugDescription: message)
            throw DecodingError.valueNotFound(Any.self, context)
        }
        return ValueDecoder(elements[currentIndex], at: path)
    }
}

/// A type into which a scalar value is decoded directly.
protocol DecodableScalar {
    /// The expected value, for messages.
    static var expected: String { get }
    /// The value as this type, or `nil` if it does not fit.
    init?(decoding value: Value)
    /// A hint for a value that does not fit, for the end of a message; empty if there is none.
    static func advice(for value: Value) -> String
}

extension DecodableScalar {
    static func advice(for value: Value) -> String { "" }
}

extension Bool: DecodableScalar {
    static var expected: String { "true or false" }

    init?(decoding value: Value) {
        guard case .boolean(let boolean) = value else { return nil }
        self = boolean
    }
}

extension String: DecodableScalar {
    static var expected: String { "a string" }

    init?(decoding value: Value) {
        guard let string = value.string else { return nil }
        self = string
    }
}

// MARK: - Numbers

extension DecodableScalar where Self: FixedWidthInteger {
    static var expected: String { "a whole number (\(Self.self))" }

    init?(decoding value: Value) {
        guard let digits = value.number?.digits else { return nil }
        self.init(digits)
    }
}

extension Int: DecodableScalar {}
extension Int8: DecodableScalar {}
extension Int16: DecodableScalar {}
extension Int32: DecodableScalar {}
extension Int64: DecodableScalar {}
extension Int128: DecodableScalar {}
extension UInt: DecodableScalar {}
extension UInt8: DecodableScalar {}
extension UInt16: DecodableScalar {}
extension UInt32: DecodableScalar {}
extension UInt64: DecodableScalar {}
extension UInt128: DecodableScalar {}

extension DecodableScalar where Self: BinaryFloatingPoint & LosslessStringConvertible {
    static var expected: String { "a number (\(Self.self))" }

    /// The nearest number; `nil` for one that is too large.
    init?(decoding value: Value) {
        guard let digits = value.number?.digits, let number = Self(digits), number.isFinite else {
            return nil
        }
        self = number
    }
}

extension Double: DecodableScalar {}
extension Float: DecodableScalar {}

extension Decimal: DecodableScalar {
    static var expected: String { "a number of at most 38 digits (Decimal)" }

    /// The number with all its digits; `nil` if a `Decimal` cannot hold them.
    init?(decoding value: Value) {
        guard let digits = value.number?.digits, let decimal = Decimal(string: digits, locale: nil),
            decimal.isFinite, Decimal.significant(decimal.description) == Decimal.significant(digits)
        else { return nil }
        self = decimal
    }

    /// The significant digits: without an exponent, and without zeros at either end.
    private static func significant(_ number: String) -> [UInt8] {
        let mantissa = number.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }
        let digits = mantissa.filter { (0x30...0x39).contains($0) }.drop { $0 == 0x30 }
        return Array(digits.reversed().drop { $0 == 0x30 })
    }
}

// MARK: - Texts

extension URL: DecodableScalar {
    static var expected: String { "an address (URL)" }

    init?(decoding value: Value) {
        guard let string = value.string else { return nil }
        if string.utf8.allSatisfy({ $0 < 0x80 }) {
            self.init(string: string)
            return
        }
        // Foundation reads names of hosts in ASCII only.
        do throws(AddressError) {
            self.init(string: try WebAddress(string).href)
        } catch {
            guard error == .relativeWithoutBase else { return nil }
            self.init(string: string)
        }
    }
}

extension Date: DecodableScalar {
    static var expected: String { "a time with its offset as ISO 8601 writes it (Date)" }

    /// The instant of a time with an offset.
    init?(decoding value: Value) {
        guard let date = value.string.flatMap({ DateTime($0) })?.date else { return nil }
        self = date
    }

    static func advice(for value: Value) -> String {
        guard let text = value.string else { return "" }
        if Day(text) != nil { return "; a day is not an instant: decode it as a Day" }
        if DateTime(text) != nil {
            return
                "; the time has no offset: give the field a timezone in the rules, or decode it as a DateTime"
        }
        return ""
    }
}

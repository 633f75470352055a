public import Records

extension Collection<Record> {
    /// Decodes the records of one type into a type of your own, record by record: a record that does not fit is
    /// reported and does not affect the others.
    ///
    /// ```swift
    /// struct Plant: Decodable {
    ///     let name: String
    ///     let height: Decimal?
    ///     let link: URL?
    /// }
    /// let plants = try outcome.records.decode(Plant.self)
    /// for plant in plants { print(plant.name) }
    /// for failure in plants.failures { print(failure) }      // Plant[3].name: the field is missing, …
    /// ```
    ///
    /// Fields are decoded by their names; a field that a record does not have is `nil` in an optional property.
    ///
    /// | field type | Swift types |
    /// |---|---|
    /// | `string`, `text`, `html`, `duration`, `enum` | `String`, and what is decoded from one, such as enumerations |
    /// | `integer`, `size` | integer types; a number that does not fit is an error |
    /// | `decimal` | `Decimal` with all digits, at most 38; `Double`, `Float`: the nearest number |
    /// | `boolean` | `Bool` |
    /// | `url` | `URL`, `String` |
    /// | `date` | ``Day``, `String` in ISO 8601 |
    /// | `datetime` | ``DateTime``, `String` in ISO 8601; `Date` if the time has an offset |
    /// | lists, objects | arrays and sets, `Decodable` types, dictionaries |
    ///
    /// Values are not converted between kinds: neither text to a number nor a number to text. A day, and a time without
    /// an offset, are not instants and cannot be decoded as `Date`.
    ///
    /// - Parameters:
    ///   - model: the type.
    ///   - recordType: the name of the records' type in the rules; by default that of the Swift type.
    /// - Throws: ``RecordDecodingError/unknownType(_:known:)`` if there are records, and the rules have no such type.
    /// - Complexity: linear in the size of the records, and for each property in the number of the object's fields.
    public func decode<Model: Decodable>(
        _ model: Model.Type,
        of recordType: String? = nil
    ) throws(RecordDecodingError) -> DecodedRecords<Model> {
        let type = recordType ?? String(describing: model)
        try check(type)
        var values: [Model] = []
        var failures: [RecordDecodingError] = []
        for (index, record) in lazy.filter({ $0.type == type }).enumerated() {
            do {
                values.append(try ValueDecoder(record.value).decode(model))
            } catch {
                failures.append(RecordDecodingError(error, record: type, index: index))
            }
        }
        return DecodedRecords(values: values, failures: failures)
    }

    /// Checks that the rules have a record type, as far as the records know their rules.
    private func check(_ type: String) throws(RecordDecodingError) {
        if isEmpty || contains(where: { $0.type == type }) { return }
        var known: [String] = []
        for record in self {
            for name in record.schema?.types.map(\.name) ?? [record.type] where !known.contains(name) {
                if name == type { return }
                known.append(name)
            }
        }
        throw .unknownType(type, known: known)
    }
}

/// The records of a type that were decoded, and why others could not be decoded.
public struct DecodedRecords<Model> {
    /// The decoded values, in the records' order.
    public let values: [Model]
    /// One error for each record that does not fit the type, in the records' order.
    public let failures: [RecordDecodingError]

    /// All decoded values, if every record could be decoded.
    ///
    /// - Throws: the first failure.
    public func get() throws(RecordDecodingError) -> [Model] {
        if let first = failures.first { throw first }
        return values
    }
}

extension DecodedRecords: RandomAccessCollection {
    /// The index of the first value: 0.
    public var startIndex: Int { 0 }

    /// The number of values.
    public var endIndex: Int { values.count }

    /// The value at an index.
    public subscript(index: Int) -> Model { values[index] }
}

extension DecodedRecords: Sendable where Model: Sendable {}

extension DecodedRecords: Equatable where Model: Equatable {}

/// Why records could not be decoded into a type.
public enum RecordDecodingError: Error, Hashable, Sendable {
    /// The rules have no such record type.
    case unknownType(String, known: [String])
    /// A record does not fit the type: the name of its type, its index among the records of its type, the path of the
    /// field (`exercises[2].reps`; empty for the record itself), and what was expected and found.
    case mismatch(record: String, index: Int, path: String, message: String)
}

extension RecordDecodingError: CustomStringConvertible {
    /// The problem in one line: `Workout[3].exercises[0].reps: expected a whole number (Int), found "x"`.
    public var description: String {
        switch self {
        case .unknownType(let name, let known):
            let help = Suggestion.help(for: name, among: known).map { "; \($0)" } ?? ""
            return "the rules have no record type \"\(name)\"\(help)"
        case .mismatch(let record, let index, let path, let message):
            let separator = path.isEmpty || path.hasPrefix("[") ? "" : "."
            return "\(record)[\(index)]\(separator)\(path): \(message)"
        }
    }
}

extension RecordDecodingError {
    /// Converts an error of a decoder, or of a type's own decoding.
    init(_ error: any Error, record: String, index: Int) {
        func mismatch(_ path: [any CodingKey], _ message: String) -> RecordDecodingError {
            .mismatch(record: record, index: index, path: Self.path(path), message: message)
        }
        switch error as? DecodingError {
        case .keyNotFound(let key, let context):
            self = mismatch(
                context.codingPath + [key],
                "the field is missing, and the property is not optional"
            )
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            self = mismatch(context.codingPath, context.debugDescription)
        case nil:
            self = mismatch([], "\(error)")
        @unknown default:
            self = mismatch([], "\(error)")
        }
    }

    private static func path(_ keys: [any CodingKey]) -> String {
        keys.reduce("") { path, key in
            if let index = key.intValue { return "\(path)[\(index)]" }
            return path.isEmpty ? key.stringValue : "\(path).\(key.stringValue)"
        }
    }
}

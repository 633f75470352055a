import Records

extension Outcome {
    /// The records of a type, decoded into a type of your own.
    ///
    /// ```swift
    /// struct Plant: Decodable {
    ///     let name: String
    ///     let height: Decimal?
    ///     let link: URL?
    /// }
    /// let plants = try rules.scrape(page).records(of: "Plant", as: Plant.self)
    /// ```
    ///
    /// Fields are decoded by their names; one that a record does not have is `nil` in an optional property.
    ///
    /// | field type | Swift types |
    /// |---|---|
    /// | `string`, `text`, `html`, `duration`, `enum` | `String`, and what is decoded from one, such as enumerations |
    /// | `integer`, `size` | integer types; a number that does not fit is an error |
    /// | `decimal` | `Decimal` with all digits, at most 38; `Double`, `Float`: the nearest number |
    /// | `boolean` | `Bool` |
    /// | `url` | `URL`, `String` |
    /// | `date`, `datetime` | `String` as ISO 8601 writes it; `Date`: midnight for a day, UTC for a time without an offset |
    /// | lists, objects | arrays and sets, `Decodable` types, dictionaries |
    ///
    /// Values are not converted between kinds: no text to a number, no number to text.
    ///
    /// - Throws: the record and field that do not fit, and why; or that the rules have no such record type.
    /// - Complexity: linear in the size of the records, and in an object's fields for each of its properties.
    public func records<Model: Decodable>(
        of type: String,
        as model: Model.Type
    ) throws(RecordDecodingError) -> [Model] {
        if let known = schema?.types.map(\.name), !known.contains(type) {
            throw .unknownType(type, known: known)
        }
        var models: [Model] = []
        for (index, record) in records.filter({ $0.type == type }).enumerated() {
            do {
                models.append(try ValueDecoder(record.value).decode(model))
            } catch {
                throw RecordDecodingError(error, record: type, index: index)
            }
        }
        return models
    }
}

/// Why records could not be decoded into a type.
public enum RecordDecodingError: Error, Hashable, Sendable {
    /// The rules have no such record type.
    case unknownType(String, known: [String])
    /// A record does not fit the type.
    ///
    /// - Parameters:
    ///   - record: the record type's name.
    ///   - index: the record's place among those of its type, from 0.
    ///   - path: the field's path, such as `exercises[2].reps`; empty for the record itself.
    ///   - message: what was expected and what was found.
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

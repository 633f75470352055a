import Records

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
    /// What is wrong, in one line: `Workout[3].exercises[0].reps: expected a whole number (Int), found "x"`.
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
    /// What an error of a decoder, or of a type's own decoding, means for a record.
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

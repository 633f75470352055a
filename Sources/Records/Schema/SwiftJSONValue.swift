extension SwiftTypes {
    /// The declaration of what a field of any value is decoded into.
    static let jsonValue = """
        /// Any value.
        enum JSONValue: Codable, Hashable, Sendable {
            case null
            case boolean(Bool)
            case number(Decimal)
            case string(String)
            case list([JSONValue])
            case object([String: JSONValue])

            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                if container.decodeNil() {
                    self = .null
                } else if let value = try? container.decode(Bool.self) {
                    self = .boolean(value)
                } else if let value = try? container.decode(Decimal.self) {
                    self = .number(value)
                } else if let value = try? container.decode(String.self) {
                    self = .string(value)
                } else if let value = try? container.decode([JSONValue].self) {
                    self = .list(value)
                } else {
                    self = .object(try container.decode([String: JSONValue].self))
                }
            }

            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                switch self {
                case .null: try container.encodeNil()
                case .boolean(let value): try container.encode(value)
                case .number(let value): try container.encode(value)
                case .string(let value): try container.encode(value)
                case .list(let value): try container.encode(value)
                case .object(let value): try container.encode(value)
                }
            }
        }

        """
}

/// An enumeration of the Swift types that a value can have, which is decoded as the first that fits.
struct SwiftAlternatives {
    /// A type that the value can have.
    struct Case {
        let name: String
        let type: String
        /// How early it is tried: what takes less before what takes more.
        let rank: Int

        init(name: String, type: String, of fieldType: Schema.FieldType) {
            self.name = name
            self.type = type
            rank =
                switch fieldType {
                case .enumeration: 0
                case .scalar(.boolean): 1
                case .scalar(.integer), .scalar(.size): 2
                case .scalar(.decimal): 3
                case .object, .enclosing, .list: 4
                case .scalar(.url): 5
                case .scalar(.string), .scalar(.text), .scalar(.html), .scalar(.date), .scalar(.dateTime),
                    .scalar(.duration):
                    6
                case .alternatives: 7
                case .scalar(.json): 8
                }
        }
    }

    let name: String
    let about: String
    let cases: [Case]

    /// The declaration, a line each.
    var lines: [String] {
        let ranked = cases.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
            .map(\.element)
        return ["/// \(about)", "enum \(name): Codable, Hashable, Sendable {"]
            + SwiftTypes.indented(
                cases.map { "case \($0.name)(\($0.type))" } + [""] + decoding(ranked) + [""] + encoding
            )
            + ["}"]
    }

    private func decoding(_ ranked: [Case]) -> [String] {
        var lines = [
            "init(from decoder: any Decoder) throws {",
            "    let container = try decoder.singleValueContainer()",
        ]
        for (index, one) in ranked.enumerated() {
            let decode = "container.decode(\(one.type).self)"
            if index == ranked.count - 1 {
                lines.append("    self = .\(one.name)(try \(decode))")
            } else {
                lines.append("    if let value = try? \(decode) {")
                lines.append("        self = .\(one.name)(value)")
                lines.append("        return")
                lines.append("    }")
            }
        }
        return lines + ["}"]
    }

    private var encoding: [String] {
        [
            "func encode(to encoder: any Encoder) throws {",
            "    var container = encoder.singleValueContainer()", "    switch self {",
        ]
            + cases.map { "    case .\($0.name)(let value): try container.encode(value)" }
            + ["    }", "}"]
    }
}

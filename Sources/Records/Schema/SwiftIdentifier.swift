/// Turns arbitrary names into Swift identifiers, each unique in its scope.
struct SwiftIdentifier {
    /// The names in use, without backticks.
    private(set) var taken: Set<String>

    /// Creates a scope in which the names that Swift or the written types use are already taken.
    init(taken: Set<String> = []) {
        self.taken = taken.union(SwiftIdentifier.reserved)
    }

    /// Returns the name of a type: `plant-card` becomes `PlantCard`.
    mutating func type(_ name: String) -> String {
        unique(SwiftIdentifier.joined(name, isType: true))
    }

    /// Returns the name of a property or a case: the name itself if it is valid, `plant-card` becomes `plantCard`.
    mutating func property(_ name: String) -> String {
        let isName = SwiftIdentifier.isName(name)
        let identifier = unique(isName ? name : SwiftIdentifier.joined(name, isType: false))
        return SwiftIdentifier.keywords.contains(identifier) ? "`\(identifier)`" : identifier
    }

    /// Returns the names of several properties or cases; a valid name is never given to another.
    mutating func properties(_ names: [String]) -> [String] {
        var properties = [String?](repeating: nil, count: names.count)
        for wanted in [true, false] {
            for (index, name) in names.enumerated() where SwiftIdentifier.isName(name) == wanted {
                properties[index] = property(name)
            }
        }
        return properties.compactMap { $0 }
    }

    /// Returns the name itself, or the name with the first number that makes it unique.
    private mutating func unique(_ name: String) -> String {
        var candidate = name
        var number = 2
        while !taken.insert(candidate).inserted {
            candidate = "\(name)\(number)"
            number += 1
        }
        return candidate
    }

    private static func isName(_ name: String) -> Bool {
        let scalars = name.unicodeScalars
        guard let first = scalars.first, isStart(first) else { return false }
        return scalars.allSatisfy(isContinuation) && scalars.contains { $0 != "_" }
    }

    /// Returns the words of a name joined: each word begins with a capital letter, except the first word of a property.
    private static func joined(_ name: String, isType: Bool) -> String {
        let words = name.unicodeScalars.split { !isContinuation($0) || $0 == "_" }
        var joined = ""
        for (index, word) in words.enumerated() {
            let isCapital = isType || index > 0
            let first = String(word.prefix(1))
            joined += (isCapital ? first.uppercased() : first.lowercased()) + String(word.dropFirst())
        }
        if joined.isEmpty { joined = isType ? "Value" : "value" }
        return joined.unicodeScalars.first.map(isStart) == true ? joined : "_" + joined
    }

    private static func isStart(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "_" || scalar.properties.isXIDStart
    }

    private static func isContinuation(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isXIDContinue
    }

    /// Names that the written types use, or that no declaration may have.
    private static let reserved: Set<String> = [
        "Any", "AnyObject", "Array", "Bool", "Codable", "CodingKey", "CodingKeys", "Date", "DateTime",
        "Day", "Decimal", "Decodable",
        "Decoder", "DecodingError", "Dictionary", "Encodable", "Encoder", "Equatable", "Error", "Foundation",
        "Hashable", "Hasher", "Int", "JSONValue", "Never", "Optional", "Protocol", "Scraping", "Self",
        "Sendable",
        "String",
        "Swift", "Type", "URL", "hashValue", "init", "self",
    ]

    /// Names that need backticks.
    private static let keywords: Set<String> = [
        "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit",
        "do",
        "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if",
        "import", "in", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private",
        "protocol", "public", "repeat", "rethrows", "return", "static", "struct", "subscript", "super",
        "switch",
        "throw", "throws", "true", "try", "typealias", "var", "where", "while",
    ]
}

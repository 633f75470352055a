import Basics
public import Records
public import Scraping
import Values

/// A page with the values that its fields have: what rules are learned from.
public struct LearningExample: Sendable {
    /// The page.
    public var page: Page
    /// The values by the names of their fields. `null` says that the page has none; of a field that is not among them nothing is
    /// known.
    public var values: [Value.Member]

    /// An example.
    public init(_ page: Page, values: [Value.Member]) {
        self.page = page
        self.values = values
    }

    /// The value of a field.
    func value(of field: String) -> ExampleValue? {
        values.last { $0.name == field }.map { ExampleValue($0.value) }
    }
}

/// What a field has on a page.
enum ExampleValue: Hashable {
    /// The page has none.
    case nothing
    case text(String)
    case number(String)
    case list([String])
    /// A value that no single field of a page has, such as an object.
    case unsupported

    init(_ value: Value) {
        switch value {
        case .null: self = .nothing
        case .string(let text): self = LearningText.key(text).isEmpty ? .nothing : .text(text)
        case .number(let number): self = .number(number.description)
        case .boolean, .object: self = .unsupported
        case .list(let elements):
            let texts = elements.compactMap { element -> String? in
                switch element {
                case .string(let text): text
                case .number(let number): number.description
                case .null, .boolean, .list, .object: nil
                }
            }
            self = texts.count < elements.count ? .unsupported : texts.isEmpty ? .nothing : .list(texts)
        }
    }

    /// Whether read values are this one: the first of them for a single value, all of them for a list.
    func isGiven(by found: [Value]) -> Bool {
        func text(_ value: Value) -> String? {
            switch value {
            case .string(let text): LearningText.key(text)
            case .number(let number): number.description
            case .null, .boolean, .list, .object: nil
            }
        }
        switch self {
        case .nothing: return found.isEmpty
        case .unsupported: return false
        case .text(let wanted): return found.first.flatMap(text) == LearningText.key(wanted)
        case .number(let wanted):
            guard case .number(let number)? = found.first else { return false }
            return Double(wanted) == Double(number.description)
        case .list(let wanted): return found.compactMap(text) == wanted.map(LearningText.key)
        }
    }
}

/// Texts as they are compared: what looks the same to a reader is the same.
enum LearningText {
    /// A text with its characters in their compatible form, white space collapsed, without invisible characters.
    static func key(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return WhiteSpace.collapse(text) }
        let scalars = Normalization.decomposed(text.unicodeScalars, .compatibility).compactMap { scalar in
            switch scalar.value {
            case 0x200B...0x200F, 0x2060, 0xFEFF, 0xAD: nil as Unicode.Scalar?
            case 0x2018, 0x2019, 0x201B: "'"
            case 0x201C, 0x201D: "\""
            case 0x2010, 0x2011: "-"
            default: scalar
            }
        }
        return WhiteSpace.collapse(
            String(String.UnicodeScalarView(Normalization.composed(scalars)))
                .replacing("\u{A0}", with: " ")
        )
    }

    /// The numbers that are written in a text, as English writes them.
    static func numbers(in text: String) -> [String] {
        var found: [String] = []
        var current = ""
        for character in text + " " {
            if character.isASCII, character.isNumber || (!current.isEmpty && (character == "." || character == ",")) {
                current.append(character)
                continue
            }
            while let last = current.last, !last.isNumber { current.removeLast() }
            if !current.isEmpty { found.append(current) }
            current = ""
        }
        return found
    }

    /// The minutes that a text of days, hours, minutes and seconds tells; `nil` where it tells of none.
    static func minutes(in text: String) -> Double? {
        let units: [Character: Double] = ["d": 1440, "h": 60, "m": 1, "s": 1 / 60]
        var sum: Double?
        var digits = ""
        var isWaiting = false
        for character in text.lowercased() + " " {
            if character.isASCII, character.isNumber || (character == "." && !digits.isEmpty) {
                if isWaiting { digits = "" }
                isWaiting = false
                digits.append(character)
            } else if !digits.isEmpty {
                if character == " " || character == "\u{A0}" {
                    isWaiting = true
                    continue
                }
                if let unit = units[character], let number = Double(digits) { sum = (sum ?? 0) + number * unit }
                digits = ""
                isWaiting = false
            }
        }
        return sum
    }
}

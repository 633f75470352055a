import Basics
public import Engine
public import Records
import Values

/// A page with the values of its fields, from which rules are learned.
public struct LearningExample: Sendable {
    /// The page.
    public var page: Page
    /// The values of the page's records, in the order of the page, by the names of their fields. `null` means that
    /// there is no value; if a field is not included, nothing is known about it.
    public var records: [[Value.Member]]

    /// The values of the only record, or of the first.
    public var values: [Value.Member] { records.first ?? [] }

    /// An example of a page that is one record.
    public init(_ page: Page, values: [Value.Member]) {
        self.page = page
        records = [values]
    }

    /// An example of a page with several records.
    public init(_ page: Page, records: [[Value.Member]]) {
        self.page = page
        self.records = records
    }

    /// The value of a field.
    func value(of field: String) -> ExampleValue? {
        values.last { $0.name == field }.map { ExampleValue($0.value) }
    }
}

/// The value of a field on a page.
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

    /// How different read values are from this one: the first of them for a single value, all of them for a list.
    ///
    /// - Returns: 0 for equal values; more if they differ only in letter case and punctuation, and for a list in which
    ///   nine tenths of the elements are equal; `nil` for anything else.
    func difference(from found: [Value]) -> Double? {
        func text(_ value: Value) -> String? {
            switch value {
            case .string(let text): LearningText.key(text)
            case .number(let number): number.description
            case .null, .boolean, .list, .object: nil
            }
        }
        switch self {
        case .nothing: return found.isEmpty ? 0 : nil
        case .unsupported: return nil
        case .text(let wanted):
            let key = LearningText.key(wanted)
            // Most candidates give far longer texts.
            if case .string(let long)? = found.first, long.utf8.count > 2 * wanted.utf8.count + 64 {
                return nil
            }
            guard let own = found.first.flatMap(text) else { return nil }
            if own == key { return 0 }
            if key.contains("/"), LearningText.addressKey(own) == LearningText.addressKey(key) { return 1 }
            return LearningText.looseKey(own) == LearningText.looseKey(key) ? 1.5 : nil
        case .number(let wanted):
            guard case .number(let number)? = found.first else { return nil }
            guard Double(wanted) == Double(number.description) else { return nil }
            // 5.0 equals 5, but is written differently.
            return wanted == number.description ? 0 : 0.5
        case .list(let wanted):
            // If the numbers of elements differ this much, nine tenths cannot be the same.
            guard found.count <= wanted.count * 5 / 4 + 1, wanted.count <= found.count * 5 / 4 + 1 else {
                return nil
            }
            let own = found.compactMap(text)
            let keys = wanted.map(LearningText.key)
            if own == keys { return 0 }
            var rest = Dictionary(grouping: own.map(LearningText.looseKey)) { $0 }.mapValues(\.count)
            var hits = 0
            for key in keys.map(LearningText.looseKey) {
                guard let count = rest[key], count > 0 else { continue }
                rest[key] = count - 1
                hits += 1
            }
            let share = 2 * Double(hits) / Double(max(1, own.count + keys.count))
            return share >= 0.9 ? 1.5 + (1 - share) * 20 : nil
        }
    }
}

/// Texts in the form in which they are compared: texts that look the same to a reader are equal.
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

    /// A text reduced to its letters and digits, in lower case; the text itself if it has none.
    static func looseKey(_ text: String) -> String {
        var key = ""
        var isGap = false
        for character in LearningText.key(text).lowercased() {
            guard character.isLetter || character.isNumber else {
                isGap = true
                continue
            }
            if isGap, !key.isEmpty { key.append(" ") }
            isGap = false
            key.append(character)
        }
        return key.isEmpty ? LearningText.key(text) : key
    }

    /// An address without its query and fragment, which sites use for sizes and tracking.
    static func addressKey(_ text: String) -> Substring { text.prefix { $0 != "?" && $0 != "#" } }

    /// The numbers in a text, in English notation.
    static func numbers(in text: String) -> [String] {
        var found: [String] = []
        var current = ""
        for character in text + " " {
            if character.isASCII,
                character.isNumber || (!current.isEmpty && (character == "." || character == ","))
            {
                current.append(character)
                continue
            }
            while let last = current.last, !last.isNumber { current.removeLast() }
            if !current.isEmpty { found.append(current) }
            current = ""
        }
        return found
    }

    /// The minutes in a text of days, hours, minutes and seconds; `nil` if it has none.
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
                if let unit = units[character], let number = Double(digits) {
                    sum = (sum ?? 0) + number * unit
                }
                digits = ""
                isWaiting = false
            }
        }
        return sum
    }
}

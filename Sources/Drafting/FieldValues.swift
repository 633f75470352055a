import DOM
import Records

/// What a field has yielded, record by record.
struct FieldValues {
    let field: FieldSketch
    /// The texts of each record's value, none where it has none.
    let texts: [[String]]
    /// Whether each page has a value in at least one record.
    let isOnEveryPage: Bool
    /// What each value is where a page has told it: JSON's numbers and booleans.
    let isNumeric: Bool
    let isBoolean: Bool

    init(_ field: FieldSketch, _ found: [[Record]]) {
        self.field = field
        let values = found.map { records in records.map { $0[field.name] } }
        texts = values.flatMap { $0.map { value in FieldValues.texts(of: value) } }
        isOnEveryPage = values.allSatisfy { $0.contains { !FieldValues.texts(of: $0).isEmpty } }
        isNumeric = false
        isBoolean = false
    }

    private static func texts(of value: Value?) -> [String] {
        guard let value else { return [] }
        return (value.list ?? [value]).map(\.text).filter { !$0.isEmpty }
    }

    var all: [String] { texts.flatMap { $0 } }

    /// In how many records there is a value.
    var count: Int { texts.count { !$0.isEmpty } }

    /// Whether every record has a value.
    var isComplete: Bool { count == texts.count }

    /// Whether many records all say the same, which is mostly the word on a button.
    func isEmptyOfMeaning(_ field: FieldSketch) -> Bool {
        guard texts.count >= 4, field.hints.given == nil, Set(all).count == 1 else { return false }
        return field.hints.words.allSatisfy { Lexicon.name(for: $0) == nil }
    }

    /// Whether two fields say the same in every record.
    func isSame(_ other: FieldValues) -> Bool {
        field.isList == other.field.isList && texts == other.texts
            && (texts.count > 1 || field.hints.kind == other.field.hints.kind && field.hints.given == nil)
    }

    /// How often there is a value, and one of them.
    var evidence: String {
        let sample = all.first.map { "\"\(FieldValues.shortened($0))\"" } ?? ""
        return texts.count == 1 ? sample : "in \(count) of \(texts.count), such as \(sample)"
    }

    /// A text for a comment: one line, not long, no control characters.
    static func shortened(_ text: String) -> String {
        let line = WhiteSpace.collapse(String(text.prefix(200)))
        let plain = String(
            String.UnicodeScalarView(
                line.unicodeScalars.filter {
                    $0.value >= 0x20 && $0.value != 0x7F && !(0x80..<0xA0).contains($0.value)
                        && !(0x202A...0x202E).contains($0.value) && !(0x2066...0x2069).contains($0.value)
                }
            )
        )
        return plain.count > 60 ? plain.prefix(59) + "…" : plain
    }
}

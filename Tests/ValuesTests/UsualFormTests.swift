import Records
import Testing

@testable import Values

/// The value of a text in the usual form of its type is the value that the type's own function reads.
@Suite struct UsualFormTests {
    private static let types: [(name: String, type: FieldType, arguments: Value)] = [
        ("string", .string, .object([])), ("text", .text, .object([])), ("integer", .integer, .object([])),
        ("decimal", .decimal, .object([])), ("boolean", .boolean, .object([])), ("date", .date, .object([])),
        ("buddhist", .date, ["calendar": "buddhist"]), ("in-text", .date, ["in-text": true]),
        ("formats", .date, ["format": ["d.M.yyyy", "yyyy-MM-dd"]]),
        ("zone", .date, ["timezone": "Europe/Berlin"]), ("datetime", .dateTime, .object([])),
    ]

    private static let texts = [
        "", "0", "-0", "00", "7", "-7", "+7", "007", "12345678901234567890", "1.5", "1.50", "-0.0", ".5",
        "5.", "1e5",
        "1E-5", "1e", "-", "--1", "1-", "1 2", "1,5", "0x1", "true", "false", "True", "TRUE", "truefalse",
        "yes", "1",
        "2018-05-28", "2018-05-8", "2018-5-28", "2018-13-01", "2018-00-10", "2018-02-29", "2020-02-29",
        "0000-01-01",
        "9999-12-31", "2018-05-28T00:00:00Z", "2018-05-28 ", "28.5.2018", "word", "two words", "two  words",
        " a", "é",
        "a\u{A0}b", "tab\tbed", "line\nline", "a long text that does not fit into a string of fifteen bytes",
        "\u{7F}",
    ]

    @Test(arguments: UsualFormTests.types.indices) func valuesAreTheSame(_ index: Int) throws {
        let (name, type, arguments) = Self.types[index]
        let scalar = try ScalarType(type, Arguments(arguments))
        var usual: [String] = []
        for text in Self.texts {
            guard let value = scalar.usualValue(of: text) else { continue }
            usual.append(text)
            let read = try scalar.read(.string(text), PageContext())
            #expect(value == read, "\(name): \(text)")
        }
        let expected =
            switch name {
            case "integer": ["7", "-7", "12345678901234567890", "1"]
            case "decimal":
                ["0", "-0", "7", "-7", "12345678901234567890", "1.5", "1.50", "-0.0", "1e5", "1E-5", "1"]
            case "boolean": ["true", "false"]
            case "date", "buddhist", "zone": ["2018-05-28", "2020-02-29", "9999-12-31"]
            case "string", "text":
                Self.texts.filter {
                    !["", "two  words", " a", "2018-05-28 ", "\u{7F}"].contains($0) && $0.isASCII
                }
                .filter { !$0.contains("\t") && !$0.contains("\n") } + ["\u{7F}"]
            default: [String]()
            }
        #expect(usual == expected)
    }
}

extension String {
    fileprivate var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }
}

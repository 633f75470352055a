import Scraping
import Testing

@testable import Drafting

/// The types that are guessed from the characters of values, at the limits of each form.
@Suite struct TypeGuessTests {
    private static func types(
        _ values: [String],
        _ language: String? = nil,
        _ change: (inout FieldDraft) -> Void = { _ in }
    ) -> String {
        var field = FieldDraft()
        change(&field)
        return TypeGuess.conversions(of: values, field, language)
            .map { $0.type + ($0.locale.map { "(\($0))" } ?? "") + ($0.steps.isEmpty ? "" : "*") }
            .reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }.joined(separator: " ")
    }

    private static let dates = "datetime date"

    @Test(arguments: [
        ([], ""), (["oak"], ""),
        // Addresses.
        (["https://a.example/"], "url"), (["http://a.example/"], "url"), (["https://a example/"], ""),
        (["ftp://a.example/"], ""), (["https://a.example/", "oak"], ""),
        // Long texts, whose line breaks matter.
        ([String(repeating: "a", count: 400)], ""), ([String(repeating: "a", count: 401)], "text"),
        ([String(repeating: "ü", count: 200)], ""), (["1", String(repeating: "a", count: 401)], "text"),
        // Truth values.
        (["true", "false"], "boolean"), (["true"], "boolean"), (["true", "yes"], ""),
        // Codes with leading zeros, and numbers that only begin with one.
        (["007"], ""), (["0"], "integer decimal"), (["0.5"], "integer decimal"), (["5", "05"], ""),
        // Numbers.
        (["123456789012345678"], "integer decimal"), (["1234567890123456789"], ""),
        (["-12345678901234567.8"], ""), (["-1234567890123456.7"], "integer decimal"),
        (["+5", "-6", "7.5"], "integer decimal"), (["1.5.2"], ""), ([".5"], ""), (["-"], ""),
        (["5."], "integer decimal"),
        // Durations.
        (["PT5M"], "duration"), (["P1DT2H"], "duration"), (["PT5X"], ""), (["PT5M", "5"], ""),
        // Money.
        (["€ 12"], "decimal*"), (["12 kr"], "decimal*"), (["EUR 12", "12 USD"], "decimal*"),
        (["12円"], "decimal*"),
        (["€ 12", "12"], ""),
        // Counted nouns.
        (["12 comments"], "integer* decimal*"), (["1,200 comments"], "integer* decimal*"), (["12 oak"], ""),
        // Days.
        (["2026-05-28"], dates), (["28.05.2026"], dates), (["20260528"], "integer decimal"), (["28-05"], ""),
        (["28.05.26"], ""), (["2026 05 28"], ""), (["3 May 2026"], dates), (["3 September"], dates),
        (["3 mayflowers"], ""), (["3 septembers"], ""), (["3 septembe"], dates), (["today"], dates),
        (["Just now", "yesterday"], dates), (["3 days ago"], dates), (["today", "oak"], ""),
        (["3 May 2026" + String(repeating: " ", count: 50)], dates),
        (["3 May 2026" + String(repeating: " ", count: 51)], ""),
    ])
    func typesOfForms(_ values: [String], _ expected: String) {
        #expect(Self.types(values) == expected)
    }

    /// Numbers as another language writes them.
    @Test(arguments: [
        ("1.234", "integer* decimal* decimal"), ("12,50", "integer* decimal*"),
        ("1.234.567", "integer* decimal*"),
        ("1234.567", "integer decimal"), ("123.456", "integer* decimal* decimal"),
        ("1.23", "integer decimal"),
        ("1,2,3", ""), ("1,", ""), ("-1.234,50", "integer* decimal*"), ("1'234", "integer* decimal*"),
        ("1.234,5x", "datetime(de) date(de)"), ("12", "integer decimal"),
        ("1.234.567.890.123.456.789", ""), ("123.456.789.012.345.678", "integer* decimal*"),
        ("1.234.567.890.123.456,789", ""), ("1.234.567.890.123,45678", "integer* decimal*"),
        ("1.234.567.890.123,456789", "integer* decimal*"),
    ])
    func numbersOfALanguage(_ value: String, _ expected: String) {
        #expect(Self.types([value], "de") == expected, "\(value)")
    }

    /// A field whose name is that of a price has a fraction, and one with a date's name may have it within text.
    @Test func namesOfFields() {
        func named(_ word: String) -> (inout FieldDraft) -> Void { { $0.hints.words = [word] } }
        #expect(Self.types(["12"], nil, named("price")) == "decimal")
        #expect(Self.types(["1.234"], "de", named("price")) == "decimal* decimal")
        #expect(Self.types(["12 oak"], nil, named("comments")) == "integer* decimal*")
        let text = "Posted 3 oak" + String(repeating: ".", count: 48)
        #expect(Self.types([text], nil, named("date")) == "datetime date")
        #expect(Self.types([text + "."], nil, named("date")) == "")
        #expect(Self.types(["Posted"], nil, named("date")) == "")
        #expect(Self.types(["oak 3"], nil, named("title")) == "")
        #expect(Self.types(["2026-05-28"], nil) { $0.isWord = true } == "datetime date")
        #expect(Self.types(["12"], nil) { $0.isWord = true } == "")
        #expect(Self.types(["12"], nil) { $0.hints.kind = .link } == "url")
    }

    /// If day and month may be exchanged, neither order is chosen.
    @Test func ambiguousDaysHaveNoFormat() {
        let orders = ["d/M/yyyy", "M/d/yyyy"].map { ValueConversion(type: "date", formats: [$0]) }
        #expect(TypeGuess.choose([]) == ValueConversion())
        #expect(TypeGuess.choose(orders) == ValueConversion())
        #expect(TypeGuess.choose([orders[1]]) == orders[1])
        let other = ValueConversion(type: "integer")
        #expect(TypeGuess.choose(orders + [other]) == other)
    }

    /// Patterns of addresses: their common folder, or the whole host.
    @Test(arguments: [
        (["https://a.example/b/1?q", "https://a.example/b/2#x"], ["https://a.example/b/*"]),
        (["https://a.example/b/1"], ["https://a.example/*"]),
        (["https://a.example/b/1", "https://a.example/b/1?x"], ["https://a.example/*"]),
        (["https://a.example/b/1", "https://a.example/bc/1"], ["https://a.example/*"]),
        (["https://a.example/b/", "https://a.example/b/c/1"], ["https://a.example/b/*"]),
        (["https://a.example/b", "https://a.example/b/c"], ["https://a.example/*"]),
        (
            ["https://a.example", "https://b.example/x/1", "https://b.example/x/2"],
            ["https://a.example/*", "https://b.example/x/*"]
        ),
    ])
    func patterns(_ addresses: [String], _ expected: [String]) {
        let pages = addresses.map { Page(name: "page", bytes: [], url: $0) }
        #expect(PageAddresses.patterns(for: pages) == expected)
    }

    @Test(
        arguments: [
            ("https://a.example/b?c", "https://a.example", "/b"),
            ("https://a.example", "https://a.example", "/"),
            ("https://a.example?c/d", "https://a.example", "/"),
            ("https://a.example#c", "https://a.example", "/"),
            ("https:///b", nil, nil), ("https://", nil, nil), ("a.example", nil, nil),
        ] as [(String, String?, String?)]
    )
    func partsOfAddresses(_ address: String, _ host: String?, _ path: String?) {
        let parts = PageAddresses.split(address)
        #expect(parts?.host == host)
        #expect(parts?.path == path)
    }

    @Test(arguments: [
        ("news", "news"), ("movies", "movie"), ("cities", "city"), ("ties", "tie"), ("boxes", "box"),
        ("glasses", "glass"), ("dishes", "dish"), ("glass", "glass"), ("status", "status"), ("this", "this"),
        ("its", "its"), ("oaks", "oak"), ("gas", "gas"), ("oak", "oak"),
    ])
    func singular(_ plural: String, _ expected: String) { #expect(Lexicon.singular(plural) == expected) }

    @Test(arguments: [
        (["author", "name"], "author"), (["name"], "name"), (["location_id"], "locationId"),
        (["a", "id"], "aId"),
        (["#"], "#"), ([], "value"),
    ])
    func fieldsOfData(_ names: [String], _ expected: String) { #expect(DataNames.field(names) == expected) }

    /// The first line of a table: its separator, its cells, and whether they are names.
    @Test(arguments: [
        ("a,b\n1,2", ",", ["a", "b"], true), ("a;b;c,d\n", ";", ["a", "b", "c,d"], true),
        ("a\tb\r\n", "\t", ["a", "b"], true), ("a|b", "|", ["a", "b"], true),
        // As many cells with each separator: the first one.
        ("a,b;c", ",", ["a", "b;c"], true), ("\"a,b\";c", ";", ["a,b", "c"], true),
        ("\u{FEFF}a, b ,", ",", ["a", "b", ""], true), ("a,1", ",", ["a", "1"], false),
        ("a,a", ",", ["a", "a"], false),
        ("a,-", ",", ["a", "-"], false), ("", ",", [""], false), (",", ",", ["", ""], false),
        (String(repeating: "a", count: 60), ",", [String(repeating: "a", count: 60)], true),
        (String(repeating: "a", count: 61), ",", [String(repeating: "a", count: 61)], false),
    ])
    func headersOfTables(_ text: String, _ separator: String, _ cells: [String], _ isHeader: Bool) {
        let header = CSVHeader(Array(text.utf8))
        #expect(header.separator == separator)
        #expect(header.cells == cells)
        #expect(header.isHeader == isHeader)
    }
}

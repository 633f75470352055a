import Basics
import Foundation
import Markdown
import Cases
import Records
import Regression
import Scraping
import TestSupport
import Testing

/// Pages and their expected Markdown.
@Suite struct GoldenTests {
    @Test func thereAreCases() { #expect(GoldenCase.all.count >= 20) }

    @Test(arguments: GoldenCase.all) func markdownIsAsExpected(_ test: GoldenCase) throws {
        let result = try markdown(test.html, base: GoldenCase.base) + "\n"
        if GoldenCase.isUpdating { return try test.update(to: result) }
        #expect(result == test.markdown)
    }

    /// The same page yields the same bytes; no line ends in spaces, and there are never two consecutive blank lines.
    @Test(arguments: GoldenCase.all) func markdownIsTidy(_ test: GoldenCase) throws {
        let first = try markdown(test.html, base: GoldenCase.base)
        #expect(try markdown(test.html, base: GoldenCase.base) == first)
        #expect(!first.contains("\n\n\n") || first.contains("```"))
        #expect(!first.split(separator: "\n").contains { $0.hasSuffix(" ") } || first.contains("```"))
    }
}

/// Text that Markdown would interpret is escaped with a backslash, and no other text is.
@Suite struct EscapingTests {
    @Test(arguments: [
        ("# a", "\\# a"), ("#a", "#a"), ("a # b", "a # b"), ("####### a", "####### a"),
        ("- a", "\\- a"), ("-a", "-a"), ("+ a", "\\+ a"), ("+1", "+1"), ("* a", "\\* a"),
        ("1. a", "1\\. a"), ("12) a", "12\\) a"), ("1.5 a", "1.5 a"), ("1234567890. a", "1234567890. a"),
        ("> a", "\\> a"), ("a > b", "a > b"), ("---", "\\---"), ("- - -", "\\- - -"),
        ("a<br>===", "a\\\n\\==="),
        ("===", "==="), ("a | b<br>--- | ---", "a | b\\\n\\--- | ---"), ("[ ] a", "\\[ ] a"), ("[1]", "[1]"),
        ("2 * 3 * 4", "2 * 3 * 4"), ("*a*", "\\*a\\*"), ("snake_case_name", "snake_case_name"),
        ("_a_", "\\_a\\_"), ("`a`", "\\`a\\`"), ("~~a~~", "\\~\\~a\\~\\~"), ("about ~5 %", "about ~5 %"),
        ("[a](b)", "[a\\](b)"), ("[a]: b", "[a\\]: b"), ("a &lt; b", "a < b"), ("&lt;b>", "\\<b>"),
        ("&amp;amp;", "\\&amp;"), ("&amp;copy", "&copy"), ("AT&amp;T", "AT&T"), ("C:\\path", "C:\\path"),
        ("\\*", "\\\\\\*"), ("a|b", "a|b"), ("http://e.org/a_b_c", "http://e.org/a_b_c"), ("C#", "C#"),
    ])
    func textStaysText(_ html: String, _ expected: String) throws {
        #expect(try markdown("<p>\(html)</p>") == expected)
    }

    /// White space is outside marks, and HTML is used if Markdown cannot express the content.
    @Test(arguments: [
        ("<b> a </b>b", "**a** b"), ("a<b>b</b>c", "a**b**c"), ("<b>a</b><b>b</b>", "**ab**"),
        ("<b>a</b> <b>b</b>", "**a** **b**"), ("<i><b>a</b></i>", "***a***"), ("<b><b>a</b></b>", "**a**"),
        ("<i>a</i><b>b</b>", "*a***b**"), ("<b>a:</b>b", "<strong>a:</strong>b"), ("<b>a:</b> b", "**a:** b"),
        // An opening mark before punctuation follows a space, punctuation or nothing; a closing mark after it precedes
        // them.
        ("a<b>(b)</b>", "a<strong>(b)</strong>"), ("a <b>(b)</b> c", "a **(b)** c"),
        ("<b>(b</b>c", "**(b**c"), ("a<b>(b</b> c", "a<strong>(b</strong> c"), ("a-<b>(b)</b>", "a-**(b)**"),
        ("(<b>'b'</b>)", "(**'b'**)"), ("a<i>(b)</i>", "a<em>(b)</em>"),
        ("a<b>$5</b>", "a<strong>$5</strong>"),
        ("<b>a&nbsp;</b>b", "**a**\u{A0}b"), ("<b></b>a<i> </i>b", "a b"), ("<s>a</s>", "~~a~~"),
        ("H<sub>2</sub>O", "H<sub>2</sub>O"), ("<b>a<br>b</b>", "**a\\\nb**"), ("<q>a</q>", "“a”"),
        ("<b>「a」</b>で", "<strong>「a」</strong>で"), ("<a href=u> a </a>b", "[a](u) b"),
        ("<a href=u><b>a</b></a>", "[**a**](u)"), ("<b>x<a href=u>a</a></b>", "**x[a](u)**"),
        ("!<a href=u>a</a>", "\\![a](u)"), ("<a href=u>[a]</a>", "[[a]](u)"), ("<a href=u></a>a", "a"),
        ("<a href='javascript:x()'>a</a>", "a"), ("<a href='u(v'>a</a>", "[a](u\\(v)"),
        ("<a href='https://e.org/'>https://e.org/</a>", "<https://e.org/>"),
        ("<a href='mailto:a@e.org'>a@e.org</a>", "<a@e.org>"), ("<a href='' title=x>a</a>", "a"),
        ("<a href=u title='a \"b\"'>c</a>", "[c](u \"a \\\"b\\\"\")"),
        ("<a href=u title=c>c</a>", "[c](u \"c\")"),
        ("<code>a</code>", "`a`"), ("<code>a`b</code>", "``a`b``"), ("<code>`</code>", "`` ` ``"),
        ("<code> a  b </code>c", "`a b` c"), ("<code>a<b>b</b></code>", "`ab`"), ("<code></code>a", "a"),
        ("<img src=u alt='a]*'>", "![a\\]\\*](u)"), ("<img src=u width=1 height=1>a", "a"),
        ("<img alt=x>", "x"),
        ("<img src='data:x' data-src=u alt=a>", "![a](u)"), ("<img srcset='u 1x, v 2x'>", "![](u)"),
    ])
    func marksAreMarks(_ html: String, _ expected: String) throws {
        #expect(try markdown("<p>\(html)</p>") == expected)
    }
}

/// The transform's argument and its use of the page's address.
@Suite struct ArgumentTests {
    @Test(arguments: [(1, "# a\n\n###### b"), (2, "## a\n\n###### b"), (5, "##### a\n\n###### b")])
    func headingsBeginAtALevel(_ level: Int, _ expected: String) throws {
        #expect(
            try markdown("<h1>a</h1><h6>b</h6>", arguments: ["headings": .number(Number(level))]) == expected
        )
    }

    @Test(arguments: [0, 7, -1]) func invalidLevelsAreErrors(_ level: Int) {
        #expect(throws: StepError.self) {
            try Transform.markdown.make(Arguments(["headings": .number(Number(level))]))
        }
    }

    @Test(
        arguments: [
            ("https://e.org/a/b", "c", "https://e.org/a/c"),
            ("https://e.org/a/b", "/c?d=%27e’", "https://e.org/c?d=%27e%E2%80%99"),
            ("https://e.org/a/b", "#c", "https://e.org/a/b#c"),
            ("https://e.org/a/b", "//f.org/", "https://f.org/"),
            ("https://e.org/a/b", "mailto:a@e.org?subject=%27x’", "mailto:a@e.org?subject=%27x%E2%80%99"),
            (nil, "c d", "c%20d"),
        ] as [(String?, String, String)]
    )
    func linksAreAbsoluteWhereTheyCanBe(_ base: String?, _ link: String, _ expected: String) throws {
        #expect(try markdown("<a href=\"\(link)\">x</a>", base: base) == "[x](\(expected))")
    }

    /// A link whose text equals its address is written in angle brackets only if the address has a scheme.
    @Test(arguments: [("ab", "[ab](ab)"), ("ab:c", "<ab:c>"), ("ab/c:d", "[ab/c:d](ab/c:d)")])
    func textsThatAreAddresses(_ link: String, _ expected: String) throws {
        #expect(try markdown("<a href=\"\(link)\">\(link)</a>", base: nil) == expected)
    }

    @Test func rulesCanAskForIt() throws {
        let rules = """
            { "plugins": ["markdown"], "records": { "Note": { "fields": { "text":
              { "select": "main::inner-html", "apply": [{ "markdown": { "headings": 2 } }], "type": "text" } } } } }
            """
        let source = SourceText(name: "rules.json", bytes: Array(rules.utf8))
        let page = Page(name: "page.html", bytes: Array("<main><h1>A</h1><p>b <b>c</b></main>".utf8))
        let outcome = try Rules(source, registry: Registry([plugin])).scrape(page)
        #expect(outcome.records.first?["text"] == "## A\n\nb **c**")
        #expect(outcome.diagnostics.isEmpty)
    }
}

/// Hostile pages.
@Suite struct GrowthTests {
    /// A definition list in as many quotes as have room for it, and in one more, where its terms are plain text.
    @Test(arguments: [47, 48]) func definitionListsInQuotes(_ count: Int) throws {
        let quotes = String(repeating: "<blockquote>", count: count)
        let text = try markdown(quotes + "<dl><dt>oak<dd>a tree</dl>")
        #expect(text.contains("**oak**") == (count < 48), "\(text)")
        #expect(text.contains("oak") && text.contains("a tree"))
    }

    /// Elements of many kinds, nested up to 100,000 levels deep.
    @Test(arguments: [
        ("<div>", 100_000), ("<b>", 100_000), ("<blockquote>", 30_000), ("<ul><li>", 20_000),
        ("<table><tr><td>", 10_000), ("<dl><dd>", 10_000),
        ("<ol start=99999><li><em><strong><a href=x><details><q><sub><code><pre><h1>", 5_000),
    ])
    func deepNestingIsRead(_ tags: String, _ count: Int) throws {
        let text = try markdown(String(repeating: "\(tags)x", count: Sample.count(count / 4, of: count)))
        #expect(text.utf8.count { $0 == UInt8(ascii: "x") } >= Sample.count(count / 4, of: count))
    }

    /// Pages that repeat long parts: no output grows with the square of the page's length.
    @Test(arguments: [
        "<table>"
            + String(
                repeating: "<tr>" + String(repeating: "<td colspan=1000 rowspan=60000>x", count: 20),
                count: 500
            ),
        "<a href=\"/\(String(repeating: "q", count: 100_000))\">" + String(repeating: "<p>x", count: 2_000),
        "<p>" + String(repeating: "*_`[]&<~", count: 5_000),
        "<p>" + String(repeating: "<b>x.</b>y<i>.z</i>", count: 3_000),
        "<p>x" + String(repeating: "<i> </i>", count: 20_000) + "<br>y",
        "<h1>" + String(repeating: "<a href=\"#a\">#</a>", count: 5_000),
    ])
    func nothingIsMultiplied(_ html: String) throws {
        #expect(try markdown(html).utf8.count <= 20 * html.utf8.count)
    }
}

/// The plugin's own cases.
@Suite struct PluginCaseTests {
    @Test func thePluginSatisfiesItsCases() throws {
        let file = URL(filePath: "\(#filePath)").deletingLastPathComponent()
            .appending(path: "../../Plugins/Markdown/cases.jsonl").standardizedFileURL
        let cases = try PluginCase.all(inFile: file.path)
        #expect(cases.count >= 10)
        #expect(cases.compactMap { $0.failure(of: plugin) } == [])
    }
}

/// HTML to Markdown, as used by a rules file.
func markdown(_ html: String, arguments: Value = .null, base: String? = nil) throws -> String {
    let step = try Transform.markdown.make(Arguments(arguments))
    return try step(.string(html), PageContext(baseURL: base)).text
}

/// Records as a Markdown document.
func document(_ records: [Record], _ types: [Schema.RecordType]) -> String {
    guard var encoder = try? OutputFormat.markdown.makeEncoder(Schema(types: types)) else { return "refused" }
    let text = records.map { encoder.encode($0) }.joined()
    return text + ((try? encoder.finish()) ?? "refused")
}

/// A folder of pairs: a page and the expected Markdown. To add a case, add the two files; the second is written if
/// `UPDATE_MARKDOWN_CASES` is set and `CI` is not.
struct GoldenCase: CustomTestStringConvertible, Sendable {
    let name: String
    let html: String
    let markdown: String?
    var testDescription: String { name }

    private static let folder = URL(filePath: "\(#filePath)").deletingLastPathComponent().appending(
        path: "Cases"
    )

    /// The base address of the links in the cases.
    static let base = "https://example.org/notes/today.html"

    static let all: [GoldenCase] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.filter { $0.hasSuffix(".html") }.sorted().compactMap { file in
            let page = folder.appending(path: file)
            guard let html = try? String(contentsOf: page, encoding: .utf8) else { return nil }
            let golden = page.deletingPathExtension().appendingPathExtension("md")
            let text = try? String(contentsOf: golden, encoding: .utf8)
            return GoldenCase(name: String(file.dropLast(".html".count)), html: html, markdown: text)
        }
    }()

    /// Whether the expected Markdown is to be written.
    static let isUpdating: Bool = {
        let environment = ProcessInfo.processInfo.environment
        return environment["UPDATE_MARKDOWN_CASES"] != nil && environment["CI"] == nil
    }()

    /// Writes the expected Markdown of the case.
    func update(to markdown: String) throws {
        let file = GoldenCase.folder.appending(path: name + ".md")
        try markdown.write(to: file, atomically: true, encoding: .utf8)
    }
}

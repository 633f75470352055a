import Markdown
import Testing

/// Pages that nobody would write, but that somebody sends.
@Suite struct GrowthTests {
    /// Every kind of element within every other, 100,000 deep.
    @Test(arguments: [
        ("<div>", 100_000), ("<b>", 100_000), ("<blockquote>", 30_000), ("<ul><li>", 20_000),
        ("<table><tr><td>", 10_000), ("<dl><dd>", 10_000),
        ("<ol start=99999><li><em><strong><a href=x><details><q><sub><code><pre><h1>", 5_000),
    ])
    func deepNestingIsRead(_ tags: String, _ count: Int) throws {
        let text = try markdown(String(repeating: "\(tags)x", count: count))
        #expect(text.utf8.count { $0 == UInt8(ascii: "x") } >= count)
    }

    /// What a page can make long that is written many times: no text grows with the square of the page's length.
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

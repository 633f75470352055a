/// A page of any size with a shape that is the worst case for a part of a parser.
struct HostileShape: Sendable {
    let name: String
    /// The default number of repetitions of the shape in the page.
    let count: Int
    /// Creates the page with the given number of repetitions.
    let page: @Sendable (Int) -> [UInt8]

    init(_ name: String, _ count: Int, _ page: @escaping @Sendable (Int) -> [UInt8]) {
        self.name = name
        self.count = count
        self.page = page
    }

    /// A text repeated between a start and an end.
    private static func repeated(
        _ name: String,
        _ count: Int,
        from start: String = "",
        _ chunk: String,
        to end: String = ""
    ) -> HostileShape {
        HostileShape(name, count) { count in
            var page = Array(start.utf8)
            let chunk = Array(chunk.utf8)
            page.reserveCapacity(page.count + count * chunk.count + end.utf8.count)
            for _ in 0..<count { page += chunk }
            return page + Array(end.utf8)
        }
    }

    /// Repeated start tags, then the same number of repetitions of another text.
    private static func under(_ name: String, _ count: Int, _ tag: String, _ chunk: String) -> HostileShape {
        HostileShape(name, count) { count in
            Array((String(repeating: tag, count: count) + String(repeating: chunk, count: count)).utf8)
        }
    }

    private static func attributes(
        _ name: String,
        _ count: Int,
        _ attribute: @escaping @Sendable (Int) -> String
    ) -> HostileShape {
        HostileShape(name, count) { count in
            var page = Array("<p".utf8)
            for index in 0..<count { page += Array(attribute(index).utf8) }
            return page + Array(">x".utf8)
        }
    }

    // MARK: - The shapes

    static let all = tokens + nested + formatting + tables + foreign + others

    private static let tokens = [
        attributes("attributes, 20,000", 20_000) { " a\($0)=\($0)" },
        attributes("attributes, a million", 1_000_000) { " a\($0)=\($0)" },
        attributes("attributes of one name", 1_000_000) { _ in " a=1" },
        attributes("attributes of 16 lengths", 200_000) { " \(String(repeating: "x", count: $0 % 16))\($0)" },
        repeated("comment", 50_000_000, from: "<!--", "x"),
        repeated("comment of dashes", 10_000_000, from: "<!--", "-"),
        repeated("comments that never end", 2_000_000, "<!--"),
        repeated("attribute value", 50_000_000, from: "<p a=\"", "x"),
        repeated("attribute value of references", 2_000_000, from: "<p a=\"", "&amp;", to: "\">"),
        repeated("tag name", 10_000_000, from: "<p", "x"),
        repeated("text", 50_000_000, "x"),
        repeated("text of <", 10_000_000, "<"),
        repeated("text of </", 5_000_000, "</"),
        repeated("text of &", 10_000_000, "&"),
        repeated("text of references", 2_000_000, "&notin;"),
        repeated("text of nearly references", 500_000, "&CounterClockwiseContourIntegra"),
        repeated("text of NUL", 10_000_000, "\0"),
        repeated("text of carriage returns", 10_000_000, "\r"),
        repeated("doctypes", 1_000_000, "<!DOCTYPE html>"),
        repeated("title with </titl", 2_000_000, from: "<title>", "</titl"),
        repeated("script with </scrip", 2_000_000, from: "<script>", "</scrip"),
        repeated("script with <!--", 2_000_000, from: "<script>", "<!--"),
        repeated("script with <!--<script", 1_000_000, from: "<script>", "<!--<script "),
        repeated("script with <script></script>", 1_000_000, from: "<script><!--", "<script></script>"),
        repeated("CDATA sections", 1_000_000, from: "<svg>", "<![CDATA[x]]>"),
        repeated("CDATA section of ]", 10_000_000, from: "<svg><![CDATA[", "]"),
        repeated("numbers in references", 10_000_000, from: "&#", "9"),
    ]

    private static let nested = [
        repeated("div in div", 100_000, "<div>"), repeated("div in div, a million", 1_000_000, "<div>"),
        repeated("p after p", 1_000_000, "<p>"), repeated("p in button", 100_000, "<button><p>"),
        repeated("list items", 200_000, "<ul><li>"), repeated("dd and dt", 200_000, "<dl><dd>"),
        repeated("custom elements", 200_000, "<x-y>"), repeated("ruby", 200_000, "<ruby><rt>"),
        repeated("objects", 100_000, "<object>"), repeated("headings", 200_000, "<h1><h2>"),
        under("</nomatch> under x", 100_000, "<x>", "</nomatch>"),
        under("</div> under b", 100_000, "<b>", "</div>"), under("</p> under div", 100_000, "<div>", "</p>"),
        under("<dd></dd> under div", 100_000, "<div>", "<dd></dd>"),
        under("<li> under div", 100_000, "<div>", "<li>"),
        under("</h1> under div", 100_000, "<div>", "</h1>"),
        under("</form> under div", 100_000, "<form><div>", "</form>"),
        under("text under div", 100_000, "<div>", "x<!---->"),
        under("</li> under ul", 100_000, "<ul>", "</li>"),
        under("</body> under div", 100_000, "<div>", "</body>"),
        under("<body a> under div", 100_000, "<div>", "<body a>"),
    ]

    private static let formatting = [
        repeated("b in b", 100_000, "<b>"), repeated("a and div", 20_000, "<a><div>"),
        repeated("a and div, 100,000", 100_000, "<a><div>"), repeated("font in p", 20_000, "<p><font>"),
        repeated("b and p", 20_000, "<b><p>"), repeated("b and i misnested", 100_000, "<b><i></b>"),
        repeated("nobr", 100_000, "<nobr>"), repeated("nobr and div", 20_000, "<nobr><div>"),
        under("</b> under div", 20_000, "<b><div>", "</b>"), under("</a> under b", 100_000, "<b>", "</a>"),
        under("</i> under div", 100_000, "<i><div>", "</i>"),
        under("text and p under b", 2_000, "<b>", "<p>x"),
        HostileShape("b with other attributes", 100_000) { count in
            Array((0..<count).map { "<b a\($0)>" }.joined().utf8)
        },
        HostileShape("b with other attributes, p", 2_000) { count in
            Array(((0..<count).map { "<b a\($0)>" }.joined() + String(repeating: "</b>", count: count)).utf8)
        },
        repeated(
            "b with the same thousand attributes",
            200,
            "<b " + (0..<1000).map { "a\($0) " }.joined() + ">"
        ),
        repeated("objects with b", 100_000, "<object><b>"),
    ]

    private static let tables = [
        repeated("table in table", 50_000, "<table>"), repeated("table in td", 50_000, "<table><tr><td>"),
        repeated("text fostered", 500_000, from: "<table>", "x<!---->"),
        repeated("text with references fostered", 500_000, from: "<table>", "&amp;<!---->"),
        repeated("b fostered", 100_000, from: "<table>", "<b>"),
        repeated("tr", 500_000, from: "<table>", "<tr>"),
        repeated("a fostered", 20_000, from: "<table>", "<a><div>"),
        under("</table> under td", 50_000, "<table><td>", "</nomatch>"),
        under("select under b in td", 100_000, "<table><td><b>", "<select></select>"),
        repeated("select", 200_000, "<select>"), repeated("options", 500_000, from: "<select>", "<option>"),
        repeated("templates", 50_000, "<template>"),
        repeated("table in template", 50_000, "<template><table>"),
        under("</template> under div", 100_000, "<template><div>", "</template>"),
        under("<td> under div in template", 50_000, "<template><tr><div>", "<td>"),
    ]

    private static let foreign = [
        repeated("g in svg", 100_000, from: "<svg>", "<g>"),
        under("</nomatch> under g", 100_000, "<svg><g>", "</nomatch>"),
        under("</p> under g", 100_000, "<svg><g>", "</p>"), under("<p> under g", 50_000, "<svg>", "<p>"),
        repeated("svg and foreignObject", 50_000, "<svg><foreignObject>"),
        repeated("math and mi", 50_000, "<math><mi>"), repeated("svg in b", 50_000, "<b><svg><desc>"),
        under("</svg> under desc", 50_000, "<svg><desc>", "</svg>"),
    ]

    private static let others = [
        repeated("end tags alone", 1_000_000, "</p>"), repeated("br end tags", 500_000, "</br>"),
        repeated("html with attributes", 200_000, "<html a b c>"),
        repeated("framesets", 100_000, "<frameset>"),
        repeated("text after the end", 500_000, from: "</body></html>", "x</body></html>"),
        repeated("comments after the end", 500_000, from: "</body></html>", "<!---->"),
        repeated("heads", 500_000, "<head></head>"),
        repeated("meta after head", 200_000, from: "</head>", "<meta>"),
        repeated("forms", 200_000, "<form></form>"), repeated("text in chunks", 1_000_000, "x</x>"),
        repeated("text in chunks with references", 1_000_000, "&lt;</x>"),
    ]
}

import Records
import Scraping
import Testing

@testable import Cases
@testable import Reporting

/// The lists of diagnostics and differences in a report.
@Suite struct ListTests {
    /// The number of items, and what follows them.
    private static func end(_ html: String, _ item: String) -> String {
        "\(html.ranges(of: item).count) \(html.split(separator: "\n").suffix(2).joined(separator: " "))"
    }

    @Test(arguments: [
        (1, "1 </li> </ul>"), (999, "999 </li> </ul>"), (1000, "1000 </li> </ul>"),
        (1001, "1001 <li>and 1 more</li> </ul>"), (1002, "1001 <li>and 2 more</li> </ul>"),
    ])
    func aThousandDiagnostics(_ count: Int, _ expected: String) {
        let html = DiagnosticList.html(Array(repeating: Diagnostic(.page, "m", help: "h"), count: count))
        let end = Self.end(html, "<li>")
        #expect(
            end.hasPrefix(expected.prefix { $0 != " " })
                && end.hasSuffix(expected.drop { $0 != " " }.dropFirst(6))
        )
        #expect(html.contains("more</li>") == (count > 1000))
    }

    @Test func diagnosticsWithTheirParts() {
        #expect(DiagnosticList.html([]) == "")
        let location = Location(file: "a<b", line: 2)
        let diagnostic = Diagnostic(
            .page,
            "x & y",
            severity: .warning,
            at: location,
            notes: [.init("n'", at: Location(file: "r", line: 1, column: 3)), .init("o", at: location)],
            help: "\"h\""
        )
        #expect(
            DiagnosticList.html([diagnostic, Diagnostic(.page, "z")]) == """
                <h3>Diagnostics</h3>
                <ul class="diagnostics">
                <li><b class="warning">warning</b> x &amp; y <code>a&lt;b:2</code><br>help: &quot;h&quot;<br>n&#39; \
                <code>r:1:3</code><br>o <code>a&lt;b:2</code></li>
                <li><b class="error">error</b> z</li>
                </ul>

                """
        )
    }

    private static let place = RecordPlace(type: "R", key: [], oldNumber: 1, newNumber: 2)

    @Test(arguments: [
        (1, "1 difference"), (2, "2 differences"), (1000, "1000 differences"), (1001, "1001 differences"),
    ])
    func aThousandDifferences(_ count: Int, _ title: String) {
        let difference = Difference(.record(Self.place), .changed, old: 1, new: 2)
        let html = DifferenceTable.html(Array(repeating: difference, count: count), page: "p")
        #expect(html.hasPrefix("<h3>\(title)</h3>\n"))
        #expect(html.ranges(of: "<th scope=\"row\">").count == min(count, 1000))
        #expect(html.hasSuffix(count > 1000 ? "</table>\n<p>and 1 more</p>\n" : "</tbody></table>\n"))
    }

    /// A record that is still there is a link; what has moved is in one cell.
    @Test(arguments: [
        (
            Difference(.record(place), .changed, old: "ab", new: "aXb"),
            "<tr><th scope=\"row\"><a href=\"#p:R-2\">R 2</a></th><td>&quot;ab&quot;</td><td>&quot;a<ins>X</ins>b&quot;</td></tr>"
        ),
        (
            Difference(.record(place), .moved, old: 1, new: 2),
            "<tr><th scope=\"row\"><a href=\"#p:R-2\">R 2</a></th><td colspan=\"2\">  <ins>moved from 1 to 2</ins></td></tr>"
        ),
        (
            Difference(
                .record(RecordPlace(type: "R", key: [], oldNumber: 3, newNumber: nil)),
                .removed,
                old: "<",
                new: nil
            ),
            "<tr><th scope=\"row\">R 3</th><td><del>&quot;&lt;&quot;</del></td><td>nothing</td></tr>"
        ),
        (
            Difference(
                .field(place, DifferencePath([.member("a"), .element(old: 0, new: 1)])),
                .inserted,
                old: nil,
                new: 5
            ),
            "<tr><th scope=\"row\"><a href=\"#p:R-2\">R 2 · a[1]</a></th><td>nothing</td><td><ins>5</ins></td></tr>"
        ),
        (
            Difference(.types, .reordered, old: ["A"], new: ["B"]),
            "<tr><th scope=\"row\">types · order</th><td>[&quot;<del>A</del>&quot;]</td><td>[&quot;<ins>B</ins>&quot;]</td></tr>"
        ),
        (
            Difference(.diagnostic(4), .removed, old: "x", new: nil),
            "<tr><th scope=\"row\">diagnostic 4</th><td><del>&quot;x&quot;</del></td><td>nothing</td></tr>"
        ),
    ])
    func rowsOfDifferences(_ difference: Difference, _ row: String) {
        let html = DifferenceTable.html([difference], page: "p")
        #expect(html.split(separator: "\n").dropFirst(2).first.map(String.init) == row)
        #expect(DifferenceTable.html([], page: "p") == "")
    }
}

import Drafting
import Records
import Scraping
import Testing

/// Rules for several records of a page, repaired after a redesign.
@Suite struct RecordRepairTests {
    private static let rules = #"""
        { "records": { "Plant": {
          "each": "ul.plants > li",
          "fields": {
            "name": "h2",
            "height": { "select": ".height", "apply": ["number"], "type": "integer" },
            "tags": { "select": ".tag", "type": ["string"] }
          }
        } } }
        """#

    private static func item(_ name: String, _ height: Int?, _ tags: [String]) -> String {
        "<li><h2>\(name)</h2>" + (height.map { "<p class=\"height\">\($0) m</p>" } ?? "")
            + tags.map { "<i class=\"tag\">\($0)</i>" }.joined() + "</li>"
    }

    private static let old =
        "<!doctype html><ul class=\"plants\">" + item("English oak", 40, ["tree", "native"])
        + item("Wych elm", 30, ["tree"]) + item("Common ash", 35, []) + item("Dog rose", nil, ["shrub"])
        + "</ul>"

    private static func row(_ name: String, _ height: String, _ tags: String) -> String {
        "<tr class=\"plant\"><td class=\"title\"><a href=\"#\">\(name)</a></td><td class=\"size\">\(height)</td>"
            + "<td><ul class=\"tags\">\(tags.split(separator: ",").map { "<li>\($0)</li>" }.joined())</ul></td></tr>"
    }

    /// The changes to the new page, and the results for `name`, `height` and `tags`.
    struct Change: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let page: String
        let wanted: [String]
        /// The values that the repaired rules read on it.
        let records: String
        var rules = RecordRepairTests.rules
    }

    private static let table = "<!doctype html><table>"

    static let changes = [
        Change(
            testDescription: "nothing",
            page: old,
            wanted: ["kept", "kept", "kept"],
            records: "English oak 40, Wych elm 30, Common ash 35, Dog rose -"
        ),
        Change(
            testDescription: "other elements for records and fields",
            page: table + row("English oak", "40 m", "tree,native") + row("Wych elm", "30 m", "tree")
                + row("Common ash", "35 m", "") + row("Dog rose", "", "shrub") + "</table>",
            wanted: ["repaired", "repaired", "repaired"],
            records: "English oak 40, Wych elm 30, Common ash 35, Dog rose -"
        ),
        Change(
            testDescription: "another order, others, and one that is gone",
            page: table + row("Dog rose", "", "shrub") + row("Silver fir", "50 m", "tree")
                + row("English oak", "40 m", "tree,native") + row("Wych elm", "30 m", "tree") + "</table>",
            wanted: ["repaired", "repaired", "repaired"],
            records: "Dog rose -, Silver fir 50, English oak 40, Wych elm 30"
        ),
        Change(
            testDescription: "other elements, one of them without a field",
            page: table + row("English oak", "40 m", "tree,native") + row("Wych elm", "30 m", "tree")
                + row("Common ash", "35 m", "") + row("Dog rose", "", "shrub")
                + "<tr class=\"plant\"><td></td></tr></table>",
            wanted: ["repaired", "repaired", "repaired"],
            records: "English oak 40, Wych elm 30, Common ash 35, Dog rose -"
        ),
        Change(
            testDescription: "elements that stay, and a field in another",
            page: old.replacing("<p class=\"height\">", with: "<span><b>Size</b> <u>").replacing(
                "</p>",
                with: "</u></span>"
            ),
            wanted: ["kept", "repaired", "kept"],
            records: "English oak 40, Wych elm 30, Common ash 35, Dog rose -"
        ),
        Change(
            testDescription: "only one of the records is left",
            page: table + row("English oak", "40 m", "tree,native") + row("Black pine", "41 m", "tree")
                + "</table>",
            wanted: ["unknown", "unknown", "unknown"],
            records: ""
        ),
        Change(
            testDescription: "the records are gone",
            page: "<!doctype html><p>See you!</p>",
            wanted: ["gone", "gone", "gone"],
            records: ""
        ),
        Change(
            testDescription: "the values of a field are at other records",
            page: old.replacing("40 m", with: "1 m").replacing("30 m", with: "40 m").replacing(
                "35 m",
                with: "30 m"
            ),
            wanted: ["kept", "unknown", "kept"],
            records: "English oak 1, Wych elm 40, Common ash 30, Dog rose -"
        ),
        Change(
            testDescription: "more records than the rules expect",
            page: table + row("English oak", "40 m", "tree,native") + row("Wych elm", "30 m", "tree")
                + row("Common ash", "35 m", "") + row("Dog rose", "", "shrub") + "</table>",
            wanted: ["unknown", "unknown", "unknown"],
            records: "",
            rules: rules.replacing("\"fields\"", with: "\"expect\": { \"count\": \"..3\" }, \"fields\"")
        ),
        Change(
            testDescription: "as many records as the rules expect",
            page: table + row("English oak", "40 m", "tree,native") + row("Wych elm", "30 m", "tree")
                + row("Common ash", "35 m", "") + row("Dog rose", "", "shrub") + "</table>",
            wanted: ["repaired", "repaired", "repaired"],
            records: "English oak 40, Wych elm 30, Common ash 35, Dog rose -",
            rules: rules.replacing("\"fields\"", with: "\"expect\": { \"count\": \"..4\" }, \"fields\"")
        ),
    ]

    @Test(arguments: changes)
    func elementsAndFieldsAreRepaired(_ change: Change) throws {
        let rules = try Rules(
            SourceText(name: "plants", bytes: Array(change.rules.utf8)),
            registry: Registry()
        )
        let old = Page(name: "old", bytes: Array(RecordRepairTests.old.utf8))
        let new = Page(name: "new", bytes: Array(change.page.utf8))
        let golden = rules.scrape(old).records
        let repair = Repairer(registry: Registry()).repair(rules, old: old, golden: golden, new: new)
        #expect(repair.fields.map(\.status.rawValue) == change.wanted, "\(repair.fields.map(\.reason))")
        let repaired = try Rules(SourceText(name: "plants", bytes: repair.text), registry: Registry())
        #expect(repaired.scrape(old).records.map(\.value) == golden.map(\.value))
        let found = repaired.scrape(new).records.map { record in
            "\(record["name"]?.string ?? "-") \(record["height"].map { JSONWriter.compact($0) } ?? "-")"
        }
        #expect(found.joined(separator: ", ") == change.records)
        #expect(repair.isComplete == change.wanted.allSatisfy { ["kept", "repaired"].contains($0) })
    }

    /// A record that is also on the old page, where a condition left it out; texts of fewer than four characters prove nothing.
    @Test(arguments: [
        ("Garden shears", "promoted", "repaired"), ("Garden shears", "", "unknown"), ("Yews", "", "unknown"),
        ("Yew", "", "kept"),
    ])
    func whatWasLeftOutIsNoRecord(_ title: String, _ name: String, _ status: String) throws {
        let text = RecordRepairTests.rules.replacing("> li\"", with: "> li:not(.ad)\"")
        let rules = try Rules(SourceText(name: "plants", bytes: Array(text.utf8)), registry: Registry())
        let advert = "<li class=\"ad\"><h2>\(title)</h2></li></ul>"
        let page = RecordRepairTests.old.replacing("</ul>", with: advert)
        let old = Page(name: "old", bytes: Array(page.utf8))
        let golden = rules.scrape(old).records
        let new = Page(
            name: "new",
            bytes: Array(page.replacing("class=\"ad\"", with: "class=\"\(name)\"").utf8)
        )
        let repair = Repairer(registry: Registry()).repair(rules, old: old, golden: golden, new: new)
        #expect(repair.isComplete == (status != "unknown"))
        #expect(repair.records.map(\.status.rawValue) == [status])
    }

    /// Two fields with one value do not use the same place, and an attribute gets its old name if other parts of the
    /// rules use it.
    @Test func valuesHaveOnePlaceEach() throws {
        let text = """
            { "records": { "Recipe": { "fields": {
              "prep": { "select": ".prep", "apply": ["number"], "type": "integer" },
              "cook": { "select": ".cook", "apply": ["number"], "type": "integer" }
            } } } }
            """
        let rules = try Rules(SourceText(name: "recipe", bytes: Array(text.utf8)), registry: Registry())
        let old = Page(name: "old", bytes: Array("<i class=prep>15 min</i><i class=cook>15 min</i>".utf8))
        let pages = [
            (
                "<dl><dt>Prep time</dt><dd>15 min</dd><dt>Cook time</dt><dd>15 min</dd></dl>",
                ["repaired", "repaired"]
            ),
            ("<p class=minutes>15</p>", ["unknown", "unknown"]),
        ]
        for (html, wanted) in pages {
            let new = Page(name: "new", bytes: Array("<!doctype html>\(html)".utf8))
            let repair = Repairer(registry: Registry()).repair(
                rules,
                old: old,
                golden: rules.scrape(old).records,
                new: new
            )
            #expect(repair.fields.map(\.status.rawValue) == wanted, "\(repair.fields.map(\.reason))")
            let places = repair.fields.filter { $0.status == .repaired }.flatMap { $0.selectors.prefix(1) }
            #expect(Set(places).count == places.count)
        }
    }
}

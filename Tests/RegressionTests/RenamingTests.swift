import Mutation
import Regression
import RulesTestSupport
import Scraping
import Selectors
import Testing

/// Renamings of names on pages, and the reports of a plain run about them.
@Suite struct RenamingTests {
    @Test(
        arguments: [
            // Tags, the strings of JSON, scripts; only whole words.
            (ConsultedName(.class, "a"), "<p class=\"a ab\" id=a>a</p>", "<p class=\"a-v2 ab\" id=a>a</p>"),
            (ConsultedName(.class, "a"), #"{"h":"<p class=\"b a\">"}"#, #"{"h":"<p class=\"b a-v2\">"}"#),
            // A backslash belongs to the value unless it escapes the quote.
            (ConsultedName(.class, "a"), #"<i class=a><p class="b a\">"#, #"<i class=a-v2><p class="b a\">"#),
            (
                ConsultedName(.class, "a"), #"{"h":"<p class=\"\"><p class=\"a\">"}"#,
                #"{"h":"<p class=\"\"><p class=\"a-v2\">"}"#
            ),
            (ConsultedName(.id, "a"), "<p class=a id='a'>", "<p class=a id='a-v2'>"),
            (
                ConsultedName(.attribute, "data-a"), "<p data-a=data-a><i data-a>",
                "<p data-a-v2=data-a><i data-a-v2>"
            ),
            (ConsultedName(.value(of: "rel"), "a"), "<a rel='b A'>", "<a rel='b a-v2'>"),
            (
                ConsultedName(.element, "a"), #"{ "a" : "a", "b": { "a":1 } }"#,
                #"{ "a-v2" : "a", "b": { "a-v2":1 } }"#
            ),
            (
                ConsultedName(.element, "a"), "<script>x({ a: 1, ba: 2 })</script>",
                "<script>x({ a-v2: 1, ba: 2 })</script>"
            ),
            (ConsultedName(.element, "a"), "<meta property=a content=a>", "<meta property=a-v2 content=a>"),
            (ConsultedName(.element, "A"), #"{ "@type": "A", "b": "A" }"#, #"{ "@type": "A-v2", "b": "A" }"#),
        ]
    )
    func namesAreRenamedEverywhere(name: ConsultedName, page: String, expected: String) {
        let changed = PageRenaming(.name(name), .suffix).applied(
            to: Page(name: "page", bytes: Array(page.utf8))
        )
        #expect(changed.map { String(decoding: $0.bytes, as: UTF8.self) } == expected)
    }

    @Test(arguments: ["", "<", "<p class=", "<p class=\\", "{\"a\"", "a", "<a<a", "<p \u{0}=\"a"])
    func malformedPages(page: String) {
        let kinds: [ConsultedName.Kind] = [.class, .id, .attribute, .value(of: "rel"), .element]
        for kind in kinds {
            _ = PageRenaming(.name(ConsultedName(kind, "a")), .hash)
                .applied(to: Page(name: "page.csv", bytes: Array(page.utf8)))
        }
    }

    @Test func columnsAndLabels() {
        let table = Page(name: "t.csv", bytes: Array("a,b\na,1\n".utf8))
        let column = PageRenaming(.name(ConsultedName(.element, "a")), .suffix).applied(to: table)
        #expect(column.map { String(decoding: $0.bytes, as: UTF8.self) } == "a-v2,b\na,1\n")
        let page = Page(name: "page", bytes: Array("<th>Home</th><td>Home run</td><b>Home:</b>".utf8))
        let label = PageRenaming(.label("Home"), .suffix).applied(to: page)
        #expect(
            label.map { String(decoding: $0.bytes, as: UTF8.self) }
                == "<th>Home-v2</th><td>Home run</td><b>Home-v2:</b>"
        )
    }

    /// A label is a whole text, or what is before its colon; a column's name is a whole cell of the first line.
    @Test(arguments: [
        ("page", "Home", true), ("page", " Home ", true), ("page", "Home\t", true), ("page", "\tHome:", true),
        ("page", "Home\r\n", true), ("page", "a\nHome\nb", true), ("page", "<b>Home</b>", true),
        ("page", "<b> Home <i>", true), ("page", "<b>Home : x", true), ("page", "Homes", false),
        ("page", "a Home", false), ("page", "Home a", false), ("page", "Home a:", false),
        ("page", "Hom", false),
        ("page", "", false), ("page", "xHome", false),
        ("t.csv", "Home", true), ("t.csv", "Home,b", true), ("t.csv", "b,Home", true),
        ("t.csv", "b;Home;c", true),
        ("t.csv", "b\tHome\tc", true), ("t.csv", "\"Home\"", true), ("t.csv", "Home\r\nx", true),
        ("t.csv", "b\nHome", false), ("t.csv", "Homes", false), ("t.csv", "xHome", false),
        ("t.csv", "b, Home", false),
    ])
    func labelsAndHeaders(_ name: String, _ text: String, _ isRenamed: Bool) {
        let subject: PageRenaming.Subject =
            name == "page" ? .label("Home") : .name(ConsultedName(.element, "Home"))
        let changed = PageRenaming(subject, .suffix).applied(to: Page(name: name, bytes: Array(text.utf8)))
        let expected = isRenamed ? text.replacing("Home", with: "Home-v2") : nil
        #expect(changed.map { String(decoding: $0.bytes, as: UTF8.self) } == expected)
    }

    /// Keys of JSON and of scripts, and types of linked data.
    @Test(arguments: [
        (#"{"a":1}"#, true), (#"{"a" : 1}"#, true), (#"{'a':1}"#, true), (#"{\"a\":1}"#, true),
        ("{a:1}", true),
        ("{ \n a :1}", true), ("x,a:1", true), (#"{"a"}"#, false), (#"{"a":"#, true), (#"{"a""#, false),
        (#"{"a"#, false),
        (#"{"a'"#, false), ("{a", false), ("{a ", false), ("a:1", false), ("[a:1", false), ("{b a:1", false),
        (#"{"ab":1}"#, false), (#"{"a\"#, false), (#"{"@type":"a"}"#, true), (#"{"@type":["b","a"]}"#, true),
        (#"{"@type":"b","c":"a"}"#, false), (#"{"@type":["b"],"c":["a"]}"#, false),
        (#"{"@type":"b"}{"c":"a"}"#, false),
        ("<p itemtype='https://x/a'>", true), ("<p itemtype='https://x/ab'>", false), ("<p typeof=a>", false),
        ("<p typeof='a b'>", true), ("<p typeof='b'>'a'", false),
    ])
    func keysAndTypes(_ text: String, _ isRenamed: Bool) {
        let changed = PageRenaming(.name(ConsultedName(.element, "a")), .suffix).applied(
            to: Page(name: "page", bytes: Array(text.utf8))
        )
        #expect(
            (changed != nil) == isRenamed,
            "\(changed.map { String(decoding: $0.bytes, as: UTF8.self) } ?? "")"
        )
    }

    @Test func renamingsAreDescribed() {
        let kinds: [(ConsultedName.Kind, String)] = [
            (.class, "class"), (.id, "id"), (.attribute, "attribute"), (.value(of: "rel"), "rel"),
            (.element, "name"),
        ]
        for (kind, word) in kinds {
            #expect(
                PageRenaming(.name(ConsultedName(kind, "a")), .suffix).description
                    == "\(word) \"a\" to \"a-v2\""
            )
        }
        #expect(PageRenaming(.label("a"), .suffix).description == "label \"a\" to \"a-v2\"")
        let names = PageRenaming.Style.allCases.map { PageRenaming(.label("price"), $0).newName }
        #expect(Set(names).count == 3 && names[1].hasPrefix("css-"))
    }

    private static let page = """
        <ul><li class=offer><b class=name>Oak</b><i class=price>1</i></li>
        <li class=offer><b class=name>Ash</b></li></ul>
        """

    private func report(_ price: String) throws -> MutationReport {
        let rules = """
            { "records": { "T": { "each": ".offer", "fields": {
              "name": { "select": ".name", "required": true }, "price": \(price) } } } }
            """
        let page = Page(name: "page", bytes: Array(RenamingTests.page.utf8))
        let file = SourceText(name: "rules.json", bytes: Array(rules.utf8))
        return MutationTest(mutations: 1).report(try Rules(file, registry: Registry()), pages: [page])
    }

    @Test func lossesAreClassified() throws {
        let changes = try report(#"".price""#).changes
        func change(of name: String) throws -> ChangeResult {
            try #require(changes.first { $0.change.hasPrefix("class \"\(name)\"") && $0.loss == .common })
        }
        let name = try change(of: "name")
        // The second one has no other selector.
        #expect(name.lost == ["T"] && name.isReported && name.isReportedWithout && name.exitCode == 1)
        let price = try change(of: "price")
        #expect(price.lost == ["T.price"] && !price.isReported && price.exitCode == 0)
        #expect(changes.count { $0.loss == .run } == 9)
        // If there is another alternative, only values differ.
        let values = try report(#"[".price", { "value": 0 }]"#).changes
        let others = values.filter { $0.change.hasPrefix("class \"price\"") && $0.loss == .partial }
        #expect(!others.isEmpty && others.allSatisfy(\.lost.isEmpty))
    }

    @Test func ratesOfNothingAreUnknown() throws {
        let tally = ReportedTally([], .common)
        #expect(tally.percent == nil && tally.count == 0)
        let some = ReportedTally(try report(#"".price""#).changes, .common)
        // Those of the price are silent: 3 of 9.
        #expect(some.count == 9 && some.reported == 6 && some.percent == 66.6)
    }
}

import Mutation
import Records
import Scraping
import Selectors
import Testing

@testable import Regression

/// Mutation testing of rules: fields that survive, selectors that fail, and more robust selectors.
@Suite struct MutationTestingTests {
    private static let items = (1...12).map {
        """
        <li class="item"><div class="photo"><img src="/\($0).jpg"></div><div class="name">Thing \($0)</div>\
        <p>Some words about it</p><span class="price" data-price="\($0)">\($0).00 €</span></li>
        """
    }
    private static let shop = """
        <!DOCTYPE html><html><head><title>Shop</title></head><body><nav><a href="/">Home</a></nav>
        <div class="banner">Summer sale</div><ul class="items">\(items.joined(separator: "\n"))</ul>
        <table class="facts"><tr><th>Open</th><td>9 to 5</td></tr><tr><th>Closed</th><td>Sunday</td></tr></table>
        <footer>Imprint</footer></body></html>
        """
    private static let answer = """
        { "things": [{ "id": 1, "name": "A", "tags": ["x"], "note": "n" }, { "id": 2, "name": "B", "tags": [] }],
          "page": { "next": 2 } }
        """

    private func report(
        _ rules: String,
        _ page: String,
        seed: UInt64 = 1,
        mutations: Int = 60
    ) throws -> MutationReport {
        let rules = try Rules(SourceText(name: "rules.json", bytes: Array(rules.utf8)), registry: Registry())
        let page = Page(name: "page", bytes: Array(page.utf8))
        return MutationTest(seed: seed, mutations: mutations).report(rules, pages: [page])
    }

    private func field(_ field: String, in report: MutationReport) throws -> MutationReport.Field {
        try #require(report.fields.first { $0.name == field })
    }

    /// Rules with a record for each item of the shop, and a field for each selector.
    private static func rules(_ selectors: [String]) -> String {
        let fields = selectors.enumerated().map { #""f\#($0)": "\#($1)""# }.joined(separator: ", ")
        return #"{ "records": { "T": { "each": ".item", "fields": { \#(fields) } } } }"#
    }

    private static let selectors = [
        "div:nth-child(2)", "> div.photo + .name", "> .price", ".name", ".price", "[data-price]", "p + span",
    ]
    private static let tried = Result {
        try MutationTestingTests().report(rules(selectors), shop, mutations: 240)
    }

    private func field(for selector: String) throws -> MutationReport.Field {
        let index = try #require(MutationTestingTests.selectors.firstIndex(of: selector))
        return try field("T.f\(index)", in: MutationTestingTests.tried.get())
    }

    /// A variant of a selector for one element must also find the others that the selector finds.
    @Test func variantsThatFindOthersAreUnfit() throws {
        let text = #"{ "records": { "T": { "fields": { "x": "p > b" } } } }"#
        let rules = try Rules(SourceText(name: "rules.json", bytes: Array(text.utf8)), registry: Registry())
        let page = Page(name: "page", bytes: Array("<p><b>1</b><p class=k><b>2</b><i>3</i>".utf8))
        let trial = MutationTrial(page: page, rules: rules, fields: [], mutations: 10, seed: 1)
        let list = try SelectorList("p > b")
        let (same, first, other) = try (
            SelectorList("p b"), SelectorList("p:first-child b"), SelectorList("i")
        )
        #expect(trial.tryVariants([list: [same, first, other]]).unfit[list] == [first, other])
    }

    @Test(
        arguments: [
            // A position, redundant steps, a class in place of an attribute.
            ("div:nth-child(2)", ".name"), ("> div.photo + .name", ".name"), ("> .price", "[data-price]"),
        ]
    )
    func moreRobustSelectorsAreFound(selector: String, moreRobust: String) throws {
        let weak = try field(for: selector)
        #expect(weak.selector == selector)
        #expect(weak.moreRobust?.selector == moreRobust)
        let better = try #require(weak.moreRobust)
        #expect(better.after.tried == better.before.tried)
        #expect(better.after.survived > better.before.survived)
        #expect(try field(for: moreRobust).all.share > weak.all.share)
    }

    @Test(
        arguments: [
            // Each operator affects only the selectors that depend on the changed part.
            (".price", MutationKind.rename, true), ("[data-price]", .rename, false),
            ("> .price", .wrap, true), (".price", .wrap, false),
            ("p + span", .insert, true), ("[data-price]", .insert, false),
            ("[data-price]", .attributes, false), ("[data-price]", .space, false),
            ("[data-price]", .drop, false), ("[data-price]", .column, false),
        ]
    )
    func operatorsAffectDependentSelectors(selector: String, kind: MutationKind, isLost: Bool) throws {
        func lost(_ field: MutationReport.Field) throws -> Int {
            let tally = try #require(field.kinds[kind])
            return tally.tried - tally.survived
        }
        // Mutations that remove whole records are not due to the field's selector.
        let records = try #require(try MutationTestingTests.tried.get().fields.first { $0.name == "T" })
        let isMore = try lost(field(for: selector)) > lost(records)
        #expect(isMore == isLost)
    }

    @Test func columnsAreInserted() throws {
        func rules(_ selector: String) -> String {
            #"{ "records": { "T": { "each": ".facts tr", "fields": { "x": \#(selector) } } } }"#
        }
        let counted = try field("T.x", in: report(rules(#""td:nth-child(2)""#), MutationTestingTests.shop))
        #expect(try #require(counted.kinds[.column]).share < 1)
        let named = try field("T.x", in: report(rules(#""th + td""#), MutationTestingTests.shop))
        #expect(try #require(named.kinds[.wrap]).share == 1)
    }

    @Test func changesOfContentAreNotCounted() throws {
        // The text of a whole list includes inserted items, which is not a failure of the selector.
        let whole = #"{ "records": { "T": { "each": "body", "fields": { "x": ".items" } } } }"#
        let found = try field("T.x", in: report(whole, MutationTestingTests.shop))
        #expect(found.kinds[.insert]?.share == 1)
        #expect(try #require(found.kinds[.insert]).tried < 60)
    }

    @Test(
        arguments: [
            (
                #"{ "source": "json", "records": { "T": { "each": "things > item", "fields": { "x": "> name" } } } }"#,
                answer
            ),
            (
                #"{ "source": "csv", "records": { "T": { "each": "row", "fields": { "x": "name" } } } }"#,
                "id,name,note\n1,A,n\n2,B,m\n"
            ),
            (
                #"{ "source": "xml", "records": { "T": { "each": "i", "fields": { "x": "n" } } } }"#,
                "<l><i a='1' b='2'><n>A</n></i><i><n>B</n></i></l>"
            ),
            (
                #"{ "source": "text", "records": { "T": { "each": "line", "fields": { "x": "::text" } } } }"#,
                "one\ntwo\n"
            ),
        ]
    )
    func otherKindsOfPages(rules: String, page: String) throws {
        let report = try report(rules, page)
        #expect(report.mutations > 0)
        #expect(report.fields.map(\.name).sorted() == ["T", "T.x"])
    }

    /// The number of records in which a field is read, a limit, and the records whose readings are compared.
    @Test(arguments: [
        (7, 8, [0, 1, 2, 3, 4, 5, 6]), (7, 7, [0, 1, 2, 3, 4, 5, 6]), (7, 6, [0, 2, 4, 6]),
        (7, 4, [0, 2, 4, 6]),
        (7, 3, [0, 3, 6]), (8, 4, [0, 2, 4, 6]), (7, 1, [0]), (0, 4, []),
    ])
    func evaluationsAreSpreadOverThePage(_ count: Int, _ limit: Int, _ chosen: [Int]) throws {
        let text = #"{ "records": { "T": { "each": "li", "fields": { "x": "b" } } } }"#
        let rules = try Rules(SourceText(name: "rules.json", bytes: Array(text.utf8)), registry: Registry())
        let page = "<ul>" + (0..<count).map { "<li id=n\($0)><b>x</b>" }.joined()
        let reading = MutantReading(Page(name: "page", bytes: Array(page.utf8)), rules, [])
        let found = reading.questions(try SelectorList("b"), limit: limit).map {
            $0.scope.firstAttribute?.string
        }
        #expect(found == chosen.map { "n\($0)" })
    }

    @Test func seedsAreDeterministic() throws {
        func text(_ seed: UInt64) throws -> String {
            JSONWriter.compact(
                try report(
                    MutationTestingTests.rules(["> .price"]),
                    MutationTestingTests.shop,
                    seed: seed,
                    mutations: 40
                ).value
            )
        }
        let first = try text(1)
        #expect(try text(1) == first)
        #expect(try text(2) != first)
    }

    @Test(arguments: ["", "<", "<p>", "{}", "[[[[", "\u{FEFF}", "<table><tr><td></table>"])
    func malformedPages(page: String) throws {
        for source in ["html", "json", "xml", "csv", "text", "linked-data"] {
            let rules = """
                { "source": "\(source)", "records": { "T": { "each": "*", "fields": { "x": "::text", "y": "> *" } } } }
                """
            _ = try report(rules, page, mutations: 12)
        }
    }
}

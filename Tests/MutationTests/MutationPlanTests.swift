import Scraping
import Sources
import Testing

@testable import Mutation

/// The places of a page that mutations may change, by its kind.
@Suite struct MutationPlanTests {
    struct Plan: CustomTestStringConvertible, Sendable {
        let source: String
        let page: String
        /// The indices of elements that values come from.
        var kept: Set<Int> = []
        /// Each kind of mutation with the elements that it may change.
        let sites: [String]
        var testDescription: String { "\(source) \(page)" }
    }

    static let plans = [
        Plan(
            source: "xml",
            page: "<r><a>1</a><b k='1' l='2'><c/></b></r>",
            sites: [
                "wrap: 1<a> 2<b> 3<c>", "insert: 1<a> 2<b> 3<c>", "drop: 1<a> 2<b> 3<c>", "attributes: 2<b>",
                "space: 0<r> 2<b>",
            ]
        ),
        // Neither the element that a value comes from nor one around it is dropped.
        Plan(
            source: "xml",
            page: "<r><a><b/></a><c/></r>",
            kept: [2],
            sites: ["wrap: 1<a> 2<b> 3<c>", "insert: 1<a> 2<b> 3<c>", "drop: 3<c>", "space: 0<r> 1<a>"]
        ),
        Plan(
            source: "json",
            page: #"{"a": 1, "b": [{"c": 2}], "d": {"e": 1}}"#,
            sites: [
                "wrap: 0<json> 2<b> 3<item> 5<d>", "insert: 1<a> 2<b> 3<item> 4<c> 5<d> 6<e>",
                "drop: 1<a> 2<b> 4<c> 5<d> 6<e>", "reorder: 0<json>",
            ]
        ),
        Plan(
            source: "json",
            page: #"[{"a": 1, "b": 2}]"#,
            kept: [2],
            sites: ["wrap: 0<json> 1<item>", "insert: 1<item> 2<a> 3<b>", "drop: 3<b>", "reorder: 1<item>"]
        ),
        Plan(
            source: "csv",
            page: "a,b\n1,2\n3,4\n",
            sites: [
                "column: 0before column 1 0before column 2 0before column 3", "drop: 2<a> 3<b>",
                "reorder: 0<csv>",
            ]
        ),
        // A column with a value in any row is kept.
        Plan(
            source: "csv",
            page: "a,b\n1,2\n3,4\n",
            kept: [5],
            sites: [
                "column: 0before column 1 0before column 2 0before column 3", "drop: 3<b>", "reorder: 0<csv>",
            ]
        ),
        Plan(
            source: "csv",
            page: "a\n1\n",
            sites: ["column: 0before column 1 0before column 2", "drop: 2<a>"]
        ),
        Plan(source: "text", page: "one\ntwo\n", sites: ["insert: 1<line> 2<line>"]),
        Plan(
            source: "html",
            page:
                "<title>t</title><p class='x y'>a<a href=b id=c>b</a><pre>c<b>d</b></pre><table><tr><td>1<td>2</table><svg><g/></svg>",
            sites: [
                "wrap: 11<td> 12<td> 4<p> 5<a> 6<pre> 7<b> 8<table>",
                "insert: 10<tr> 4<p> 5<a> 6<pre> 7<b> 8<table>",
                "column: 8before column 1 8before column 2 8before column 3", "drop: 4<p> 8<table>",
                "rename: 4class \"x\" 4class \"y\"", "attributes: 5<a>",
                "space: 10<tr> 11<td> 12<td> 3<body> 4<p> 5<a> 8<table> 9<tbody>",
            ]
        ),
        Plan(
            source: "html",
            page: "<body><section><p>a</section><aside>b</aside><noscript><p>c</noscript>",
            kept: [5],
            sites: [
                "wrap: 3<section> 4<p> 5<aside>", "insert: 3<section> 4<p> 5<aside>",
                "drop: 3<section> 4<p> 6<noscript>", "space: 2<body> 3<section> 4<p> 5<aside>",
            ]
        ),
    ]

    @Test(arguments: plans) func sites(_ plan: Plan) throws {
        let reader = try #require(PageReader(source: plan.source))
        let document = try #require(reader.parse(Page(name: "page", bytes: Array(plan.page.utf8))).document)
        let mutations = MutationPlan(document, used: [], kept: plan.kept).mutations(1000, seed: 1)
        let kinds = MutationKind.allCases.compactMap { kind -> String? in
            let places = mutations.filter { $0.kind == kind }.map { "\($0.element)\($0.subject)" }.sorted()
            return places.isEmpty ? nil : "\(kind.rawValue): " + places.joined(separator: " ")
        }
        #expect(kinds == plan.sites)
        // As many as are asked for.
        let all = mutations.map(\.description)
        let some = MutationPlan(document, used: [], kept: plan.kept).mutations(3, seed: 1)
        #expect(some.count == min(3, all.count))
    }

    /// Numbers below a bound in an order, each once.
    @Test(arguments: [0, 1, 2, 3, 8, 100]) func spreadNumbers(_ count: Int) {
        var generator = SplitMix64(seed: 7)
        #expect(generator.spread(count).sorted() == Array(0..<count))
    }
}

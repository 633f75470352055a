import Cases
import CompiledInPlugins
import DOM
import Extraction
import Foundation
import Language
import Records
import RulesTestSupport
import Scraping
import TestSupport
import Testing

/// An observed reading has the same result as a plain one: for the repository's corpus and for random rules files.
@Suite struct ObservationTests {
    private static let corpus =
        ((try? Corpus(folder: SharedCases.checkout.appending(path: "Corpus").path).cases()) ?? [])
        .filter { !$0.isCrawl }
    private static let store = Result {
        let catalogue = RulesCatalogue(folders: [SharedCases.checkout.appending(path: "Rules").path])
        return RulesStore(catalogue, registry: try Registry(CompiledInPlugins.all))
    }

    @Test(arguments: Sample.every(2, of: corpus)) func corpusIsReadAlike(_ test: Case) throws {
        let facts = try test.facts()
        let rules = try ObservationTests.store.get().rules(named: facts.rules ?? test.site)
        compare(rules, try test.page(facts))
    }

    /// Randomly generated rules files, with a page on which some of their selectors match.
    @Test(arguments: 0..<Sample.count(4, of: 20)) func randomRules(_ part: Int) throws {
        var random = RandomRules(seed: UInt64(part) &+ 1)
        var loaded = 0
        var values = 0
        while loaded < 50 {
            guard let rules = try? load(random.file()) else { continue }
            loaded += 1
            let page = Page(
                name: "page",
                bytes: Array(RandomRules.page.utf8),
                url: "https://x.example/a/b",
                clock: "2026-05-28T18:00:00Z"
            )
            values += compare(rules, page).records.count
        }
        #expect(values > 0, "no random rules file yielded a record")
    }

    @discardableResult
    private func compare(_ rules: Rules, _ page: Page) -> Outcome {
        let plain = rules.scrape(page)
        let recorder = TraceRecorder(rules, page: page.name, [.misses, .places])
        let log = SelectorLog(keepsSearches: true)
        let profiler = Profiler(in: .assemble)
        let group = ObserverGroup([recorder, log, profiler])
        for observed in [
            rules.scrape(page, observer: group), rules.scrape(page, observer: log),
            rules.scrape(page, known: rules.parse(page), observer: NoObserver()),
        ] {
            #expect(observed.records == plain.records)
            #expect(observed.diagnostics == plain.diagnostics)
            #expect(observed.schema == plain.schema)
        }
        // The trace also contains the records.
        let traced = recorder.trace.records.reduce(0) { $0 + $1.count }
        #expect(traced == plain.records.count)
        return plain
    }
}

/// Generates random rules files, some of which are wrong.
private struct RandomRules {
    /// SplitMix64.
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

    private mutating func number(_ count: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((z ^ (z >> 31)) % UInt64(count))
    }

    private mutating func one(_ all: [String]) -> String { all[number(all.count)] }

    private mutating func isDrawn(_ oneIn: Int) -> Bool { number(oneIn) == 0 }

    static let page = """
        <!doctype html><html lang=de><head><title>Plants</title><meta name=x content="a b"></head><body>
        <nav><a href=/home>Home</a></nav><h1>Plants of <i>May</i></h1>
        <ul class=plants>
        <li id=p1><b>Oak</b> <i>40</i> <a href="oak?x=1&amp;y=2">more</a> <span class=d>2 May 2026</span></li>
        <li id=p2><b>Elm</b> <i>x</i> <a href="//e.example/">more</a> <span class="d e">yesterday</span></li>
        <li id=p3><b></b> <i>12,5</i> <span class=t>1 h 20 min</span> <ul><li><b>Leaf</b> <i>1</i></ul></li>
        <li id=p4>  </li>
        </ul>
        <table><tr><th>Name<th>Size<th colspan=2>Both<tr><td rowspan=2>Fir<td>3<td>a<td>b<tr><td>4<td>c<td>d</table>
        <section><h2>One</h2><p>first</p><p class=x>second <em>em</em></p><h2>Two</h2><p>third</p></section>
        <script type="application/json">{"a": [1, 2, {"b": null}]}</script>
        <p class=advert>buy <b>now</b></p></body></html>
        """

    private static let elements = [
        "li", "b", "i", "a", "ul.plants > li", ".d", "p", "section > p", "h2", "td", "tr", "table", "nav",
        "span.d.e",
        "li:has(b)", "li:nth-child(2)", "p:not(.x)", ".missing", "*", "li > ul", "[id^=p]", "b:contains(Oak)",
        "section", "body", "h1 i",
    ]
    private static let extractors = [
        "", "", "", "::text", "::attr(href)", "::html", "::own-text", "::attr(id)",
    ]
    private static let types = [
        "string", "text", "integer", "decimal", "boolean", "url", "html", "date", "datetime", "json",
        "duration", "size",
    ]
    private static let steps = [
        "\"trim\"", "\"uppercase\"", "\"lowercase\"", "\"collapse\"", "\"number\"", "\"first\"", "\"last\"",
        "\"count\"",
        "\"unique\"", "\"sort\"", "\"reverse\"", "\"sum\"", "{ \"append\": \"!\" }", "{ \"join\": \", \" }",
        "{ \"split\": \" \" }", "{ \"match\": \"[0-9]+\" }", "{ \"replace\": [\"a\", \"o\"] }",
        "{ \"item\": 1 }",
        "{ \"filter\": \"a\" }", "\"strip-tags\"", "\"resolve\"",
        "{ \"map\": { \"Oak\": \"Eiche\", \"Elm\": \"Ulme\" } }",
    ]

    mutating func file() -> String {
        var parts: [String] = []
        if isDrawn(3) { parts.append("\"prepare\": [\(preparation())]") }
        let each = isDrawn(6) ? "" : "\"each\": \"\(one(RandomRules.elements))\", "
        let when = isDrawn(6) ? "\"when\": \"\(one(RandomRules.elements))\", " : ""
        let whole = isDrawn(8) ? "\"whole\": true, " : ""
        let unique = isDrawn(6) ? "\"unique\": \"f0\", " : ""
        let order = isDrawn(8) ? "\"order\": \"f0\", " : ""
        let expect = isDrawn(6) ? "\"expect\": { \"count\": \"1..3\" }, " : ""
        let fields = self.fields(depth: 0)
        parts.append(
            "\"records\": { \"R\": { \(each)\(when)\(whole)\(unique)\(order)\(expect)\"fields\": \(fields) } }"
        )
        return "{ \(parts.joined(separator: ", ")) }"
    }

    private mutating func preparation() -> String {
        let element = one(RandomRules.elements)
        switch number(6) {
        case 0: return "{ \"remove\": \"\(element)\" }"
        case 1: return "{ \"unwrap\": \"\(element)\" }"
        case 2: return "{ \"rename\": { \"select\": \"\(element)\", \"to\": \"x\" } }"
        case 3: return "{ \"lines\": \"\(element)\" }"
        case 4:
            return
                "{ \"set\": { \"select\": \"\(element)\", \"attribute\": \"y\", \"template\": \"{id}!\" } }"
        default: return "{ \"refuse\": { \"select\": \"\(element)\", \"because\": \"no\" } }"
        }
    }

    private mutating func fields(depth: Int) -> String {
        let names = (0...number(4)).map { "f\($0)" }
        var fields: [String] = []
        for (index, name) in names.enumerated() {
            let alternatives = (0...number(2)).map { _ in
                alternative(depth: depth, earlier: Array(names[..<index]))
            }
            let field =
                alternatives.count == 1 ? alternatives[0] : "[\(alternatives.joined(separator: ", "))]"
            fields.append("\"\(name)\": \(field)")
        }
        return "{ \(fields.joined(separator: ", ")) }"
    }

    private mutating func alternative(depth: Int, earlier: [String]) -> String {
        if isDrawn(4) { return "\"\(one(RandomRules.elements))\(one(RandomRules.extractors))\"" }
        var keys: [String] = []
        switch number(12) {
        case 0: keys.append("\"value\": \"constant\"")
        case 1 where !earlier.isEmpty: keys.append("\"from\": \"\(one(earlier))\"")
        case 2 where !earlier.isEmpty: keys.append("\"template\": \"<{\(one(earlier))}>\"")
        case 3: keys.append("\"case\": { \"\(one(RandomRules.elements))\": \"one\", \"*\": \"other\" }")
        case 4 where depth < 2:
            let key = one(["each", "within"])
            return "{ \"\(key)\": \"\(one(RandomRules.elements))\", \"fields\": \(fields(depth: depth + 1)) }"
        default:
            let selector = "\"\(one(RandomRules.elements))\(one(RandomRules.extractors))\""
            keys.append("\"select\": " + (isDrawn(4) ? "[\(selector), \"b\"]" : selector))
        }
        if isDrawn(2) {
            let type = one(RandomRules.types)
            keys.append("\"type\": " + (isDrawn(2) ? "[\"\(type)\"]" : "\"\(type)\""))
        }
        if isDrawn(3) {
            let steps = (0...number(2)).map { _ in one(RandomRules.steps) }
            keys.append("\"apply\": [\(steps.joined(separator: ", "))]")
        }
        if isDrawn(5) { keys.append("\"when\": \"\(one(RandomRules.elements))\"") }
        if isDrawn(6) { keys.append("\"without\": \"i\"") }
        if isDrawn(6) {
            keys.append(
                "\"in\": " + one(["\"document\"", "{ \"closest\": \"ul\" }", "{ \"previous\": \"h2\" }"])
            )
        }
        if isDrawn(4) {
            keys.append("\"required\": true")
        } else if isDrawn(5) {
            keys.append("\"default\": \"none\"")
        }
        return "{ \(keys.joined(separator: ", ")) }"
    }
}

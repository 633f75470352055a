import Drafting
import Scraping
import Testing

/// Where pages of lists lead after a redesign.
struct LinkRepairTests {
    private static let rules = """
        { "match": "https://plants.example/*",
          "requests": {
            "list": { "get": "https://plants.example/list", "records": [], NEXT
              "follow": { "plant": FOLLOW } },
            "plant": { "match": "https://plants.example/plant/*" } },
          "records": { "Plant": { "fields": { "name": "h1" } } } }
        """

    private static let old = """
        <ul class="plants"><li><a href="/plant/oak">Oak</a><li><a href="/plant/elm">Elm</a><li><a href="/plant/ash">Ash</a></ul>
        <a class="more" href="/list?page=2">Next</a>
        """

    struct Row: Sendable {
        let name: String
        let page: String
        /// What is expected of `follow` and `next`: the status, and the selectors.
        let follow: String
        let next: String
    }

    private static let rows = [
        Row(name: "nothing has changed", page: old, follow: "kept", next: "kept"),
        Row(
            name: "other plants",
            page: old.replacing("oak", with: "fir").replacing("elm", with: "yew").replacing(
                "ash",
                with: "box"
            ),
            follow: "kept",
            next: "kept"
        ),
        Row(
            name: "names",
            page: old.replacing("plants", with: "herbs").replacing("more", with: "onward"),
            follow: "repaired ul:is(.plants, .herbs) > li > a::attr(href)",
            next: "repaired a:is(.more, .onward)::attr(href)"
        ),
        Row(
            name: "other elements, and other plants",
            page: """
                <nav><a href="/help">Help</a></nav><main><h3 class="title"><a href="/plant/fir">Fir</a></h3>
                <h3 class="title"><a href="/plant/yew">Yew</a></h3><h3 class="title"><a href="/plant/box">Box</a></h3></main>
                <a rel="next" href="/list?page=2">more plants</a>
                """,
            follow: "repaired .title > a::attr(href)",
            next: "repaired a[rel~=next]::attr(href)"
        ),
        Row(
            name: "addresses of another kind",
            page: """
                <main><h3 class="title"><a href="/p/oak">Oak</a></h3><h3 class="title"><a href="/p/elm">Elm</a></h3>
                <h3 class="title"><a href="/p/ash">Ash</a></h3></main><a href="/list?token=x">10</a>
                """,
            follow: "unknown .title > a::attr(href)",
            next: "unknown"
        ),
        Row(name: "nothing", page: "<p>Nothing today</p>", follow: "unknown", next: "unknown"),
    ]

    private static func text(_ link: RepairedLink) -> String {
        let selectors = link.status == .kept ? [] : link.selectors
        return ([link.status.rawValue] + selectors.prefix(1)).joined(separator: " ")
    }

    @Test(arguments: [
        ("\"a.more::attr(href)\"", "\"ul.plants > li > a::attr(href)\""),
        ("{ \"link\": [\"a.more::attr(href)\"] }", "{ \"select\": \"ul.plants > li > a::attr(href)\" }"),
    ])
    func linksAreFoundAgain(_ next: String, _ follow: String) throws {
        let text = Self.rules.replacing("NEXT", with: "\"next\": \(next),").replacing("FOLLOW", with: follow)
        let rules = try Rules(SourceText(name: "rules.json", bytes: Array(text.utf8)), registry: Registry())
        let repairer = try #require(
            LinkRepairer(registry: Registry(), RepairScope(kind: "list"), origin: "plants/all")
        )
        func page(_ name: String, _ html: String) -> Page {
            Page(name: name, bytes: Array(html.utf8), url: "https://plants.example/list")
        }
        let old = page("old", Self.old)
        for row in Self.rows {
            let new = page(row.name, row.page)
            let (repaired, links) = repairer.repair(rules, old: old, new: new)
            #expect(links.map(\.name) == ["list → plant", "list.next"], "\(row.name)")
            #expect(links.map(Self.text) == [row.follow, row.next], "\(row.name): \(links.map(\.reason))")
            #expect(links.allSatisfy { ($0.status == .unknown) == ($0.after.isEmpty) }, "\(row.name)")
            let isChanged = links.contains { $0.status == .repaired }
            #expect((repaired != rules.file.bytes) == isChanged, "\(row.name)")
            // The repaired rules lead on from both pages, and a second repair changes nothing.
            let changed = try Rules(
                SourceText(name: "rules.json", bytes: repaired),
                registry: Registry()
            )
            let again = repairer.repair(changed, old: old, new: new)
            #expect(again.text == repaired, "\(row.name)")
            #expect(again.links.map(\.before) == links.map(\.before), "\(row.name)")
        }
    }

    /// A cursor that is gone is reported, and not guessed.
    @Test func valuesOfRequestsAreReported() throws {
        let text = Self.rules.replacing("NEXT", with: "\"next\": { \"take\": { \"cursor\": \"i.cursor\" } },")
            .replacing("FOLLOW", with: "\"ul.plants > li > a::attr(href)\"")
        let rules = try Rules(SourceText(name: "rules.json", bytes: Array(text.utf8)), registry: Registry())
        let repairer = try #require(
            LinkRepairer(registry: Registry(), RepairScope(kind: "list"), origin: "plants/all")
        )
        let address = "https://plants.example/list"
        let old = Page(name: "old", bytes: Array((Self.old + "<i class=cursor>x7</i>").utf8), url: address)
        for (html, expected) in [
            (Self.old + "<i class=cursor>y9</i>", [RepairStatus.kept]), (Self.old, [.kept, .unknown]),
        ] {
            let new = Page(name: "new", bytes: Array(html.utf8), url: address)
            let (repaired, links) = repairer.repair(rules, old: old, new: new)
            #expect(repaired == rules.file.bytes)
            #expect(links.map(\.status) == expected)
            #expect(LinkRepairer.leadsOn(rules, kind: "list", as: old, on: new) == (expected.count == 1))
            guard let lost = links.dropFirst().first else { continue }
            #expect(lost.name == "list.next take.cursor" && lost.before == ["x7"])
            #expect(lost.reason == "no value is found on the new page")
        }
    }

    /// A change that other evidence contradicts is rejected.
    @Test func whatMustStayStays() throws {
        let text = Self.rules.replacing("NEXT", with: "\"next\": \"a.more::attr(href)\",")
            .replacing("FOLLOW", with: "\"ul.plants > li > a::attr(href)\"")
        let rules = try Rules(SourceText(name: "rules.json", bytes: Array(text.utf8)), registry: Registry())
        let scope = RepairScope(kind: "list") { _ in false }
        let repairer = try #require(LinkRepairer(registry: Registry(), scope, origin: "plants/all"))
        let address = "https://plants.example/list"
        let new = Self.old.replacing("plants\"", with: "herbs\"")
        let (repaired, links) = repairer.repair(
            rules,
            old: Page(name: "old", bytes: Array(Self.old.utf8), url: address),
            new: Page(name: "new", bytes: Array(new.utf8), url: address)
        )
        #expect(repaired == rules.file.bytes)
        #expect(links.map(\.status) == [.unknown, .kept])
        #expect(links[0].reason.hasSuffix("no change leads on from both pages"))
        // A page by itself leads nowhere.
        #expect(LinkRepairer(registry: Registry(), RepairScope(), origin: "") == nil)
    }

    /// The records of a kind are repaired where they are declared, and with the kind's own rules; everything else stays
    /// unchanged.
    @Test(arguments: [true, false]) func recordsOfKindsAreFoundAgain(_ isKept: Bool) throws {
        let text = """
            { "match": "https://plants.example/*",
              "requests": {
                "list": { "get": "https://plants.example/list",
                  "records": { "Entry": { "each": "ul.plants > li", "fields": { "title": "a" } } } } },
              "records": { "Plant": { "fields": { "name": "h1" } } } }
            """
        let rules = try Rules(SourceText(name: "rules.json", bytes: Array(text.utf8)), registry: Registry())
        let own = rules.ofKind(named: "list")
        // Its address is not the kind's.
        func page(_ html: String) -> Page {
            Page(name: "page", bytes: Array(html.utf8), url: "https://plants.example/other")
        }
        let old = page(Self.old)
        let golden = own.scrape(old).records
        #expect(golden.count == 3)
        let new = page(Self.old.replacing("plants", with: "herbs"))
        var seen: [[UInt8]] = []
        let scope = RepairScope(kind: "list") {
            seen.append($0.file.bytes)
            return isKept
        }
        let repair = Repairer(registry: Registry())
            .repair(rules, old: old, golden: golden, new: new, others: [], in: scope)
        #expect(!seen.isEmpty)
        #expect((repair.text != rules.file.bytes) == isKept)
        #expect(repair.isComplete == isKept)
        if isKept {
            #expect(String(decoding: repair.text, as: UTF8.self).contains("ul:is(.plants, .herbs) > li"))
        }
    }
}

import Testing

@testable import Scraping

@Suite struct AddressIndexTests {
    private static let patterns = [
        "https://plants.example/*", "https://plants.example/trees/*", "*", "*.example/feed.xml",
        "HTTPS://Shop.Example/item?id=*", "*://*.garden.example/*", "https://plants.example/trees/oak", "",
        "he", "she", "*hers*", "**", "https://*/a*b*c",
    ]

    private static let addresses = [
        "https://plants.example/", "https://plants.example/trees/oak", "http://plants.example/", "",
        "https://news.example/feed.xml", "https://shop.example/item?id=4", "https://SHOP.example/item?id=4",
        "https://shop.example/ITEM?id=4", "https://a.b.garden.example/x", "https://garden.example/x",
        "ushers", "she",
        "https://x/aXbYc", "https://x/cba", "héllo https://plants.example/",
    ]

    /// What the index leaves out can be no match: with the index the same patterns fit as without it.
    @Test(arguments: addresses) func leavesOutNothingThatFits(address: String) {
        let fitting = Self.patterns.indices.filter {
            AddressPattern.matches(address, pattern: Self.patterns[$0])
        }
        let candidates = AddressIndex(Self.patterns).candidates(for: address)
        #expect(candidates == candidates.sorted())
        #expect(candidates.filter { fitting.contains($0) } == fitting)
    }

    @Test func ofManySitesOnlyTheOneIsLookedAt() {
        let index = AddressIndex((0..<20_000).map { "https://site\($0).example/*" })
        #expect(index.candidates(for: "https://site12345.example/page") == [12345])
        #expect(index.candidates(for: "https://other.example/page").isEmpty)
    }
}

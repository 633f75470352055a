import Testing

@testable import Engine

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
        "https://x/aXbYc", "https://x/cba", "héllo https://plants.example/", "https://plants.example",
        "https://plants.example?page=2", "https://news.garden.example#top",
    ]

    @Test(arguments: [
        ("https://plants.example", "https://plants.example/*", true),
        ("https://plants.example?page=2", "https://plants.example/?page=*", true),
        ("https://plants.example", "https://plants.example", true),
        ("https://plants.example", "https://*.example", true),
        ("https://plants.example/index.html", "https://plants*index.html", true),
        ("https://plants.example", "https://plants.example/trees/*", false),
        ("https://plants.example.org", "https://plants.example/*", false),
        ("HTTPS://Plants.example:443/a/../b", "https://plants.example/b", true),
        ("https://plants.example/b", "HTTPS://Plants.example:443/a/../*", true),
        ("https://bücher.example/grün", "https://xn--bcher-kva.example/gr%C3%BCn*", true),
        ("https://xn--bcher-kva.example/gr%C3%BCn", "https://bücher.example/grün*", true),
        ("https://plants.example:8443/b", "https://plants.example:*/b", true),
        ("https://a.plants.example/", "https://*.plants.example", true),
        ("https://a.plants.example/b", "https://*.plants.example", false),
        ("https://plants.example/b", "http*://plants.example/b", true),
        ("https://plants.example/b/", "https://plants.example/b", false),
        ("https://a.plants.example/b/", "https://*.plants.example", false),
        ("https://a.plants.examplex", "https://*.plants.example", false),
    ])
    func anAddressWithoutAPathMeansTheFirstPage(address: String, pattern: String, fits: Bool) {
        #expect(AddressPattern.matches(address, pattern: pattern) == fits)
        #expect(!AddressIndex([pattern]).candidates(for: address).isEmpty || !fits)
    }

    /// Patterns that the index excludes cannot match: the same patterns match with and without the index.
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

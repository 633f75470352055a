import DOM
import Selectors
import Testing

/// Alternatives to selectors.
@Suite struct SelectorVariantsTests {
    @Test(
        arguments: [
            ("ul > li:nth-child(2)", ["li:nth-child(2)", "ul li:nth-child(2)", "ul > li", "li", "ul li"]),
            ("> b.x::text", ["b.x::text", ".x::text"]),
            ("a b > c", ["b > c", "c", "a b c", "a c"]),
            // Without its position nothing is left of the selector.
            (":first-child", []),
            ("a, b", []), ("::text", []),
        ]
    )
    func variantsAreShorter(selector: String, expected: [String]) throws {
        #expect(try SelectorList(selector).variants(nil).map(\.description) == expected)
    }

    /// Names with three digits, or with one and capitals or two underscores, are generated.
    @Test(arguments: [
        ("oak", true), ("oak1", true), ("oak12", true), ("oak123", false), ("o1a2k3", false), ("Oak", true),
        ("OAK1", true), ("Oak1", false), ("oak__tree", true), ("oak__1", false), ("oak_1", true),
    ])
    func generatedNamesAreNoTraits(_ name: String, _ isTrait: Bool) throws {
        for (attribute, condition) in [
            ("class", ".\(name)"), ("id", "#\(name)"), ("itemprop", "[itemprop=\"\(name)\"]"),
        ] {
            let document = try Document.htmlFragment("<b \(attribute)=\(name)>x</b>".utf8)
            let found = Matcher(document).select(
                try SelectorList("b"),
                from: document.node,
                includingScope: false
            )
            let traits = try #require(ElementTraits(found.map(\.node), in: document))
            #expect(traits.conditions == (isTrait ? [condition] : []))
        }
    }

    @Test func traitsAreWhatAllHaveInCommon() throws {
        let page = #"<b class="p big" itemprop=price id=a>1</b><i class="p css-1x2y345" itemprop=price>2</i>"#
        let document = try Document.htmlFragment(page.utf8)
        let matches = Matcher(document).select(
            try SelectorList("b, i"),
            from: document.node,
            includingScope: false
        )
        let traits = try #require(ElementTraits(matches.map(\.node), in: document))
        #expect(traits.name == nil)
        #expect(traits.conditions == [".p", #"[itemprop="price"]"#])
        let variants = try SelectorList("body > :nth-child(n)").variants(traits).map(\.description)
        #expect(variants.contains(".p"))
        #expect(variants.contains(#"body [itemprop="price"]"#))
        // One compound has no ancestor that goes before a condition.
        #expect(try SelectorList("b").variants(traits).map(\.description) == [".p", #"[itemprop="price"]"#])
        #expect(
            try SelectorList("b > i").variants(traits).map(\.description)
                == ["i", "b i", ".p", #"[itemprop="price"]"#, "b .p", #"b [itemprop="price"]"#]
        )
    }
}

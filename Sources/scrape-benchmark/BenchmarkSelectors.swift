/// The selectors that are measured unless others are given.
enum BenchmarkSelectors {
    /// Twenty as rules for real sites have them, matched together.
    static let set = [
        "h1", "title", "meta[property=\"og:title\"]", "meta[name=\"description\"]", "a[href]", "img[src]",
        "article p", "div.content > p", ".title", ".byline, .author", "#main", "time[datetime]",
        "ul li:first-child a", "table tr:nth-child(odd) td", "[itemprop=\"name\"]", "div:has(> img)",
        "p:not(.ad)", "script[type=\"application/ld+json\"]", "a[href*=\"/tag/\"]", "nav a, .breadcrumb a",
    ]

    /// Further ones, each of which asks for another part of the engine.
    static let single = [
        "*", "div", "div p a", ".a.b", "div > div > div", "h2 ~ p", "li + li", "p:nth-of-type(2n+1)",
        ":nth-last-child(2)", "li:nth-child(2 of .item)", "a:not([href^=\"http\"])", "div:has(p a)",
        "section:has(~ section)", "p:contains(\"the\")", ":is(h1, h2, h3) a", "[class*=\"head\"]",
        ":lang(en)", "input:enabled",
    ]

    /// Those that must stay linear whatever the page, with the page's shape that is worst for each.
    static let growth: [(selector: String, shape: SyntheticPage)] = [
        (".y", .siblings), ("div div div div .y", .nested), (".none div div .y", .nested),
        (".none > div .y", .nested), (".x ~ .y", .siblings), (".none ~ .y", .siblings),
        ("div:has(.none)", .nested), ("div:has(~ .x)", .siblings), ("div:has(.none ~ .x)", .siblings),
        (":nth-last-child(2n of .x)", .siblings),
        (":nth-last-of-type(2n)", .siblings), ("div:nth-child(odd) ~ .y", .siblings),
        (":is(.none div) :is(.none div) .y", .nested), ("div:not(:has(.y) .none)", .nested),
        ("div:contains(\"text\")", .nested), ("div:lang(en)", .nested), ("div:dir(rtl)", .nested),
        ("div:first ~ .y", .siblings), ("[class~=y]", .siblings),
    ]
}

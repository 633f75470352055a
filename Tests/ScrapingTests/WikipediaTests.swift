import Records
import RulesTestSupport
import Scraping
import TestSupport
import Testing

/// Answers that are not a plant's page, and the reports about them.
@Suite struct WikipediaTests {
    private func read(_ page: String) throws -> Outcome {
        let rules = try Rules.load(SharedCases.catalogue("wikipedia"), registry: Registry())
        return rules.scrape(Page(name: "page", bytes: Array(page.utf8)))
    }

    private static let missing = "Wikipedia has no such page"
    private static let ambiguous = "a disambiguation page, which lists what a name may mean"

    @Test(arguments: [
        (#"{"query":{"pages":{"-1":{"ns":0,"title":"X","missing":""}}}}"#, missing),
        (#"{"query":{"pages":[{"ns":0,"title":"X","missing":true}]}}"#, missing),
        (#"{"query":{"pages":{"-1":{"title":"X","invalidreason":"y","invalid":""}}}}"#, missing),
        (#"{"error":{"code":"missingtitle","info":"X","*":"See"}}"#, missing),
        (#"{"error":{"code":"maxlag","info":"X"}}"#, "Wikipedia's API answers with an error"),
        (
            #"{"query":{"pages":{"1":{"title":"X","extract":"<p>x","pageprops":{"disambiguation":""}}}}}"#,
            ambiguous
        ),
        (
            #"{"query":{"pages":[{"title":"X","extract":"<p>x","pageprops":{"disambiguation":""}}]}}"#,
            ambiguous
        ),
        (
            #"{"query":{"pages":[{"title":"X","extract":"x","categories":[{"title":"Category:All disambiguation pages"}]}]}}"#,
            ambiguous
        ),
        (
            #"{"query":{"pages":[{"title":"X","extract":"<p><b>X</b> may refer to:\n</p><ul><li>a</ul>"}]}}"#,
            ambiguous
        ),
        (
            #"{"parse":{"title":"X","text":{"*":"<p>x"},"properties":[{"name":"disambiguation","*":""}]}}"#,
            ambiguous
        ),
        (#"{"parse":{"title":"X","text":"<p>x","properties":{"disambiguation":""}}}"#, ambiguous),
        (
            #"{"parse":{"title":"X","text":{"*":"<p>x"},"categories":[{"sortkey":"","*":"Disambiguation_pages"}]}}"#,
            ambiguous
        ),
        (
            #"{"parse":{"title":"X","text":"<div class=\"mw-parser-output\"><p>x<div id=\"disambigbox\">y</div></div>"}}"#,
            ambiguous
        ),
        (
            #"<h1 id=firstHeading>X</h1><div id=mw-content-text><p>x<div class=dmbox-disambig></div></div>"#,
            ambiguous
        ),
        (
            #"<h1 id=firstHeading>X</h1><div id=mw-content-text>x</div><div id=mw-normal-catlinks><a>Disambiguation pages</a></div>"#,
            ambiguous
        ),
        (
            #"<h1 id=firstHeading>X</h1><div id=mw-content-text><div class=noarticletext>y</div></div>"#,
            missing
        ),
    ])
    func whatIsNoPlantsPageIsReported(_ page: String, _ message: String) throws {
        let outcome = try read(page)
        #expect(outcome.records == [])
        #expect(outcome.diagnostics.map(\.message) == ["\(message): \"X\""])
        #expect(outcome.diagnostics.map(\.location?.line) == [1])
    }

    /// Pages that only mention the ambiguity of other pages.
    @Test(arguments: [
        #"{"query":{"pages":[{"title":"X","extract":"<p>The name may refer to its leaf.</p>","pageprops":{"wikibase_item":"Q1"}}]}}"#,
        #"{"query":{"pages":[{"title":"X","extract":"x","categories":[{"title":"Category:Articles with links needing disambiguation"}]}]}}"#,
        #"{"parse":{"title":"X","text":{"*":"<div class=\"hatnote\"><a class=\"mw-disambig\" href=\"/wiki/X_(disambiguation)\">X (disambiguation)</a></div><p>x"}}}"#,
        #"<h1 id=firstHeading>X</h1><div id=mw-content-text><p>x <a href="/wiki/Wikipedia:Disambiguation">y</a></div>"#,
    ])
    func articlesAreRead(_ page: String) throws {
        let outcome = try read(page)
        #expect(outcome.records.map(\.type) == ["PlantCard", "SavedPlantCard"])
        #expect(outcome.messages == [])
    }
}

import Records
import RulesTestSupport
import Scraping
import Testing

/// The text of hidden elements, and the contents of templates.
@Suite struct HiddenTextTests {
    private static func text(_ keys: String, _ content: String, file: String = "") throws -> String? {
        let rules =
            #"{ \#(file) "records": { "R": { "fields": { "x": { "select": "main", \#(keys) "type": "string" } } } } }"#
        return try scrape(rules, "<main>\(content)</main>").records.first?["x"]?.string
    }

    @Test(arguments: [
        ("a <p hidden>b</p>c", "a c"), ("a <p hidden=''>b</p>c", "a c"),
        ("a <p hidden=until-found>b</p>c", "a b c"),
        ("a <b style='display:none'>b </b>c", "a c"),
        ("a <b style='Display : NONE !important; display: block'>b </b>c", "a c"),
        ("a <b style='display:none; display:inline'>b </b>c", "a b c"),
        ("a <b style='color:none'>b </b>c", "a b c"),
        ("a <dialog>b</dialog>c", "a c"), ("a <dialog open>b</dialog>c", "a b c"), ("a <i>b </i>c", "a b c"),
    ])
    func hiddenTextIsSkippedOnRequest(_ content: String, _ text: String) throws {
        #expect(try HiddenTextTests.text(#""hidden-text": "skip","#, content) == text)
        #expect(try HiddenTextTests.text("", content, file: #""hidden-text": "skip","#) == text)
        let kept = try HiddenTextTests.text(
            #""hidden-text": "keep","#,
            content,
            file: #""hidden-text": "skip","#
        )
        #expect(kept == "a b c")
        #expect(try HiddenTextTests.text("", content) == "a b c")
    }

    /// Hidden text is skipped in addition to the elements that `without` leaves out, also on pages without such
    /// elements.
    @Test(arguments: [
        ("a <i>b </i><b hidden>c </b>d", "a d"), ("a <b hidden>c </b>d", "a d"), ("a <i>b </i>d", "a d"),
        ("a <i hidden>b </i>d", "a d"), ("a <u>c </u>d", "a c d"),
    ])
    func hiddenTextAndWhatIsLeftOut(_ content: String, _ text: String) throws {
        #expect(try HiddenTextTests.text(#""hidden-text": "skip", "without": "i","#, content) == text)
        let kept = content.replacing(" hidden", with: "")
        #expect(
            try HiddenTextTests.text(#""without": "i","#, content)
                == HiddenTextTests.text(#""without": "i","#, kept)
        )
    }

    @Test func unknownChoicesAreReported() {
        let reported = errors(#"{ "hidden-text": "skp", "records": { "R": { "fields": { "x": "a" } } } }"#)
        #expect(reported.contains(#"expected keep or skip for "hidden-text", found "skp""#))
    }

    @Test func templatesAreApart() throws {
        let page = "<p>a</p><template><p>b</p><template><p>c</p></template></template><p>d</p>"
        func values(_ keys: String) throws -> [String] {
            try scrape(
                #"{ \#(keys) "records": { "R": { "each": "p", "fields": { "x": "::text" } } } }"#,
                page
            )
            .records.compactMap { $0["x"]?.string }
        }
        #expect(try values("") == ["a", "d"])
        #expect(try values(#""templates": true,"#) == ["a", "b", "c", "d"])
        #expect(try values(#""templates": false,"#) == ["a", "d"])
    }
}

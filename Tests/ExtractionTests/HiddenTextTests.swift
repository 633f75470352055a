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
        ("a <p hidden=until-found style='display:none'>b</p>c", "a c"),
        ("a <b style='display:none'>b </b>c", "a c"),
        ("a <b style='Display : NONE !important; display: block'>b </b>c", "a c"),
        ("a <b style='display:none; display:inline'>b </b>c", "a b c"),
        ("a <b style='color:none'>b </b>c", "a b c"),
        ("a <b style='display:none!important;display:block'>b </b>c", "a c"),
        ("a <b style='display:none;display:bogus'>b </b>c", "a c"),
        ("a <b style='/**/display:/* ; */none'>b </b>c", "a c"),
        ("a <b style='/*/display:none;/*/color:red'>b </b>c", "a b c"),
        ("a <b style='display:none x'>b </b>c", "a b c"),
        ("a <b style='display:inline none'>b </b>c", "a b c"),
        ("a <b style='display:none !x'>b </b>c", "a b c"),
        ("a <b style='display:none;display:inline flow'>b </b>c", "a b c"),
        ("a <b style='background:url(a;display:none)'>b </b>c", "a b c"),
        ("a <b style='content:\";display:none\"'>b </b>c", "a b c"),
        ("a <b style='display:none;display:var(--x)'>b </b>c", "a b c"),
        ("a <svg style='display:none'><text>b </text></svg>c", "a c"),
        ("a <svg hidden><text>b </text></svg>c", "a b c"),
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

    /// Values that are read in other ways than by a selector.
    @Test(
        arguments: [
            (#""x": { "label": "B" }"#, "<p><b>B:</b> 1<i hidden>2</i></p>", #""1""#, #""12""#),
            (#""x": { "label": "B" }"#, "<p><b>B:</b> 1<i hidden>2</i>3</p>", #""13""#, #""123""#),
            (#""x": { "label": "B" }"#, "<p><b>B</b><i hidden>1</i><i>2</i></p>", #""2""#, #""12""#),
            (#""x": { "label": "B" }"#, "<table><tr><th>B<td>: 1<i hidden>2</i></table>", #""1""#, #""12""#),
            (#""x": { "label": "B" }"#, "<dl><dt>B<dd>1<i hidden>2</i></dl>", #""1""#, #""12""#),
            (#""x": { "label": "B" }"#, "<p><b>B:</b> <i hidden>2</i></p>", nil, #""2""#),
            (
                #""x": { "labels": "dl" }"#, "<dl><dt>A<dd>1<b hidden>2</b><dt hidden>B<dd hidden>3</dl>",
                #"{"A":"1"}"#, #"{"A":"12","B":"3"}"#
            ),
            (
                #""x": { "each": "li", "fields": { "t": "::text", "u": { "select": "u", "hidden-text": "keep" } } }"#,
                "<li>a<b hidden>b</b><u>c<i hidden>d</i></u>", #"[{"t":"ac","u":"cd"}]"#,
                #"[{"t":"abcd","u":"cd"}]"#
            ),
            // Markup is the page's.
            (
                #""x": { "select": "p::html", "type": "html" }"#, "<p>a<b hidden>b</b></p>",
                #""<p>a<b hidden=\"\">b</b></p>""#, #""<p>a<b hidden=\"\">b</b></p>""#
            ),
        ] as [(String, String, String?, String)]
    )
    func hiddenTextOfOtherValues(_ field: String, _ page: String, _ skipped: String?, _ kept: String) throws {
        func value(_ field: String, file: String = "") throws -> String? {
            let rules = #"{ \#(file) "records": { "R": { "fields": { \#(field), "y": { "value": 1 } } } } }"#
            return try scrape(rules, page).records.first?["x"].map(JSONWriter.compact)
        }
        #expect(try value(field, file: #""hidden-text": "skip","#) == skipped)
        #expect(try value(field) == kept)
        let own = field.replacing(#""x": { "#, with: #""x": { "hidden-text": "skip", "#)
        #expect(try value(own) == skipped)
    }

    /// The lines that a preparation makes of a page follow the key of the file.
    @Test func hiddenLines() throws {
        func lines(_ keys: String) throws -> [String] {
            let rules =
                #"{ \#(keys) "prepare": [{ "lines": "div" }], "records": { "R": { "each": "line", "fields": { "x": "::text" } } } }"#
            return try scrape(rules, "<div>x<br><b hidden>h</b><br>y <i hidden>i</i>z</div>").records
                .compactMap { $0["x"]?.string }
        }
        #expect(try lines("") == ["x", "h", "y iz"])
        #expect(try lines(#""hidden-text": "skip","#) == ["x", "y z"])
    }

    /// A choice without an effect is refused.
    @Test(arguments: [
        (#""value": 1"#, #""hidden-text" is about the text of elements, and this field takes none"#),
        (#""from": "a""#, #""hidden-text" is about the text of elements, and this field takes none"#),
        (#""template": "{a}""#, #""hidden-text" is about the text of elements, and this field takes none"#),
        (#""case": { "a": 1 }"#, #""hidden-text" is about the text of elements, and this field takes none"#),
        (
            #""in": "request", "select": "::attr(url)""#,
            #""hidden-text" is about the text of elements, and this field takes none"#
        ),
    ])
    func choicesWithoutEffect(_ origin: String, _ message: String) {
        let field = #"{ "hidden-text": "skip", \#(origin) }"#
        let reported = errors(#"{ "records": { "R": { "fields": { "a": "a", "x": \#(field) } } } }"#)
        #expect(reported.contains(message), "\(reported)")
    }

    @Test func theFieldsOfAnEnclosingField() {
        let reported = errors(
            #"""
            { "records": { "R": { "fields": { "c": { "each": "li", "fields": {
              "t": "p", "r": { "each": "li", "fields": "c", "hidden-text": "skip" }
            } } } } } }
            """#
        )
        #expect(reported.contains(#"the fields are those of "c", which decides about hidden text"#))
    }

    @Test func unknownChoicesAreReported() {
        let reported = errors(#"{ "hidden-text": "skp", "records": { "R": { "fields": { "x": "a" } } } }"#)
        #expect(reported.contains(#"expected keep or skip for "hidden-text", found "skp""#))
    }

    @Test func theOwnTextOfATemplate() throws {
        let rules =
            #"{ "templates": true, "records": { "R": { "fields": { "x": "template::own-text", "y": "template" } } } }"#
        let record = try scrape(rules, "<template><p>a</p>x<b>y</b>z</template>").records.first
        #expect(record?["x"] == "xz")
        #expect(record?["y"] == "a xyz")
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
        // In the tree of libxml2 too.
        #expect(try values(#""parser": "libxml2","#) == ["a", "d"])
        #expect(try values(#""parser": "libxml2", "templates": true,"#) == ["a", "b", "c", "d"])
    }
}

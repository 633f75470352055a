import DOM
import Records
import RulesTestSupport
import Scraping
import TestSupport
import Testing

/// The source `xml`: well-formed texts, malformed ones, and texts that would break a program.
@Suite struct XMLTests {
    // MARK: - Trees

    @Test(arguments: [
        ("<a/>", "a @1"),
        ("\u{FEFF}<?xml version='1.0' encoding='utf-16'?>\n<a>é</a>", "a @2|  \"é\" @2"),
        (
            "<!DOCTYPE a [<!ELEMENT a (#PCDATA)> <!-- ]> --> <?p ]> ?> <!ENTITY b \"]>\">]><a>x</a>",
            "a @1|  \"x\" @1"
        ),
        ("<A b='1'><B/></A>", "A b=\"1\" @1|  B @1"),
        ("<a><!-- x --><?go on?></a>", "a @1|  <!--\" x \"--> @1|  <?go> @1"),
        ("<a>1<![CDATA[<b>&amp;]]>2</a>", "a @1|  \"1<b>&amp;2\" @1"),
        ("<a>&lt;&#65;&#x42;&apos;&nbsp;&euro;</a>", "a @1|  \"<AB'\\u{A0}€\" @1"),
        ("<a b='&lt;&#10;x\n\ty'/>", "a b=\"<\\nx  y\" @1"),
        ("<a\n b='1'\n><b\n/>\n<c/></a>", "a b=\"1\" @1|  b @3|  \"\\n\" @4|  c @5"),
        ("<p:a xmlns:p='u' p:b='1' xml:lang='de'/>", "p|a p|b=\"1\" xml|lang=\"de\" @1"),
        ("<a xmlns='u' xmlns:q='v'><b xmlns=''/><q:c q:d=''/></a>", "a @1|  b @1|  q|c q|d=\"\" @1"),
        ("<ü_1.ö-x/>", "ü_1.ö-x @1"),
    ])
    func wellFormedTextsSayNothing(_ page: String, _ outline: String) throws {
        let result = try tree("xml", page)
        #expect(result.reported == [])
        #expect(result.outline == outline.replacing("|  ", with: "\n  ").replacing("|c ", with: "|c ") + "\n")
    }

    @Test(arguments: [
        ("<a>x & y</a>", "x & y", "1:6: warning: an \"&\" that does not begin a reference is read as text"),
        ("<a>AT&T;</a>", "AT&T;", "1:6: warning: the entity &T; is unknown: read as text"),
        ("<a>1 < 2</a>", "1 < 2", "1:6: warning: a \"<\" that does not begin a tag is read as text"),
        ("<a>&#0;</a>", "\u{FFFD}", "1:4: warning: &#0; is not a character: read as U+FFFD"),
        ("<a>&#xD800;</a>", "\u{FFFD}", "1:4: warning: &#xD800; is not a character: read as U+FFFD"),
        (
            "<a>&#99999999999;</a>", "\u{FFFD}",
            "1:4: warning: &#99999999999; is not a character: read as U+FFFD"
        ),
        ("<a>&#+65;</a>", "\u{FFFD}", "1:4: warning: &#+65; is not a character: read as U+FFFD"),
        ("<a x=1>t</a>", "t", "1:6: warning: an attribute's value has no quotes"),
        ("<a x>t</a>", "t", "1:4: warning: an attribute has no value"),
        (
            "<a x='1' x='2'>t</a>", "t",
            "1:1: warning: the attribute \"x\" appears twice in a tag: the first is used"
        ),
        ("<p:a>t</p:a>", "t", "1:1: warning: the namespace prefix \"p\" is not declared"),
        ("<a>é\n<b>t</a>", "é t", "2:5: error: </a> ends <b>, which no end tag has ended"),
        ("<a>t</b></a>", "t", "1:5: error: an end tag </b> has no start tag: left out"),
        ("<a>t", "t", "1:5: error: the text ends within <a> of line 1"),
        ("<a>t<b x='1", "t", "1:10: error: an attribute's value does not end"),
        ("<a>t</a>u", "t", "1: error: text outside the root element is left out"),
        ("<a>t</a><b/>", "t", "1:9: error: content after the root element is left out"),
        ("<a>t<!-- ", "t", "1:5: error: a comment does not end"),
        ("<a>t<![CDATA[u", "tu", "1:5: error: a CDATA section does not end"),
        ("<!DOCTYPE a [<a>t</a>", nil, "1:1: error: not XML: there is no element"),
        ("<a <b>t</b></a>", "t", "1:4: error: a tag does not end before the next one begins"),
        // Tags that are truncated, or contain too much.
        ("<a>t</a", "t", "1:5: error: the text ends within a tag"),
        ("<a><b>t</b", "t", "1:8: error: the text ends within a tag"),
        ("<a>t</", "t", "1:5: error: the text ends within a tag"),
        ("<a><b>t</b<c/></a>", "t", "1:11: error: a tag does not end before the next one begins"),
        ("<a>t</a x='1'>", "t", "1:9: warning: an end tag contains more than its name: left out"),
        ("<a>t</></a>", "t", "1:5: error: an end tag </> has no start tag: left out"),
        ("<a x='1'y='2'>t</a>", "t", "1:9: warning: white space is missing before an attribute"),
        ("<a x='<b>'>t</a>", "t", "1:7: warning: \"<\" in an attribute's value is not escaped: kept"),
        ("<a,b>t</a,b>", "t", "1:2: warning: \"a,b\" is not a valid name in XML: kept"),
        ("<a 1='x'>t</a>", "t", "1:4: warning: \"1\" is not a valid name in XML: kept"),
        // Declarations in wrong places.
        (
            "<a>t<!DOCTYPE a [<!ENTITY b 'c'>]></a>", "t",
            "1:5: warning: a document type declaration appears within the root element: left out"
        ),
        (
            "<a>t</a>\n<!DOCTYPE a>", "t",
            "2:1: warning: a document type declaration appears after the root element: left out"
        ),
        (
            "<!DOCTYPE a><!DOCTYPE a><a>t</a>", "t",
            "1:13: warning: a second document type declaration is left out"
        ),
        (
            "<!doctype a><a>t</a>", "t",
            "1:1: warning: a document type declaration begins with \"<!DOCTYPE\", in capitals"
        ),
        (
            "<a>t<!it's></a>", "t",
            "1:5: error: markup that begins with \"<!\" and is not a declaration is left out"
        ),
        (
            "<a>t<![cdata[u]]></a>", "t",
            "1:5: error: markup that begins with \"<!\" and is not a declaration is left out"
        ),
        (
            "<a>t</a><!x", "t",
            "1:9: error: markup that begins with \"<!\" and is not a declaration is left out"
        ),
        (
            "\n<?xml version='1.0'?><a>t</a>", "t",
            "2:1: warning: an XML declaration is only allowed at the start of the text: left out"
        ),
        ("<a>t<? x?></a>", "t", "1:5: warning: a processing instruction has no name: left out"),
        // Characters in places in which they are not allowed.
        ("<a>t]]></a>", "t]]>", "1:5: warning: \"]]>\" outside a CDATA section: read as text"),
        ("<a>t<!-- a--b --></a>", "t", "1:5: warning: \"--\" is not allowed in a comment"),
        ("<a>t<!-- a ---></a>", "t", "1:5: warning: \"--\" is not allowed in a comment"),
        (
            "<a>a few letters\u{1}</a>", "a few letters\u{1}",
            "1:17: warning: the control character U+0001 is not allowed in XML: kept"
        ),
        (
            "<a x='\u{1F}'>t</a>", "t",
            "1:7: warning: the control character U+001F is not allowed in XML: kept"
        ),
    ])
    func whatIsNotWellFormedIsReadAndReported(_ page: String, _ text: String?, _ message: String) throws {
        let rules =
            #"{ "source": "xml", "records": { "R": { "fields": { "x": { "select": "::text", "type": "text" } } } } }"#
        let outcome = try scrape(rules, page)
        #expect(outcome.records.first?["x"] == text.map(Value.string))
        #expect(outcome.messages.first == "page:" + message)
    }

    /// A wrong end tag of one entry leaves all others unchanged.
    @Test func oneBrokenEntryDoesNotBreakTheFeed() throws {
        let page =
            "<rss><channel><item><title>1<b></title></item>\n<item><title>2</i></title></item><item><title>3</title></item></channel></rss>"
        let rules =
            #"{ "source": "xml", "records": { "Item": { "each": "channel > item", "fields": { "title": "> title" } } } }"#
        let outcome = try scrape(rules, page)
        #expect(outcome.records.compactMap { $0["title"]?.text } == ["1", "2", "3"])
        #expect(outcome.messages.count == 2)
    }

    @Test(arguments: [
        ("", "page: error: the file is empty"),
        ("  ", "page:1:1: error: not XML: there is no element"),
        ("text", "page:1:1: error: not XML: there is no element"),
        ("<!-- x -->", "page:1:1: error: not XML: there is no element"),
    ])
    func pagesWithoutAnElementAreRefused(_ page: String, _ message: String) throws {
        #expect(try tree("xml", page).reported == [message])
    }

    // MARK: - Text and names

    @Test func elementsAreBlocksButThoseOfXHTMLAreHTML() throws {
        let page = """
            <feed xmlns="http://www.w3.org/2005/Atom"><entry><a>1</a><b>2</b>
            <content><div xmlns="http://www.w3.org/1999/xhtml"><p>x <b>y</b>z</p><script>s</script><p>w</p></div></content>
            </entry></feed>
            """
        let rules = """
            { "source": "xml", "records": { "E": { "each": "entry", "fields": {
              "all": { "select": "::text", "type": "text" }, "html": { "select": "content > div > p", "type": "html" } } } } }
            """
        let outcome = try scrape(rules, page)
        #expect(outcome.records.first?["all"] == "1\n2\nx yz\nw")
        #expect(outcome.messages == [])
    }

    @Test func prefixesAreThePagesOwn() throws {
        let page = """
            <rss xmlns:m="urn:m" xmlns:d="urn:d"><item><title>plain</title><m:title lang="x" m:lang="y">media</m:title>
            <d:title>dc</d:title></item></rss>
            """
        let rules = #"""
            { "source": "xml", "records": { "Item": { "each": "item", "fields": {
              "first": "> title", "none": "> |title", "m": "> m|title", "d": "d|title", "lang": "m|title[m|lang=y]",
              "all": { "select": "> *|title", "type": ["string"] } } } } }
            """#
        let outcome = try scrape(rules, page)
        #expect(
            outcome.lines == [
                #"{"@type":"Item","first":"plain","none":"plain","m":"media","d":"dc","lang":"media","all":["plain","media","dc"]}"#
            ]
        )
    }

    // MARK: - What would break a program

    @Test func nothingOutsideIsReadAndNothingGrows() throws {
        let levels = (1...9).map { "<!ENTITY l\($0) \"\(String(repeating: "&l\($0 - 1);", count: 10))\">" }
        let page = """
            <!DOCTYPE a SYSTEM "file:///etc/hostname" [<!ENTITY l0 "lol">\(levels.joined())
            <!ENTITY file SYSTEM "file:///etc/hostname"><!ENTITY % p SYSTEM "file:///etc/hostname"> %p;
            <!ATTLIST a b CDATA "default">]>
            <a>&l9;&file;</a>
            """
        let result = try tree("xml", page)
        #expect(result.outline == "a @4\n  \"&l9;&file;\" @4\n")
        #expect(result.reported.count == 2)
    }

    @Test func problemsAreReportedUpToANumber() throws {
        let result = try tree("xml", "<a>" + String(repeating: "&\n", count: 1000) + "</a>")
        #expect(result.reported.count == 21)
        #expect(result.reported.last == "page:20: warning: 980 more problems up to here")
    }

    @Test func deepNestingIsReadAndFreed() throws {
        let depth = 100_000
        let page = String(repeating: "<a>\n", count: depth) + "x" + String(repeating: "</a>", count: depth)
        let (document, problems) = try Document.xml(page.utf8)
        #expect(problems == [])
        #expect(document.text(of: document.node) == Array("x".utf8))
        var node = document.node
        while let child = node.firstElementChild { node = child }
        #expect(node.line == depth)
    }

    @Test func hostileTextsHaveAFewProblemsEach() throws {
        let count = Sample.count(3_000, of: 20_000)
        let texts = [
            String(repeating: "<a>", count: count) + String(repeating: "</b>", count: count),
            "<r>" + String(repeating: "&", count: count) + "</r>",
            "<r>" + String(repeating: "<a x x x x>", count: count),
            "<r>" + String(repeating: "<p:a p:x=''>", count: count),
            "<r>" + String(repeating: "</a", count: count),
            "<r>" + String(repeating: "]]>", count: count), "<r>" + String(repeating: "\u{1}", count: count),
            "<r>" + String(repeating: "<!x", count: count), "<r a='" + String(repeating: "<", count: count),
            "<r>" + String(repeating: "<!--", count: count),
            "<r a='" + String(repeating: "&#", count: count),
            String(repeating: "<!DOCTYPE [", count: count),
        ]
        for text in texts {
            #expect(try tree("xml", text).reported.count <= 25, "\(text.prefix(20))")
        }
    }

    @Test(arguments: [
        (
            "<a" + (0...4_000).map { " a\($0)=''" }.joined() + "/>",
            "page:1: error: a tag has more than 4000 attributes"
        ),
        (
            "<a>\n<b" + (0...256).map { " xmlns:a\($0)='u'" }.joined() + "/></a>",
            "page:2: error: more than 256 namespaces are declared around an element"
        ),
    ])
    func whatTakesTooLongIsRefused(_ page: String, _ message: String) throws {
        #expect(try tree("xml", page).reported == [message])
    }

    @Test func limitsAreKept() throws {
        var limits = Limits()
        limits.depth = 10
        #expect(throws: ParseError.tooDeep(limit: 10)) {
            _ = try Document.xml(String(repeating: "<a>", count: 20).utf8, limits: limits)
        }
        limits.elements = 5
        #expect(throws: ParseError.tooManyElements(limit: 5)) {
            _ = try Document.xml(("<r>" + String(repeating: "<a/>", count: 20)).utf8, limits: limits)
        }
    }

    // MARK: - Distinguishing XML from other sources

    @Test(arguments: [
        ("<?xml version='1.0'?><x/>", "xml"), (" \n<?xml version='1.0'?><!-- html --><x/>", "xml"),
        ("<rss/>", "xml"), ("\u{FEFF}<feed>", "xml"), ("<!-- c --><urlset>", "xml"), ("<rdf:RDF/>", "xml"),
        ("<?xml-stylesheet href='x'?><rss>", "xml"), ("<?xml?><!DOCTYPE x SYSTEM 'y'><x>", "xml"),
        ("<?xml version='1.0'?><!DOCTYPE html><html/>", "html"), ("<html>", "html"), ("<p>rss", "html"),
        ("<!DOCTYPE html><rss-reader>", "html"), ("plain", "html"),
    ])
    func theSourceIsChosenByHowThePageBegins(_ page: String, _ source: String) throws {
        let rules =
            #"{ "source": ["xml", "html"], "records": { "R": { "fields": { "x": "::name", "y": { "value": 1 } } } } }"#
        let name = try scrape(rules, page).records.first?["x"]?.text
        #expect(name.map { $0 == "html" ? "html" : "xml" } == source)
    }
}

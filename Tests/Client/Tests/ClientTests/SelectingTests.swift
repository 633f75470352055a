import Foundation
import Scraping
import Testing

/// Parsing and selecting from outside the package.
@Suite struct SelectingTests {
    static let html = """
        <!doctype html><title> Plants
        of May</title><base href="/list/"><body>
        <ul class="plants wide" id=all><li><b>Oak</b> <a href="oak?a=1" title=o>more</a> tall<br>tree
        <li class=herb><b>Fern</b><script>x()</script></ul><table><tr><td>1<td>2</table>
        <pre> a
          b</pre><svg xlink:href="#x"><circle r=1></svg><!-- end -->
        """

    static func page() -> Document { Document(html: html, url: "https://plants.example/") }

    @Test func theTenLinesOfTheGuide() {
        let found = SelectingTests.page().select("ul.plants > li").map { plant in
            [plant.first("b")?.text ?? "", plant.first("a")?["href"] ?? "", plant.html]
        }
        #expect(
            found == [
                [
                    "Oak", "oak?a=1",
                    "<li><b>Oak</b> <a href=\"oak?a=1\" title=\"o\">more</a> tall<br>tree\n</li>",
                ],
                ["Fern", "", "<li class=\"herb\"><b>Fern</b><script>x()</script></li>"],
            ]
        )
    }

    @Test func textIsWhatTheExtractorYields() throws {
        let page = SelectingTests.page()
        for element in page.select("*") {
            // An empty text is not a value.
            #expect(element.values("::text") == [element.text].filter { !$0.isEmpty })
            #expect(element.values("::lines") == element.lines)
            #expect(element.values("::own-text") == [element.ownText].filter { !$0.isEmpty })
            #expect(element.values("::html") == [element.html])
            #expect(element.values("::inner-html") == [element.innerHTML].filter { !$0.isEmpty })
            #expect(element.values("::name") == [element.name])
            #expect(element.matches(try CSSSelector(element.path)))
            #expect(try Array(page.select(element.path)) == [element])
        }
        let first = try #require(page.first("li"))
        #expect(first.text == "Oak more tall\ntree")
        #expect(first.lines == ["Oak more tall", "tree"])
        #expect(first.ownText == "tall\ntree")
        #expect(page.first("pre")?.text == " a\n  b" || page.first("pre")?.text == "a\n  b")
        #expect(page.first("script")?.textContent == "x()")
        #expect(page.title == "Plants of May")
    }

    @Test func attributesKeepTheirOrder() throws {
        let link = try #require(SelectingTests.page().first("a"))
        #expect(link.attributes.map(\.name) == ["href", "title"])
        #expect(link["HREF"] == "oak?a=1" && link["none"] == nil)
        #expect(link.url(of: "href") == URL(string: "https://plants.example/list/oak?a=1"))
        #expect(link.url(of: "title")?.absoluteString == "https://plants.example/list/o")
        #expect(link.url(of: "none") == nil)
        #expect(SelectingTests.page().baseURL?.absoluteString == "https://plants.example/list/")
        let list = try #require(SelectingTests.page().first("#all"))
        #expect(list.classes == ["plants", "wide"] && list.hasClass("wide") && !list.hasClass("wid"))
        #expect(list.id == "all" && list.line == 3 && list.column == 1)
        #expect(Document(html: "<a href=x>").first("a")?.url(of: "href") == nil)
    }

    @Test func neighbours() throws {
        let page = SelectingTests.page()
        let oak = try #require(page.first("li"))
        let fern = try #require(page.first("li.herb"))
        #expect(oak.nextSibling == fern && fern.previousSibling == oak && fern.nextSibling == nil)
        #expect(
            Array(oak.siblings) == [fern] && oak.parent?.children.map(\.self) == [oak, fern]
                && fern.index == 1
        )
        #expect(oak.descendants.map(\.name) == ["b", "a", "br"])
        #expect(oak.ancestors.map(\.name) == ["ul", "body", "html"])
        #expect(page.first("br")?.closest("ul") == oak.parent && oak.closest("table") == nil)
        #expect(oak.closest("li") == oak && oak.matches("ul > li") && !oak.matches(".herb"))
        #expect(page.root?.parent == nil && page.body?.parent == page.root && page.head?.name == "head")
        let kinds = oak.contents.map { node in
            switch node {
            case .element(let element): element.name
            case .text(let text): text
            case .comment(let text): "!" + text
            case .instruction(let target, _): "?" + target
            }
        }
        #expect(kinds == ["b", " ", "a", " tall", "br", "tree\n"])
        #expect(page.first("circle")?.namespace == "http://www.w3.org/2000/svg")
        #expect(page.first("svg")?["xlink:href"] == "#x")
    }

    @Test func selectionsAnswerTheSameVerbs() throws {
        let plants = SelectingTests.page().select("li")
        #expect(plants.count == 2 && plants[1] == plants.last)
        #expect(plants.texts == ["Oak more tall\ntree", "Fern"])
        #expect(plants.text == "Oak more tall\ntree\nFern")
        #expect(plants.select("b").texts == ["Oak", "Fern"] && plants.first("a")?["title"] == "o")
        #expect(plants.filter(".herb").map(\.text) == ["Fern"] && plants.filter(":has(a)").count == 1)
        #expect(plants["class"] == "herb" && plants.values(of: "class") == ["herb"])
        #expect(plants.values("a::attr(title)") == ["o"])
        #expect(plants.select("a").urls(of: "href").map(\.path) == ["/list/oak"])
        #expect(plants.parents.count == 1 && plants.children.count == 5)
        #expect((plants + plants.select("b")).count == 4 && (plants + plants) == plants)
        let nested = Document(html: "<div><div><p>").select("div")
        #expect(nested.select("p").count == 1)
        let name = "b"
        #expect(try plants.select(name).count == 2 && plants.filter("\(name), .herb").count == 1)
    }

    @Test func anElementKeepsItsDocumentAlive() throws {
        func element() -> Element? { Document(html: "<p>kept <b>here</b>").first("b") }
        let kept = try #require(element())
        #expect(kept.text == "here" && kept.closest("p")?.text == "kept here")
    }

    @Test(arguments: ["a[", "li >", "p:nth-child(x)", ""]) func aWrongTextIsAnError(_ text: String) throws {
        let page = SelectingTests.page()
        #expect(throws: SelectorError.self) { try page.select(text) }
        #expect(throws: SelectorError.self) { try page.first(text) }
        #expect(throws: SelectorError.self) { try page.values(text) }
        #expect(throws: SelectorError.self) { try page.root?.matches(text) }
        #expect(throws: SelectorError.self) { try CSSSelector(text) }
        let error = #expect(throws: SelectorError.self) { try page.root?.closest(text) }
        #expect(error?.localizedDescription == error?.description)
    }

    #if os(Linux) || os(macOS)
        @Test func aWrongLiteralEndsTheProgramWhereItIsUsed() async throws {
            let result = await #expect(
                processExitsWith: .failure,
                observing: [\.standardErrorContent]
            ) {
                _ = Document(html: "<p>").select("p[")
            }
            let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
            #expect(message.contains("SelectingTests.swift:") && message.contains("invalid selector literal"))
            #expect(message.contains("1 | p["))
        }
    #endif

    @Test func bytesAreDecodedAsByABrowser() {
        let windows: [UInt8] = [0x3C, 0x70, 0x3E, 0x80]
        #expect(Document(html: windows).first("p")?.text == "€")
        #expect(Document(html: windows).encoding == .windows1252)
        #expect(Document(html: Data(windows)).first("p")?.text == "€")
        #expect(
            Document(html: Array("<p>€".utf16).flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }, hint: .utf16LE)
                .first("p")?.text == "€"
        )
        #expect(Document(html: windows, encoding: Encoding(label: "koi8-r")).encoding.name == "KOI8-R")
        #expect(Document(html: "<meta charset=koi8-r><p>€").first("p")?.text == "€")
        #expect(Document(html: [UInt8]()).html == "<html><head></head><body></body></html>")
        #expect(!Document(html: [0xFF, 0x00, 0xC0]).select("*").isEmpty)
        let address = URL(string: "https://a.example/")
        #expect(Document(html: Data("<a href=b>".utf8), url: address).baseURL == address)
    }

    @Test func xpath() throws {
        let page = SelectingTests.page()
        #expect(try page.xpath("//li/b").texts == ["Oak", "Fern"])
        #expect(try page.xpathValues("//a/@href | //b/text()") == ["Oak", "oak?a=1", "Fern"])
        #expect(try page.xpathValues("count(//li)") == ["2"] && page.xpathValues("1 = 1") == ["true"])
        let list = try #require(page.first("ul"))
        #expect(try list.xpath("li[2]").first?.hasClass("herb") == true && list.xpath("//p").isEmpty)
        #expect(try list.xpathValues("@id") == ["all"])
        let error = #expect(throws: XPathError.self) { try page.xpath("//li[") }
        #expect(error?.description.hasPrefix("this is not an expression of XPath 1.0\n  //li[\n") == true)
        #expect(throws: XPathError.self) { try page.xpath("count(//li)") }
        let prefix = #expect(throws: XPathError.self) { try page.xpath("//x:li") }
        #expect(prefix?.reason == "a prefix has no namespace: give it with `namespaces:`")
        let function = #expect(throws: XPathError.self) { try page.xpath("lower-case(.)") }
        #expect(function?.reason == "there is no such function in XPath 1.0")
        let feed = try Document(xml: "<feed xmlns='urn:f'><a/><a/></feed>")
        #expect(try feed.xpath("//f:a", namespaces: ["f": "urn:f"]).count == 2)
        // The same after a change.
        page.first("li")?.remove()
        #expect(try page.xpath("//li").texts == ["Fern"])
    }

    @Test func limitsAreReported() throws {
        var limits = Limits()
        limits.elements = 10
        let page = String(repeating: "<p>", count: 20)
        #expect(throws: ParseError.tooManyElements(limit: 10)) {
            try Document(html: page.utf8, limits: limits)
        }
        limits.bytes = page.utf8.count
        limits.elements = 100
        #expect(try Document(html: page.utf8, limits: limits).limitReached == nil)
        limits.bytes -= 1
        #expect(throws: ParseError.tooLarge(bytes: page.utf8.count, limit: limits.bytes)) {
            try Document(html: page.utf8, limits: limits)
        }
    }

    @Test func xmlHasNamespacesAndProblems() throws {
        let feed = try Document(
            xml: "<f:feed xmlns:f='urn:f' xmlns='urn:d'><Entry f:a='1'>x &amp; y</Entry></f:feed>"
        )
        let entry = try #require(feed.first("Entry"))
        #expect(entry.namespace == "urn:d" && entry.prefix == nil && feed.root?.prefix == "f")
        #expect(feed.first("entry") == nil && entry["f:a"] == "1" && entry.attributes[0].namespace == "urn:f")
        #expect(Array(feed.select(try CSSSelector("f|feed > Entry", prefixes: .page))) == [entry])
        #expect(entry.xml == "<Entry xmlns=\"urn:d\" xmlns:f=\"urn:f\" f:a=\"1\">x &amp; y</Entry>")
        #expect(try Document(xml: feed.xml).xml == feed.xml)
        #expect(try Document(xml: "<a><b></a>").problems.count == 1)
        #expect(throws: ParseError.self) { try Document(xml: "no element") }
        let page = Document(html: "<p>a<br>b & c<svg/>")
        #expect(
            page.body?.xml
                == "<body><p>a<br/>b &amp; c<svg xmlns=\"http://www.w3.org/2000/svg\"/></p></body>"
        )
    }
}

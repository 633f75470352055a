import CLibXML2
import Glibc
import Testing

@testable import DOM

/// The properties of a tree that libxml2 expects are preserved, however the tree was made and changed.
@Suite struct TreeInvariants {
    static let pages = [
        "", " ", "x", "<!-- c -->", "<!DOCTYPE html>", "<!DOCTYPE html PUBLIC \"a\" \"b\"><p>",
        "<p class=a id='b' hidden title=\"\">x<b>y</b><!-- z --></p>tail",
        "<table><tr><td>1<p>2</table>", "<svg viewBox='0 0 1 1'><path d=M0/><title>t</title></svg>",
        "<svg xmlns:xlink=u><a xlink:href=x xml:lang=en>y</a></svg><math><mi>x</mi></math>",
        "<script>a<b</script><style>c</style><textarea>\nd</textarea>", "<o:p>x</o:p>",
        "<template><td>x</td></template><noscript><img></noscript>", "a&amp;b&#0;c\u{0}d\r\ne\rf",
        "<a><div><a><p></div>x</a>",
    ]

    @Test(arguments: pages, HTMLOptions.Parser.allCases)
    func hold(for page: String, readBy parser: HTMLOptions.Parser) throws {
        var options = HTMLOptions()
        options.parser = parser
        let document = try Document.html(page.utf8, options: options)
        #expect(TreeCheck.problem(in: document, isFresh: parser == .standard) == nil)
        #expect(TreeCheck.problem(in: try Document.htmlFragment(page, options: options)) == nil)
    }

    @Test(arguments: [
        "<a/>", "<a b='c' d=''>e<!--f--><?g h?><![CDATA[i]]></a>",
        "<a xmlns='u' xmlns:p='v'><p:b p:c='d' xml:lang='en'/><q:e q:f='g'/></a>",
    ])
    func holdInXML(_ page: String) throws {
        let document = try Document.xml(page.utf8).document
        #expect(TreeCheck.problem(in: document) == nil)
    }

    @Test func holdAfterAllChanges() throws {
        let document = try Document.html("<!DOCTYPE html><p a=1>x<b>y</b><i>z</i></p><ul><li>q</ul>".utf8)
        let body = try #require(document.rootElement?.lastElementChild)
        let paragraph = try #require(body.firstElementChild)
        let list = try #require(body.lastElementChild)
        let name = try #require(document.intern("x-new".utf8))
        let bold = try #require(paragraph.firstElementChild)
        func check() { #expect(TreeCheck.problem(in: document) == nil) }
        for value in ["", "1", "", "two"] {
            document.setAttribute(name, of: paragraph, to: value.utf8)
            check()
            #expect(paragraph.attribute(name)?.string == value)
        }
        _ = document.insertElement(name, after: list, line: 1)
        _ = document.insertElement(name, after: bold, line: 1)
        _ = document.prependElement(name, to: list, line: 1)
        _ = document.prependElement(name, to: bold, line: 1)
        check()
        document.move(bold, before: list)
        document.move(list, to: paragraph)
        check()
        document.unwrap(bold)
        document.appendText("a\u{0}b".utf8, to: list, line: 3)
        document.insertText("c".utf8, before: list)
        check()
        if let text = paragraph.firstChild { document.replaceText(of: text, with: Array("long".utf8)) }
        _ = document.wrap(list, in: name)
        _ = document.wrapChildren(of: list, in: name)
        _ = document.rename(list, to: "ol".utf8)
        document.reorderAttributes(of: paragraph, [1, 0])
        check()
        try document.insertHTML("<p>g<svg><a xlink:href=u>h</a></svg>".utf8, in: list)
        _ = try document.insertXML("<r xmlns:p='u'><p:s/></r>".utf8, in: list, origin: .fixed(1))
        try document.insertPage("<!DOCTYPE html><title>t</title>".utf8, in: list, origin: .following(2))
        try document.insertData(root: "json", in: list, origin: .fixed(1)) { builder throws(ParseError) in
            try builder.open("item".utf8, line: 1)
            try builder.text("1".utf8, line: 1)
        }
        check()
        document.removeChildren(of: body)
        if let doctype = document.node.firstChild { document.remove(doctype) }
        check()
        #expect(document.outerHTML(of: document.node).starts(with: "<html>".utf8))
        #expect(body.firstChild == nil)
    }

    @Test func foreignElementsGrowWithTheirNamespaces() throws {
        var builder = try TreeBuilder(root: "json")
        try builder.open("extract".utf8, line: 1)
        let document = builder.document
        let namespaces = try #require(ForeignNamespaces(of: document.tree))
        #expect(namespaces.svg == ForeignNamespaces(of: document.tree)?.svg)
        try document.insertHTML("<p>x".utf8, in: builder.element)
        #expect(TreeCheck.problem(in: document) == nil)
    }
}

/// libxml2's own functions work on our trees, as long as they only read.
@Suite struct LibXML2ReadingTests {
    private let page = "<!DOCTYPE html><title>t</title><p class=a>x<b>y</b><!--c--><p>z<br>&lt;"

    @Test func xpathFindsElements() throws {
        let document = try Document.html(page.utf8)
        let context = try #require(xmlXPathNewContext(document.tree))
        defer { xmlXPathFreeContext(context) }
        for (path, count) in [
            ("//p", 2), ("//p[@class='a']/b", 1), ("//text()[.='z']", 1), ("//comment()", 1),
        ] {
            let result = try #require(xmlXPathEvalExpression(path, context))
            defer { xmlXPathFreeObject(result) }
            #expect(result.pointee.nodesetval.pointee.nodeNr == count, "\(path)")
        }
    }

    @Test func dumpsHoldWhatTheTreeHolds() throws {
        let document = try Document.html(page.utf8)
        var memory: UnsafeMutablePointer<xmlChar>?
        var size: Int32 = 0
        htmlDocDumpMemory(document.tree, &memory, &size)
        let html = try #require(memory.map { String(cString: $0) })
        free(memory)
        #expect(html.contains("<p class=\"a\">x<b>y</b><!--c--></p>"))
        xmlDocDumpMemory(document.tree, &memory, &size)
        let xml = try #require(memory.map { String(cString: $0) })
        free(memory)
        #expect(xml.contains("<br/>&lt;"))
    }

    @Test(arguments: TreeInvariants.pages.filter { !$0.contains("svg") })
    func libxml2sOwnCheckFindsNothing(_ page: String) throws {
        let document = try Document.html(page.utf8)
        // The check compares the addresses of names that are in libxml2; everything else compares their bytes.
        let textName = try #require(dlsym(nil, "xmlStringText")).assumingMemoryBound(to: xmlChar.self)
        let commentName = try #require(dlsym(nil, "xmlStringComment")).assumingMemoryBound(to: xmlChar.self)
        var next: NodeRef? = document.node
        while let node = next {
            next = node.next(within: document.node)
            guard let name = node.isText ? textName : node.isComment ? commentName : nil else { continue }
            #expect(String(cString: node.pointer.pointee.name) == String(cString: name))
            node.pointer.pointee.name = UnsafePointer(name)
        }
        var memory: UnsafeMutablePointer<CChar>?
        var size = 0
        let stream = try #require(open_memstream(&memory, &size))
        let errors = xmlDebugCheckDocument(stream, document.tree)
        xmlDebugDumpDocument(stream, document.tree)
        fclose(stream)
        let dump = try #require(memory.map { String(cString: $0) })
        free(memory)
        #expect(errors == 0, "\(dump)")
        #expect(dump.contains("HTML DOCUMENT"))
    }
}

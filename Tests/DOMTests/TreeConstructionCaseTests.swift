import Testing

@testable import DOM

/// Cases that the html5lib tests of tree construction do not cover.
@Suite struct TreeConstructionCaseTests {
    /// Trees in a short notation: elements as `name(children)`, texts in quotation marks, all on one line.
    private static func shape(
        _ page: String,
        in context: FragmentContext? = nil,
        limits: Limits = Limits()
    ) throws -> String {
        let document = try TreeReader.document(page.utf8, in: context, limits: limits)
        defer { withExtendedLifetime(document) {} }
        #expect(TreeCheck.problem(in: document, isFresh: true) == nil)
        let root = document.rootElement ?? document.node
        let body = root.lastChild
        return shape(of: context == nil ? body ?? root : root)
    }

    /// The children of a node in this notation. The cases are not deep.
    private static func shape(of parent: NodeRef) -> String {
        var shapes: [String] = []
        var child = parent.firstChild
        while let node = child {
            let inner = shape(of: node)
            switch true {
            case node.isElement: shapes.append(node.name.string + (inner.isEmpty ? "" : "(\(inner))"))
            case node.isText: shapes.append("'\(String(decoding: node.content, as: UTF8.self))'")
            default: shapes.append("!")
            }
            child = node.nextSibling
        }
        return shapes.joined(separator: " ")
    }

    @Test(arguments: [
        // The stack of open elements, changed in the middle.
        ("<form><div></form>x</div>y", "form(div('x')) 'y'"),
        ("<form><i></form></q></i>x", "form(i) 'x'"),
        ("<a><svg><desc><a>", "a(svg(desc(a)))"),
        ("<b><div><i></b>x</i>y</b>z", "b div(b(i) i('x') 'yz')"),
        ("<nobr><div><nobr>x", "nobr div(nobr nobr('x'))"),
        ("<li><div><li>", "li(div) li"),
        ("<li><form><li>", "li(form(li))"),
        ("<dl><dd><p><dt><div><dd>", "dl(dd(p) dt(div) dd)"),
        ("<h1><span><h2></h3>x", "h1(span(h2 'x'))"),
        ("<h1><h2></h3>x", "h1 h2 'x'"),
        // Noah's Ark.
        ("<p><b><b><b><b></p>x", "p(b(b(b(b)))) b(b(b('x')))"),
        (
            "<p><b id=1 class=2><b class=2 id=1><b id=1 class=2><b id=1 class=2></p>x",
            "p(b(b(b(b)))) b(b(b('x')))"
        ),
        ("<p><b id=1><b id=2><b id=1><b id=1></p>x", "p(b(b(b(b)))) b(b(b(b('x'))))"),
        ("<p><b><b><object><b><b></object></p>x", "p(b(b(object(b(b))))) b(b('x'))"),
        // Foster parenting.
        ("<table><tr>x<td>y", "'x' table(tbody(tr(td('y'))))"),
        ("x<table>y</table>z", "'xy' table 'z'"),
        ("<table><template><tr></template>", "table(template(tr))"),
        ("<table><button><p></table>x", "button(p) table 'x'"),
        // NUL and line feeds.
        ("a\0b<svg>c\0d", "'ab' svg('c\u{FFFD}d')"),
        ("<table>a\0<td>b\0", "'a' table(tbody(tr(td('b'))))"),
        ("<pre>\n\nx", "pre('\nx')"), ("<pre>\r\nx", "pre('x')"), ("<pre><b>\nx", "pre(b('\nx'))"),
        ("<textarea>\n</textarea>", "textarea"), ("<listing>\n<i>", "listing(i)"),
        // Text in several tokens becomes one node.
        ("a</q>b<!doctype html>c&amp;d</x>e", "'abc&de'"),
        ("<svg>a<![CDATA[b]]>c", "svg('abc')"),
        // select holds any element.
        ("<select><div><option>x<p>y</select>z", "select(div(option('x' p('y')))) 'z'"),
        (
            "<select><option>x<option>y<optgroup><option>z",
            "select(option('x') option('y') optgroup(option('z')))"
        ),
        (
            "<select><selectedcontent></selectedcontent><option>a<b>b</b><option>c",
            "select(selectedcontent('a' b('b')) option('a' b('b')) option('c'))"
        ),
        (
            "<select><selectedcontent></selectedcontent><option>a<option selected>b</select>",
            "select(selectedcontent('b') option('a') option('b'))"
        ),
        (
            "<select><option disabled>a<option>b<selectedcontent></select>",
            "select(option('a') option('b' selectedcontent))"
        ),
        (
            "<select><option>a</option><selectedcontent></select>x",
            "select(option('a') selectedcontent('a')) 'x'"
        ),
        (
            "<select multiple><selectedcontent></selectedcontent><option>a</select>",
            "select(selectedcontent option('a'))"
        ),
    ])
    func page(_ page: String, _ shape: String) throws {
        #expect(try Self.shape("<!DOCTYPE html><body>" + page) == shape)
    }

    @Test(arguments: [
        ("x<form>y</form>z", FragmentContext(name: "div", isInForm: true), "'xyz'"),
        ("<title>x</title>", FragmentContext(name: "desc", namespace: .svg), "title('x')"),
        ("<p>", FragmentContext(name: "annotation-xml", namespace: .mathML, encoding: "Text/HTML"), "p"),
        ("<x><p>", FragmentContext(name: "annotation-xml", namespace: .mathML), "x p"),
        ("<p>x<table>", FragmentContext(name: "body", isQuirky: true), "p('x' table)"),
        ("<p>x<table>", FragmentContext(name: "body"), "p('x') table"),
        ("x</title>y", FragmentContext(name: "title"), "'x</title>y'"),
        ("&amp;<b>", FragmentContext(name: "textarea"), "'&<b>'"),
        ("&amp;<b>", FragmentContext(name: "STYLE"), "'&amp;<b>'"),
        ("&amp;<b>", FragmentContext(name: "xmp"), "'&amp;<b>'"),
        ("&amp;<b>", FragmentContext(name: "iframe"), "'&amp;<b>'"),
        ("&amp;<b>", FragmentContext(name: "noembed"), "'&amp;<b>'"),
        ("&amp;<b>", FragmentContext(name: "noframes"), "'&amp;<b>'"),
        ("a<!--b</script>&amp;", FragmentContext(name: "script"), "'a<!--b</script>&amp;'"),
        ("&amp;<b></plaintext>", FragmentContext(name: "plaintext"), "'&amp;<b></plaintext>'"),
        ("&amp;<b>", FragmentContext(name: "noscript"), "'&amp;<b>'"),
        ("&amp;<b>", FragmentContext(name: "pre"), "'&' b"),
        ("&amp;<b>", FragmentContext(name: "title", namespace: .svg), "'&' b"),
        ("<tr><td>x", FragmentContext(name: "template"), "tr(td('x'))"),
        ("<td>x<td>y", FragmentContext(name: "template"), "td('x') td('y')"),
        ("<col><p>x", FragmentContext(name: "template"), "col"),
        ("x<tr>", FragmentContext(name: "template"), "'x' tr"),
        ("<tr><td>x", FragmentContext(name: "table"), "tbody(tr(td('x')))"),
        ("<tr><td>x", FragmentContext(name: "tbody"), "tr(td('x'))"),
        ("<tr><td>x", FragmentContext(name: "thead"), "tr(td('x'))"),
        ("<tr><td>x", FragmentContext(name: "tfoot"), "tr(td('x'))"),
        ("<tr><td>x", FragmentContext(name: "tr"), "td('x')"),
        ("<td>x<td>y", FragmentContext(name: "td"), "'xy'"),
        ("<td>x<td>y", FragmentContext(name: "caption"), "'xy'"),
        ("x<col>y", FragmentContext(name: "colgroup"), "col"),
        ("<frame>x", FragmentContext(name: "frameset"), "frame"),
        ("<title>x</title><p>", FragmentContext(name: "head"), "title('x') p"),
        ("<option>x<select>y", FragmentContext(name: "select"), "option('xy')"),
    ])
    func fragment(_ text: String, _ context: FragmentContext, _ shape: String) throws {
        #expect(try Self.shape(text, in: context) == shape)
    }

    @Test(arguments: [
        ("", true), ("<!DOCTYPE html>", false), ("<!DOCTYPE>", true),
        ("<!doctype HTML SYSTEM 'about:legacy-compat'>", false),
        ("<!DOCTYPE html PUBLIC '-//W3C//DTD HTML 4.01 Transitional//EN'>", true),
        ("<!DOCTYPE html PUBLIC '-//W3C//DTD HTML 4.01 Transitional//EN' 'x'>", false),
        ("<!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.0 Strict//EN' ''>", false),
        // An identifier that is not ended.
        ("<!DOCTYPE html PUBLIC 'x>'>", true), ("<!DOCTYPE html SYSTEM \"x>\">", true),
        ("<!DOCTYPE html PUBLIC 'x", true), ("<!DOCTYPE html PUBLIC 'x'", true),
        ("<!DOCTYPE html SYSTEM 'x", true),
    ])
    func quirks(_ page: String, _ isQuirky: Bool) throws {
        #expect(try TreeReader.document(page.utf8).isQuirky == isQuirky)
    }

    /// Whole pages: what follows the head.
    @Test(arguments: [
        ("<head></head><frameset><frame></frameset>", "head frameset(frame)"),
        ("<head></head> <frameset>", "head ' ' frameset"), ("<head></head>x<frameset>", "head body('x')"),
        ("<head></head><!--x--><body>y", "head ! body('y')"), ("<head></head></p><p>", "head body(p)"),
        ("<head></head></br>", "head body(br)"), ("<head></head></body>x", "head body('x')"),
        ("<head></head><title>x</title>y", "head(title('x')) body('y')"),
        ("<head></head><template>x</template><p>", "head(template('x')) body(p)"),
        ("<head></head><head><p>", "head body(p)"), ("<!DOCTYPE html PUBLIC 'a>x'>y", "head body('x'>y')"),
    ])
    func afterTheHead(_ page: String, _ shape: String) throws {
        let document = try TreeReader.document(page.utf8)
        defer { withExtendedLifetime(document) {} }
        #expect(Self.shape(of: try #require(document.rootElement)) == shape)
    }

    /// Further html and body tags add missing attributes.
    @Test func mergedAttributes() throws {
        let page = "<html a=1><body b=1 b2><html a=2 c=3><body b=2 d=4><html e><div><body d=5 f>"
        let document = try TreeReader.document(page.utf8)
        let root = try #require(document.rootElement)
        func attributes(_ node: NodeRef?) -> [String] {
            var values: [String] = []
            var next = node?.firstAttribute
            while let attribute = next {
                values.append(attribute.name.string + "=" + attribute.string)
                next = attribute.next
            }
            return values
        }
        #expect(attributes(root) == ["a=1", "c=3", "e="])
        #expect(attributes(root.lastElementChild) == ["b=1", "b2=", "d=4", "f="])
    }

    // MARK: - Limits

    /// Elements that would be nested too deeply are put next to the current node, and text into it, as in Blink.
    @Test func depth() throws {
        var limits = Limits()
        limits.openElements = 4
        let shape = try Self.shape("<div><p><i>a<b>b<u>c</u>d</b>e</i>f", limits: limits)
        #expect(shape == "div(p(i('ae') b('bd') u('c') 'f'))")
        let document = try TreeReader.document("<div><p><i><b>".utf8, limits: limits)
        #expect(document.isFlattened)
        #expect(document.limitReached == nil)
        let plain = try TreeReader.document("<div><p><i>".utf8, limits: limits)
        #expect(!plain.isFlattened)
    }

    @Test func elements() throws {
        var limits = Limits()
        limits.elements = 100
        let page = String(repeating: "<p>x", count: 1_000)
        let document = try TreeReader.document(page.utf8, limits: limits)
        #expect(document.limitReached == .tooManyElements(limit: 100))
        #expect(TreeCheck.problem(in: document, isFresh: true) == nil)
    }

    /// By the standard, formatting that is reconstructed in each paragraph grows with the square of the page's size.
    @Test func growth() throws {
        let page = (0..<1_500).map { "<font size=\($0)><p>" }.joined()
        let document = try TreeReader.document(page.utf8)
        #expect(document.limitReached == .tooMuchGrowth(limit: 1_000_000))
        var limits = Limits()
        limits.growth = 3_000_000
        #expect(try TreeReader.document(page.utf8, limits: limits).limitReached == nil)
    }

    @Test func time() throws {
        var limits = Limits()
        limits.time = .nanoseconds(1)
        let page = String(repeating: "<p>x", count: 10_000)
        let document = try TreeReader.document(page.utf8, limits: limits)
        #expect(document.limitReached == .tooSlow(limit: .nanoseconds(1)))
        #expect(TreeCheck.problem(in: document, isFresh: true) == nil)
    }

    /// Many open elements, formatting elements and end tags that match nothing: a parser that searches its lists for
    /// each of them takes a quadratic number of steps.
    @Test(
        arguments: [
            ["<a><div>"], ["<b>"], ["<p>"], ["<div>", "<dd></dd>"], ["<x>", "</nomatch>"],
            ["<svg><g>", "</x>"],
            ["<b>", "<select></select>"], ["<x><div>", "</a>"], ["<table><td><b>", "</table>"],
            ["<template>"],
            ["<b><div><y>", "</b>"], ["<form><div></form>", "</q>"], ["<marquee><b>", "</marquee>"],
            ["x</q>"],
            ["<svg><foreignObject><p>", "</x>"], ["<select><option>x"], ["<button><p>"], ["<html a b c>"],
        ]
    )
    func manyPartsGiveASoundTree(_ parts: [String]) throws {
        let page = "<a>" + parts.map { String(repeating: $0, count: 20_000) }.joined()
        let document = try TreeReader.document(page.utf8)
        #expect(document.rootElement != nil)
        #expect(TreeCheck.problem(in: document, isFresh: true) == nil)
    }
}

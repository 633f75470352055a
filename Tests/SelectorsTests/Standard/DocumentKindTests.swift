import DOM
import Testing

@testable import Selectors

@Suite struct DocumentKindTests {
    @Test func inXMLNamesAreExact() throws {
        let page = """
            <feed xmlns="urn:f" xmlns:dc="urn:dc" id="f"><Entry id="a" dc:lang="x" Kind="Y"><dc:title id="b"/></Entry>\
            <entry id="c" class="x X"/><x xmlns="" id="d"/><input id="e" disabled=""/></feed>
            """
        let document = try Document.xml(page.utf8).document
        try expect(
            document,
            [
                Row("entry", "c"), Row("Entry", "a"), Row("ENTRY", ""), Row("title", "b"),
                Row("*|title", "b"),
                Row("[Kind]", "a"), Row("[kind]", ""), Row("[Kind=y]", ""), Row(".x", "c"), Row(".X", "c"),
                Row("|x", "d"), Row("|entry", ""), Row("[lang]", ""), Row("[*|lang]", "a"),
                Row("[|Kind]", "a"),
                Row(":disabled", ""), Row(":checked", ""), Row(":root", "f"), Row("Entry > :empty", "b"),
                Row("feed > :nth-of-type(1)", "a c d e"), Row("entry:defined", "c"),
                Row("entry:read-only", "c"),
            ]
        )
        try expect(
            document,
            [
                Row("dc|title", "b"), Row("dc|*", "b"), Row("[dc|lang]", "a"), Row("[dc|lang=x]", "a"),
                Row("nothing|title", ""), Row("Entry:has(dc|title)", "a"), Row("[dc|Kind]", ""),
            ],
            prefixes: .page
        )
    }

    @Test func elementsOfHTMLInXMLHaveStates() throws {
        let page = """
            <html xmlns="http://www.w3.org/1999/xhtml"><body xml:lang="de"><input id="a" disabled=""/>\
            <a id="b" href="x"/><INPUT id="c" disabled=""/><option id="d" selected=""/></body></html>
            """
        try expect(
            try Document.xml(page.utf8).document,
            [
                Row(":disabled", "a"), Row(":link", "b"), Row("INPUT", "c"), Row(":checked", "d"),
                Row("a:lang(de)", "b"),
            ]
        )
    }

    @Test func inDataEverythingIsAsItIsSpelled() throws {
        var builder = try TreeBuilder(root: "json")
        func add(_ name: String, _ attributes: [(String, String)] = []) throws {
            try builder.open(name.utf8, line: 1)
            for (name, value) in attributes {
                let name = try #require(builder.document.intern(name.utf8))
                try builder.attribute(name, value.utf8)
            }
        }
        try add("@type", [("id", "a"), ("type", "String")])
        builder.close()
        try add("Name", [("id", "b"), ("type", "string"), ("class", "x")])
        try add("item", [("id", "c"), ("type", "object")])
        builder.close()
        builder.close()
        try add("a b.c", [("id", "d"), ("lang", "en"), ("dir", "rtl"), ("disabled", "")])
        builder.close()
        try expect(
            builder.document,
            [
                Row("\\@type", "a"), Row("Name", "b"), Row("name", ""), Row("Name > item", "c"),
                Row("a\\ b\\.c", "d"),
                Row("[type=string]", "b"), Row("[type=String]", "a"), Row("[type=string i]", "a b"),
                Row(".x", "b"),
                Row(".X", ""), Row("|item", "c"), Row(":disabled", ""), Row(":lang(en)", ""),
                Row("json > *", "a b d"),
                Row("> json > :first-child", "a"), Row("json:root > :last-child", "d"), Row(":dir(rtl)", ""),
            ]
        )
        try expect(builder.document, [Row("> item", "c"), Row("> Name", "")], scope: "b")
    }
}

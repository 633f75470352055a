import Testing

@testable import DOM

@Suite struct DocumentTests {
    @Test func linesAreThoseOfTheTagsStart() throws {
        let page = "<!DOCTYPE html>\n<title>t</title>\n\n<p class=a\n id=b>one\n<b>two</b>\n</p>"
        let document = try Document.html(page.utf8)
        let root = try #require(document.rootElement)
        var lines: [String: Int] = [:]
        var node: NodeRef? = root
        while let element = node {
            lines[element.name.string] = element.line
            node = element.nextElement(within: root)
        }
        #expect(lines["title"] == 2)
        #expect(lines["p"] == 4)
        #expect(lines["b"] == 6)
    }

    @Test func namesAreInterned() throws {
        let document = try Document.html("<p CLASS=x><P>".utf8)
        let body = try #require(document.rootElement?.lastElementChild)
        let first = try #require(body.firstElementChild)
        #expect(first.name == document.existingName("p".utf8))
        #expect(first.name == first.nextElementSibling?.name)
        #expect(first.firstAttribute?.name == document.existingName("class".utf8))
        #expect(document.existingName("nothing".utf8) == nil)
    }
}

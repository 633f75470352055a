import Encoding
import Testing

@testable import DOM

/// The positions of elements and texts on their page.
@Suite struct PositionTests {
    private func find(_ name: String, in document: Document) -> Element? {
        document.existingName(name.utf8).flatMap { name in
            var next = document.rootElement
            while let element = next, element.name != name {
                next = element.nextElement(within: document.node)
            }
            return next.map { Element($0, in: document) }
        }
    }

    @Test(arguments: [
        ("<p>", "p", 1, 1, 0), ("\n<p>", "p", 2, 1, 1), ("\r\n<p>", "p", 2, 1, 2), ("\r<p>", "p", 2, 1, 1),
        ("é€<i>", "i", 1, 3, 5), ("<p\n>\n\n <b\n a>", "b", 4, 2, 7), ("&amp;&amp;<i>", "i", 1, 11, 10),
        ("<title>a\r\nb</title>\r\n<i>", "i", 3, 1, 21), ("<svg>\n<path>", "path", 2, 1, 6),
    ])
    func ofElements(_ page: String, _ name: String, _ line: Int, _ column: Int, _ offset: Int) throws {
        let document = try Document.html(page.utf8)
        let element = try #require(find(name, in: document))
        #expect(element.line == line)
        #expect(element.column == column)
        #expect(element.offset == offset)
    }

    @Test(arguments: [
        ("utf-8", "\u{EF}\u{BB}\u{BF}a\u{C3}\u{A9}<i>", 6, 3), ("shift_jis", "\u{95}\u{5C}\u{B1}<i>", 3, 3),
        ("utf-16", "\u{FF}\u{FE}\u{E9}\0<\0i\0>\0", 4, 2), ("windows-1252", "\u{E9}\u{80}\r\n<i>", 4, 1),
    ])
    func offsetsAreThoseOfTheFile(label: String, page: String, offset: Int, column: Int) throws {
        let bytes = page.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        let text = DecodedText.decode(bytes, given: Encoding(label: label), format: .html)
        let document = try Document.html(text.utf8)
        document.source = text.sourceOffsets
        let element = try #require(find("i", in: document))
        #expect(element.offset == offset)
        #expect(element.column == column)
    }

    @Test func changesKeepThem() throws {
        let document = try Document.html("<p>\n<b>x</b>".utf8)
        let bold = try #require(find("b", in: document))
        let name = try #require(document.intern("x-new".utf8))
        let wrapper = try #require(document.wrap(bold.ref, in: name))
        #expect(wrapper.line == 2)
        #expect(bold.line == 2)
        let added = try #require(document.appendElement(name, to: wrapper, line: 7))
        #expect(added.line == 7)
        #expect(added.column == nil)
        #expect(added.offset == nil)
    }

    @Test(arguments: HTMLOptions.Parser.allCases)
    func ofParsedPartsAreThePages(_ parser: HTMLOptions.Parser) throws {
        var options = HTMLOptions()
        options.parser = parser
        let document = try Document.html("<p>\n<b>x</b>".utf8)
        let bold = try #require(find("b", in: document))
        try document.insertHTML(
            "<i>1</i>\r\n\n<u>2</u>".utf8,
            in: bold.ref,
            origin: .following(5),
            options: options
        )
        #expect(find("i", in: document)?.line == 5)
        #expect(find("u", in: document)?.line == 7)
        try document.insertHTML("<s>1</s>\n<q>2</q>".utf8, in: bold.ref, options: options)
        #expect(find("q", in: document)?.line == 2)
        #expect(TreeCheck.problem(in: document) == nil)
    }

    @Test func nodesWithoutOneHaveLineZero() throws {
        let document = try Document.html("<!DOCTYPE html PUBLIC \"a\" \"b\"><p>x".utf8)
        #expect(document.node.line == 0)
        #expect(document.node.firstChild?.isDocumentType == true)
        #expect(document.node.firstChild?.line == 0)
    }
}

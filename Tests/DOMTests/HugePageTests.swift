import Testing

@testable import DOM

/// Pages that break programs which recurse, count in sixteen bits, or compare each with each.
@Suite struct HugePageTests {
    @Test func deepNestingIsWalkedReadWrittenAndFreed() throws {
        let depth = 100_000
        let page = String(repeating: "<div>", count: depth) + "x"
        let document = try Document.html(page.utf8)
        let root = try #require(document.rootElement)
        #expect(document.text(of: root) == Array("x".utf8))
        #expect(document.outerHTML(of: root).count > depth * 11)
        var count = 0
        var node: NodeRef? = root
        while let element = node {
            count += 1
            node = element.nextElement(within: root)
        }
        #expect(count > depth)
    }

    @Test func deepFragmentsAreGrown() throws {
        var builder = try TreeBuilder(root: "json")
        try builder.open("html".utf8, line: 1)
        let document = builder.document
        try document.growHTML((String(repeating: "<b>", count: 50_000) + "x").utf8, in: builder.element)
        #expect(document.text(of: document.node) == Array("x".utf8))
    }

    @Test func linesBeyondSixteenBitsAreRight() throws {
        let page = "<!DOCTYPE html><body>" + String(repeating: "\n", count: 70_000) + "<p>here"
        let document = try Document.html(page.utf8)
        let body = try #require(document.rootElement?.lastElementChild)
        #expect(body.firstElementChild?.line == 70_001)
        #expect(document.numberedLines(of: body).map(\.line) == [70_001])
    }

    @Test func tagsOfTooManyAttributesAreRefused() throws {
        let attributes = (0...4_000).map { "a\($0)=\"<p x=1>\"" }.joined(separator: " ")
        #expect(throws: ParseError.tooManyAttributes(line: 2, limit: 4_000)) {
            _ = try Document.html("<p>\n<p \(attributes)>".utf8)
        }
        let script = "<script>\nif (a<b " + String(repeating: "&&c ", count: 9_000) + ") {}</script><p>x"
        _ = try Document.html(script.utf8)
    }

    @Test(arguments: [
        (Limits.with { $0.elements = 10 }, ParseError.tooManyElements(limit: 10)),
        (Limits.with { $0.depth = 10 }, ParseError.tooDeep(limit: 10)),
    ])
    func limitsAreKept(_ limits: Limits, _ error: ParseError) throws {
        #expect(throws: error) {
            _ = try Document.html(String(repeating: "<div>", count: 20).utf8, limits: limits)
        }
    }
}

extension Limits {
    fileprivate static func with(_ change: (inout Limits) -> Void) -> Limits {
        var limits = Limits()
        change(&limits)
        return limits
    }
}

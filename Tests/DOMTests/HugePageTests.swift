import Platform
import Synchronization
import TestSupport
import Testing

@testable import DOM

/// Pages that break programs that recurse, count in sixteen bits, or compare each element with each other.
@Suite struct HugePageTests {
    /// Nothing is read beyond the end of a page.
    @Test(arguments: [
        "", "<", "a<", "<!", "<!-", "<!--", "<!--x-", "<!--x--", "</", "<a", "<a ", "<a b", "<a b=", "<a b='",
        "<a b=\"c",
        "<script", "<script>", "<script><", "<script></", "<script></script", "<style></style>", "<a/",
    ])
    func attributesOfTruncatedPages(_ page: String) throws {
        for start in ["", "<p a b>"] {
            #expect(throws: Never.self) {
                try withGuard(Array((start + page).utf8)) { bytes in try Limits().checkAttributes(of: bytes) }
            }
        }
    }

    @Test func deepNestingIsWalkedReadWrittenAndFreed() throws {
        let depth = 100_000
        let page = String(repeating: "<div>", count: depth) + "x"
        var options = HTMLOptions()
        options.parser = .libxml2
        let document = try Document.html(page.utf8, options: options)
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

    /// Elements that are nested too deeply become siblings, as in a browser.
    @Test func deepNestingIsFlattened() throws {
        let document = try Document.html((String(repeating: "<div>", count: 100_000) + "x").utf8)
        #expect(document.isFlattened)
        #expect(document.limitReached == nil)
        #expect(document.text(of: document.node) == Array("x".utf8))
        var (depth, deepest) = (0, 0)
        for event in TreeWalk(try #require(document.root)) {
            switch event {
            case .start: depth += 1
            case .end: depth -= 1
            case .text: break
            }
            deepest = max(deepest, depth)
        }
        #expect(deepest == Limits().openElements || deepest == Limits().openElements + 1)
        #expect(TreeCheck.problem(in: document, isFresh: true) == nil)
    }

    @Test(arguments: HTMLOptions.Parser.allCases)
    func deepFragmentsAreParsed(_ parser: HTMLOptions.Parser) throws {
        var options = HTMLOptions()
        options.parser = parser
        var builder = try TreeBuilder(root: "json")
        try builder.open("html".utf8, line: 1)
        let document = builder.document
        let html = String(repeating: "<b>", count: 50_000) + "x"
        try document.insertHTML(html.utf8, in: builder.element, options: options)
        #expect(document.text(of: document.node) == Array("x".utf8))
    }

    @Test func linesBeyondSixteenBitsAreRight() throws {
        let page = "<!DOCTYPE html><body>" + String(repeating: "\n", count: 70_000) + "<p>here"
        let document = try Document.html(page.utf8)
        let body = try #require(document.rootElement?.lastElementChild)
        #expect(body.firstElementChild?.line == 70_001)
        #expect(document.numberedLines(of: body).map(\.line) == [70_001])
    }

    @Test func tagsOfTooManyAttributesAreRefusedForLibXML2() throws {
        var options = HTMLOptions()
        options.parser = .libxml2
        let attributes = (0...4_000).map { "a\($0)=\"<p x=1>\"" }.joined(separator: " ")
        let page = "<p>\n<p \(attributes)>"
        #expect(throws: ParseError.tooManyAttributes(line: 2, limit: 4_000)) {
            _ = try Document.html(page.utf8, options: options)
        }
        let script = "<script>\nif (a<b " + String(repeating: "&&c ", count: 9_000) + ") {}</script><p>x"
        _ = try Document.html(script.utf8, options: options)
        #expect(try Document.html(page.utf8).limitReached == nil)
    }

    /// Each tag has as many attributes as the limit, 3, or one more.
    @Test(arguments: [
        ("<p a=1 b=\"x > y\" c='z'>", false), ("<p a=1 b=\"x > y\" c='z' d>", true),
        ("<p a = 1 b= \"2\" c =''>", false), ("<p a = 1 b= \"2\" c ='' d=>", true),
        ("<p/a/b/c/>", false), ("<p/a/b/c/d>", true),
        ("<p a b c", false), ("<p a b c d", true), ("<p a b c=\"d", false),
        ("<p a b c=d/e f>", true), ("<p\na\tb\u{C}c>", false), ("<p a b><p c d>", false),
        ("<!-- <p a b c d> --><p a b c>", false), ("<!-- --><p a b c d>", true),
        ("<!----!><p a b c d>-->", false),
        ("<script>x <p a b c d></script ><p a>", false), ("<script></script><p a b c d>", true),
        ("<STYLE><p a b c d></STYLE>", false), ("<styles><p a b c d></styles>", true),
        ("<title><p a b c d></title>", true), ("</p a b c d>", false), ("< p a b c d>", false), ("<", false),
    ])
    func attributesAreCountedForLibXML2(_ page: String, _ isRefused: Bool) {
        var options = HTMLOptions()
        options.parser = .libxml2
        let limits = Limits.with { $0.attributes = 3 }
        do throws(ParseError) {
            _ = try Document.html(page.utf8, options: options, limits: limits)
            #expect(!isRefused)
        } catch {
            #expect(isRefused && error == .tooManyAttributes(line: 1, limit: 3), "\(error)")
        }
    }

    @Test(arguments: [
        (Limits.with { $0.elements = 10 }, ParseError.tooManyElements(limit: 10)),
        (Limits.with { $0.depth = 10 }, ParseError.tooDeep(limit: 10)),
    ])
    func libxml2sLimitsAreKept(_ limits: Limits, _ error: ParseError) throws {
        var options = HTMLOptions()
        options.parser = .libxml2
        #expect(throws: error) {
            _ = try Document.html(
                String(repeating: "<div>", count: 20).utf8,
                options: options,
                limits: limits
            )
        }
    }

    @Test func thePageUpToALimitHasATree() throws {
        let page = String(repeating: "<p>x", count: 20_000)
        let few = try Document.html(page.utf8, limits: .with { $0.elements = 10 })
        #expect(few.limitReached == .tooManyElements(limit: 10))
        #expect(!few.text(of: few.node).isEmpty)
        #expect(TreeCheck.problem(in: few, isFresh: true) == nil)
        let slow = try Document.html(page.utf8, limits: .with { $0.time = .zero })
        #expect(slow.limitReached == .tooSlow(limit: .zero))
        #expect(TreeCheck.problem(in: slow, isFresh: true) == nil)
        #expect(try Document.html(page.utf8).limitReached == nil)

        let extended = try Document.html("<div></div>".utf8)
        let body = try #require(extended.rootElement?.lastElementChild)
        try extended.insertHTML(page.utf8, in: body, limits: .with { $0.elements = 10 })
        #expect(extended.limitReached == .tooManyElements(limit: 10))
    }

    /// A tree ends at its memory limit.
    @Test func memoryIsLimited() throws {
        var limits = Limits()
        limits.memory = 1 << 20
        let html = Array(String(repeating: "<p>a</p>", count: 20_000).utf8)
        let part = try Document.html(html, limits: limits)
        #expect(part.limitReached == .tooMuchMemory(limit: 1 << 20))
        #expect(TreeCheck.problem(in: part, isFresh: true) == nil)
        let xml = Array("<a>\(String(repeating: "<b/>", count: 70_000))</a>".utf8)
        #expect(throws: ParseError.tooMuchMemory(limit: 1 << 20)) { try Document(xml: xml, limits: limits) }
        var libxml2 = HTMLOptions()
        libxml2.parser = .libxml2
        #expect(throws: ParseError.tooMuchMemory(limit: 1 << 20)) {
            try Document.html(html, options: libxml2, limits: limits)
        }
        limits.memory = 1 << 30
        #expect(try Document.html(html, options: libxml2, limits: limits).rootElement != nil)
        #expect(try Document.html(html, limits: limits).limitReached == nil)
        #expect(try Document(xml: xml, limits: limits).rootElement != nil)
        #expect(SystemCalls.freeMemory().map { $0 > 1 << 20 } ?? true)
    }

    /// The free memory is determined if a tree is large, and again when it has grown by a fraction of it.
    @Test func aTreeLeavesAsMuchFreeAsItTakes() {
        let first = MemoryWatch.firstCheck
        let free = Mutex(first + 8 << 20)
        var watch = MemoryWatch(limit: nil) { free.withLock { $0 } }
        #expect(watch.error(first) == nil)
        free.withLock { $0 = 3 * first }
        #expect(watch.error(first + 1) == nil)
        // A quarter of the free memory beyond the tree's size is used before the next check.
        free.withLock { $0 = 0 }
        #expect(watch.error(first + first / 4) == nil)
        let large = 2 * first
        #expect(watch.error(large) == .tooLittleMemory(used: large, free: 0))
        free.withLock { $0 = large - 1 }
        #expect(watch.error(large) == .tooLittleMemory(used: large, free: large - 1))
        free.withLock { $0 = large }
        #expect(watch.error(large) == nil)
        var unknown = MemoryWatch(limit: nil) { nil }
        #expect(unknown.error(.max) == nil)
    }

    /// Values are counted together with the tree if there is a limit; without one, there must be room to write them.
    ///
    /// All sizes are in megabytes.
    @Test(arguments: [
        MemoryCase(tree: 1, limit: 4, free: 0, values: 3), MemoryCase(tree: 3, limit: 4, free: 0, values: 1),
        MemoryCase(tree: 0, limit: nil, free: 60, values: 20),
        MemoryCase(tree: 40, limit: nil, free: 60, values: 7),
        MemoryCase(tree: 0, limit: nil, free: 1 << 20, values: nil),
    ])
    func valuesTakeMemory(_ row: MemoryCase) {
        let watch = MemoryWatch(limit: row.limit.map { $0 << 20 }) { row.free << 20 }
        let memory = ValueMemory(watch, isLimited: row.limit != nil)
        memory.begin(tree: row.tree << 20)
        let text = String(repeating: "x", count: 1 << 20)
        let count = (1...100).first { _ in
            memory.add(text)
            return memory.error != nil
        }
        guard let values = row.values, let count else {
            #expect(row.values == nil && count == nil)
            return
        }
        // The system is asked only occasionally.
        #expect(count >= values && count <= values + 8)
        if let limit = row.limit { #expect(memory.error == .tooMuchMemory(limit: limit << 20)) }
    }

    /// Limits are shown as they were given.
    @Test(arguments: [
        (1, "1 bytes"), (1_536, "1536 bytes"), (1_536 << 10, "1536 KB"), (3 << 20, "3 MB"), (0, "0 bytes"),
    ])
    func limitsAreExact(_ limit: Int, _ text: String) {
        let message = ParseError.tooMuchMemory(limit: limit).description
        #expect(message == "the page's tree and values take more than \(text) of memory")
    }

    /// The next tree of a page of data has as much room for its values as the first one.
    @Test func valuesOfEarlierTreesAreForgotten() {
        let memory = ValueMemory(MemoryWatch(limit: 8 << 20), isLimited: true)
        let text = String(repeating: "x", count: 1 << 20)
        for _ in 0..<4 {
            memory.begin(tree: 2 << 20)
            for _ in 0..<5 { memory.add(text) }
        }
        #expect(memory.error == nil)
        for _ in 0..<2 { memory.add(text) }
        #expect(memory.error == .tooMuchMemory(limit: 8 << 20))
    }

    /// Values that are no longer needed take no memory.
    @Test func removedValuesAreForgotten() {
        let memory = ValueMemory(MemoryWatch(limit: 8 << 20), isLimited: true)
        memory.begin(tree: 1 << 20)
        for _ in 0..<10 {
            memory.add(bytes: 6 << 20)
            memory.add(bytes: -(6 << 20))
        }
        #expect(memory.error == nil)
        memory.add(bytes: 8 << 20)
        #expect(memory.error == .tooMuchMemory(limit: 8 << 20))
    }

    /// A page ends before a tag whose attributes would take more than the memory limit.
    @Test func attributesTakeMemory() throws {
        var limits = Limits()
        limits.memory = 1 << 20
        let attributes = (0..<5_000).map { "a\($0)=1" }.joined(separator: " ")
        let part = try Document.html(Array("<p>a</p><p \(attributes)>b</p><p>c</p>".utf8), limits: limits)
        #expect(part.limitReached == .tooMuchMemory(limit: 1 << 20))
        #expect(part.rootElement.map { String(decoding: part.text(of: $0), as: UTF8.self) } == "a")
        #expect(TreeCheck.problem(in: part, isFresh: true) == nil)
    }

    struct MemoryCase: Sendable {
        let tree: Int
        let limit: Int?
        let free: Int
        /// The number of values that are too many; `nil` if a hundred are not.
        let values: Int?
    }
}

extension Limits {
    fileprivate static func with(_ change: (inout Limits) -> Void) -> Limits {
        var limits = Limits()
        change(&limits)
        return limits
    }
}

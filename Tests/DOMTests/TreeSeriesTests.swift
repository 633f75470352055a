import DOM
import Testing

/// A tree that is passed on in parts.
@Suite struct TreeSeriesTests {
    private func build(
        _ count: Int,
        window: Int,
        limits: Limits = Limits(),
        receive: @escaping TreeSeries.Receiver
    ) throws -> TreeSeries {
        let series = TreeSeries(path: [Array("r".utf8)], count: window, receive: receive)
        var builder = try TreeBuilder(root: "r", series: series, limits: limits)
        for number in 0..<count {
            try builder.open("e".utf8, line: number + 1)
            try builder.text("number \(number)".utf8, line: number + 1)
            builder.close()
        }
        return series
    }

    private func entries(_ document: Document) -> [NodeRef] {
        var entries: [NodeRef] = []
        var next = document.rootElement?.firstElementChild
        while let node = next {
            entries.append(node)
            next = node.nextElementSibling
        }
        return entries
    }

    @Test(arguments: [1, 2, 9, 10, 11]) func windowsHaveAllEntriesOnce(_ window: Int) throws {
        var texts: [String] = []
        var sizes: [Int] = []
        let series = try build(10, window: window) { document in
            let found = entries(document)
            sizes.append(found.count)
            texts += found.map { document.string(of: $0, onOneLine: true) }
            return true
        }
        try series.finish(isWhole: true)
        #expect(texts == (0..<10).map { "number \($0)" })
        #expect(sizes.dropLast().allSatisfy { $0 == window })
    }

    @Test func theMemoryOfAWindowIsUsedAgain() throws {
        var places: Set<NodeRef> = []
        let series = try build(100_000, window: 10) { document in
            places.formUnion(entries(document))
            return true
        }
        try series.finish(isWhole: true)
        #expect(places.count <= 20)
    }

    /// The limit applies to the part in memory.
    @Test func elementsOfAWindowAreCounted() throws {
        var limits = Limits()
        limits.elements = 10
        let series = try build(100, window: 10, limits: limits) { _ in true }
        try series.finish(isWhole: true)
        #expect(throws: ParseError.tooManyElements(limit: 10)) {
            _ = try build(100, window: 11, limits: limits) { _ in true }
        }
    }

    /// In XML too, however many entries have ended: the root, and entries of one and of two elements.
    @Test(arguments: [
        ("<e/>", 9, nil), ("<e/>", 10, 10), ("<e>x</e>", 10, 10), ("<e><f/></e>", 4, nil),
        ("<e><f/></e>", 5, 10),
    ])
    func elementsOfXMLAreCounted(_ entry: String, _ window: Int, _ exceeded: Int?) throws {
        var limits = Limits()
        limits.elements = 10
        let page = "<r>" + String(repeating: entry, count: 100) + "</r>"
        let series = TreeSeries(path: [Array("r".utf8)], count: window) { _ in true }
        var failure: ParseError?
        do throws(ParseError) { _ = try Document.xml(page.utf8, limits: limits, series: series) } catch {
            failure = error
        }
        #expect(failure == exceeded.map { .tooManyElements(limit: $0) })
    }

    @Test func theReceiverMayEndIt() throws {
        var windows = 0
        #expect(throws: ParseError.ended) {
            _ = try build(100, window: 1) { _ in
                windows += 1
                return windows < 3
            }
        }
        #expect(windows == 3)
    }
}

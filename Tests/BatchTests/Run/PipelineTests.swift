import Basics
import Foundation
import Scraping
import Testing

@testable import Batch

/// Pages that are numbers.
private struct Numbers: PageInput {
    let count: Int
    let taken: PageCount
    /// Whether the pages may be taken together.
    let areFollowed: Bool
    /// Every page whose number this divides is not tiny; 1 for no tiny page.
    let large: Int
    private var number = 0

    init(_ count: Int, _ taken: PageCount = PageCount(), areFollowed: Bool = false, large: Int = 1) {
        self.count = count
        self.taken = taken
        self.areFollowed = areFollowed
        self.large = large
    }

    mutating func next() -> PendingPage? {
        guard number < count else { return nil }
        number += 1
        taken.increase()
        return PendingPage(
            name: "\(number)",
            place: InputPlace(file: "numbers", index: number),
            heldBytes: 1000,
            isFollowed: areFollowed,
            isTiny: !number.isMultiple(of: large)
        ) {
            .leftOut("a number")
        }
    }
}

/// A counter that can be awaited.
private final class PageCount: @unchecked Sendable {
    private let condition = NSCondition()
    private var count = 0

    var value: Int { condition.withLock { count } }

    func increase() {
        condition.withLock {
            count += 1
            condition.broadcast()
        }
    }

    /// Waits until the number is reached; forever if it never is.
    func wait(for number: Int) {
        condition.withLock {
            while count < number { condition.wait() }
        }
    }
}

/// An output that only counts the pages of each portion.
private final class CountingOutput: RunOutput {
    let portion: Int
    private(set) var sizes: [Int] = []

    init(portion: Int) { self.portion = portion }

    func write(_ results: [FinishedPage], note: String?) -> Bool {
        sizes.append(results.count)
        return true
    }

    func finish(note: String) {}
}

@Suite struct PipelineTests {
    /// Pages that are read one by one are written as soon as they fill a portion. A slow run writes smaller ones.
    @Test(arguments: [1, 2, 7, 20, 21]) func portionsAreNotExceeded(_ portion: Int) throws {
        let text = #"{ "records": { "R": { "each": "p", "fields": { "x": "b" } } } }"#
        let rules = try Rules(SourceText(name: "rules.json", bytes: Array(text.utf8)), registry: Registry())
        let work = PageWork(
            .named(rules),
            options: PageWork.Options(),
            isWanted: { _ in true },
            makeEncoder: { nil }
        )
        let output = CountingOutput(portion: portion)
        let run = BatchRun(
            Numbers(20),
            work,
            to: BatchRun.Destination(output, errors: nil),
            options: BatchRun.Options(threads: 0)
        )
        try run.run(shouldContinue: { true }, report: { _ in })
        #expect(output.sizes.reduce(0, +) == 20)
        #expect(output.sizes.allSatisfy { $0 <= portion })
    }

    @Test(arguments: [(0, 16), (1, 16), (2, 16), (7, 16), (1, 64), (2, 64), (3, 500)], [true, false])
    func everyPageIsDeliveredOnce(_ size: (threads: Int, pages: Int), isOrdered: Bool) {
        for (areFollowed, large, tiny) in [(false, 1, 1), (true, 1, 1), (true, 7, 16), (false, 2, 3)] {
            let numbers = Numbers(500, areFollowed: areFollowed, large: large)
            var bounds = PagePipeline.Bounds(pages: size.pages)
            bounds.tiny = tiny
            let pipeline = PagePipeline(numbers, isOrdered: isOrdered, bounds: bounds)
            let delivered = PipelineTests.run(pipeline, threads: size.threads)
            #expect((isOrdered ? delivered : delivered.sorted()) == Array(1...500))
        }
    }

    /// The numbers of the pages in the order of their delivery.
    private static func run(_ pipeline: PagePipeline, threads: Int) -> [Int] {
        var delivered: [Int] = []
        pipeline.run(threads: threads) { page, _ in
            // Some pages require more work than those after them.
            var sum = 0
            for number in 0..<(page.place.index % 7 == 0 ? 20_000 : 0) { sum ^= number &* page.place.index }
            var result = PageResult(page)
            result.encoded = [UInt8(truncatingIfNeeded: sum)]
            return result
        } shouldContinue: {
            true
        } deliver: { results in
            delivered += results.map(\.result.place.index)
            return true
        }
        return delivered
    }

    /// While the first results are not taken, pages are read up to the limits, and no more.
    @Test(arguments: [PagePipeline.Bounds(pages: 5), .init(pages: 40), Self.fewBytes], [false, true])
    func aSlowReaderSlowsDownTheInput(bounds: PagePipeline.Bounds, areFollowed: Bool) {
        let taken = PageCount()
        var delivered = 0
        var most = 0
        let numbers = Numbers(200, taken, areFollowed: areFollowed)
        let pipeline = PagePipeline(numbers, isOrdered: true, bounds: bounds)
        pipeline.run(threads: 3) { page, _ in
            var result = PageResult(page)
            result.encoded = Array(repeating: 0, count: 1000)
            return result
        } shouldContinue: {
            true
        } deliver: { results in
            taken.wait(for: min(200, delivered + min(bounds.pages, (bounds.bytes + 999) / 1000)))
            most = max(most, taken.value - delivered)
            delivered += results.count
            return true
        }
        #expect(delivered == 200)
        // Each thread may take one page before the size of the pages is known.
        #expect(most <= min(bounds.pages, bounds.bytes / 1000 + 1 + 3))
    }

    /// Of tiny pages more are read, and fewer of others.
    @Test(arguments: [(large: 1, most: 4), (large: 1000, most: 64), (large: 2, most: 10)])
    func tinyPagesCountLess(_ size: (large: Int, most: Int)) {
        let taken = PageCount()
        var (delivered, most) = (0, 0)
        var bounds = PagePipeline.Bounds(pages: 4)
        bounds.tiny = 16
        let numbers = Numbers(300, taken, areFollowed: true, large: size.large)
        PagePipeline(numbers, isOrdered: true, bounds: bounds).run(threads: 2) { page, _ in
            PageResult(page)
        } shouldContinue: {
            true
        } deliver: { results in
            if delivered == 0 { taken.wait(for: size.large == 1000 ? 60 : 4) }
            most = max(most, taken.value - delivered)
            delivered += results.count
            return true
        }
        #expect(delivered == 300)
        // Each thread may begin one page more than fits.
        #expect(most <= size.most + 2)
    }

    /// Pages that are taken together are delivered together only while they take little time.
    @Test(.timeLimit(.minutes(1)), arguments: [0, 1])
    func aSlowPageDoesNotWaitForThoseAfterIt(threads: Int) {
        let delivered = PageCount()
        let pipeline = PagePipeline(
            Numbers(40, areFollowed: true),
            isOrdered: true,
            bounds: .init(pages: 100)
        )
        pipeline.run(threads: threads) { page, _ in
            var result = PageResult(page)
            if page.place.index == 20 { result.duration = .seconds(1) }
            if page.place.index == 21 { delivered.wait(for: 20) }
            return result
        } shouldContinue: {
            true
        } deliver: { results in
            for _ in results { delivered.increase() }
            return true
        }
        #expect(delivered.value == 40)
    }

    /// The records of a page are counted also in formats that need them unencoded.
    @Test func recordsThatWaitAreCounted() throws {
        let text = #"{ "records": { "R": { "each": "p", "fields": { "x": "::text" } } } }"#
        let rules = try Rules(SourceText(name: "rules.json", bytes: Array(text.utf8)), registry: Registry())
        let work = PageWork(.named(rules), options: PageWork.Options(), makeEncoder: { nil })
        let html = Array(String(repeating: "<p>a paragraph of some length", count: 100).utf8)
        let page = PendingPage(name: "p", place: InputPlace(file: "p")) {
            .page(Page(name: "p", bytes: html))
        }
        let result = work.result(of: page) { _ in true }
        #expect(result.records.records.count == 100)
        #expect(result.heldBytes > 100 * 28)
    }

    private static let fewBytes: PagePipeline.Bounds = {
        var bounds = PagePipeline.Bounds(pages: 100)
        bounds.bytes = 2500
        return bounds
    }()

    @Test func aRunThatEndsDeliversWhatHasBegunInOrder() {
        var delivered: [Int] = []
        let pipeline = PagePipeline(Numbers(100_000), isOrdered: true, bounds: .init(pages: 16))
        pipeline.run(threads: 2) { page, _ in
            PageResult(page)
        } shouldContinue: {
            delivered.count < 50
        } deliver: { results in
            delivered += results.map(\.result.place.index)
            return true
        }
        #expect(delivered.count >= 50 && delivered.count < 1000)
        #expect(delivered == Array(1...delivered.count))
    }

    @Test func nothingIsDeliveredAfterTheReaderHasGone() {
        var calls = 0
        let pipeline = PagePipeline(Numbers(1000), isOrdered: true, bounds: .init(pages: 16))
        pipeline.run(threads: 2) { page, _ in
            PageResult(page)
        } shouldContinue: {
            true
        } deliver: { _ in
            calls += 1
            return false
        }
        #expect(calls == 1)
    }

    /// An input that has no page until its other end is closed, such as an idle terminal.
    private struct Silence: PageInput {
        let input: FileHandle

        func next() -> PendingPage? {
            _ = try? input.readToEnd()
            return nil
        }
    }

    /// The run ends while the input is still waiting: only then is its other end closed.
    @Test func aSilentInputDoesNotKeepARunFromEnding() throws {
        let pipe = Pipe()
        let pipeline = PagePipeline(
            Silence(input: pipe.fileHandleForReading),
            isOrdered: true,
            bounds: .init(pages: 4)
        )
        var calls = 0
        pipeline.run(threads: 2) { page, _ in
            PageResult(page)
        } shouldContinue: {
            calls += 1
            return calls < 3
        } deliver: { _ in
            true
        }
        #expect(calls == 3)
        try pipe.fileHandleForWriting.close()
    }
}

@Suite struct DonePagesTests {
    /// Paths of the same file are equal in normal form.
    @Test(arguments: [
        ("a", "a"), ("./a", "a"), ("a/./b", "a/b"), ("a//b", "a/b"), ("a/", "a"), (".", "."), ("./", "."),
        ("/", "/"), ("//", "/"), ("/./a/", "/a"), ("../a", "../a"), ("a/../b", "a/../b"), (".a", ".a"),
        ("a/.b", "a/.b"), ("a.", "a."), ("a./b", "a./b"), ("", ""), ("a/.", "a"), ("...", "..."), ("-", "-"),
        ("a..//b", "a..//b".replacing("//", with: "/")), ("é/./ü", "é/ü"), ("./././x", "x"),
        ("<standard input>", "<standard input>"),
    ])
    func pathsHaveANormalForm(path: String, normal: String) {
        #expect(path.normalPath == normal)
        #expect(normal.normalPath == normal)
        #expect(InputPlace(file: path, index: 3) == InputPlace(file: normal, index: 3))
    }

    @Test func knowsWhatIsDone() {
        var done = DonePages()
        for index in [1, 2, 5] { done.insert(InputPlace(file: "crawl.warc", index: index)) }
        done.insert(InputPlace(file: "page.html"))
        done.insert(InputPlace(file: "page.html"))
        #expect(done.count == 4)
        let cases: [(String, Int, Bool)] = [
            ("crawl.warc", 1, true), ("crawl.warc", 2, true), ("crawl.warc", 3, false),
            ("crawl.warc", 5, true),
            ("crawl.warc", 6, false), ("page.html", 0, true), ("other.html", 0, false),
            ("other.warc", 1, false),
        ]
        for (file, index, isDone) in cases {
            #expect(done.contains(InputPlace(file: file, index: index)) == isDone, "\(file) \(index)")
        }
        for index in [3, 4] { done.insert(InputPlace(file: "crawl.warc", index: index)) }
        #expect((1...5).allSatisfy { done.contains(InputPlace(file: "crawl.warc", index: $0)) })
    }

    /// A page that is named twice is read twice, also by a continued run.
    @Test(arguments: 0...4) func removesAsOftenAsRead(read: Int) {
        let names = ["a", "b", "./a", "a"]
        var done = DonePages()
        for name in names.prefix(read) { done.insert(InputPlace(file: name)) }
        let rest = names.filter { !done.remove(InputPlace(file: $0)) }
        #expect(rest == Array(names.dropFirst(read)))
        #expect(!names.contains { done.remove(InputPlace(file: $0)) })
    }

    /// A file is the same, however its path is spelled.
    @Test(arguments: [
        "pages/a.html", "./pages/a.html", "pages//./a.html",
        "\(FileManager.default.currentDirectoryPath)/pages/a.html",
    ])
    func pathsAreTheSame(path: String) {
        for written in ["pages/a.html", path] {
            var done = DonePages()
            done.insert(InputPlace(file: written))
            #expect(done.contains(InputPlace(file: path)))
            #expect(done.contains(InputPlace(file: "pages/a.html")))
            #expect(!done.contains(InputPlace(file: "/pages/a.html")))
            #expect(!done.contains(InputPlace(file: "a.html")))
        }
    }
}

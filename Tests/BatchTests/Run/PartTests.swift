import Basics
import Scraping
import Synchronization
import Testing

@testable import Batch

/// Pages of data whose records are delivered while they are read.
@Suite struct PartTests {
    /// Pages with numbers from 1.
    private struct Pages: PageInput {
        let count: Int
        /// Whether the pages may be taken together.
        var areFollowed = false
        private var number = 0

        init(_ count: Int, areFollowed: Bool = false) {
            self.count = count
            self.areFollowed = areFollowed
        }

        mutating func next() -> PendingPage? {
            guard number < count else { return nil }
            number += 1
            return PendingPage(
                name: "\(number)",
                place: InputPlace(file: "pages", index: number),
                isFollowed: areFollowed
            ) {
                .leftOut("a number")
            }
        }
    }

    private static func part(of page: PendingPage, _ number: Int, bytes: Int = 1) -> PageResult {
        var part = PageResult(page)
        part.isPart = true
        part.errors = number
        part.encoded = [UInt8](repeating: 0, count: bytes)
        return part
    }

    /// Every third page has no parts; the others have up to 9.
    private static func parts(of page: Int) -> Int { page % 3 == 0 ? 0 : page * 7 % 10 }

    /// The parts of a page follow each other and precede its result, and pages are in order, whatever the number of threads.
    @Test(arguments: [(0, 16), (1, 16), (2, 16), (7, 16), (2, 2), (3, 500)], [true, false])
    func partsAreDeliveredInOrder(_ size: (threads: Int, pages: Int), isOrdered: Bool) {
        for (areFollowed, bytes) in [(false, 1), (true, 1), (false, 10_000), (true, 10_000)] {
            var bounds = PagePipeline.Bounds(pages: size.pages)
            bounds.bytes = 25_000
            let pipeline = PagePipeline(
                Pages(300, areFollowed: areFollowed),
                isOrdered: isOrdered,
                bounds: bounds
            )
            var delivered: [String] = []
            pipeline.run(threads: size.threads) { page, receive in
                for number in 0..<Self.parts(of: page.place.index) {
                    #expect(receive(Self.part(of: page, number, bytes: bytes)))
                }
                return PageResult(page)
            } shouldContinue: {
                true
            } deliver: { results in
                for found in results.map(\.result) {
                    delivered.append("\(found.name)" + (found.isPart ? ".\(found.errors)" : ""))
                }
                return true
            }
            let order = isOrdered ? Array(1...300) : delivered.compactMap { Int($0) }
            #expect(order.sorted() == Array(1...300))
            let expected = order.flatMap { page in
                (0..<Self.parts(of: page)).map { "\(page).\($0)" } + ["\(page)"]
            }
            #expect(delivered == expected)
        }
    }

    /// A counter that can be awaited.
    private final class Counter: Sendable {
        private let condition = Condition()
        private let count = Mutex(0)

        var value: Int { count.withLock { $0 } }

        func increase() {
            condition.withLock {
                count.withLock { $0 += 1 }
                condition.broadcast()
            }
        }

        /// Waits until the number is reached; forever if it never is.
        func wait(for number: Int) {
            condition.withLock {
                while value < number { condition.wait() }
            }
        }
    }

    /// While the first page is read, the parts of the second are kept up to the limit. Then its thread waits.
    @Test(arguments: [true, false]) func whatIsKeptIsLimited(isOrdered: Bool) {
        var bounds = PagePipeline.Bounds(pages: 10)
        bounds.bytes = 5000
        let (begun, kept) = (Counter(), Counter())
        let atEnd = Mutex(0)
        let pipeline = PagePipeline(Pages(2), isOrdered: isOrdered, bounds: bounds)
        var delivered: [String] = []
        pipeline.run(threads: 2) { page, receive in
            if page.place.index == 1 {
                _ = receive(Self.part(of: page, 0))
                // Its own parts are delivered meanwhile.
                begun.increase()
                kept.wait(for: 5)
                for number in 1...20 { _ = receive(Self.part(of: page, number)) }
                atEnd.withLock { $0 = kept.value }
            } else {
                begun.wait(for: 1)
                for number in 0..<100 {
                    kept.increase()
                    _ = receive(Self.part(of: page, number, bytes: 1000))
                }
            }
            return PageResult(page)
        } shouldContinue: {
            true
        } deliver: { results in
            delivered += results.map(\.result.name)
            return true
        }
        #expect(atEnd.withLock { $0 } == 5)
        #expect(delivered == Array(repeating: "1", count: 22) + Array(repeating: "2", count: 101))
    }

    /// A page whose object shows whether its memory has been freed.
    private struct Delivered: @unchecked Sendable {
        weak var page: FinishedPage?
    }

    /// What has been delivered of a page is not in memory any more while the page is read on.
    @Test(arguments: [0, 1, 3]) func deliveredPartsAreFreed(threads: Int) {
        let delivered = Mutex<[Delivered]>([])
        let kept = Mutex(0)
        var bounds = PagePipeline.Bounds(pages: 10)
        bounds.tiny = 16
        let pipeline = PagePipeline(Pages(3), isOrdered: true, bounds: bounds)
        pipeline.run(threads: threads) { page, receive in
            if page.place.index == 1 {
                for number in 0..<1000 { #expect(receive(Self.part(of: page, number))) }
                kept.withLock { $0 = delivered.withLock { $0.count { $0.page != nil } } }
            }
            return PageResult(page)
        } shouldContinue: {
            true
        } deliver: { results in
            delivered.withLock { $0 += results.map { Delivered(page: $0) } }
            return true
        }
        #expect(delivered.withLock { $0.count } == 1003)
        #expect(kept.withLock { $0 } <= 4 * bounds.parts)
    }

    /// During a long page the caller is asked too, and may end the run after it.
    @Test(arguments: [0, 1]) func aLongPageIsReadToItsEnd(threads: Int) {
        let pipeline = PagePipeline(Pages(3), isOrdered: true, bounds: .init(pages: 2))
        var (asked, delivered) = (0, 0)
        pipeline.run(threads: threads) { page, receive in
            for number in 0..<(page.place.index == 1 ? 100 : 0) {
                #expect(receive(Self.part(of: page, number)))
            }
            return PageResult(page)
        } shouldContinue: {
            asked += 1
            return delivered < 10
        } deliver: { results in
            delivered += results.count
            return true
        }
        #expect(asked > 5)
        #expect((101...102).contains(delivered))
    }

    /// A reader that closes the output ends the pages that are being read, and those that wait.
    @Test(arguments: [0, 1, 3]) func aClosedOutputEndsPages(threads: Int) {
        let ended = Counter()
        let count = max(1, threads)
        var bounds = PagePipeline.Bounds(pages: 10)
        bounds.bytes = 3
        let pipeline = PagePipeline(Pages(count), isOrdered: true, bounds: bounds)
        var calls = 0
        pipeline.run(threads: threads) { page, receive in
            for number in 0..<1_000_000 where !receive(Self.part(of: page, number)) {
                ended.increase()
                break
            }
            return PageResult(page)
        } shouldContinue: {
            true
        } deliver: { _ in
            calls += 1
            return false
        }
        #expect(calls == 1)
        // A page that had not begun is not read.
        ended.wait(for: 1)
    }
}

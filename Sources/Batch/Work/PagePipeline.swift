import Foundation

/// Pages in several threads, with what became of them in the input's order, and never more than so many at once.
///
/// A thread takes the next page from the input, and takes none while too many are under way or wait to be delivered: a slow
/// reader of the output slows the input down, and memory does not grow with the number of pages.
package final class PagePipeline: @unchecked Sendable {
    /// How much may be under way.
    package struct Bounds: Sendable {
        /// Pages that are being read or wait to be delivered.
        package var pages: Int
        /// Bytes that these hold, where there is more than one.
        package var bytes = 64 << 20

        package init(pages: Int) {
            self.pages = pages
        }
    }

    // All that follows is used with the condition's lock held, but for the input, which has a lock of its own: whoever
    // waits for the next page keeps no one from delivering others.
    private let condition = NSCondition()
    private let inputLock = NSLock()
    private var input: any PageInput
    private let isOrdered: Bool
    private let bounds: Bounds
    private var results: [Int: PageResult] = [:]
    /// The results whose turn it is without an order.
    private var arrived: [Int] = []
    private var nextTaken = 0
    private var nextDelivered = 0
    /// Pages for which there is room, from the moment that they are asked for.
    private var underWay = 0
    /// Pages that are being read.
    private var working = 0
    private var heldBytes = 0
    private var threads = 0
    private var isAtEnd = false
    private var isStopped = false

    /// What a thread may need for a page that is nested as deep as pages may be, in bytes.
    private static let stackSize = 8 << 20
    /// How long the caller waits before it looks around.
    private static let patience = 0.1

    package init(_ input: any PageInput, isOrdered: Bool, bounds: Bounds) {
        self.input = input
        self.isOrdered = isOrdered
        self.bounds = bounds
    }

    /// Reads all pages.
    ///
    /// - Parameters:
    ///   - count: how many threads read pages; with none they are read in the caller's, one after the other.
    ///   - work: is called in any thread.
    ///   - goesOn: is asked in the caller's thread, ten times a second and after each delivery; false ends the run: what
    ///     has begun is finished and delivered, no further page is taken.
    ///   - deliver: is given results in the caller's thread; false ends the run, and nothing more is delivered.
    package func run(
        threads count: Int,
        work: @escaping @Sendable (PendingPage) -> PageResult,
        goesOn: () -> Bool,
        deliver: ([PageResult]) -> Bool
    ) {
        if count == 0 { return runHere(work, goesOn, deliver) }
        threads = count
        for _ in 0..<count {
            let thread = Thread { [self] in
                while let (number, page) = take() { put(work(page), number, held: page.heldBytes) }
            }
            thread.stackSize = PagePipeline.stackSize
            thread.start()
        }
        while let ready = ready() {
            if !ready.isEmpty, !deliver(ready) { break }
            release(ready)
            if !goesOn() { stop() }
        }
        stop()
    }

    private func runHere(
        _ work: (PendingPage) -> PageResult,
        _ goesOn: () -> Bool,
        _ deliver: ([PageResult]) -> Bool
    ) {
        while let page = input.next(), deliver([work(page)]), goesOn() {}
    }

    private func stop() {
        condition.withLock {
            isStopped = true
            condition.broadcast()
        }
    }

    // MARK: - Threads

    /// The next page, when there is room for it; `nil` when the thread is to end.
    private func take() -> (number: Int, page: PendingPage)? {
        guard waitForRoom() else { return nil }
        inputLock.lock()
        defer { inputLock.unlock() }
        let page = condition.withLock { isAtEnd || isStopped } ? nil : input.next()
        return condition.withLock {
            guard let page, !isStopped else {
                isAtEnd = isAtEnd || page == nil
                underWay -= 1
                threads -= 1
                condition.broadcast()
                return nil
            }
            working += 1
            heldBytes += page.heldBytes
            nextTaken += 1
            return (nextTaken - 1, page)
        }
    }

    private func waitForRoom() -> Bool {
        condition.withLock {
            while !isStopped, underWay >= bounds.pages || (underWay > 0 && heldBytes >= bounds.bytes) {
                condition.wait()
            }
            if isStopped { threads -= 1 } else { underWay += 1 }
            return !isStopped
        }
    }

    private func put(_ result: PageResult, _ number: Int, held: Int) {
        condition.withLock {
            working -= 1
            heldBytes += result.heldBytes - held
            results[number] = result
            if !isOrdered { arrived.append(number) }
            if !isOrdered || number == nextDelivered { condition.broadcast() }
        }
    }

    // MARK: - The caller

    /// What can be delivered, nothing where there is none after a while; `nil` at the end.
    private func ready() -> [PageResult]? {
        condition.withLock {
            if !hasReady, !isDone {
                _ = condition.wait(until: Date(timeIntervalSinceNow: PagePipeline.patience))
            }
            let ready = takeReady()
            return ready.isEmpty && isDone ? nil : ready
        }
    }

    private var hasReady: Bool { isOrdered ? results[nextDelivered] != nil : !arrived.isEmpty }

    /// Whether nothing more will come. A thread that waits for input does not count when the run has been ended.
    private var isDone: Bool { working == 0 && results.isEmpty && (isStopped || (isAtEnd && threads == 0)) }

    private func takeReady() -> [PageResult] {
        var ready: [PageResult] = []
        if isOrdered {
            while let result = results.removeValue(forKey: nextDelivered) {
                nextDelivered += 1
                ready.append(result)
            }
        } else {
            ready = arrived.compactMap { results.removeValue(forKey: $0) }
            arrived.removeAll(keepingCapacity: true)
        }
        return ready
    }

    /// Makes room for further pages, when those that have been delivered are held no more.
    private func release(_ results: [PageResult]) {
        if results.isEmpty { return }
        condition.withLock {
            underWay -= results.count
            heldBytes -= results.reduce(0) { $0 + $1.heldBytes }
            condition.broadcast()
        }
    }
}

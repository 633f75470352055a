import Basics
import Synchronization

/// Processes pages in several threads, and delivers the results in the input's order.
///
/// A thread takes the next page from the input only while the pages that are in progress or wait for delivery are
/// within ``Bounds``. A slow reader of the output therefore slows down the input, and memory does not grow with the
/// number of pages.
package final class PagePipeline: @unchecked Sendable {
    /// The limits for pages that are in progress or wait for delivery.
    package struct Bounds: Sendable {
        /// The number of pages.
        package var pages: Int
        /// The number of bytes that they may keep in memory, if there is more than one.
        package var bytes = 64 << 20

        package init(pages: Int) {
            self.pages = pages
        }
    }

    // The condition's lock protects all state except the input, which has its own lock: a thread that waits for the next
    // page does not delay the delivery of others.
    private let condition = Condition()
    private let inputLock = Mutex(())
    private var input: any PageInput
    private let isOrdered: Bool
    private let bounds: Bounds
    private var results: [Int: FinishedPage] = [:]
    /// The numbers of the results in the order of their completion, if results are unordered.
    private var arrived: [Int] = []
    private var nextTaken = 0
    private var nextDelivered = 0
    /// The number of pages that are in progress or wait for delivery, from the request for the page onwards.
    private var inProgress = 0
    /// The number of pages that are being processed.
    private var working = 0
    private var heldBytes = 0
    private var threads = 0
    private var isAtEnd = false
    private var isStopped = false
    /// Whether the last pages took little time.
    private var isQuick = false
    /// The number of threads that wait for room.
    private var waitingForRoom = 0
    /// Whether the caller has a result and waits for others, to deliver them together.
    private var isGathering = false

    /// The stack of a thread in bytes, enough for a page with the maximal nesting.
    private static let stackSize = 8 << 20
    /// The number of milliseconds that the caller waits for a result before it calls `shouldContinue` again.
    private static let interval = 100
    /// The number of milliseconds that results wait to be delivered together with others, once there have been
    /// ``gatheringStart`` pages: waking the caller for each tiny page takes as long as reading one.
    private static let gatheringTime = 1
    private static let gatheringStart = 32

    package init(_ input: any PageInput, isOrdered: Bool, bounds: Bounds) {
        self.input = input
        self.isOrdered = isOrdered
        self.bounds = bounds
    }

    /// Processes all pages.
    ///
    /// - Parameters:
    ///   - count: the number of threads that process pages; 0 for the calling thread.
    ///   - work: called in any thread.
    ///   - shouldContinue: called in the calling thread ten times a second and after each delivery; false ends the run
    ///     after the pages that have been started are delivered.
    ///   - deliver: called with results in the calling thread; false ends the run, and nothing more is delivered.
    package func run(
        threads count: Int,
        work: @escaping @Sendable (PendingPage) -> PageResult,
        shouldContinue: () -> Bool,
        deliver: ([FinishedPage]) -> Bool
    ) {
        if count == 0 { return runHere(work, shouldContinue, deliver) }
        threads = count
        let started = (0..<count).count { _ in
            WorkerThread.start(stackSize: PagePipeline.stackSize) { [self] in
                while let group = take() { put(group.pages.map { FinishedPage(work($0)) }, group) }
            }
        }
        // If the system cannot start another thread, fewer threads do the work.
        if started == 0 { return runHere(work, shouldContinue, deliver) }
        condition.withLock { threads -= count - started }
        while let ready = ready() {
            if !ready.isEmpty, !deliver(ready) { break }
            release(ready)
            if !shouldContinue() { stop() }
        }
        stop()
    }

    private func runHere(
        _ work: (PendingPage) -> PageResult,
        _ shouldContinue: () -> Bool,
        _ deliver: ([FinishedPage]) -> Bool
    ) {
        while let page = input.next(), deliver([FinishedPage(work(page))]), shouldContinue() {}
    }

    private func stop() {
        condition.withLock {
            isStopped = true
            condition.broadcast()
        }
    }

    // MARK: - Threads

    /// Pages that a thread processes one after the other: several only if they are small, their text is in memory, and the
    /// ones before them took little time.
    private struct Group {
        var pages: [PendingPage] = []
        /// The number of the first page.
        var start = 0
        var heldBytes = 0

        static let pageLimit = 8
        /// The number of bytes after which no page is added.
        static let byteLimit = 1 << 15
        /// The time of a page before pages are taken together.
        static let quick = Duration.milliseconds(1)

        mutating func add(_ page: PendingPage) {
            pages.append(page)
            heldBytes += page.heldBytes
        }
    }

    /// The next pages, once there is room for one; `nil` if the thread must end.
    private func take() -> Group? {
        guard let room = waitForRoom() else { return nil }
        return inputLock.withLock { _ in takeInput(room) }
    }

    /// The next pages of the input; `nil` if the thread must end. The input's lock must be held.
    ///
    /// - Parameter room: the number of pages that have been added to those in progress.
    private func takeInput(_ room: Int) -> Group? {
        var group = Group()
        if !condition.withLock({ isAtEnd || isStopped }) {
            let bytes = min(Group.byteLimit, bounds.bytes / (8 * room))
            while group.pages.count < room, let page = input.next() {
                group.add(page)
                if !page.isFollowed || group.heldBytes >= bytes { break }
            }
        }
        return condition.withLock {
            guard !group.pages.isEmpty, !isStopped else {
                isAtEnd = isAtEnd || group.pages.isEmpty
                inProgress -= room
                threads -= 1
                condition.broadcast()
                return nil
            }
            inProgress -= room - group.pages.count
            if waitingForRoom > 0, group.pages.count < room { condition.broadcast() }
            working += group.pages.count
            heldBytes += group.heldBytes
            group.start = nextTaken
            nextTaken += group.pages.count
            return group
        }
    }

    /// Waits until there is room for a page, and adds as many as a group may have to those in progress.
    ///
    /// - Returns: their number; `nil` if the thread must end.
    private func waitForRoom() -> Int? {
        condition.withLock {
            while !isStopped, inProgress >= bounds.pages || (inProgress > 0 && heldBytes >= bounds.bytes) {
                waitingForRoom += 1
                condition.wait()
                waitingForRoom -= 1
            }
            if isStopped {
                threads -= 1
                return nil
            }
            let share = (bounds.pages - inProgress) / max(1, threads)
            let room = isQuick ? max(1, min(Group.pageLimit, share)) : 1
            inProgress += room
            return room
        }
    }

    private func put(_ all: [FinishedPage], _ group: Group) {
        condition.withLock {
            working -= all.count
            isQuick = all.allSatisfy { $0.result.duration < Group.quick }
            heldBytes += all.reduce(0) { $0 + $1.result.heldBytes } - group.heldBytes
            for (index, result) in all.enumerated() { results[group.start + index] = result }
            if !isOrdered { arrived += group.start..<group.start + all.count }
            if isGathering {
                if waitingForRoom > 0 || results.count >= bounds.pages / 2 { condition.broadcast() }
            } else if !isOrdered || group.start == nextDelivered {
                condition.broadcast()
            }
        }
    }

    // MARK: - The caller

    /// The results that can be delivered, empty if there are none after an interval; `nil` at the end.
    private func ready() -> [FinishedPage]? {
        condition.withLock {
            if !hasReady, !isDone {
                condition.wait(milliseconds: PagePipeline.interval)
            }
            if hasReady, !isAtEnd, !isStopped, waitingForRoom == 0,
                nextTaken >= PagePipeline.gatheringStart, results.count < bounds.pages / 2
            {
                isGathering = true
                condition.wait(milliseconds: PagePipeline.gatheringTime)
                isGathering = false
            }
            let ready = takeReady()
            return ready.isEmpty && isDone ? nil : ready
        }
    }

    private var hasReady: Bool { isOrdered ? results[nextDelivered] != nil : !arrived.isEmpty }

    /// Whether there will be no more results. After a stop, threads that wait for input are ignored.
    private var isDone: Bool { working == 0 && results.isEmpty && (isStopped || (isAtEnd && threads == 0)) }

    private func takeReady() -> [FinishedPage] {
        var ready: [FinishedPage] = []
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

    /// Makes room for further pages after a delivery.
    private func release(_ results: [FinishedPage]) {
        if results.isEmpty { return }
        condition.withLock {
            inProgress -= results.count
            heldBytes -= results.reduce(0) { $0 + $1.result.heldBytes }
            if waitingForRoom > 0 { condition.broadcast() }
        }
    }
}

import Basics
import Synchronization

/// Processes pages in several threads, and delivers the results in the input's order.
///
/// A thread takes the next page from the input only while the pages that are in progress or wait for delivery are
/// within ``Bounds``. A slow reader of the output therefore slows down the input, and memory does not grow with the
/// number of pages.
///
/// Nor does it grow with a page of data: it passes on parts, and one page at a time, whose turn it is, has them delivered
/// while it is read. The parts of others wait until it ends, within the same bounds; then their threads wait.
package final class PagePipeline: @unchecked Sendable {
    /// The limits for pages that are in progress or wait for delivery.
    package struct Bounds: Sendable {
        /// The number of pages.
        package var pages: Int
        /// How many tiny pages there may be in place of one of them.
        package var tiny = 1
        /// The number of bytes that they may keep in memory, if there is more than one.
        package var bytes = 64 << 20
        /// The number of parts that the page whose turn it is may have waiting.
        package var parts = 4

        package init(pages: Int) {
            self.pages = pages
        }

        /// What a page counts. Tiny pages count less than others: taking, delivering and keeping them costs little.
        fileprivate func weight(isTiny: Bool) -> Int { isTiny ? 1 : tiny }

        /// The weight of all pages.
        fileprivate var weight: Int { pages * tiny }
    }

    // The condition's lock protects all state except the input, which has its own lock: a thread that waits for the next
    // page does not delay the delivery of others.
    private let condition = Condition()
    private let inputLock = Mutex(())
    private var input: any PageInput
    private let isOrdered: Bool
    private let bounds: Bounds
    /// The results of consecutive pages that are waiting, by the number of the first page.
    private var results: [Int: Portion] = [:]
    /// The weight of the results that are waiting.
    private var waiting = 0
    /// The parts of pages that are being processed or have not been delivered.
    private var parts: [Int: Portion] = [:]
    /// The page whose parts are being delivered, if results are unordered: until it is finished, no other is.
    private var begun: Int?
    /// The first numbers of ``results`` in the order of their completion, if results are unordered.
    private var arrived: [Int] = []
    private var nextTaken = 0
    private var nextDelivered = 0
    /// The weight of the pages that are in progress or wait for delivery, from the request for a page onwards.
    private var inProgress = 0
    /// The number of pages that are being processed.
    private var working = 0
    private var heldBytes = 0
    /// What has been delivered, for the threads by their numbers: each frees the memory that comes from its heap.
    private var delivered: [[Portion]] = []
    private var threads = 0
    private var isAtEnd = false
    private var isStopped = false
    /// Whether nothing more is delivered.
    private var isClosed = false
    /// Whether the last pages took little time.
    private var isQuick = false
    /// The number of threads that wait for room.
    private var waitingForRoom = 0
    /// The number of threads that wait until a part is delivered.
    private var waitingWithPart = 0
    /// Whether the caller has a result and waits for others, to deliver them together.
    private var isGathering = false

    /// Results or parts of pages from one thread.
    ///
    /// Its memory goes back to that thread. If another one freed it, threads would wait for each other's heaps, which takes
    /// a tenth of the time of tiny pages.
    private struct Portion {
        /// The thread's number.
        let thread: Int
        var pages: [FinishedPage] = []

        /// The weight of its pages; parts have none.
        func weight(_ bounds: Bounds) -> Int {
            pages.reduce(0) { $0 + ($1.result.isPart ? 0 : bounds.weight(isTiny: $1.result.isTiny)) }
        }

        /// The number of bytes that it keeps in memory.
        var heldBytes: Int { pages.reduce(0) { $0 + $1.result.heldBytes } }
    }

    /// The stack of a thread in bytes, enough for a page with the maximal nesting.
    private static let stackSize = 8 << 20
    /// The number of milliseconds that the caller waits for a result before it calls `shouldContinue` again.
    private static let interval = 100
    /// The number of milliseconds that results wait to be delivered together with others, once there have been
    /// ``gatheringStart`` pages: waking the caller for each tiny page takes as long as reading one.
    private static let gatheringTime = 4
    private static let gatheringStart = 32

    package init(_ input: any PageInput, isOrdered: Bool, bounds: Bounds) {
        self.input = input
        self.isOrdered = isOrdered
        self.bounds = bounds
    }

    /// Processes a page, and returns the rest of it.
    package typealias Work = @Sendable (PendingPage, @escaping PageWork.PartReceiver) -> PageResult

    /// Processes all pages.
    ///
    /// - Parameters:
    ///   - count: the number of threads that process pages; 0 for the calling thread.
    ///   - work: called in any thread, with the receiver of the page's parts.
    ///   - shouldContinue: called in the calling thread after each delivery and, unless that thread processes pages, ten times
    ///     a second; false ends the run after the pages that have been started are delivered.
    ///   - deliver: called with results in the calling thread; false ends the run, and nothing more is delivered.
    package func run(
        threads count: Int,
        work: @escaping Work,
        shouldContinue: () -> Bool,
        deliver: ([FinishedPage]) -> Bool
    ) {
        if count == 0 { return runHere(work, shouldContinue, deliver) }
        threads = count
        delivered = Array(repeating: [], count: count)
        let started = (0..<count).count { thread in
            WorkerThread.start(stackSize: PagePipeline.stackSize) { [self] in
                while let group = take(thread) { process(group, work) }
            }
        }
        // If the system cannot start another thread, fewer threads do the work.
        if started == 0 { return runHere(work, shouldContinue, deliver) }
        condition.withLock { threads -= count - started }
        while var ready = ready() {
            if !ready.isEmpty, !deliver(ready.count == 1 ? ready[0].pages : ready.flatMap(\.pages)) {
                condition.withLock { isClosed = true }
                break
            }
            release(&ready)
            if !shouldContinue() { stop() }
        }
        stop()
    }

    private func runHere(
        _ work: Work,
        _ shouldContinue: () -> Bool,
        _ deliver: ([FinishedPage]) -> Bool
    ) {
        withoutActuallyEscaping(shouldContinue) { shouldContinue in
            withoutActuallyEscaping(deliver) { deliver in
                // Quick pages are delivered together, as with threads.
                var waiting: [FinishedPage] = []
                var heldBytes = 0
                let deliverAll = { [self] in
                    let results = waiting
                    (waiting, heldBytes) = ([], 0)
                    if !isClosed, !results.isEmpty { isClosed = !deliver(results) }
                    return !isClosed
                }
                while let page = input.next() {
                    let result = work(page) { part in
                        waiting.append(FinishedPage(part))
                        guard deliverAll() else { return false }
                        // A page that has been begun is read to its end.
                        _ = shouldContinue()
                        return true
                    }
                    heldBytes += result.heldBytes
                    waiting.append(FinishedPage(result))
                    let isQuick = result.duration < Group.quick && heldBytes < Group.byteLimit
                    if isQuick, page.isFollowed, !isClosed, waiting.count < Group.pageLimit(bounds) {
                        continue
                    }
                    guard deliverAll(), shouldContinue() else { return }
                }
                _ = deliverAll()
            }
        }
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
        /// The thread's number.
        let thread: Int
        var pages: [PendingPage] = []
        /// The number of the first page.
        var start = 0
        var weight = 0
        var heldBytes = 0

        /// The weight after which no page is added.
        static let weightLimit = 128

        /// The maximum number of pages.
        static func pageLimit(_ bounds: Bounds) -> Int { min(weightLimit, bounds.weight) }
        /// The number of bytes after which no page is added.
        static let byteLimit = 1 << 15
        /// The time of a page before pages are taken together.
        static let quick = Duration.milliseconds(1)

        mutating func add(_ page: PendingPage, _ bounds: Bounds) {
            pages.append(page)
            weight += bounds.weight(isTiny: page.isTiny)
            heldBytes += page.heldBytes
        }
    }

    /// The next pages, once there is room for one; `nil` if the thread must end.
    private func take(_ thread: Int) -> Group? {
        guard let room = waitForRoom(thread) else { return nil }
        return inputLock.withLock { _ in takeInput(room, thread) }
    }

    /// The next pages of the input; `nil` if the thread must end. The input's lock must be held.
    ///
    /// - Parameter room: the weight that has been added to that of the pages in progress.
    private func takeInput(_ room: Int, _ thread: Int) -> Group? {
        var group = Group(thread: thread)
        if !condition.withLock({ isAtEnd || isStopped }) {
            let bytes = min(Group.byteLimit, bounds.bytes / (8 * room))
            while group.weight < room, let page = input.next() {
                group.add(page, bounds)
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
            inProgress -= room - group.weight
            if waitingForRoom > 0, group.weight < room { condition.broadcast() }
            working += group.pages.count
            heldBytes += group.heldBytes
            group.start = nextTaken
            nextTaken += group.pages.count
            return group
        }
    }

    /// Waits until there is room for a page, and adds the weight that a group may have to that of the pages in progress.
    ///
    /// - Returns: that weight; `nil` if the thread must end.
    private func waitForRoom(_ thread: Int) -> Int? {
        free(thread)
        return condition.withLock {
            var hasWokenCaller = false
            while !isStopped, inProgress >= bounds.weight || (inProgress > 0 && heldBytes >= bounds.bytes) {
                waitingForRoom += 1
                if isGathering, !hasWokenCaller {
                    // It must deliver what it has.
                    hasWokenCaller = true
                    condition.broadcast()
                }
                condition.wait()
                waitingForRoom -= 1
            }
            if isStopped {
                threads -= 1
                return nil
            }
            let share = (bounds.weight - inProgress) / max(1, threads)
            let room = isQuick ? max(1, min(Group.weightLimit, share)) : 1
            inProgress += room
            return room
        }
    }

    private func process(_ group: Group, _ work: Work) {
        var results: [FinishedPage] = []
        // The pages of the group whose results have been passed on.
        var done = 0
        let putResults = { [self] in
            guard !results.isEmpty else { return }
            let pages = group.pages[done..<done + results.count]
            let portion = Portion(thread: group.thread, pages: results)
            put(portion, from: group.start + done, pages.reduce(0) { $0 + $1.heldBytes })
            done += results.count
            results = []
        }
        for index in group.pages.indices {
            let result = work(group.pages[index]) { [self] part in
                // The page may have to wait for those before it.
                putResults()
                return put(FinishedPage(part), of: group.start + index, group.thread)
            }
            let isQuick = result.duration < Group.quick
            results.append(FinishedPage(consume result))
            if !isQuick { putResults() }
        }
        putResults()
    }

    /// Adds the results of consecutive pages.
    ///
    /// - Parameter heldByPages: the number of bytes that the pages have kept in memory.
    private func put(_ portion: Portion, from start: Int, _ heldByPages: Int) {
        let areQuick = portion.pages.allSatisfy { $0.result.duration < Group.quick }
        let (weight, held) = (portion.weight(bounds), portion.heldBytes)
        condition.withLock {
            working -= portion.pages.count
            isQuick = areQuick
            heldBytes += held - heldByPages
            results[start] = portion
            waiting += weight
            if !isOrdered { arrived.append(start) }
            if isGathering {
                if waitingForRoom > 0 || waiting >= bounds.weight / 2 { condition.broadcast() }
            } else if hasReady {
                condition.broadcast()
            }
        }
    }

    /// Frees the memory of what a thread has made and the caller has delivered.
    private func free(_ thread: Int) {
        // Freed after the lock is released.
        var delivered: [Portion] = []
        condition.withLock { swap(&delivered, &self.delivered[thread]) }
    }

    /// Adds a part of a page, and waits while too much is waiting; returns false if nothing more is delivered.
    private func put(_ part: FinishedPage, of page: Int, _ thread: Int) -> Bool {
        free(thread)
        return condition.withLock {
            if isClosed { return false }
            heldBytes += part.result.heldBytes
            parts[page, default: Portion(thread: thread)].pages.append(part)
            if hasReady { condition.broadcast() }
            while !isClosed, mustWait(page) {
                waitingWithPart += 1
                condition.wait()
                waitingWithPart -= 1
            }
            return !isClosed
        }
    }

    /// Whether a page may not be read on. The page whose turn it is waits only for the caller, whatever others keep.
    private func mustWait(_ page: Int) -> Bool {
        let isNext = isOrdered ? page == nextDelivered : page == begun ?? page
        return isNext ? (parts[page]?.pages.count ?? 0) >= bounds.parts : heldBytes >= bounds.bytes
    }

    // MARK: - The caller

    /// The results that can be delivered, in order; empty if there are none after an interval, and `nil` at the end.
    private func ready() -> [Portion]? {
        condition.withLock {
            if !hasReady, !isDone {
                condition.wait(milliseconds: PagePipeline.interval)
            }
            if hasReady, !isAtEnd, !isStopped, waitingForRoom == 0,
                nextTaken >= PagePipeline.gatheringStart, waiting < bounds.weight / 2
            {
                isGathering = true
                condition.wait(milliseconds: PagePipeline.gatheringTime)
                isGathering = false
            }
            let ready = takeReady()
            return ready.isEmpty && isDone ? nil : ready
        }
    }

    private var hasReady: Bool {
        if let page = isOrdered ? nextDelivered : begun { return results[page] != nil || parts[page] != nil }
        return !arrived.isEmpty || !parts.isEmpty
    }

    /// Whether there will be no more results. After a stop, threads that wait for input are ignored.
    private var isDone: Bool { working == 0 && results.isEmpty && (isStopped || (isAtEnd && threads == 0)) }

    private func takeReady() -> [Portion] {
        var ready: [Portion] = []
        if isOrdered {
            while let count = take(nextDelivered, &ready) { nextDelivered += count }
        } else if begun.map({ take($0, &ready) != nil }) ?? true {
            begun = nil
            for page in arrived where results[page] != nil { _ = take(page, &ready) }
            arrived.removeAll(keepingCapacity: true)
            begun = parts.keys.min()
            if let begun { _ = take(begun, &ready) }
        }
        // Another page may have its turn, and its parts have room.
        if waitingWithPart > 0, !ready.isEmpty { condition.broadcast() }
        return ready
    }

    /// Takes the parts of a page, its result, and those that follow it; returns their number, `nil` if the page is not
    /// finished.
    private func take(_ page: Int, _ ready: inout [Portion]) -> Int? {
        if let parts = parts.removeValue(forKey: page) { ready.append(parts) }
        guard let found = results.removeValue(forKey: page) else { return nil }
        waiting -= found.weight(bounds)
        ready.append(found)
        return found.pages.count
    }

    /// Makes room for further pages after a delivery.
    private func release(_ portions: inout [Portion]) {
        if portions.isEmpty { return }
        let weight = portions.reduce(0) { $0 + $1.weight(bounds) }
        let held = portions.reduce(0) { $0 + $1.heldBytes }
        condition.withLock {
            inProgress -= weight
            heldBytes -= held
            // Only their threads keep them from here on.
            for portion in portions { delivered[portion.thread].append(portion) }
            portions.removeAll()
            if waitingForRoom > 0 || waitingWithPart > 0 { condition.broadcast() }
        }
    }
}

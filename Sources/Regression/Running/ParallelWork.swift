import Dispatch
import Foundation
import Synchronization

/// Work in several threads whose results come in the work's own order.
enum ParallelWork {
    /// What a thread may need for a page that is nested as deep as pages may be, in bytes.
    private static let stackSize = 8 << 20

    /// Does work number 0 up to `count`.
    ///
    /// - Parameters:
    ///   - work: is called in any thread.
    ///   - finished: is told how much work is done, in the caller's thread.
    ///   - deliver: is given each result, in order and as soon as it is there, in the caller's thread; false ends the
    ///     work. What has begun is waited for.
    static func run<Result: Sendable>(
        _ count: Int,
        threads: Int,
        work: @escaping @Sendable (Int) -> Result,
        finished: (Int) -> Void,
        deliver: (Result) -> Bool
    ) {
        let queue = Queue<Result>(count: count)
        let group = DispatchGroup()
        for _ in 0..<min(max(threads, 1), count) {
            group.enter()
            let thread = Thread {
                while let index = queue.next() { queue.put(work(index), at: index) }
                group.leave()
            }
            thread.stackSize = stackSize
            thread.start()
        }
        var delivered = 0
        var isStopped = false
        for number in 0..<count where !isStopped {
            queue.wait()
            finished(number + 1)
            while !isStopped, let result = queue.take(delivered) {
                delivered += 1
                isStopped = !deliver(result)
            }
        }
        queue.stop()
        group.wait()
    }

    /// What is still to be done, and what is done and not yet delivered.
    private final class Queue<Result: Sendable>: Sendable {
        private struct State {
            var next = 0
            var results: [Int: Result] = [:]
        }

        private let count: Int
        private let state = Mutex(State())
        private let isThere = DispatchSemaphore(value: 0)

        init(count: Int) {
            self.count = count
        }

        func next() -> Int? {
            state.withLock { state in
                guard state.next < count else { return nil }
                state.next += 1
                return state.next - 1
            }
        }

        func put(_ result: Result, at index: Int) {
            state.withLock { $0.results[index] = result }
            isThere.signal()
        }

        /// Waits for a further result.
        func wait() { isThere.wait() }

        func take(_ index: Int) -> Result? { state.withLock { $0.results.removeValue(forKey: index) } }

        func stop() { state.withLock { $0.next = count } }
    }
}

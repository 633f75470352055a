import Basics
public import Cases
import Platform

/// A run of cases in parallel, with results in the cases' order.
///
/// ```swift
/// let run = TestRun(try Corpus(folder: "Corpus").cases(), RulesStore(catalogue, registry: registry))
/// run.results { result in
///     print(result.test, result.verdict.isPassed)
///     return true
/// }
/// ```
public struct TestRun: Sendable {
    /// The cases.
    public let cases: [Case]
    /// The source of their rules.
    public let store: RulesStore
    /// The number of cases that are run in parallel.
    public let jobs: Int
    /// The age above which a page causes a warning.
    public let ageLimit: AgeLimit?

    /// The number of processors that this process may use.
    public static var processors: Int { SystemCalls.processors }

    /// Creates a run.
    public init(
        _ cases: [Case],
        _ store: RulesStore,
        jobs: Int = TestRun.processors,
        ageLimit: AgeLimit? = nil
    ) {
        self.cases = cases
        self.store = store
        self.jobs = jobs
        self.ageLimit = ageLimit
    }

    /// Runs the cases.
    ///
    /// - Parameters:
    ///   - progress: receives the number of finished cases, on the caller's thread.
    ///   - report: receives each result as soon as it and all preceding ones are final, on the caller's thread. False
    ///     ends the run.
    public func results(progress: (Int) -> Void = { _ in }, _ report: (CaseResult) -> Bool) {
        let (cases, store, ageLimit) = (cases, store, ageLimit)
        ParallelWork.run(
            cases.count,
            threads: jobs,
            work: { CaseResult(of: cases[$0], store, ageLimit: ageLimit) },
            finished: progress,
            deliver: report
        )
    }

    /// Runs the cases and returns all results.
    public func results() -> [CaseResult] {
        var results: [CaseResult] = []
        self.results { result in
            results.append(result)
            return true
        }
        return results
    }
}

/// Work on several threads, with results in the work's order.
package enum ParallelWork {
    /// The stack size of a thread in bytes, for a page with the maximum depth.
    private static let stackSize = 8 << 20

    /// Does the work with the numbers from 0 to `count - 1`.
    ///
    /// - Parameters:
    ///   - work: does the work with a number, on any thread.
    ///   - finished: receives the number of finished parts of work, on the caller's thread.
    ///   - deliver: receives each result, in order and as soon as it is available, on the caller's thread. False ends the
    ///     run. The call returns when all started work is finished.
    package static func run<Result: Sendable>(
        _ count: Int,
        threads: Int,
        work: @escaping @Sendable (Int) -> Result,
        finished: (Int) -> Void,
        deliver: (Result) -> Bool
    ) {
        let queue = Queue<Result>(count: count)
        var started = 0
        for _ in 0..<min(max(threads, 1), count) {
            queue.enter()
            let isStarted = WorkerThread.start(stackSize: stackSize) {
                while let index = queue.next() { queue.put(work(index), at: index) }
                queue.leave()
            }
            if !isStarted { queue.leave() } else { started += 1 }
        }
        var delivered = 0
        var isStopped = false
        for number in 0..<count where !isStopped {
            // A system without room for a thread does the work in this one.
            if started == 0, let index = queue.next() { queue.put(work(index), at: index) }
            queue.wait()
            finished(number + 1)
            while !isStopped, let result = queue.take(delivered) {
                delivered += 1
                isStopped = !deliver(result)
            }
        }
        queue.stop()
    }

    /// The pending work, and the results that are not yet delivered.
    private final class Queue<Result: Sendable>: @unchecked Sendable {
        // The condition's lock protects all state.
        private let condition = Condition()
        private let count: Int
        /// The number of parts of the work that threads have taken.
        private var taken = 0
        private var results: [Int: Result] = [:]
        /// The number of results for which the caller has not waited yet.
        private var arrived = 0
        /// The number of threads that have not ended.
        private var threads = 0

        init(count: Int) {
            self.count = count
        }

        /// Adds a thread.
        func enter() { condition.withLock { threads += 1 } }

        /// Removes a thread that does no more work.
        func leave() {
            condition.withLock {
                threads -= 1
                condition.broadcast()
            }
        }

        func next() -> Int? {
            condition.withLock {
                guard taken < count else { return nil }
                taken += 1
                return taken - 1
            }
        }

        func put(_ result: Result, at index: Int) {
            condition.withLock {
                results[index] = result
                arrived += 1
                condition.broadcast()
            }
        }

        /// Waits for another result.
        func wait() {
            condition.withLock {
                while arrived == 0 { condition.wait() }
                arrived -= 1
            }
        }

        func take(_ index: Int) -> Result? { condition.withLock { results.removeValue(forKey: index) } }

        /// Ends the work, and waits until all started parts are finished.
        func stop() {
            condition.withLock {
                taken = count
                while threads > 0 { condition.wait() }
            }
        }
    }
}

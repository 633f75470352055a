import Basics
public import Cases
import Dispatch
import FoundationEssentials
import Synchronization

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

    /// The number of the machine's processors.
    public static var processors: Int { ProcessInfo.processInfo.activeProcessorCount }

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
        let group = DispatchGroup()
        var started = 0
        for _ in 0..<min(max(threads, 1), count) {
            group.enter()
            let isStarted = WorkerThread.start(stackSize: stackSize) {
                while let index = queue.next() { queue.put(work(index), at: index) }
                group.leave()
            }
            if !isStarted { group.leave() } else { started += 1 }
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
        group.wait()
    }

    /// The pending work, and the results that are not yet delivered.
    private final class Queue<Result: Sendable>: Sendable {
        private struct State {
            var next = 0
            var results: [Int: Result] = [:]
        }

        private let count: Int
        private let state = Mutex(State())
        private let available = DispatchSemaphore(value: 0)

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
            available.signal()
        }

        /// Waits for another result.
        func wait() { available.wait() }

        func take(_ index: Int) -> Result? { state.withLock { $0.results.removeValue(forKey: index) } }

        func stop() { state.withLock { $0.next = count } }
    }
}

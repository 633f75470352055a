import Basics
import Foundation
import Platform
import Synchronization
import Testing

/// Threads with stacks of a given size, and the condition that they wait for.
@Suite struct WorkerThreadTests {
    private final class Counter: Sendable {
        private let count = Atomic(0)
        private let condition = Condition()

        func add() {
            count.add(1, ordering: .relaxed)
            condition.withLock { condition.broadcast() }
        }

        /// Waits until all have been added.
        func wait(for expected: Int) {
            condition.withLock {
                while count.load(ordering: .relaxed) < expected { condition.wait() }
            }
        }

        var value: Int { count.load(ordering: .relaxed) }
    }

    @Test func everyThreadDoesItsWorkOnce() {
        let counter = Counter()
        let started = (0..<8).count { _ in WorkerThread.start { counter.add() } }
        #expect(started == 8)
        counter.wait(for: 8)
        #expect(counter.value == 8)
    }

    @Test func theStackHasTheGivenSize() {
        let counter = Counter()
        let isStarted = WorkerThread.start(stackSize: 32 << 20) {
            // Needs about 12 MB, more than the default of 8.
            if WorkerThreadTests.sum(12_000) == 12_000 { counter.add() }
        }
        #expect(isStarted)
        counter.wait(for: 1)
    }

    @inline(never)
    private static func sum(_ depth: Int) -> Int {
        withUnsafeTemporaryAllocation(byteCount: 1000, alignment: 1) { buffer in
            buffer[depth % 1000] = 1
            return depth == 0 ? 0 : sum(depth - 1) + Int(buffer[depth % 1000])
        }
    }

    @Test func aStackThatTheSystemRefusesStartsNoThread() {
        #expect(!WorkerThread.start(stackSize: 1 << 60) {})
    }

    @Test func aWaitEndsWithoutASignal() {
        let condition = Condition()
        condition.withLock { condition.wait(milliseconds: 1) }
        // Past the end of a second.
        condition.withLock { condition.wait(milliseconds: 0) }
    }

    /// The same number as that of `nproc`, which obeys `taskset` and the limits of a container.
    @Test func theProcessorsAreThoseThatTheProcessMayUse() throws {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["-u", "OMP_NUM_THREADS", "-u", "OMP_THREAD_LIMIT", "nproc"]
        process.standardOutput = output
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        #expect("\(SystemCalls.processors)\n" == text)
    }
}

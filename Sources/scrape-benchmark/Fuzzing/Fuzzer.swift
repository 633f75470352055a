import DOM
import Foundation
import Synchronization

/// Gives the parser one made input after the other, on all cores, and checks each tree.
struct Fuzzer {
    let seed: UInt64
    /// The numbers of the inputs.
    let indexes: Range<Int>
    let mutator: PageMutator?
    /// How many run at once.
    var workers = ProcessInfo.processInfo.activeProcessorCount

    struct Report {
        var inputs = 0
        var bytes = 0
        var nodes = 0
        /// What failed, by number.
        var failures: [(index: Int, problem: String)] = []
        /// The input that took longest, with the nanoseconds.
        var slowest = (index: 0, nanoseconds: 0.0)
        /// The input that made the most nodes of each of its bytes, leaving tiny ones aside.
        var densest = (index: 0, nodesPerByte: 0.0)

        mutating func add(_ other: Report) {
            inputs += other.inputs
            bytes += other.bytes
            nodes += other.nodes
            failures += other.failures
            if other.slowest.nanoseconds > slowest.nanoseconds { slowest = other.slowest }
            if other.densest.nodesPerByte > densest.nodesPerByte { densest = other.densest }
        }
    }

    /// Runs all inputs.
    ///
    /// - Parameter progress: called now and then with the number of inputs that are done.
    func run(progress: @Sendable (Int) -> Void = { _ in }) -> Report {
        let whole = Mutex(Report())
        let next = Atomic(indexes.lowerBound)
        DispatchQueue.concurrentPerform(iterations: workers) { worker in
            while true {
                let first = next.add(Fuzzer.batch, ordering: .relaxed).oldValue
                guard first < indexes.upperBound else { break }
                let part = run(first..<min(first + Fuzzer.batch, indexes.upperBound), worker)
                let done = whole.withLock { report in
                    report.add(part)
                    return report.inputs
                }
                progress(done)
            }
        }
        return whole.withLock { report in
            report.failures.sort { $0.index < $1.index }
            return report
        }
    }

    private static let batch = 1000

    private func run(_ batch: Range<Int>, _ worker: Int) -> Report {
        var report = Report()
        for index in batch {
            FuzzWatch.begin(index, worker: worker)
            let input = FuzzInput(seed: seed, index: index, mutator: mutator)
            var result: (problem: String?, nodes: Int) = (nil, 0)
            let time = Stopwatch.processorTime { result = FuzzCheck.result(of: input) }
            report.inputs += 1
            report.bytes += input.bytes.count
            report.nodes += result.nodes
            if let problem = result.problem { report.failures.append((index, problem)) }
            if time > report.slowest.nanoseconds { report.slowest = (index, time) }
            let density = Double(result.nodes) / Double(max(input.bytes.count, 100))
            if density > report.densest.nodesPerByte { report.densest = (index, density) }
        }
        FuzzWatch.end(worker: worker)
        return report
    }
}

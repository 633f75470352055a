import Basics
import Dispatch
import FoundationEssentials
import Platform
import Synchronization

/// Gives generated inputs to a reader, on all cores, and checks the results.
struct Fuzzer {
    let reader: any FuzzReader
    let seed: UInt64
    /// The numbers of the inputs.
    let indexes: Range<Int>
    /// The number of threads.
    var workers = ProcessInfo.processInfo.activeProcessorCount

    struct Report {
        var inputs = 0
        var bytes = 0
        var nodes = 0
        /// The failures, with the inputs' numbers.
        var failures: [(index: Int, problem: String)] = []
        /// The slowest input, with the nanoseconds.
        var slowest = (index: 0, nanoseconds: 0.0)
        /// The input with the most nodes per byte, apart from tiny inputs.
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
    /// - Parameter progress: called after each batch with the number of finished inputs.
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

    private static let batch = 100

    private func run(_ batch: Range<Int>, _ worker: Int) -> Report {
        var report = Report()
        for index in batch {
            FuzzWatch.begin(index, worker: worker)
            var result = FuzzResult()
            let time = Stopwatch.processorTime { result = reader.read(seed: seed, index: index) }
            report.inputs += 1
            report.bytes += result.bytes
            report.nodes += result.nodes
            if let problem = result.problem { report.failures.append((index, problem)) }
            if time > report.slowest.nanoseconds { report.slowest = (index, time) }
            let density = Double(result.nodes) / Double(max(result.bytes, 100))
            if density > report.densest.nodesPerByte { report.densest = (index, density) }
        }
        FuzzWatch.end(worker: worker)
        return report
    }
}

/// Records the current input of every worker, so that a trap or a hang can be reported with its number.
enum FuzzWatch {
    private static let capacity = 256

    /// The number of the input of each worker; -1 for none.
    ///
    /// Raw memory, since a signal handler can use nothing else. Each worker writes only its own word.
    nonisolated(unsafe) private static let current: UnsafeMutablePointer<Int> = {
        let words = UnsafeMutablePointer<Int>.allocate(capacity: capacity)
        words.initialize(repeating: -1, count: capacity)
        return words
    }()

    static func begin(_ index: Int, worker: Int) {
        if worker < capacity { current[worker] = index }
    }

    static func end(worker: Int) {
        if worker < capacity { current[worker] = -1 }
    }

    /// Reports the numbers of the current inputs when a trap ends the process.
    static func reportTraps() {
        for index in 0..<capacity { end(worker: index) }
        for number in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE] {
            signal(number) { number in
                FuzzWatch.report("terminated by a signal at input")
                signal(number, SIG_DFL)
                raise(number)
            }
        }
    }

    /// Reports inputs that have not ended within the given number of seconds. Checks once a second until the process
    /// ends.
    static func reportHangs(after seconds: Int) {
        _ = WorkerThread.start {
            var seen = Array(repeating: (index: -1, seconds: 0), count: capacity)
            while true {
                sleep(1)
                for worker in 0..<capacity {
                    let index = current[worker]
                    let isSame = index >= 0 && seen[worker].index == index
                    seen[worker] = (index, isSame ? seen[worker].seconds + 1 : 0)
                    if isSame, seen[worker].seconds == seconds { report("no progress at one of the inputs") }
                }
            }
        }
    }

    /// Writes the numbers of all current inputs, using only functions that a signal handler may call.
    private static func report(_ text: StaticString) {
        write(text)
        for worker in 0..<capacity where current[worker] >= 0 {
            write(" ")
            write(number: current[worker])
        }
        write("\n")
    }

    private static func write(_ text: StaticString) {
        emit(text.utf8Start, text.utf8CodeUnitCount)
    }

    private static func write(number: Int) {
        var scale = 1
        while number / scale >= 10 { scale *= 10 }
        while scale > 0 {
            var digit = UInt8(ascii: "0") + UInt8(number / scale % 10)
            emit(&digit, 1)
            scale /= 10
        }
    }
}

/// Writes to standard error without a buffer, as a signal handler may.
private func emit(_ bytes: UnsafeRawPointer, _ count: Int) {
    _ = write(STDERR_FILENO, bytes, count)
}

import Foundation

/// Remembers which input every worker is at, so that a trap or a hang can be told by its number.
enum FuzzWatch {
    private static let capacity = 256

    /// The number of the input of each worker; -1 where there is none.
    ///
    /// Raw memory, since a signal's handler may read nothing else: whoever runs writes its own word only.
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

    /// Tells, when the process is ended by a trap, the numbers of the inputs that it was at.
    static func tellTraps() {
        for index in 0..<capacity { end(worker: index) }
        for number in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE] {
            signal(number) { number in
                FuzzWatch.tell("ended by a signal at input")
                signal(number, SIG_DFL)
                raise(number)
            }
        }
    }

    /// Tells the inputs that have not ended within so many seconds, once a second, for as long as the process lives.
    static func tellHangs(after seconds: Int) {
        Thread.detachNewThread {
            var seen = Array(repeating: (index: -1, seconds: 0), count: capacity)
            while true {
                sleep(1)
                for worker in 0..<capacity {
                    let index = current[worker]
                    let isSame = index >= 0 && seen[worker].index == index
                    seen[worker] = (index, isSame ? seen[worker].seconds + 1 : 0)
                    if isSame, seen[worker].seconds == seconds { tell("hangs at one of the inputs") }
                }
            }
        }
    }

    /// Writes the numbers of all running inputs with nothing but what a signal's handler may call.
    private static func tell(_ text: StaticString) {
        write(text)
        for worker in 0..<capacity where current[worker] >= 0 {
            write(" ")
            write(number: current[worker])
        }
        write("\n")
    }

    private static func write(_ text: StaticString) {
        _ = Foundation.write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
    }

    private static func write(number: Int) {
        var scale = 1
        while number / scale >= 10 { scale *= 10 }
        while scale > 0 {
            var digit = UInt8(ascii: "0") + UInt8(number / scale % 10)
            _ = Foundation.write(STDERR_FILENO, &digit, 1)
            scale /= 10
        }
    }
}

/// Requests that wait, in the order of each host, in little memory: the bytes of all of them are in one array.
///
/// A million addresses of 60 bytes take about 76 MB.
package struct RequestQueue: Sendable {
    /// The requests of one host that wait.
    package struct Line: Sendable {
        fileprivate var first: UInt32 = .max
        fileprivate var last: UInt32 = .max
        package private(set) var count = 0

        package init() {}

        fileprivate mutating func changeCount(by change: Int) { count += change }
    }

    private var bytes: [UInt8] = []
    /// Where each request begins; it ends where the next one begins.
    private var starts: [Int] = [0]
    /// The request after each in its line.
    private var next: [UInt32] = []
    /// How many requests of the arrays have been taken.
    private var taken = 0

    package init() {}

    /// How many requests wait.
    package var count: Int { next.count - taken }

    /// Puts a request at the end of a line.
    ///
    /// - Returns: false if the queue is full: it takes some four thousand million requests.
    package mutating func append(_ text: some Collection<UInt8>, to line: inout Line) -> Bool {
        guard next.count < Int(UInt32.max) - 1 else { return false }
        let number = UInt32(next.count)
        bytes += text
        starts.append(bytes.count)
        next.append(.max)
        if line.last == .max { line.first = number } else { next[Int(line.last)] = number }
        line.last = number
        line.changeCount(by: 1)
        return true
    }

    /// Takes the first request of a line.
    package mutating func takeFirst(of line: inout Line) -> String? {
        guard line.first != .max else { return nil }
        let number = Int(line.first)
        let text = String(decoding: bytes[starts[number]..<starts[number + 1]], as: UTF8.self)
        line.first = next[number]
        if line.first == .max { line.last = .max }
        line.changeCount(by: -1)
        taken += 1
        return text
    }

    /// Whether most of the memory is of requests that have been taken.
    package var isSparse: Bool { taken > 100_000 && taken > next.count / 2 }

    /// The queue without what has been taken; lines are changed to it.
    package mutating func compact(_ lines: inout [Line]) {
        var fresh = RequestQueue()
        fresh.bytes.reserveCapacity(bytes.count / 2)
        for index in lines.indices where lines[index].count > 0 {
            var line = Line()
            while let text = takeFirst(of: &lines[index]) { _ = fresh.append(Array(text.utf8), to: &line) }
            lines[index] = line
        }
        self = fresh
    }
}

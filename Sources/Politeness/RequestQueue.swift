/// Waiting requests, in order for each host, in little memory: the bytes of all requests are in one array.
///
/// A million addresses of 60 bytes take about 76 MB.
package struct RequestQueue: Sendable {
    /// The waiting requests of one host.
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
    /// The request after each one in its host's queue.
    private var next: [UInt32] = []
    /// The number of requests that have been removed from the arrays' start.
    private var taken = 0

    package init() {}

    /// The number of waiting requests.
    package var count: Int { next.count - taken }

    /// Appends a request to a host's queue.
    ///
    /// - Returns: false if the arrays are full, with about four thousand million requests.
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

    /// Removes the first request of a host's queue.
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

    /// Whether most of the memory is used by requests that have been removed.
    package var isSparse: Bool { taken > 100_000 && taken > next.count / 2 }

    /// A copy of the queue without the removed requests; the hosts' queues are adjusted to it.
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

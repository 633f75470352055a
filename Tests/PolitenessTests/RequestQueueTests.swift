import Politeness
import Testing

/// Waiting requests, which need little memory.
@Suite struct RequestQueueTests {
    @Test func aQueueGivesBackWhatItWasGiven() {
        var queue = RequestQueue()
        var lines = [RequestQueue.Line(), RequestQueue.Line()]
        var refused = 0
        for number in 0..<300_000 where !queue.append(Array("/\(number)".utf8), to: &lines[number % 2]) {
            refused += 1
        }
        #expect(refused == 0)
        var next = [0, 1]
        while queue.count > 0 {
            let line = lines[0].count > 0 ? 0 : 1
            guard queue.takeFirst(of: &lines[line]) == "/\(next[line])" else {
                Issue.record("a request other than \(next[line]) comes out of line \(line)")
                return
            }
            next[line] += 2
            if queue.isSparse { queue.compact(&lines) }
        }
        #expect(next == [300_000, 300_001])
        let nothing = queue.takeFirst(of: &lines[0])
        #expect(nothing == nil)
    }
}

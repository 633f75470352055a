import Regression
import Testing

/// Work on several threads.
@Suite struct ParallelWorkTests {
    /// The results come in order, and the number of finished parts after each of them.
    @Test(arguments: [(0, 1), (1, 1), (1, 8), (2, 2), (7, 3), (7, 0), (7, -1), (100, 8)])
    func resultsAreInOrder(_ count: Int, _ threads: Int) {
        var finished: [Int] = []
        var results: [Int] = []
        ParallelWork.run(count, threads: threads, work: { $0 * 10 }, finished: { finished.append($0) }) {
            result in
            results.append(result)
            return true
        }
        #expect(finished == Array(0..<count).map { $0 + 1 })
        #expect(results == (0..<count).map { $0 * 10 })
    }

    /// No result is delivered after the one that ends the run.
    @Test(arguments: [(1, 1), (2, 4), (3, 2)]) func aResultEndsTheRun(_ wanted: Int, _ threads: Int) {
        var results: [Int] = []
        ParallelWork.run(10, threads: threads, work: { $0 }, finished: { _ in }) { result in
            results.append(result)
            return results.count < wanted
        }
        #expect(results == Array(0..<wanted))
    }
}

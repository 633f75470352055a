import Platform
import Testing

@Suite struct MonotonicTimeTests {
    @Test func bothClocksGoForward() {
        let times = (MonotonicTime.now, MonotonicTime.awake)
        #expect(MonotonicTime.now >= times.0)
        #expect(MonotonicTime.awake >= times.1)
    }

    @Test(arguments: [Duration.zero, .nanoseconds(1), .milliseconds(-1), .seconds(1e9), .seconds(1.5)])
    func aSumIsLaterByTheDuration(_ duration: Duration) {
        let start = MonotonicTime.now
        #expect((start + duration) - start == duration)
        var time = start
        time += duration
        #expect(time == start + duration)
        #expect((time < start) == (duration < .zero))
    }

    /// Sums that no clock reaches are the last or first time.
    @Test(arguments: [Int64.max, 9_000_000_000_000_000_000, 9_223_372_036])
    func sumsHaveBounds(_ seconds: Int64) {
        let start = MonotonicTime.now
        let (last, first) = (start + .seconds(seconds), start + .seconds(-seconds) + .seconds(-seconds))
        #expect(last > start)
        #expect(last + .seconds(1) == last)
        #expect(first < start)
        #expect(first + .seconds(-1) == first)
    }
}

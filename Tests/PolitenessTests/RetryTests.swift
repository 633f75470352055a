import Testing

@testable import Politeness

/// The times at which requests are repeated.
@Suite struct RetryTests {
    private let now = Instant(seconds: 784_111_770)

    @Test(
        arguments: [
            ("0", 0), ("120", 120), (" 7 ", 7), ("Sun, 06 Nov 1994 08:49:37 GMT", 7),
            ("Sunday, 06-Nov-94 08:49:37 GMT", 7), ("Sun Nov  6 08:49:37 1994", 7),
            ("Sun, 06 Nov 1994 08:49:30 GMT", 0), ("Sun, 06 Nov 1994 08:49:29 GMT", 0),
            ("99999999999999999999", 86_400), ("Sun, 06 Nov 2094 08:49:29 GMT", 86_400), ("86401", 86_400),
            ("", nil), ("soon", nil), ("-1", nil), ("1.5", nil),
        ] as [(String, Int?)]
    ) func retryAfter(_ header: String, _ seconds: Int?) {
        #expect(Retrying.after(header, now: now) == seconds.map { Gap.seconds(Double($0)) })
    }

    @Test(arguments: [
        (1, 1_000, 2_000), (2, 2_000, 4_000), (5, 16_000, 32_000), (99, 1_800_000, 3_600_000),
        (0, 1_000, 2_000),
    ])
    func backOff(_ tries: Int, _ least: Int, _ most: Int) {
        #expect(Retrying.backOff(tries: tries, random: 0).milliseconds == least)
        #expect(Retrying.backOff(tries: tries, random: 1).milliseconds == most)
    }

    @Test func gapsAreWritten() {
        #expect("\(Gap.seconds(1))" == "1 s")
        #expect("\(Gap.seconds(1.05))" == "1.050 s")
        #expect("\(Gap.zero)" == "0 s")
    }
}

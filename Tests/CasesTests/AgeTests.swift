import Records
import Testing
import Values

@testable import Cases

/// Ages of saved pages, and the limit above which they are reported.
@Suite struct AgeTests {
    @Test(arguments: [
        ("0d", true), ("180d", true), ("26w", true), ("6m", true), ("1y", true), ("9999y", true),
        ("10000y", false),
        ("d", false), ("6", false), ("", false), ("6M", false), ("-6m", false), ("+6m", false),
        ("6 m", false),
        ("1.5y", false), ("٦m", false), ("99999999999999999999d", false),
    ])
    func ages(_ text: String, _ isOne: Bool) {
        #expect((Age(text) != nil) == isOne)
        #expect(Age(text)?.description == (isOne ? text : nil))
    }

    /// 2024-03-31T12:00:00Z, and the instants that precede it by an age.
    @Test(arguments: [
        ("0d", 1_711_886_400), ("1d", 1_711_800_000), ("1w", 1_711_281_600),
        // 2024-02-29, 2023-03-31, 2023-02-28.
        ("1m", 1_709_208_000), ("12m", 1_680_264_000), ("1y", 1_680_264_000), ("13m", 1_677_585_600),
    ])
    func instants(_ age: String, _ instant: Int) throws {
        #expect(try #require(Age(age)).instant(before: 1_711_886_400) == instant)
    }

    /// Ages that reach back to January of the year 0, and to the year before it.
    @Test(arguments: [("2024y", -62_164_584_000), ("2025y", -62_196_120_000)])
    func longAgo(_ age: String, _ instant: Int) throws {
        // 2024-01-31T12:00:00Z.
        #expect(try #require(Age(age)).instant(before: 1_706_702_400) == instant)
    }

    /// A page whose age is exactly the limit is recent enough; one that is a second older is not.
    @Test(arguments: [("180d", 180 * 86_400), ("2w", 14 * 86_400), ("1d", 86_400), ("0d", 0)])
    func aPageAsOldAsTheLimitIsRecent(_ age: String, _ seconds: Int) throws {
        let now = 1_711_886_400
        let test = Case(site: "site", name: "page", folder: "Corpus/site/page")
        func warning(_ age: Age, saved instant: Int) -> String? {
            // Saved times have no fraction of a second.
            var facts = Case.Facts()
            facts.saved = AgeTests.text(instant)
            return AgeLimit(age, now: now).warning(for: test, facts)?.message
        }
        let limit = try #require(Age(age))
        #expect(warning(limit, saved: now - seconds) == nil)
        #expect(warning(limit, saved: now - seconds + 1) == nil)
        #expect(
            warning(limit, saved: now - seconds - 1)
                == "the page of site/page was saved \((seconds + 1) / 86_400) days ago, which is more than \(age)"
        )
    }

    /// An instant in ISO 8601.
    private static func text(_ instant: Int) -> String { PageClock.text(ofInstant: instant) }
}

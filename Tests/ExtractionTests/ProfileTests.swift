import DOM
import Records
import RulesTestSupport
import Scraping
import Testing

/// The time spent on a page by phase: measured only on request, without any effect on the records.
@Suite struct ProfileTests {
    private static let rules = #"""
        {
          "prepare": [{ "remove": ".advert" }],
          "records": {
            "Item": {
              "each": "li",
              "fields": {
                "name": { "select": "b", "apply": ["uppercase"] },
                "number": { "select": "i", "type": "integer" }
              }
            }
          }
        }
        """#
    private static let page = Page(
        name: "page",
        bytes: Array("<ul><li><b>a</b><i>1</i><li><b>b</b><i>x</i></ul><p class=advert>c</p>".utf8)
    )

    @Test func sameOutcome() throws {
        let rules = try load(Self.rules)
        let outcome = rules.scrape(Self.page, observer: Profiler(in: .assemble))
        let plain = rules.scrape(Self.page)
        #expect(outcome.records == plain.records)
        #expect(outcome.diagnostics == plain.diagnostics)
        #expect(outcome.schema == plain.schema)
        #expect(outcome.records.count == 2)
    }

    @Test func everyPhaseOfAPage() throws {
        let profile = profile(try load(Self.rules))
        for phase in Phase.allCases where phase != .read && phase != .encode {
            #expect(profile[phase].count > 0, "\(phase)")
        }
        #expect(profile[.decode].count == 1)
        #expect(profile[.parse].count == 1)
        #expect(profile[.read].count == 0)
        #expect(profile.pages == 1)
        #expect(profile.bytes == Self.page.bytes.count)
        #expect(profile.total == Phase.allCases.reduce(0) { $0 + profile[$1].nanoseconds })
    }

    @Test func sums() throws {
        let rules = try load(Self.rules)
        var profile = Profile()
        for _ in 0..<2 { profile += self.profile(rules) }
        let one = self.profile(rules)
        for phase in Phase.allCases { #expect(profile[phase].count == 2 * one[phase].count, "\(phase)") }
        let before = profile[.parse]
        profile += one
        #expect(profile[.parse].nanoseconds == before.nanoseconds + one[.parse].nanoseconds)
        #expect(profile.pages == 3)
    }

    /// A phase within another interrupts it.
    @Test func phasesWithinPhases() {
        let profiler = Profiler(in: .assemble)
        profiler.enter(.read)
        profiler.enter(.encode)
        profiler.leave()
        profiler.leave()
        // Without a phase there is nothing to end.
        profiler.leave()
        let profile = profiler.end()
        #expect(profile[.assemble].count == 1)
        #expect(profile[.read].count == 1)
        #expect(profile[.encode].count == 1)
    }

    /// The profile of one reading of the page.
    private func profile(_ rules: Rules) -> Profile {
        let profiler = Profiler(in: .assemble)
        _ = rules.scrape(Self.page, observer: profiler)
        return Profile(profiler, bytes: Self.page.bytes.count)
    }

    @Test func table() {
        var profile = Profile()
        profile[.parse] = Profile.Share(nanoseconds: 140_200_000, count: 313)
        profile[.take] = Profile.Share(nanoseconds: 59_850_000, count: 61_539)
        profile.pages = 313
        profile.bytes = 28_973_173
        #expect(
            profile.text == """
                phase           ms      %  ns/byte     count
                read           0.0    0.0     0.00         0
                decode         0.0    0.0     0.00         0
                parse        140.2   70.1     4.84       313
                prepare        0.0    0.0     0.00         0
                select         0.0    0.0     0.00         0
                take          59.9   29.9     2.07     61539
                apply          0.0    0.0     0.00         0
                type           0.0    0.0     0.00         0
                assemble       0.0    0.0     0.00         0
                encode         0.0    0.0     0.00         0
                total        200.1  100.0     6.90
                313 pages, 28973173 bytes

                """
        )
    }

    @Test func tableOfNothing() {
        let lines = Profile().text.split(separator: "\n")
        #expect(lines[1] == "read           0.0      -        -         0")
        #expect(lines.last == "0 pages, 0 bytes")
    }
}

import TestSupport
import Testing

@testable import scrape_benchmark

/// The fetcher and its gate against random hosts, with a virtual clock.
@Suite struct PolitenessTests {
    @Test(arguments: [1, 2, 3] as [UInt64])
    func nothingIsViolated(_ seed: UInt64) throws {
        let count = Sample.count(10_000, of: 1_000_000)
        let simulation = PolitenessSimulation(requests: count, hosts: count / 100, seed: seed)
        let result = try simulation.run()
        #expect(result.violations == [])
        #expect(result.answered + result.refused + result.failed == count)
        #expect(result.repeated > 0 && result.refused > 0 && result.failed > 0)
    }
}

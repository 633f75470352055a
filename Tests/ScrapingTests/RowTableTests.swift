import RulesTestSupport
import TestSupport
import Testing

/// The tables of `Tests/Tables/Scraping`.
@Suite struct RowTableTests {
    @Test(arguments: RowTable.names("Scraping"))
    func rows(_ name: String) throws {
        #expect(try RowTable.differences("Scraping", name, RowReading.result) == [])
    }
}

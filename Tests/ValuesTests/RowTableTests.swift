import RulesTestSupport
import TestSupport
import Testing

/// The tables of `Tests/Tables/Values`.
@Suite struct RowTableTests {
    @Test(arguments: RowTable.names("Values"))
    func rows(_ name: String) throws {
        #expect(try RowTable.differences("Values", name, RowReading.result) == [])
    }
}

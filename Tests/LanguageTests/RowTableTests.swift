import RulesTestSupport
import TestSupport
import Testing

/// The tables of `Tests/Tables/Language`.
@Suite struct RowTableTests {
    @Test(arguments: RowTable.names("Language"))
    func rows(_ name: String) throws {
        #expect(try RowTable.differences("Language", name, RowReading.result) == [])
    }
}

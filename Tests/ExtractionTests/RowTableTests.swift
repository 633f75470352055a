import RulesTestSupport
import TestSupport
import Testing

/// The tables of `Tests/Tables/Extraction`.
@Suite struct RowTableTests {
    @Test(arguments: RowTable.names("Extraction"))
    func rows(_ name: String) throws {
        #expect(try RowTable.differences("Extraction", name, RowReading.result) == [])
    }
}

import RulesTestSupport
import TestSupport
import Testing

/// The tables of `Tests/Tables/Sources`.
@Suite struct RowTableTests {
    @Test(arguments: RowTable.names("Sources"))
    func rows(_ name: String) throws {
        #expect(try RowTable.differences("Sources", name, RowReading.result) == [])
    }
}

import RulesTestSupport
import TestSupport
import Testing

@testable import DOM
@testable import Sources

/// The tables of `Tests/Tables/Sources`; with `@features` the result is the features of a page's blocks of text by which the
/// main content is found, without those of groups that every block has the first of.
@Suite struct RowTableTests {
    @Test(arguments: RowTable.names("Sources"))
    func rows(_ name: String) throws {
        #expect(try RowTable.differences("Sources", name, RowTableTests.result) == [])
    }

    private static func result(_ settings: RowTable.Settings, _ input: String) throws -> String {
        guard settings["features"] != nil else { return try RowReading.result(settings, input) }
        let finder = MainContentFinder(try Document.html(input.utf8))
        let blocks = finder.blocks.map { block in
            let names = block.features.map(\.name).filter { !$0.hasSuffix(".0") }
            return "\(block.text.prefix(8)): \(names.joined(separator: " "))"
        }
        return blocks.isEmpty ? "no blocks" : blocks.joined(separator: " | ")
    }
}

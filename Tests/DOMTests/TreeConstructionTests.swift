import TestSupport
import Testing

@testable import DOM

/// Tree construction against the html5lib tests, and against cases that they do not cover.
@Suite struct TreeConstructionTests {
    @Test(
        .enabled(if: !TreeConstructionFile.names.isEmpty, "\(SharedCases.note(TreeConstructionFile.folder))"),
        arguments: TreeConstructionFile.names
    )
    func standard(_ file: String) throws {
        let cases = TreeConstructionFile.cases(
            try SharedCases.bytes("\(TreeConstructionFile.folder)/\(file)")
        )
        #expect(!cases.isEmpty)
        for one in cases {
            for scripting in one.scripting {
                let document = try TreeReader.document(one.data, in: one.context, scripting: scripting)
                let dump = TreeReader.dump(document, isFragment: one.context != nil)
                #expect(
                    dump == String(decoding: one.document, as: UTF8.self),
                    """
                    \(file), scripting \(scripting), context \(one.context?.name ?? "none"):
                    \(String(decoding: one.data, as: UTF8.self))
                    """
                )
            }
        }
    }
}

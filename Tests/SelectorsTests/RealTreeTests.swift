import DOM
import Encoding
import TestSupport
import Testing

@testable import Selectors

/// Real pages: the tree is the same as in a browser, and the selectors copied from its developer tools find the same
/// elements.
@Suite struct RealTreeTests {
    /// The number of bytes beyond which a page takes too long in a debug build.
    private static let debugLimit = 1 << 20

    @Test(
        .enabled(if: SharedCases.has(RealTree.folder), "\(SharedCases.note(RealTree.folder))"),
        arguments: RealTree.all
    )
    func treeIsTheBrowsers(_ expected: RealTree) throws {
        let page = try expected.page()
        #if DEBUG
            if page.count > RealTreeTests.debugLimit {
                print("\(expected.path): \(page.count) bytes are left to release builds")
                return
            }
        #endif
        let text = DecodedText.decode(page, format: .html)
        let document = try Document.html(text.utf8)
        let (elements, tree) = RealTree.measure(document)
        #expect(elements == expected.elements)
        #expect(tree == expected.tree)
        let matcher = Matcher(document)
        for copied in expected.selectors {
            let list = try SelectorList(copied.selector)
            let match = matcher.select(list, from: document.node, includingScope: false).first
            let found = match.map { RealTree.text(of: $0.node) }
            // By scalars: texts that look alike are not the same.
            let isSame = found.map { $0.unicodeScalars.elementsEqual(copied.text.unicodeScalars) } ?? false
            #expect(isSame, "\(copied.kind) \(copied.selector): \(found ?? "no match"), not \(copied.text)")
        }
    }
}

import DOM
import Encoding
import TestSupport
import Testing

@testable import Selectors

/// Real pages: the tree is a browser's, and the selectors that its developer tools copy find the same elements.
@Suite struct RealTreeTests {
    /// Beyond so many bytes a page takes a debug build too long.
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
            // By scalars: what looks alike is not the same text.
            let isSame = found.map { $0.unicodeScalars.elementsEqual(copied.text.unicodeScalars) } ?? false
            #expect(isSame, "\(copied.kind) \(copied.selector): \(found ?? "no match"), not \(copied.text)")
        }
    }
}

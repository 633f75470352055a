import DOM
import Testing

@testable import Selectors

/// Selectors that would exhaust the stack or run for hours are rejected.
@Suite struct LimitTests {
    @Test(arguments: [
        ":not(", ":is(", ":has(", ":where(", ":nth-child(1 of ", ":host(", "::slotted(", ":is(:not(",
    ])
    func deepNestingIsRefused(_ part: String) {
        for count in [33, 1000, 10_000] {
            let text = String(repeating: part, count: count)
            expectRefused([text, text + "a" + String(repeating: ")", count: count)])
        }
    }

    @Test func nestingUpToTheLimitIsNot() throws {
        let text = String(repeating: ":not(", count: 32) + "p" + String(repeating: ")", count: 32)
        try expect("<p id=a></p>", [Row("p\(text)", "a")])
    }

    @Test func longTextIsRefused() {
        for part in ["a", "a ", "a,", ".a", ":is(a)", "[a]", "/**/", " ", "\\61 ", "*", "(", "é"] {
            let count = 1_000_000 / part.utf8.count
            expectRefused([String(repeating: part, count: count)])
        }
    }

    @Test func lengthsUpToTheLimitAreNot() throws {
        let longest = String(repeating: "a", count: SelectorLimits.length)
        #expect(try SelectorList(longest).description == longest)
        expectRefused([longest + "a"])
        let chain = String(repeating: "a ", count: SelectorLimits.compounds - 1) + "a"
        #expect(try SelectorList(chain).description == chain)
        expectRefused([chain + " a"])
        let positions = String(repeating: "a:first ", count: SelectorLimits.positions - 1) + "a:first"
        #expect(try SelectorList(positions).description == positions)
        expectRefused([positions + " a:last"])
    }

    @Test func longChainsAreRefused() throws {
        expectRefused([
            String(repeating: "a ", count: 257), ":is(" + String(repeating: "a>", count: 300) + "a) !",
        ])
        _ = try SelectorList(String(repeating: "a ", count: 255) + "a")
    }

    @Test func theLongestChainsNestedDeepestNeedLittleStack() throws {
        // The maximum number of steps, on the maximum number of levels.
        var text = ".b"
        for _ in 0..<32 { text = ":has(" + String(repeating: "* ", count: 200) + "*\(text))" }
        let list = try SelectorList(text)
        let page = String(repeating: "<div>", count: 300) + "<b></b>"
        let document = try Document.html(page.utf8)
        _ = Matcher(document).select(list, from: document.node, includingScope: false)
    }

    @Test func manyAlternativesAreFine() throws {
        let text = (0..<5000).map { ".c\($0)" }.joined(separator: ",")
        let list = try SelectorList(text)
        #expect(list.selectors.count == 5000)
        try expect("<p id=a class=c4999></p>", [Row(text, "a")])
    }
}

import DOM
import Foundation
import TestSupport
import Testing

@testable import Selectors

/// Selectors against tables of our own, which every clone has, and against suites of other projects.
@Suite struct SelectorTableTests {
    @Test(arguments: SelectorTable.sections) func selectors(_ section: SelectorTable.Section) throws {
        let document = try Document.html(SelectorTable.page.utf8)
        // One matcher for all rows: its cached results for one selector are not used for another.
        let matcher = Matcher(document)
        for row in section.rows {
            let list = try? SelectorList(row.selector)
            #expect((list == nil) == (row.ids == nil), "\(row.selector)")
            guard let list else { continue }
            #expect(
                ids(matcher.select(list, from: document.node, includingScope: false)) == row.ids,
                "\(row.selector)"
            )
            expectLaw(list)
        }
    }

    /// Testing each element by itself has the same result as the search.
    @Test(arguments: SelectorTable.sections) func elementByElement(_ section: SelectorTable.Section) throws {
        let document = try Document.html(SelectorTable.page.utf8)
        let elements = Elements(document).all
        for row in section.rows {
            guard let list = try? SelectorList(row.selector),
                list.selectors.allSatisfy({ !$0.isLoneExtractor })
            else { continue }
            let matcher = Matcher(document)
            let found = elements.filter { matcher.matches(list, $0, scope: nil) }
            #expect(found.map(name).joined(separator: " ") == row.ids, "\(row.selector)")
        }
    }

    private func name(_ element: NodeRef) -> String { element.id ?? "<\(element.name.string)>" }

    private func ids(_ matches: [Match]) -> String { matches.map { name($0.node) }.joined(separator: " ") }

    // MARK: - Suites of other projects

    private static let anPlusB = "an-plus-b.json"

    /// The An+B cases of tinycss2: a text, and its two numbers or null.
    @Test(.enabled(if: ConformanceSuite.has(anPlusB), "\(ConformanceSuite.note(anPlusB))"))
    func anPlusBConformanceTests() throws {
        let data = Data(try ConformanceSuite.bytes(SelectorTableTests.anPlusB))
        let cases = try #require(try JSONSerialization.jsonObject(with: data) as? [Any])
        let page = (1...40).map { "<i id=\($0)></i>" }.joined()
        let document = try Document.html("<!DOCTYPE html><div>\(page)</div>".utf8)
        for index in stride(from: 0, to: cases.count - 1, by: 2) {
            let text = try #require(cases[index] as? String)
            let list = try? SelectorList("i:nth-child(\(text))")
            let numbers = cases[index + 1] as? [Int]
            #expect((list == nil) == (numbers == nil), "\(text.debugDescription)")
            guard let list, let numbers else { continue }
            let expected = (1...40).filter { isCounted($0, numbers[0], numbers[1]) }.map(String.init)
            let matches = Matcher(document).select(list, from: document.node, includingScope: false)
            #expect(ids(matches) == expected.joined(separator: " "), "\(text.debugDescription)")
        }
    }

    private func isCounted(_ index: Int, _ step: Int, _ offset: Int) -> Bool {
        let distance = index - offset
        return step == 0 ? distance == 0 : distance % step == 0 && distance / step >= 0
    }

    private struct SoupCase: Decodable {
        let id: String
        let html: String
        let selector: String
        let ids: [String]?
    }

    private static let soupsieve = "soupsieve.jsonl"

    /// Cases with a different result here, by the starts of their names. `soupsieve` follows the text of the
    /// specifications, this engine the behaviour of browsers.
    private static let differences = [
        "the tree: contents of templates and of foreign elements": [
            "test_template.", "test_dir.test_auto_template", "test_iframe.test_parsers_escape_contents",
            "test_lang.test_svg_language", "test_read_only.", "test_read_write.test_read_write_foreign",
            "test_defined.test_defined_html",
        ],
        "the end of the text closes comments and parentheses": [
            "test_comments.test_comments_unterminated", "test_is.test_invalid_pseudo_open",
        ],
        "a selector may begin with a combinator": [
            "test_comments.test_comments_leading_whitespace_combinator", "test_child.test_invalid_combinator",
        ],
        ":is() forgives what is invalid in it": ["test_is.test_invalid_pseudo_class_start_combinator"],
        "names that browsers refuse, and pseudo-elements of one colon, which they know": [
            "test_current.", "test_host_context.", "test_matches.",
            "test_pseudo_class.test_unrecognized_pseudo",
        ],
        "an element with white space alone is not empty": ["test_empty."],
        "forms: what is disabled, the default, a group of radio buttons, a range": [
            "test_checked.", "test_disabled.", "test_enabled.", "test_default.", "test_in_range.",
            "test_out_of_range.", "test_indeterminate.", "test_placeholder_shown.",
        ],
        "languages and directions: ranges, tags that are ill-formed, code points without a character": [
            "test_lang.", "test_dir.test_auto_unassigned",
        ],
        ":has() with a combinator in it": ["test_has.test_strict_has"],
    ]

    @Test(.enabled(if: ConformanceSuite.has(soupsieve), "\(ConformanceSuite.note(soupsieve))"))
    func soupsieveConformanceTests() throws {
        let lines = try ConformanceSuite.bytes(SelectorTableTests.soupsieve).split(separator: 0x0A)
        let known = SelectorTableTests.differences.values.flatMap { $0 }
        var compared = 0
        for line in lines {
            let one = try JSONDecoder().decode(SoupCase.self, from: Data(line))
            if known.contains(where: one.id.hasPrefix) { continue }
            compared += 1
            let document = try Document.html(one.html.utf8)
            let list = try? SelectorList(one.selector)
            let matches = list.map {
                Matcher(document).select($0, from: document.node, includingScope: false).map { name($0.node) }
            }
            #expect(matches?.sorted() == one.ids?.sorted(), "\(one.id): \(one.selector)")
        }
        #expect(compared > 250)
    }
}

import Foundation
import TestSupport
import Testing

@testable import DOM

/// Tree construction against tables of our own, which every clone has, and against the suite of html5lib.
@Suite struct TreeTableTests {
    @Test(arguments: TreeTable.sections) func trees(_ section: TreeTable.Section) throws {
        for row in section.rows {
            let document = try TreeReader.document(row.page.utf8)
            #expect(
                OutlineLine.text(of: TreeReader.dump(document)) == row.tree,
                "\(row.page.debugDescription)"
            )
            #expect(TreeCheck.problem(in: document, isFresh: true) == nil, "\(row.page.debugDescription)")
        }
    }

    /// A page yields the same tree if it is padded, so that its tokens are elsewhere in the tokenizer's blocks.
    @Test(arguments: [1, 7, 15, 16, 17, 31, 63]) func treesDoNotDependOnOffsets(_ padding: Int) throws {
        let comment = "<!--" + String(repeating: "x", count: padding) + "-->"
        for row in TreeTable.sections.flatMap(\.rows) where !row.tree.hasPrefix("<!DOCTYPE") {
            let document = try TreeReader.document((comment + row.page).utf8)
            #expect(
                OutlineLine.text(of: TreeReader.dump(document)) == "\(comment) \(row.tree)",
                "\(row.page.debugDescription)"
            )
        }
    }

    private static let html5lib = "html5lib/tree-construction"

    /// Pages whose trees the standard has since changed: `select` can contain any element now.
    private static let changed: Set = [
        "<!DOCTYPE html><select><menuitem></select>", "<select><b><option><select><option></b></select>X",
        "<select><b><option><select><option></b></select>",
        "<!DOCTYPE html><body><select><svg></svg></select>",
        "<!DOCTYPE html><body><select><option><svg></svg></option></select>",
        "<!DOCTYPE html><body><table><tr><td><select><svg><g>foo</g><g>bar</g><p>baz</table><p>quux",
        "<!DOCTYPE html><body><table><select><svg><g>foo</g><g>bar</g><p>baz</table><p>quux",
        "<!doctype html><select><plaintext></plaintext>X",
        "<!doctype html><table><select><plaintext>a<caption>b", "<select><keygen>",
        "<!DOCTYPE html><body><select><math></math></select>",
        "<!DOCTYPE html><body><select><option><math></math></option></select>",
        "<!DOCTYPE html><body><table><tr><td><select><math><mi>foo</mi><mi>bar</mi><p>baz</table><p>quux",
        "<!DOCTYPE html><body><table><select><math><mi>foo</mi><mi>bar</mi><p>baz</table><p>quux",
    ]

    /// Fragments whose trees the standard has since changed: HTML elements end foreign content there too.
    private static let changedFragments: Set = [
        "<nobr>X", "<font color></font>X", "<div></div>", "<div><h1>X</h1></div>",
    ]

    @Test(
        .enabled(if: ConformanceSuite.has(html5lib), "\(ConformanceSuite.note(html5lib))"),
        arguments: ConformanceSuite.names(html5lib, ending: ".dat")
    )
    func html5libConformanceTests(_ file: String) throws {
        let cases = TreeConstructionFile.cases(
            try ConformanceSuite.bytes("\(TreeTableTests.html5lib)/\(file)")
        )
        #expect(!cases.isEmpty)
        for one in cases where one.context?.name != "select" {
            let page = String(decoding: one.data, as: UTF8.self)
            if TreeTableTests.changed.contains(page) { continue }
            if one.context != nil, TreeTableTests.changedFragments.contains(page) { continue }
            for scripting in one.scripting {
                let document = try TreeReader.document(one.data, in: one.context, scripting: scripting)
                let dump = TreeReader.dump(document, isFragment: one.context != nil)
                #expect(dump == String(decoding: one.document, as: UTF8.self), "\(file): \(page)")
            }
        }
    }
}

/// Writes a tree in the format of the html5lib tests on one line.
private struct OutlineLine {
    private var items: [(depth: Int, text: String)] = []
    private var next = 0

    static func text(of dump: String) -> String {
        var outline = OutlineLine()
        for line in dump.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            if line.hasPrefix("| ") {
                let spaces = line.dropFirst(2).prefix { $0 == " " }.count
                outline.items.append((spaces / 2, String(line.dropFirst(2 + spaces))))
            } else if !outline.items.isEmpty {
                // A text with a line feed.
                outline.items[outline.items.count - 1].text += "\n" + line
            }
        }
        return outline.children(0).joined(separator: " ")
    }

    private mutating func children(_ depth: Int) -> [String] {
        var texts: [String] = []
        while next < items.count, items[next].depth == depth {
            let text = items[next].text
            next += 1
            if text == "content" {
                texts += children(depth + 1)
            } else if text.hasPrefix("<!--") {
                texts.append("<!--\(text.dropFirst(5).dropLast(4))-->")
            } else if text.hasPrefix("<!") {
                texts.append(text)
            } else if text.hasPrefix("\"") {
                texts.append("'\(text.dropFirst().dropLast())'")
            } else {
                texts.append(element(text.dropFirst().dropLast(), depth))
            }
        }
        return texts
    }

    private mutating func element(_ name: Substring, _ depth: Int) -> String {
        var text = String(name).replacingFirst(" ", with: ":")
        while next < items.count, items[next].depth == depth + 1, isAttribute(items[next].text) {
            // A name may contain an equals sign.
            let parts = items[next].text.components(separatedBy: "=\"")
            let name = parts[0].replacingFirst(" ", with: ":")
            let value = parts.dropFirst().joined(separator: "=\"").dropLast()
            text += value.isEmpty ? "[\(name)]" : "[\(name)=\(value)]"
            next += 1
        }
        let inner = children(depth + 1)
        return inner.isEmpty ? text : "\(text)(\(inner.joined(separator: " ")))"
    }

    private func isAttribute(_ text: String) -> Bool {
        !text.hasPrefix("<") && !text.hasPrefix("\"") && text != "content"
    }
}

extension String {
    fileprivate func replacingFirst(_ character: Character, with other: Character) -> String {
        guard let index = firstIndex(of: character) else { return self }
        return "\(self[..<index])\(other)\(self[self.index(after: index)...])"
    }
}

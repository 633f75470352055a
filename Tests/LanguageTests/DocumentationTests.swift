import Foundation
import RulesTestSupport
import Testing

/// Every example in the language's reference runs unchanged.
@Suite struct DocumentationTests {
    struct Example: CustomTestStringConvertible, Sendable {
        /// The last line of the text before it.
        let introduction: String
        let rules: String
        let page: String
        let records: String
        var testDescription: String { rules }
    }

    /// The examples of the reference: a block of `jsonc`, the page, a block of `jsonl`.
    static let examples: [Example] = {
        let path = URL(filePath: "\(#filePath)").deletingLastPathComponent()
            .appending(path: "../../Sources/Scraping/Scraping.docc/RulesLanguage.md")
        guard let text = try? String(contentsOf: path, encoding: .utf8) else { return [] }
        var blocks: [(language: String, introduction: String, text: String)] = []
        var open: (language: String, lines: [Substring])?
        var last = ""
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                if let block = open {
                    blocks.append((block.language, last, block.lines.joined(separator: "\n") + "\n"))
                    last = String(line)
                }
                open = open == nil ? (String(line.dropFirst(3)), []) : nil
            } else if open != nil {
                open?.lines.append(line)
            } else if !line.isEmpty {
                last = String(line)
            }
        }
        return blocks.indices.filter { blocks[$0].language == "jsonc" && $0 + 2 < blocks.count }.map {
            Example(
                introduction: blocks[$0].introduction,
                rules: blocks[$0].text,
                page: blocks[$0 + 1].text,
                records: blocks[$0 + 2].text
            )
        }
    }()

    @Test func thereAreExamples() { #expect(DocumentationTests.examples.count >= 8) }

    @Test func eachHasASentenceBeforeIt() {
        let others = DocumentationTests.examples.filter { example in
            ["```", "#", "|"].contains(where: example.introduction.hasPrefix)
        }
        #expect(others.map(\.rules) == [])
    }

    @Test(arguments: examples) func examplesRun(_ example: Example) throws {
        let outcome = try scrape(example.rules, example.page, clock: "2018-06-20T12:00:00Z")
        #expect(outcome.messages == [])
        #expect(outcome.lines.joined(separator: "\n") + "\n" == example.records)
    }

    /// Files are named from the package's folder, from `Sources`, or from a room.
    @Test func filesOfTheSourcesExist() throws {
        let root = URL(filePath: "\(#filePath)").deletingLastPathComponent().appending(path: "../..")
        let sources = root.appending(path: "Sources")
        let rooms = try FileManager.default.contentsOfDirectory(at: sources, includingPropertiesForKeys: nil)
        let guide = sources.appending(path: "Scraping/Scraping.docc/Maintaining.md")
        let names = try String(contentsOf: guide, encoding: .utf8).matches(
            of: #/`([\w/+-]+\.swift)`/#
        )
        .map { String($0.1) }
        #expect(names.count > 20)
        for name in names {
            let isThere = ([root, sources] + rooms).contains {
                FileManager.default.fileExists(atPath: $0.appending(path: name).path)
            }
            #expect(isThere, "\(name)")
        }
    }
}

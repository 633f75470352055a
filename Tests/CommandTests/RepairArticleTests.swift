import Foundation
import Testing

/// The article on repairing rules: its files, its commands, and their output.
@Suite struct RepairArticleTests {
    private struct Block {
        let kind: String
        let text: String
    }

    private static let article = Command.checkout.appending(
        path: "Sources/Drafting/Drafting.docc/Repairing.md"
    )

    private static func blocks() throws -> [Block] {
        var blocks: [Block] = []
        for (index, part) in try String(contentsOf: article, encoding: .utf8).components(separatedBy: "```")
            .enumerated()
        where index % 2 == 1 {
            let lines = part.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
            blocks.append(Block(kind: String(lines[0]), text: lines.count > 1 ? String(lines[1]) : ""))
        }
        return blocks
    }

    @Test func theCommandsPrintWhatTheArticleSays() throws {
        let blocks = try RepairArticleTests.blocks()
        let pages = blocks.filter { $0.kind == "html" }.map(\.text)
        let rules = try #require(blocks.first { $0.kind == "jsonc" }).text
        try #require(pages.count == 2)
        let files = [
            "Rules/plants.json": rules, "Corpus/plants/list/page.html": pages[0], "today.html": pages[1],
            "Corpus/plants/list/case.json": #"{"url": "https://plants.example/list"}"#,
        ]
        var compared = 0
        try withFolder(files) { folder in
            #expect(try Command(["test", "--update", "plants"], in: folder).status == 0)
            for (block, next) in zip(blocks, blocks.dropFirst())
            where block.kind == "sh" && next.kind == "text" {
                var output = ""
                for line in block.text.split(separator: "\n") {
                    let isShown = !line.hasSuffix(" > /dev/null")
                    let words = line.replacing(" > /dev/null", with: "").split(separator: " ").map(
                        String.init
                    )
                    try #require(words.first == "scrape")
                    let command = try Command(Array(words.dropFirst()), in: folder)
                    // The report is on the other stream.
                    if isShown { output += command.errors.isEmpty ? command.output : command.errors }
                }
                #expect(output == next.text)
                compared += 1
            }
        }
        #expect(compared == 3)
    }
}

import Foundation
import Testing

/// `scrape text`, as a user types it, and the output of `scrape explain` for main content.
@Suite struct TextCommandTests {
    static let sentence =
        "The ferry left the harbour at noon, and nobody on the pier could say when, or whether, it would be back."

    static let files = [
        "page.html": """
        <!doctype html><meta charset=utf-8><title>The last ferry</title>
        <nav><a href=/a>News</a> <a href=/b>Weather</a></nav>
        <main><article><h1>The last ferry</h1><p>\(sentence) One.</p><p>\(sentence) Two.</p>
        <p>\(sentence) Three.</p></article></main>
        <section class=comments><h3>Comments</h3><p>FIRST, I say, and \(sentence)</p></section>
        <footer><p>Copyright 2020 The Company. All rights reserved.</p></footer>
        """,
        "empty.html": "<!doctype html><meta charset=utf-8><nav><a href=/a>News</a></nav>",
        "Rules/site.json": """
        { "prepare": [{ "main-content": {} }],
          "records": { "A": { "fields": { "text": { "select": ":main-content", "type": "text" } } } } }
        """,
    ]

    private func run(_ arguments: [String], input: String = "") throws -> Command {
        var command: Command?
        try withFolder(TextCommandTests.files) { folder in
            command = try Command(arguments, in: folder, input: Data(input.utf8))
        }
        return try #require(command)
    }

    @Test func aLineIsAParagraph() throws {
        let command = try run(["text", "page.html"])
        #expect(command.status == 0 && command.errors == "")
        let lines = command.output.split(separator: "\n")
        for end in ["One.", "Two.", "Three."] { #expect(lines.contains { $0.hasSuffix(end) }) }
        for word in ["News", "FIRST", "Copyright"] { #expect(!command.output.contains(word)) }
        #expect(try run(["text"], input: TextCommandTests.files["page.html"] ?? "").output == command.output)
    }

    @Test(arguments: [("--with", true), ("--without", false)])
    func partsAreInOrOutByOption(_ option: String, _ isIn: Bool) throws {
        let command = try run(["text", option, "comments", "page.html"])
        #expect(command.output.contains("FIRST") == isIn)
        #expect(try run(["text", option, "comment", "page.html"]).status == 2)
    }

    @Test func theFormats() throws {
        let html = try run(["text", "--format", "html", "page.html"])
        #expect(html.output.contains("Two.</p>") && !html.output.contains("FIRST"))
        let json = try run(["text", "--format", "json", "page.html", "empty.html"])
        #expect(json.output.split(separator: "\n").count == 2)
        #expect(json.output.hasPrefix(#"{"page":"page.html","text":""#))
        #expect(json.output.hasSuffix(#"{"page":"empty.html","text":""}"# + "\n"))
        #expect(json.status == 1)
        let blocks = try run(["text", "--format", "blocks", "page.html"])
        #expect(blocks.output.contains(#""content":true"#) && blocks.output.contains(#""content":false"#))
        #expect(try run(["text", "--format", "blok", "page.html"]).status == 2)
    }

    @Test func aPageWithoutContentIsReportedAndTheOthersAreRead() throws {
        let command = try run(["text", "empty.html", "page.html"])
        #expect(command.status == 1)
        #expect(command.errors.contains("empty.html") && command.errors.contains("no text"))
        #expect(command.output.contains("Three."))
        #expect(try run(["text", "missing.html", "page.html"]).status == 3)
    }

    /// The paragraph before is as far from the words that name a container in each spelling: in one, with a hyphen,
    /// with a capital.
    @Test(arguments: ["article-body", "articleBody", "articlebody", "article_body"])
    func aNamedContainerIsKnownHoweverItIsWritten(_ name: String) throws {
        let page = """
            <!doctype html><meta charset=utf-8><div><p>\(TextCommandTests.sentence)</p></div>
            <div class='\(name)'><p>\(TextCommandTests.sentence) In.</p><p>\(TextCommandTests.sentence)</p></div>
            """
        let output = try run(["text", "--format", "blocks"], input: page).output
        let lines = output.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines.map { $0.contains(#""inside.7":"#) } == [false, true, true])
        #expect(lines.map { $0.contains(#""inside.6":"#) } == [true, false, false])
    }

    @Test func explainSaysWhyAnElementIsTheContent() throws {
        let command = try run(["explain", "--rules", "site", "page.html"])
        #expect(command.output.contains("main-content: 1 element"))
        #expect(command.output.contains("article: the smallest element with all content: "))
        let content = command.output.split(separator: "\n").filter { $0.contains(": content, score +") }
        let others = command.output.split(separator: "\n").filter { $0.contains(": not content, score -") }
        #expect((3...5).contains(content.count) && (2...5).contains(others.count))
        let json = try run(["explain", "--rules", "site", "--json", "page.html"])
        #expect(json.output.contains(#""reasons""#))
    }
}

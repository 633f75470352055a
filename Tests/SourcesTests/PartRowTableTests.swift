import DOM
import Foundation
import Language
import Records
import TestSupport
import Testing

@testable import Sources

/// The tables of `Tests/Tables/SourcesParts`:
///
/// - `@neighbours TABLES`: the input is a page whose blocks of text are content if they begin with `+`; a block's score is
///   -1, or -3 and -5 if `~` and `-` follow or are at its beginning. The result is the blocks that are content by
///   their neighbours too. `TABLES` is whether tables are content, or `unset`.
/// - `@judged PARTS`: the input is a page; the result is its blocks with their scores, and whether they are content by
///   their weights, neighbours, or the options, such as `comments=true`.
/// - `@headings TEXTS`: the input is a text; the result is the known heading of these that it is, or resembles. With
///   `@loose`, their spelling is loose.
/// - `@label on`: the input is a text; the result is the parts of it that may be labels, and the value after a label.
/// - `@page-address ADDRESS`: the input is a page with this address, or `-`; the result is the addresses it declares.
/// - `@problem on`: the input is a file; the result is the reason why it cannot be a page, and its probable source.
/// - `@missing TEXTS`: the input is the headers of a table, or with `@labels` the labels of an element, with `|` between
///   them, or `-` for no table; the result is the message that none of them is one of the texts.
/// - `@asked on`: the input is the data of a request in JSON; the result is its trees.
@Suite struct PartRowTableTests {
    @Test(arguments: RowTable.names("SourcesParts"))
    func rows(_ name: String) throws {
        #expect(try RowTable.differences("SourcesParts", name, PartRowTableTests.result) == [])
    }

    private static func result(_ settings: RowTable.Settings, _ input: String) throws -> String {
        if let tables = settings["neighbours"] { return try neighbours(input, tables: tables) }
        if let parts = settings["judged"] { return try judged(input, parts) }
        if let texts = settings["headings"] {
            return heading(input, texts, isLoose: settings["loose"] != nil)
        }
        if settings["label"] != nil { return label(input) }
        if let url = settings["page-address"] { return try address(input, url == "-" ? nil : url) }
        if settings["problem"] != nil { return problem(input) }
        if let texts = settings["missing"] {
            return missing(input, texts, isLabel: settings["labels"] != nil)
        }
        return asked(input)
    }

    // MARK: - Main content

    private static func neighbours(_ input: String, tables: String) throws -> String {
        let document = try Document.html(input.utf8)
        let root = try #require(document.rootElement)
        let page = TextBlocks(root, document)
        let texts = page.blocks.map { String(decoding: page.text[$0.range], as: UTF8.self) }
        let counts = page.text.withUnsafeBufferPointer { text in
            page.blocks.map { TextCounts(UnsafeBufferPointer(rebasing: text[$0.range])) }
        }
        let found = ContentNeighbours(
            texts.map { $0.hasPrefix("+") },
            texts.map { text in
                let mark = text.drop { $0 == "+" }.first
                return mark == "~" ? -3 : mark == "-" ? -5 : -1
            },
            page,
            counts,
            tables: tables == "unset" ? nil : tables == "true"
        )
        return zip(texts, found.kept).map { "\($0.prefix(6))\($1 ? " content" : "")" }.joined(separator: "; ")
    }

    private static func judged(_ input: String, _ parts: String) throws -> String {
        var options: [MainContentFinder.Part: Bool] = [:]
        for option in parts.split(separator: " ") {
            let sides = option.split(separator: "=")
            if let part = MainContentFinder.Part(rawValue: String(sides[0])) {
                options[part] = sides.last == "true"
            }
        }
        let finder = MainContentFinder(try Document.html(input.utf8), parts: options)
        let blocks = finder.blocks.map { block in
            let basis = block.isByOption ? " by option" : block.isByNeighbours ? " by neighbours" : ""
            let score = (block.score * 100).rounded() / 100 + 0
            return "\(block.text.prefix(8)) \(score)\(block.isContent ? " content" : "")\(basis)"
        }
        let content = finder.content.map { content in
            "\(content.element.name.string) without \(content.leftOut.map { $0.isText ? "text" : $0.name.string }.sorted())"
        }
        return (blocks + [content ?? "no content"]).joined(separator: "; ")
    }

    // MARK: - Texts

    private static func heading(_ input: String, _ texts: String, isLoose: Bool) -> String {
        let known = KnownHeadings(texts.components(separatedBy: "|"), isLoose: isLoose)
        let facts = [
            known.heading(input).map { "heading \($0.prefix(12))" },
            known.resembles(input) ? "resembles" : nil,
            known.resembles(beforeText: input) ? "resembles before text" : nil,
            known.suggestion(for: input).map { "suggests \($0.prefix(12))" },
            Emphasis.canBeName(input) ? "name" : nil,
            input.withoutInvisible == input ? nil : "visible \(input.withoutInvisible)",
            known.sameKeys.map { "same \($0) and \($1)" },
        ]
        return facts.compactMap(\.self).joined(separator: ", ")
    }

    private static func label(_ input: String) -> String {
        func pair(_ name: String, _ split: (label: String, rest: String)?) -> String? {
            split.map { "\(name) <\($0.label)> <\($0.rest)>" }
        }
        let facts = [
            "key <\(LabelText.key(input))>",
            "value <\(LabelText.value(input, hasColon: true))> <\(LabelText.value(input, hasColon: false))>",
            LabelText.isMarked(input) ? "marked" : nil,
            LabelText.beginsWithDash(input) ? "dash" : nil,
            LabelText.beginsWithMark(input) ? "mark" : nil,
            pair("split", LabelText.split(input[...])),
            pair("dashed", LabelText.splitAtDash(input[...])),
            "parts \(LabelText.parts(of: input[...]))",
        ]
        return facts.compactMap(\.self).joined(separator: ", ")
    }

    // MARK: - Pages

    private static func address(_ input: String, _ url: String?) throws -> String {
        let address = PageAddress(try Document.html(input.utf8))
        let bare = PageAddress(try Document.html(input.utf8), wantsOwn: false)
        return [
            "own \(address.own ?? "none")", "base \(address.base ?? "none")",
            "links \(address.baseURL(given: url) ?? "none")", "without own \(bare.own ?? "none")",
        ]
        .joined(separator: ", ")
    }

    private static func problem(_ input: String) -> String {
        let bytes = Array(input.utf8)
        let page = Page(name: "page.html", bytes: bytes)
        let problem = PageProblem(bytes).map {
            [$0.message, $0.help].compactMap(\.self).joined(separator: "; ")
        }
        return "\(problem ?? "a page"), \(PageReader.probableSource(of: page))"
    }

    private static func missing(_ input: String, _ texts: String, isLabel: Bool) -> String {
        let headers = input == "-" ? nil : input.split(separator: "|").map(String.init)
        let wanted = texts.components(separatedBy: "|")
        let missing = MissingColumn(wanted: wanted, headers: headers, isLabel: isLabel)
        return [missing.message, missing.suggestion.map { "did you mean \($0)?" }].compactMap(\.self)
            .joined(separator: ", ")
    }

    private static func asked(_ input: String) -> String {
        let data = JSON.read(Array(input.utf8), dialect: .relaxed).json?.value ?? .null
        var page = AskedPage(url: data["url"]?.text ?? "", values: data["values"]?.object ?? [])
        page.status = data["status"]?.number?.integer
        page.headers = (data["headers"]?.object ?? []).map { ($0.name, $0.value.text) }
        let texts = [page.xml(.request), page.xml(.response)].map { String(decoding: $0, as: UTF8.self) }
        return texts.joined(separator: " | ")
    }
}

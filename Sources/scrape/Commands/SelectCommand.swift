import DOM
import Encoding
import Engine
import Platform
import Records
import Selectors

/// `scrape select`: prints the matches of selectors.
struct SelectCommand: RulesCommand {
    /// How matches are printed.
    private enum Format: String, CaseIterable {
        case text
        case json
    }

    private var selectors: [String] = []
    private var pages: [String] = []
    private var format = Format.text
    private var isCount = false
    private var isBatch = false
    private var source: String?
    private var encoding: Encoding?
    private var rules: String?
    private var url: String?
    private(set) var reading = ReadingOptions()
    private(set) var plugins = PluginSettings()
    private(set) var fetching = FetchSettings()

    static let help = CommandHelp(
        name: "select",
        about: "print what a selector matches",
        usage: [
            "scrape select SELECTOR [options] [PAGE...]",
            "scrape select --select SELECTOR... [options] [PAGE...]",
            "scrape select --batch",
        ],
        description: """
            Prints what selectors match: the outer HTML of elements, or what ::text, ::attr(name) and other
            pseudo-elements extract. With --rules, they are matched after the rules' preparations, as those of fields are.

            PAGE is a file or an address; - or no PAGE is standard input.
            """,
        operands: .files(or: nil),
        exits: [
            .success: "something matches", .page: "nothing matches",
            .usage: "the command line, a selector or a rules file is wrong", .input: "a page cannot be read",
        ],
        examples: [
            "scrape select 'h1::text' page.html",
            "curl -s https://example.org/ | scrape select 'a::attr(href)'",
            "scrape select --count 'item > price' answer.json",
            "scrape select --rules alchemy 'section > line' page.html",
        ]
    )

    static var options: [Option<SelectCommand>] {
        [
            .list(
                "--select",
                short: "-s",
                .text("SELECTOR"),
                "Match SELECTOR; all operands are pages.",
                details: "Can be given several times."
            ) { $0.selectors.append($1) },
            .value(
                "--format",
                short: "-f",
                OptionValue<Format>.choice("FORMAT"),
                "Print matches in FORMAT: text or json.",
                details: """
                    text, the default, prints what each match yields: its outer HTML unless the selector has a
                    pseudo-element. json adds the index among the page's elements, line, column, byte, path and text.
                    """
            ) { $0.format = $1 },
            .flag("--count", short: "-c", "Print only the number of matches.") { $0.isCount = true },
            .preparations(\.rules), .url(\.url, details: "Needs --rules."),
            .source(\.source), .encoding(\.encoding),
            .flag(
                "--batch",
                "Answer questions from standard input, one JSON object on each line.",
                details: """
                    A question is {"html": ..., "selector": ...} or {"file": ..., "selector": ...}, with "context" for
                    the index of the element to select from, "texts": true for the texts of the matches, and "source"
                    for a file that is not HTML. The answer is {"indexes": [...], "n": NUMBER OF ELEMENTS}, with
                    "values" and "texts", and with "warnings" about the page, or {"error": ...}.
                    """
            ) { $0.isBatch = true },
        ] + ReadingOptions.options.setting(\.reading) + PluginSettings.options.setting(\.plugins)
            + FetchSettings.options.setting(\.fetching)
    }

    mutating func accept(_ operands: [String]) throws(Diagnostic) {
        try PageTrees.check(rules: rules, url: url, source: source)
        if isBatch {
            if rules != nil { throw Diagnostic(.rules, "--batch cannot be combined with --rules") }
            guard operands.isEmpty, selectors.isEmpty else {
                throw Diagnostic(.rules, "--batch reads its selectors and pages from standard input")
            }
            return
        }
        var operands = operands
        if selectors.isEmpty, !operands.isEmpty { selectors = [operands.removeFirst()] }
        guard !selectors.isEmpty else {
            throw Diagnostic(.rules, "no selector is given", help: "write scrape select 'h1' page.html")
        }
        pages = operands.isEmpty ? ["-"] : operands
        if rules != nil { try Operands.check(url: url, pages: pages.count) }
    }

    func run(using registry: Registry) throws(Diagnostic) -> ExitStatus {
        if isBatch { return SelectBatch(encoding: encoding, reading: reading).run() }
        var lists: [SelectorList] = []
        // Namespace prefixes are resolved in XML.
        let sources = pages.map { source ?? PageReader.source(ofFile: $0) }
        let prefixes: NamespacePrefixes = sources.contains("xml") || rules != nil ? .page : .undeclared
        for text in selectors { lists.append(try SelectorArgument.parse(text, prefixes: prefixes)) }

        var trees: PageTrees
        do throws(Diagnostics) {
            trees = try PageTrees(rules: rules, registry, encoding: encoding, reading, fetching)
        } catch {
            return Console.fail(error)
        }
        trees.url = url
        trees.source = source
        var status = ExitStatus.success
        var count = 0
        let output = StandardOutput()
        var objects: [Value] = []
        for name in pages {
            let select: (Document) -> Void = { document in
                let found = Selection(lists, in: document)
                // Conditions may have failed only for lack of time.
                if Deadline.isPast { return }
                count += found.matches.count
                if isCount {
                    output.write("\(found.matches.count)\n")
                } else if format == .json {
                    objects += found.objects(page: pages.count > 1 ? name : nil)
                } else {
                    found.write(to: output)
                }
            }
            trees.read(name, &status, select)
        }
        if format == .json, !isCount {
            output.write(JSONWriter.pretty(.list(objects)) + "\n")
        }
        output.flush()
        return max(status, output.status, count == 0 ? .page : .success)
    }
}

/// A selector on the command line.
enum SelectorArgument {
    static func parse(_ text: String, prefixes: NamespacePrefixes) throws(Diagnostic) -> SelectorList {
        do throws(SelectorError) {
            return try SelectorList(text, prefixes: prefixes)
        } catch {
            let source = SourceText(name: "selector", bytes: Array(text.utf8))
            throw Diagnostic(
                .rules,
                error.message,
                at: source.location(of: error.offset..<error.offset + error.length),
                help: error.suggestion.map { "did you mean \"\($0)\"?" }
            )
        }
    }
}

/// The matches of selectors in a tree.
struct Selection {
    let document: Document
    let matches: [Match]

    /// Selects from the whole document, one selector after the other.
    init(_ lists: [SelectorList], in document: Document) {
        self.init(lists, in: document, from: document.node)
    }

    init(_ lists: [SelectorList], in document: Document, from scope: NodeRef) {
        let matcher = Matcher(document)
        self.document = document
        matches = lists.flatMap { matcher.select($0, from: scope, includingScope: false) }
    }

    /// The values that a match's pseudo-element extracts.
    func values(of match: Match, default extractor: Extractor) -> [[UInt8]] {
        document.values(of: match.node, extracting: match.extractor ?? extractor)
    }

    /// Writes what each match yields on a line of its own: its outer HTML, unless the selector has a pseudo-element.
    func write(to output: StandardOutput) {
        for match in matches where !Deadline.isProbablyPast {
            for value in values(of: match, default: .html) { output.write(value + [0x0A]) }
        }
    }

    /// The matches as objects: their places and contents.
    func objects(page: String?) -> [Value] {
        let index = ElementIndex(document)
        var paths = ElementPaths()
        var objects: [Value] = []
        for match in matches {
            if Deadline.isProbablyPast { break }
            var members: [Value.Member] = []
            if let page { members.append(Value.Member("page", .string(page))) }
            if let place = index[match.node] { members.append(Value.Member("index", .number(Number(place)))) }
            let element = Element(match.node, in: document)
            members.append(Value.Member("line", .number(Number(element.line))))
            if let column = element.column { members.append(Value.Member("column", .number(Number(column)))) }
            if let offset = element.offset { members.append(Value.Member("offset", .number(Number(offset)))) }
            members.append(Value.Member("path", .string(paths.path(of: match.node))))
            members.append(Value.Member("text", Selection.string(document.text(of: match.node))))
            if match.extractor != nil {
                let values = values(of: match, default: .text).map(Selection.string)
                members.append(Value.Member("values", .list(values)))
            }
            objects.append(.object(members))
        }
        return objects
    }

    static func string(_ utf8: [UInt8]) -> Value { .string(String(decoding: utf8, as: UTF8.self)) }
}

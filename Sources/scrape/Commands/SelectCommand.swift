import DOM
import Glibc
import Records
import Scraping
import Selectors

/// `scrape select SELECTOR PAGE…`: what selectors match.
struct SelectCommand {
    let options: SelectOptions

    func run() throws(Diagnostic) -> ExitStatus {
        if options.isBatch { return SelectBatch(encoding: options.encoding, reading: options.reading).run() }
        var lists: [SelectorList] = []
        // Prefixes mean something where pages have namespaces.
        let sources = options.pages.map { options.source ?? PageReader.source(ofFile: $0) }
        let prefixes: NamespacePrefixes = sources.contains("xml") ? .page : .undeclared
        for text in options.selectors { lists.append(try SelectorArgument.parse(text, prefixes: prefixes)) }

        var status = ExitStatus.success
        var count = 0
        let output = StandardOutput()
        var objects: [Value] = []
        for name in options.pages {
            guard
                let document = PageFile.tree(
                    name,
                    source: options.source,
                    encoding: options.encoding,
                    reading: options.reading,
                    &status
                )
            else { continue }
            let found = Selection(lists, in: document)
            count += found.matches.count
            if options.isCount {
                output.write("\(found.matches.count)\n")
            } else if options.format == .json {
                objects += found.objects(page: options.pages.count > 1 ? name : nil)
            } else {
                for match in found.matches {
                    for value in found.values(of: match, takenByDefault: .html) {
                        output.write(value + [0x0A])
                    }
                }
            }
        }
        if options.format == .json, !options.isCount {
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

/// What selectors match in a tree.
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

    /// What a match gives: what its selector takes.
    func values(of match: Match, takenByDefault take: Take) -> [[UInt8]] {
        document.values(of: match.node, taking: match.take ?? take)
    }

    /// The matches as objects: where they stand and what they hold.
    func objects(page: String?) -> [Value] {
        let index = ElementIndex(document)
        return matches.map { match in
            var members: [Value.Member] = []
            if let page { members.append(Value.Member("page", .string(page))) }
            if let place = index[match.node] { members.append(Value.Member("index", .number(Number(place)))) }
            let element = Element(match.node, in: document)
            members.append(Value.Member("line", .number(Number(element.line))))
            if let column = element.column { members.append(Value.Member("column", .number(Number(column)))) }
            if let offset = element.offset { members.append(Value.Member("offset", .number(Number(offset)))) }
            members.append(Value.Member("path", .string(document.path(of: match.node))))
            members.append(Value.Member("text", Selection.string(document.text(of: match.node))))
            if match.take != nil {
                let values = values(of: match, takenByDefault: .text).map(Selection.string)
                members.append(Value.Member("values", .list(values)))
            }
            return .object(members)
        }
    }

    static func string(_ utf8: [UInt8]) -> Value { .string(String(decoding: utf8, as: UTF8.self)) }
}

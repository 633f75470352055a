package import Basics
package import DOM
import Encoding
package import Language
import Records
import Values

extension Source {
    /// The sources that every rules file can use.
    package static let builtIn: [Source] = [
        .html, .htmlFragment, .xml, .json, .csv, .text, .linkedData, .inlineData,
    ]

    /// An HTML page.
    package static let html = Source(name: "html", about: "a page of HTML", format: .html, readsHTML: true) {
        _ in
        .html
    }

    /// A part of a page, read as the content of a body.
    package static let htmlFragment = Source(
        name: "html-fragment",
        about: "HTML as it appears in a body",
        format: .htmlFragment,
        readsHTML: true
    ) { _ in .htmlFragment }

    /// XML: feeds, sitemaps.
    package static let xml = Source(
        name: "xml",
        about: "XML: feeds, sitemaps",
        format: .xml,
        container: .anywhere,
        accepts: XMLDetection.looksLikeXML
    ) { _ in .xml }

    /// Lines of text.
    package static let text = Source(
        name: "text",
        about: "lines of text",
        format: .plain,
        hasTables: false,
        container: .root("text")
    ) { _ in
        .data(root: "text", TextTree.build)
    }
}

extension TextFormat {
    /// The built-in source of the format, with its default options.
    private var source: Source {
        switch self {
        case .html: .html
        case .htmlFragment: .htmlFragment
        case .xml: .xml
        case .json: .json
        case .csv: .csv
        case .text: .text
        }
    }

    /// How a text of the format becomes a tree.
    package var function: SourceFunction {
        // No built-in source needs options.
        (try? source.make(Arguments())) ?? SourceFunction(.htmlFragment)
    }
}

/// A tree and the problems of the page that it was made from.
package struct SourceTree {
    package let document: Document
    package var problems: [SourceProblem] = []
}

// MARK: - Trees of texts

extension SourceFunction {
    /// Makes a document from a text.
    ///
    /// The text from a plugin's conversion is passed to the function of its format.
    package func document(
        of text: [UInt8],
        html options: HTMLOptions,
        limits: Limits
    ) throws(ParseError) -> SourceTree {
        switch kind {
        case .html: return SourceTree(document: try Document.html(text, options: options, limits: limits))
        case .htmlFragment:
            return SourceTree(document: try Document.htmlFragment(text, options: options, limits: limits))
        case .xml:
            let (document, problems) = try Document.xml(text, limits: limits)
            return SourceTree(document: document, problems: problems.map(SourceProblem.init))
        case .linkedData:
            var builder = try TreeBuilder(root: "linked-data", limits: limits)
            let page = try Document.html(text, options: options, limits: limits)
            let problems = try LinkedDataTree.build(page.rootElement, of: page, &builder, limits)
            builder.document.truncation = page.truncation
            return SourceTree(document: builder.document, problems: problems)
        case .inlineData:
            var builder = try TreeBuilder(root: "inline-data", limits: limits)
            let page = try Document.html(text, options: options, limits: limits)
            let problems = try InlineDataTree.build(page.rootElement, of: page, &builder, limits)
            builder.document.truncation = page.truncation
            return SourceTree(document: builder.document, problems: problems)
        case .data(let root, let fill):
            var builder = try TreeBuilder(root: root, limits: limits)
            let problems = try SourceFunction.feed(text) { feed throws(ParseError) in
                try fill(feed, &builder, limits)
            }
            return SourceTree(document: builder.document, problems: problems)
        case .converted(_, let format):
            return try format.function.document(of: text, html: options, limits: limits)
        }
    }

    private static func feed<Result>(
        _ text: [UInt8],
        _ body: (TextFeed) throws(ParseError) -> Result
    ) throws(ParseError) -> Result {
        try text.withUnsafeBufferPointer { text throws(ParseError) in try body(TextFeed(whole: text)) }
    }

    /// Passes on the tree of a text in parts, as far as the text can be read.
    ///
    /// The caller finishes the series.
    ///
    /// - Returns: the problems of the text.
    package func read(
        _ feed: TextFeed,
        in series: TreeSeries,
        limits: Limits
    ) throws(ParseError) -> [SourceProblem] {
        switch kind {
        case .data(let root, let fill):
            var builder = try TreeBuilder(root: root, series: series, limits: limits)
            return try fill(feed, &builder, limits)
        case .xml:
            feed.refillAll()
            return try Document.xml(feed.bytes, limits: limits, series: series).problems.map(
                SourceProblem.init
            )
        case .html, .htmlFragment, .linkedData, .inlineData, .converted:
            // Rules with such a source have no plan for a series.
            throw .ended
        }
    }

    /// Parses a text into the tree: as the last child of an element, or, for an HTML fragment, as its last children.
    ///
    /// - Parameter origin: where the text is on the page, so that lines are the page's.
    /// - Returns: the problems of the text, on the page's lines.
    func insert(
        _ text: [UInt8],
        into element: NodeRef,
        origin: LineOrigin,
        _ context: PreparationContext
    ) throws(ParseError) -> [SourceProblem] {
        let (document, limits) = (context.document, context.limits)
        switch kind {
        case .html:
            try document.insertPage(text, in: element, origin: origin, options: context.html, limits: limits)
            return []
        case .htmlFragment:
            try document.insertHTML(text, in: element, origin: origin, options: context.html, limits: limits)
            return []
        case .xml:
            let problems = try document.insertXML(text, in: element, origin: origin, limits: limits)
            return problems.map(SourceProblem.init)
        case .linkedData:
            let page = try Document.html(text, options: context.html, limits: limits)
            return try document.insertData(root: "linked-data", in: element, origin: origin, limits: limits) {
                builder throws(ParseError) in
                try LinkedDataTree.build(page.rootElement, of: page, &builder, limits)
            }
            .map { $0.moved(by: origin) }
        case .inlineData:
            let page = try Document.html(text, options: context.html, limits: limits)
            return try document.insertData(root: "inline-data", in: element, origin: origin, limits: limits) {
                builder throws(ParseError) in
                try InlineDataTree.build(page.rootElement, of: page, &builder, limits)
            }
            .map { $0.moved(by: origin) }
        case .data(let root, let fill):
            let problems: [SourceProblem]
            do throws(ParseError) {
                problems = try document.insertData(
                    root: root,
                    in: element,
                    origin: origin,
                    limits: limits
                ) { builder throws(ParseError) in
                    try SourceFunction.feed(text) { feed throws(ParseError) in
                        try fill(feed, &builder, limits)
                    }
                }
            } catch {
                guard case .malformed(let line, let column, let reason) = error else { throw error }
                throw .malformed(line: origin.line(line), column: column, reason: reason)
            }
            return problems.map { $0.moved(by: origin) }
        case .converted(_, let format):
            return try format.function.insert(text, into: element, origin: origin, context)
        }
    }
}

extension SourceProblem {
    /// The problem, with the lines of the page that contains the text.
    fileprivate func moved(by origin: LineOrigin) -> SourceProblem {
        SourceProblem(
            line: origin.line(line),
            severity: severity,
            message: message,
            isOfLimit: isOfLimit
        )
    }

    /// A problem of XML: an error where the tree may not be the intended one.
    fileprivate init(_ problem: XMLProblem) {
        self.init(
            line: problem.line,
            column: problem.column,
            severity: problem.isUnambiguous ? .warning : .error,
            message: problem.message
        )
    }
}

// MARK: - Text and XML

/// Makes a tree from plain text: root `text`, and an element `line` with its `number` for every line.
enum TextTree {
    @Sendable
    static func build(
        _ feed: TextFeed,
        _ builder: inout TreeBuilder,
        _ limits: Limits
    ) throws(ParseError) -> [SourceProblem] {
        guard let line = builder.document.intern("line".utf8),
            let number = builder.document.intern("number".utf8)
        else { throw ParseError.outOfMemory }
        var count = 0
        var offset = 0
        while true {
            var end = offset
            while true {
                if let found = feed.bytes[end...].firstIndex(of: 0x0A) {
                    end = found
                    break
                }
                end = feed.bytes.count
                if feed.isComplete { break }
                end -= offset
                feed.refill(dropping: offset)
                offset = 0
            }
            // A line end at the end of the text begins no further line.
            if offset == feed.bytes.count { return [] }
            count += 1
            try builder.open(line, line: count)
            try builder.attribute(number, number: count)
            try builder.text(UnsafeBufferPointer(rebasing: feed.bytes[offset..<end]), line: count)
            builder.close()
            offset = min(end + 1, feed.bytes.count)
        }
    }
}

/// Line ends in the form that sources expect.
enum LineEnds {
    /// The text with every CR LF and CR replaced by LF; decoding has done this for a page, but not for a JSON string.
    static func unified(_ text: [UInt8]) -> [UInt8] {
        guard text.contains(0x0D) else { return text }
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var previous: UInt8 = 0
        for byte in text {
            if byte == 0x0D {
                result.append(0x0A)
            } else if byte != 0x0A || previous != 0x0D {
                result.append(byte)
            }
            previous = byte
        }
        return result
    }
}

/// Distinguishes XML from HTML by the beginning of a page.
enum XMLDetection {
    /// The number of bytes that are examined.
    private static let prefix = 4096

    /// The root elements that make a page XML without a declaration.
    private static let roots: Set<String> = [
        "rss", "feed", "rdf:RDF", "urlset", "sitemapindex", "opml", "channel", "soap:Envelope",
    ]

    /// Whether a page is XML: it begins with an XML declaration and is not an XHTML page, or its root element is
    /// one of feeds and sitemaps.
    @Sendable
    static func looksLikeXML(_ page: [UInt8]) -> Bool {
        // Every other byte of UTF-16 is zero as far as markup goes.
        let text = page.prefix(prefix).filter { $0 != 0 }
        var rest = text[...]
        let marks: [[UInt8]] = [[0xEF, 0xBB, 0xBF], [0xFF, 0xFE], [0xFE, 0xFF]]
        if let mark = marks.first(where: { rest.starts(with: $0) }) { rest = rest.dropFirst(mark.count) }
        rest = rest.drop(while: \.isWhiteSpace)
        let isDeclared =
            rest.starts(with: "<?xml".utf8)
            && rest.dropFirst(5).first.map { $0.isWhiteSpace || $0 == UInt8(ascii: "?") } == true
        guard let root = rootName(&rest) else { return isDeclared }
        return roots.contains(root) || isDeclared && root.lowercased() != "html"
    }

    /// The name of the first element, after declarations and comments; `nil` if it is too far from the beginning.
    private static func rootName(_ rest: inout ArraySlice<UInt8>) -> String? {
        while rest.first == UInt8(ascii: "<") {
            guard let next = rest.dropFirst().first else { return nil }
            if next != UInt8(ascii: "?"), next != UInt8(ascii: "!") {
                let name = rest.dropFirst().prefix {
                    !$0.isWhiteSpace && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/")
                }
                return String(decoding: name, as: UTF8.self)
            }
            let isComment = rest.starts(with: "<!--".utf8)
            var end = rest.firstIndex(of: UInt8(ascii: ">"))
            while isComment, let found = end, !rest[..<found].suffix(2).elementsEqual("--".utf8) {
                end = rest[(found + 1)...].firstIndex(of: UInt8(ascii: ">"))
            }
            guard let end else { return nil }
            rest = rest[(end + 1)...].drop(while: \.isWhiteSpace)
        }
        return nil
    }
}

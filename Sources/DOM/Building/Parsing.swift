import CLibXML2

extension Document {
    /// The tree of an HTML page.
    ///
    /// The tree of a page that reaches a limit ends there; ``limitReached`` is the limit.
    ///
    /// - Parameter utf8: valid UTF-8; NUL bytes and line ends of all kinds are handled by the HTML standard's rules.
    /// - Throws: ``ParseError`` if there is no tree.
    @specialized(where Bytes == [UInt8])
    package static func html<Bytes: Collection<UInt8>>(
        _ utf8: Bytes,
        options: HTMLOptions = HTMLOptions(),
        limits: Limits = Limits()
    ) throws(ParseError) -> Document {
        try read(.page, utf8, options, limits)
    }

    /// The tree of a page whose body contains the given fragment of HTML.
    ///
    /// - Throws: ``ParseError`` if the text exceeds `limits` or memory is exhausted.
    public static func htmlFragment(
        _ html: String,
        options: HTMLOptions = HTMLOptions(),
        limits: Limits = Limits()
    ) throws(ParseError) -> Document {
        try htmlFragment(html.utf8, options: options, limits: limits)
    }

    /// The tree of a page whose body contains the given fragment of HTML.
    ///
    /// - Parameter utf8: valid UTF-8; NUL bytes and line ends of all kinds are handled by the HTML standard's rules.
    package static func htmlFragment(
        _ utf8: some Collection<UInt8>,
        options: HTMLOptions = HTMLOptions(),
        limits: Limits = Limits()
    ) throws(ParseError) -> Document {
        try read(.body(isQuirky: false), utf8, options, limits)
    }

    /// The tree whose root contains a fragment, parsed as the content of the given element (HTML standard, 13.4).
    ///
    /// - Parameter utf8: valid UTF-8; NUL bytes and line ends of all kinds are handled by the HTML standard's rules.
    package static func htmlFragment(
        _ utf8: some Collection<UInt8>,
        in context: FragmentContext,
        options: HTMLOptions = HTMLOptions(),
        limits: Limits = Limits()
    ) throws(ParseError) -> Document {
        try read(.content(of: context), utf8, options, limits)
    }

    @inline(__always)
    static func read(
        _ input: HTMLInput,
        _ utf8: some Collection<UInt8>,
        _ options: HTMLOptions,
        _ limits: Limits
    ) throws(ParseError) -> Document {
        try Document(input, utf8, options, limits)
    }

    /// Reads HTML.
    @inline(__always)
    convenience init(
        _ input: HTMLInput,
        _ utf8: some Collection<UInt8>,
        _ options: HTMLOptions,
        _ limits: Limits
    ) throws(ParseError) {
        var arena = Arena()
        let names = NameTable()
        let result = withContiguousBytes(of: utf8) { bytes in
            Result { () throws(ParseError) in
                try input.read(bytes, in: &arena, names, options: options, limits: limits)
            }
        }
        self.init(adopting: try result.get(), arena: arena, names: names)
    }

    /// Creates the document of an HTML tree.
    private convenience init(adopting html: HTMLTree, arena: consuming Arena, names: NameTable) {
        self.init(
            adopting: html.tree,
            arena: arena,
            names: names,
            page: html.page,
            kind: .html,
            isQuirky: html.isQuirky
        )
        limitReached = html.limitReached
        isFlattened = html.isFlattened
        isScripting = html.isScripting
        hadBase = html.hasBase
        index = html.index
        truncation = html.truncation
        if let unfinished = html.unfinished, let lines = lineTable {
            truncation = Truncation(
                part: unfinished.part,
                line: lines.line(at: unfinished.offset),
                column: lines.column(at: unfinished.offset)
            )
        }
    }

    /// The tree of an XML page, with the errors that were repaired.
    ///
    /// - Parameter utf8: valid UTF-8 without NUL bytes, lines ended by LF.
    /// - Parameter series: receives the tree in parts; `nil` for a whole tree.
    /// - Throws: ``ParseError`` if there is no element at all, if the page exceeds `limits`, or if memory is exhausted.
    package static func xml(
        _ utf8: some Collection<UInt8>,
        limits: Limits = Limits(),
        series: TreeSeries? = nil
    ) throws(ParseError) -> (document: Document, problems: [XMLProblem]) {
        let document = try Document.empty(kind: .xml)
        series?.begin(document)
        return (document, try document.readXML(utf8, limits, series))
    }

    /// Reads XML into this document, which is empty.
    ///
    /// - Returns: the errors that were repaired.
    func readXML(
        _ utf8: some Collection<UInt8>,
        _ limits: Limits,
        _ series: TreeSeries? = nil
    ) throws(ParseError) -> [XMLProblem] {
        let result = withContiguousBytes(of: utf8) { bytes in
            Result { () throws(ParseError) in
                try XMLParser.parse(bytes, in: self, origin: .following(1), limits: limits, series: series)
            }
        }
        let (root, problems) = try result.get()
        if series == nil { node.append(root) }
        return problems
    }
}

/// The input of an HTML parser: a page or a fragment.
enum HTMLInput {
    case page
    /// The content of an element; it becomes the content of the tree's root.
    case content(of: FragmentContext)
    /// The content of a `body`; the tree is a page with that body.
    case body(isQuirky: Bool)

    /// Parses valid UTF-8, with NUL bytes and line ends of all kinds.
    ///
    /// - Parameters:
    ///   - arena: the arena in which nodes are allocated.
    ///   - names: the table in which their names are interned.
    /// - Throws: ``ParseError`` if there is no tree.
    func read(
        _ utf8: UnsafeBufferPointer<UInt8>,
        in arena: inout Arena,
        _ names: NameTable,
        options: HTMLOptions,
        limits: Limits
    ) throws(ParseError) -> HTMLTree {
        switch options.parser {
        case .standard:
            let html = try HTMLTreeParser.parse(
                utf8,
                in: context,
                &arena,
                names,
                options: options,
                limits: limits
            )
            if case .body = self { html.makePage(in: &arena, names) }
            return html
        case .libxml2:
            // It supports no context other than a body.
            let html =
                context == nil
                ? try LibXML2Parser.parse(utf8, in: &arena, names, limits: limits)
                : try LibXML2Parser.parseFragment(utf8, in: &arena, names, limits: limits)
            if !options.templates { LibXML2Parser.emptyTemplates(of: html.tree, names) }
            return html
        }
    }

    private var context: FragmentContext? {
        switch self {
        case .page: nil
        case .content(let context): context
        case .body(let isQuirky): FragmentContext(isQuirky: isQuirky)
        }
    }
}

extension HTMLTree {
    /// Puts the content of a fragment's root into a `body` after an empty `head`.
    fileprivate func makePage(in arena: inout Arena, _ names: NameTable) {
        guard let root = node.lastElementChild else { return }
        func make(_ name: StaticString) -> UnsafeMutablePointer<xmlNode> {
            let name = names.intern(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
            return arena.makeElement(name, in: tree, at: .none)
        }
        let head = make("head")
        let body = make("body")
        NodeRef(body).takeChildren(of: root)
        root.append(head)
        root.append(body)
    }
}

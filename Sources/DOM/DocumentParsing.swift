import CLibXML2

extension Document {
    /// The tree of an HTML page.
    ///
    /// A page that reaches a limit has the tree of what stands before that, and says so: ``limitReached``.
    ///
    /// - Parameter utf8: valid UTF-8; NUL bytes and line ends of all kinds are read as the HTML standard says.
    /// - Throws: ``ParseError`` where there is no tree.
    package static func html(
        _ utf8: some Collection<UInt8>,
        options: HTMLOptions = HTMLOptions(),
        limits: Limits = Limits()
    ) throws(ParseError) -> Document {
        try read(.page, utf8, options, limits)
    }

    /// The tree of a page whose body holds the given part of one: what a plugin reads a text of HTML with.
    ///
    /// - Throws: ``ParseError`` when the text exceeds `limits` or memory is exhausted.
    public static func htmlFragment(
        _ html: String,
        options: HTMLOptions = HTMLOptions(),
        limits: Limits = Limits()
    ) throws(ParseError) -> Document {
        try htmlFragment(html.utf8, options: options, limits: limits)
    }

    /// The tree of a page whose body holds the given part of one.
    ///
    /// - Parameter utf8: valid UTF-8; NUL bytes and line ends of all kinds are read as the HTML standard says.
    package static func htmlFragment(
        _ utf8: some Collection<UInt8>,
        options: HTMLOptions = HTMLOptions(),
        limits: Limits = Limits()
    ) throws(ParseError) -> Document {
        try read(.body(isQuirky: false), utf8, options, limits)
    }

    /// The tree whose root holds a fragment as it is parsed in the given element (HTML standard, 13.4).
    ///
    /// - Parameter utf8: valid UTF-8; NUL bytes and line ends of all kinds are read as the HTML standard says.
    package static func htmlFragment(
        _ utf8: some Collection<UInt8>,
        in context: FragmentContext,
        options: HTMLOptions = HTMLOptions(),
        limits: Limits = Limits()
    ) throws(ParseError) -> Document {
        try read(.content(of: context), utf8, options, limits)
    }

    private static func read(
        _ input: HTMLInput,
        _ utf8: some Collection<UInt8>,
        _ options: HTMLOptions,
        _ limits: Limits
    ) throws(ParseError) -> Document {
        var arena = Arena()
        let names = NameTable()
        let result = withContiguousBytes(of: utf8) { bytes in
            Result { () throws(ParseError) in
                try input.read(bytes, in: &arena, names, options: options, limits: limits)
            }
        }
        return Document(adopting: try result.get(), arena: arena, names: names)
    }

    /// Takes over what reading HTML has given.
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
        notes = html.notes
    }

    /// The tree of a page of XML, with what was wrong with the page and read all the same.
    ///
    /// - Parameter utf8: valid UTF-8 without NUL bytes, lines ended by LF.
    /// - Throws: ``ParseError`` when there is no element at all, the page exceeds `limits` or memory is exhausted.
    package static func xml(
        _ utf8: some Collection<UInt8>,
        limits: Limits = Limits()
    ) throws(ParseError) -> (document: Document, problems: [XMLProblem]) {
        let document = try Document.empty(kind: .xml)
        let result = withContiguousBytes(of: utf8) { bytes in
            Result { () throws(ParseError) in
                try XMLParser.parse(bytes, in: document, origin: .following(1), limits: limits)
            }
        }
        let (root, problems) = try result.get()
        document.node.append(root)
        return (document, problems)
    }

    /// A document without a root element.
    static func empty(kind: Kind) throws(ParseError) -> Document {
        guard let tree = LibXML2.newTree(html: kind == .html) else { throw ParseError.outOfMemory }
        return Document(adopting: tree, arena: Arena(), names: NameTable(), kind: kind)
    }
}

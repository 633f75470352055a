import CLibXML2
public import Encoding

// Documents from bytes and strings, for library users.
extension Document {
    /// The tree of an HTML page, as a browser builds it, from the received or saved bytes.
    ///
    /// ```swift
    /// let page = Document(html: data, url: "https://plants.example/list")
    /// ```
    ///
    /// Any bytes are a valid HTML page: nothing is thrown, and there are always a root, a head and a body. No real page
    /// reaches the default ``Limits``; if a limit is reached, the tree ends there and ``limitReached`` is the limit.
    /// ``init(html:encoding:hint:url:options:limits:)`` throws instead.
    ///
    /// The encoding is determined as in a browser (``DecodedText``): the given one, a byte order mark, the hint, the
    /// page's own `meta`, or else the encoding that the bytes suggest. ``encoding`` is the result; ``decodingNotes``
    /// lists anything unusual.
    ///
    /// - Parameters:
    ///   - bytes: `[UInt8]`, `Data`, or any other collection of bytes.
    ///   - encoding: the encoding, if it is known more reliably than from the page.
    ///   - hint: the encoding that the transport declares: `charset` in HTTP's `Content-Type`.
    ///   - url: the address of the page, against which relative addresses are resolved.
    ///   - options: how HTML is parsed; by default as in a browser.
    /// - Complexity: linear in the number of bytes.
    public convenience init(
        html bytes: some Collection<UInt8>,
        encoding: Encoding? = nil,
        hint: Encoding? = nil,
        url: String? = nil,
        options: HTMLOptions = HTMLOptions()
    ) {
        let limits = Limits()
        let text = DecodedText.decode(
            Array(bytes),
            given: encoding,
            hint: hint,
            format: .html,
            limit: limits.bytes
        )
        self.init(page: text.utf8, options, limits)
        note(text, url)
        if bytes.count > limits.bytes { limitReached = .tooLarge(bytes: bytes.count, limit: limits.bytes) }
    }

    /// The tree of an HTML page from a string. The encoding that the page declares is ignored.
    ///
    /// ```swift
    /// Document(html: "<p>Height: <b>2 m</b>").first("b")?.text     // 2 m
    /// ```
    ///
    /// - Parameters:
    ///   - text: the page.
    ///   - url: the address of the page, against which relative addresses are resolved.
    ///   - options: how HTML is parsed; by default as in a browser.
    /// - Complexity: linear in the string's length.
    public convenience init(
        html text: some StringProtocol,
        url: String? = nil,
        options: HTMLOptions = HTMLOptions()
    ) {
        self.init(page: text.utf8, options, Limits())
        self.url = url
    }

    /// The tree of an HTML page, or the limit that the page exceeds.
    ///
    /// - Throws: ``ParseError`` for a page that exceeds a limit.
    public convenience init(
        html bytes: some Collection<UInt8>,
        encoding: Encoding? = nil,
        hint: Encoding? = nil,
        url: String? = nil,
        options: HTMLOptions = HTMLOptions(),
        limits: Limits
    ) throws(ParseError) {
        guard bytes.count <= limits.bytes else {
            throw .tooLarge(bytes: bytes.count, limit: limits.bytes)
        }
        let text = DecodedText.decode(Array(bytes), given: encoding, hint: hint, format: .html)
        try self.init(.page, text.utf8, options, limits)
        if let limitReached { throw limitReached }
        note(text, url)
    }

    /// The tree of an XML page, with elements in namespaces. Errors are repaired if possible: ``problems`` lists them.
    ///
    /// - Parameters:
    ///   - bytes: `[UInt8]`, `Data`, or any other collection of bytes.
    ///   - encoding: the encoding, if it is known more reliably than from the XML declaration.
    ///   - hint: the encoding that the transport declares.
    ///   - url: the address of the page, against which relative addresses are resolved.
    ///   - limits: the limits of the page; no real page reaches the default ones.
    /// - Throws: ``ParseError`` if there is no element at all, or the page exceeds a limit.
    /// - Complexity: linear in the number of bytes.
    public convenience init(
        xml bytes: some Collection<UInt8>,
        encoding: Encoding? = nil,
        hint: Encoding? = nil,
        url: String? = nil,
        limits: Limits = Limits()
    ) throws(ParseError) {
        guard bytes.count <= limits.bytes else {
            throw .tooLarge(bytes: bytes.count, limit: limits.bytes)
        }
        let text = DecodedText.decode(Array(bytes), given: encoding, hint: hint, format: .xml)
        try self.init(emptyOf: .xml)
        problems = try readXML(text.utf8, limits)
        note(text, url)
    }

    /// The tree of an XML page from a string.
    ///
    /// - Throws: ``ParseError`` if there is no element at all, or the page exceeds a limit.
    public convenience init(
        xml text: some StringProtocol,
        url: String? = nil,
        limits: Limits = Limits()
    ) throws(ParseError) {
        try self.init(xml: Array(text.utf8), encoding: .utf8, url: url, limits: limits)
    }

    // MARK: - Parts

    /// An HTML page, which has no errors except limits.
    private convenience init(page utf8: some Collection<UInt8>, _ options: HTMLOptions, _ limits: Limits) {
        do throws(ParseError) {
            try self.init(.page, utf8, options, limits)
        } catch {
            self.init(emptyPage: options, error)
        }
    }

    /// A page without content, for one that reaches a limit before it has a tree: with libxml2's parser only.
    private convenience init(emptyPage options: HTMLOptions, _ limit: ParseError) {
        do throws(ParseError) {
            try self.init(.page, EmptyCollection(), HTMLOptions(), Limits())
        } catch {
            // A failed allocation in Swift ends the program too.
            preconditionFailure("memory is exhausted")
        }
        limitReached = limit
    }

    private convenience init(emptyOf kind: Kind) throws(ParseError) {
        guard let tree = LibXML2.newTree(html: kind == .html) else { throw ParseError.outOfMemory }
        self.init(adopting: tree, arena: Arena(), names: NameTable(), kind: kind)
    }

    private func note(_ text: DecodedText, _ url: String?) {
        self.url = url
        source = text.sourceOffsets
        encoding = text.encoding
        decodingNotes = text.notes
    }
}

// MARK: - Parts of a page

extension Document {
    /// The element `head` of an HTML page.
    public var head: Element? { child(of: root, named: "head") }

    /// The element `body` of an HTML page.
    public var body: Element? { child(of: root, named: "body") }

    /// The text of the first element `title` of HTML, on one line; `nil` if there is none, and in other formats.
    ///
    /// - Complexity: linear in the number of elements before it.
    public var title: String? {
        guard kind == .html, let name = existingName("title".utf8) else { return nil }
        var next = rootElement
        while let element = next {
            if element.name == name, isHTML(element) { return string(of: element, onOneLine: true) }
            next = element.nextElement(within: node)
        }
        return nil
    }

    /// The text of the page as a person reads it: that of ``Element/text`` of its body, or of its root if it has none.
    public var text: String { (body ?? root)?.text ?? "" }

    /// The page as HTML, with its doctype: like a browser's `outerHTML`, preceded by the doctype.
    ///
    /// - Complexity: linear in the size of the tree.
    public var html: String { String(decoding: innerHTML(of: node), as: UTF8.self) }

    /// The page as XML: every element closed, every text escaped, namespaces declared.
    ///
    /// - Complexity: linear in the size of the tree.
    public var xml: String { String(decoding: xml(of: node), as: UTF8.self) }

    private func child(of root: Element?, named name: String) -> Element? {
        guard kind == .html else { return nil }
        return root?.children.first { $0.name == name }
    }
}

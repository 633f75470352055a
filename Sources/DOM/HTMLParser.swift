import CLibXML2

/// Builds the tree of an HTML page with libxml2's own parser.
///
/// The parser gets clean UTF-8 and gives its events to the handlers below, which do what libxml2's own do and
/// besides intern every element's name and note every node's line. It recovers from everything, reads nothing
/// else than the given bytes and prints nothing.
enum HTMLParser {
    /// Parses `utf8`: valid UTF-8 without NUL bytes, lines ended by LF.
    ///
    /// - Parameter dictionary: where to intern names: another tree's, for a part that is to be grown into it.
    /// - Throws: ``ParseError`` when the page exceeds `limits` or memory is exhausted.
    /// - Complexity: linear in the page's length but for what libxml2 does itself with tags of thousands of
    ///   attributes, which `limits` refuse.
    static func parse(
        _ utf8: UnsafeBufferPointer<UInt8>,
        limits: Limits,
        dictionary: xmlDictPtr? = nil
    ) throws(ParseError) -> Document {
        try limits.checkAttributes(of: utf8)
        // An empty page has a tree too: libxml2 would refuse to make a parser for it.
        var space = UInt8(ascii: " ")
        return try withUnsafePointer(to: &space) { space throws(ParseError) in
            let input = utf8.isEmpty ? UnsafeBufferPointer(start: space, count: 1) : utf8
            return try parseNonEmpty(input, limits, dictionary)
        }
    }

    private static func parseNonEmpty(
        _ utf8: UnsafeBufferPointer<UInt8>,
        _ limits: Limits,
        _ dictionary: xmlDictPtr?
    ) throws(ParseError) -> Document {
        guard let size = Int32(exactly: utf8.count) else {
            throw ParseError.tooLarge(bytes: utf8.count, limit: Int(Int32.max))
        }
        let bytes = UnsafeRawPointer(utf8.baseAddress)?.assumingMemoryBound(to: CChar.self)
        guard LibXML2.isReady, let context = htmlCreateMemoryParserCtxt(bytes, size) else {
            throw ParseError.outOfMemory
        }
        defer { htmlFreeParserCtxt(context) }

        let options =
            HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NONET.rawValue | HTML_PARSE_NODEFDTD.rawValue
            | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue | HTML_PARSE_IGNORE_ENC.rawValue
        htmlCtxtUseOptions(context, Int32(options))
        context.pointee.options |= Int32(XML_PARSE_HUGE.rawValue)
        if let dictionary {
            xmlDictFree(context.pointee.dict)
            xmlDictReference(dictionary)
            context.pointee.dict = dictionary
        }
        xmlDictSetLimit(context.pointee.dict, 0)
        // The bytes are UTF-8 already: neither guess at them nor believe what the page says of itself.
        context.pointee.charset = Int32(XML_CHAR_ENCODING_UTF8.rawValue)

        var progress = Progress(page: utf8, limits: limits)
        try withUnsafeMutablePointer(to: &progress) { progress throws(ParseError) in
            context.pointee._private = UnsafeMutableRawPointer(progress)
            context.pointee.sax.pointee.startDocument = startDocument
            context.pointee.sax.pointee.startElement = startElement
            context.pointee.sax.pointee.characters = characters
            context.pointee.sax.pointee.ignorableWhitespace = characters
            context.pointee.sax.pointee.cdataBlock = cdataBlock
            htmlParseDocument(context)
            context.pointee._private = nil
        }
        guard let tree = context.pointee.myDoc else { throw ParseError.outOfMemory }
        context.pointee.myDoc = nil
        let document = Document(adopting: tree, kind: .html, isQuirky: isQuirky(tree))
        if let error = progress.error { throw error }
        return document
    }

    /// Whether a browser reads a page with this doctype in quirks mode.
    ///
    /// The HTML standard's "initial" insertion mode lists the doctypes; libxml2 keeps their identifiers.
    private static func isQuirky(_ tree: UnsafeMutablePointer<xmlDoc>) -> Bool {
        guard let doctype = xmlGetIntSubset(tree) else { return true }
        func lowercased(_ identifier: UnsafePointer<xmlChar>?) -> String? {
            identifier.map { String(cString: $0).lowercased() }
        }
        return QuirksMode.isQuirky(
            name: lowercased(doctype.pointee.name) ?? "",
            publicID: lowercased(doctype.pointee.ExternalID),
            systemID: lowercased(doctype.pointee.SystemID)
        )
    }
}

// MARK: - Events

extension HTMLParser {
    /// How far a parse has come, kept beside libxml2's context.
    private struct Progress {
        let page: UnsafeBufferPointer<UInt8>
        let limits: Limits
        var elements = 0
        var error: ParseError?
        /// The offset of the end of the last event: the next tag starts at or after it.
        var offset = 0
    }

    private typealias Context = UnsafeMutablePointer<xmlParserCtxt>

    private static func context(_ raw: UnsafeMutableRawPointer?) -> Context? {
        raw?.assumingMemoryBound(to: xmlParserCtxt.self)
    }

    private static func progress(_ context: Context) -> UnsafeMutablePointer<Progress>? {
        context.pointee._private?.assumingMemoryBound(to: Progress.self)
    }

    /// The parser's offset in the page: behind what the event was made from.
    private static func offset(_ context: Context) -> Int {
        guard let input = context.pointee.input, let base = input.pointee.base else { return 0 }
        return Int(input.pointee.consumed) + base.distance(to: input.pointee.cur)
    }

    private static let startDocument: startDocumentSAXFunc = { raw in
        xmlSAX2StartDocument(raw)
        guard let context = context(raw), let tree = context.pointee.myDoc else { return }
        if tree.pointee.dict == nil {
            tree.pointee.dict = context.pointee.dict
            xmlDictReference(context.pointee.dict)
        }
    }

    private static let startElement: startElementSAXFunc = { raw, name, attributes in
        guard let context = context(raw), let progress = progress(context) else { return }
        let depth = Int(context.pointee.nodeNr)
        xmlSAX2StartElement(raw, name, attributes)
        guard Int(context.pointee.nodeNr) > depth, let node = context.pointee.node, let name else { return }

        intern(&node.pointee.name, in: context.pointee.dict)
        var attribute = node.pointee.properties
        while let current = attribute {
            intern(&current.pointee.name, in: context.pointee.dict)
            attribute = current.pointee.next
        }

        let end = offset(context)
        let line = Int(context.pointee.input?.pointee.line ?? 0)
        let start = tagStart(named: name, in: progress.pointee.page, from: progress.pointee.offset, to: end)
        NodeRef(node).setLine(line - newlines(in: progress.pointee.page, from: start ?? end, to: end))
        // An implied element's event comes while the tag that implies it is being read: that one is yet to come.
        if start != nil { progress.pointee.offset = end }

        progress.pointee.elements += 1
        if let error = progress.pointee.limits.error(
            elements: progress.pointee.elements,
            depth: Int(context.pointee.nodeNr)
        ) {
            progress.pointee.error = error
            xmlStopParser(context)
        }
    }

    /// Puts the dictionary's copy of a name in the place of the node's own.
    ///
    /// libxml2's HTML builder copies each name for itself; the tree has the parser's dictionary, so that freeing
    /// it leaves a name alone that the dictionary owns.
    private static func intern(_ name: inout UnsafePointer<xmlChar>?, in dictionary: xmlDictPtr?) {
        guard let own = name, xmlDictOwns(dictionary, own) == 0,
            let shared = xmlDictLookup(dictionary, own, -1)
        else { return }
        name = shared
        scrape_xmlFree(own)
    }

    private static let characters: charactersSAXFunc = { raw, text, length in
        guard let context = context(raw), let progress = progress(context) else { return }
        let last = context.pointee.node?.pointee.last
        xmlSAX2Characters(raw, text, length)
        noteText(after: last, context, progress)
    }

    private static let cdataBlock: cdataBlockSAXFunc = { raw, text, length in
        guard let context = context(raw), let progress = progress(context) else { return }
        let last = context.pointee.node?.pointee.last
        xmlSAX2CDataBlock(raw, text, length)
        noteText(after: last, context, progress)
    }

    /// Gives a text node that an event has begun its line: that of its first byte.
    private static func noteText(
        after last: UnsafeMutablePointer<xmlNode>?,
        _ context: Context,
        _ progress: UnsafeMutablePointer<Progress>
    ) {
        let end = offset(context)
        defer { progress.pointee.offset = end }
        guard let node = context.pointee.node?.pointee.last, node != last else { return }
        let line = Int(context.pointee.input?.pointee.line ?? 0)
        NodeRef(node).setLine(
            line - newlines(in: progress.pointee.page, from: progress.pointee.offset, to: end)
        )
    }

    /// Where the tag `<name` starts between two offsets, without regard to case; `nil` for an implied element.
    private static func tagStart(
        named name: UnsafePointer<xmlChar>,
        in page: UnsafeBufferPointer<UInt8>,
        from start: Int,
        to end: Int
    ) -> Int? {
        let length = Int(xmlStrlen(name))
        guard let base = page.baseAddress, start >= 0, end <= page.count, start + length < end else {
            return nil
        }
        for offset in start..<(end - length) where page[offset] == UInt8(ascii: "<") {
            if xmlStrncasecmp(base + offset + 1, name, Int32(length)) == 0 { return offset }
        }
        return nil
    }

    private static func newlines(in page: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) -> Int {
        guard start >= 0, start < end, end <= page.count else { return 0 }
        var count = 0
        for byte in page[start..<end] where byte == UInt8(ascii: "\n") { count += 1 }
        return count
    }
}

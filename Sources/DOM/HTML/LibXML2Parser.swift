import CLibXML2

/// Reads HTML with libxml2's own parser: the tree that it builds is copied into an arena and freed.
///
/// The parser gets clean UTF-8 and gives its events to handlers which do what libxml2's own do and besides note every
/// node's line. It recovers from everything, reads nothing else than the given bytes and prints nothing.
enum LibXML2Parser {
    /// Reads a page of valid UTF-8.
    ///
    /// - Throws: ``ParseError`` when the page exceeds `limits` or memory is exhausted.
    /// - Complexity: linear in the page's length but for what libxml2 does itself with tags of thousands of
    ///   attributes, which `limits` refuse.
    static func parse(
        _ utf8: UnsafeBufferPointer<UInt8>,
        in arena: inout Arena,
        _ names: NameTable,
        limits: Limits
    ) throws(ParseError) -> HTMLTree {
        // libxml2 ends a page at a NUL, keeps line ends as they are and refuses to make a parser for an empty page.
        if !utf8.isEmpty, !utf8.contains(where: { $0 == 0 || $0 == 0x0D }) {
            return try parseClean(utf8, in: &arena, names, limits)
        }
        return try parse(afterCleaning: utf8, behind: utf8.isEmpty ? " " : "", in: &arena, names, limits)
    }

    /// Reads content of a body: the tree is a page with it.
    static func parseFragment(
        _ utf8: UnsafeBufferPointer<UInt8>,
        in arena: inout Arena,
        _ names: NameTable,
        limits: Limits
    ) throws(ParseError) -> HTMLTree {
        let head: StaticString = "<!DOCTYPE html><html><head></head><body>"
        return try parse(afterCleaning: utf8, behind: head, in: &arena, names, limits)
    }

    /// Reads `utf8` behind a text of ours. NUL bytes become U+FFFD, CR LF and CR become LF.
    private static func parse(
        afterCleaning utf8: UnsafeBufferPointer<UInt8>,
        behind head: StaticString,
        in arena: inout Arena,
        _ names: NameTable,
        _ limits: Limits
    ) throws(ParseError) -> HTMLTree {
        var page = Array(UnsafeBufferPointer(start: head.utf8Start, count: head.utf8CodeUnitCount))
        page.reserveCapacity(page.count + utf8.count)
        var previous: UInt8 = 0
        for byte in utf8 {
            switch byte {
            case 0: page.append(contentsOf: [0xEF, 0xBF, 0xBD])
            case 0x0D: page.append(0x0A)
            case 0x0A where previous == 0x0D: break
            default: page.append(byte)
            }
            previous = byte
        }
        let result = page.withUnsafeBufferPointer { page in
            Result { () throws(ParseError) in try parseClean(page, in: &arena, names, limits) }
        }
        return try result.get()
    }

    private static func parseClean(
        _ utf8: UnsafeBufferPointer<UInt8>,
        in arena: inout Arena,
        _ names: NameTable,
        _ limits: Limits
    ) throws(ParseError) -> HTMLTree {
        try limits.checkAttributes(of: utf8)
        let original = try build(utf8, limits)
        defer { xmlFreeDoc(original) }
        guard let tree = LibXML2.newTree(html: true) else { throw ParseError.outOfMemory }
        copy(original, to: tree, in: &arena, names)
        return HTMLTree(tree: tree, isQuirky: isQuirky(original))
    }

    /// The tree that libxml2 makes of a page, all in its own memory.
    private static func build(
        _ utf8: UnsafeBufferPointer<UInt8>,
        _ limits: Limits
    ) throws(ParseError) -> UnsafeMutablePointer<xmlDoc> {
        guard let size = Int32(exactly: utf8.count) else {
            throw ParseError.tooLarge(bytes: utf8.count, limit: Int(Int32.max))
        }
        let bytes = UnsafeRawPointer(utf8.baseAddress)?.assumingMemoryBound(to: CChar.self)
        guard LibXML2.isReady, let context = htmlCreateMemoryParserCtxt(bytes, size) else {
            throw ParseError.outOfMemory
        }
        defer { htmlFreeParserCtxt(context) }
        setUp(context)
        let error = run(context, on: utf8, limits)
        guard let tree = context.pointee.myDoc else { throw ParseError.outOfMemory }
        context.pointee.myDoc = nil
        if let error {
            xmlFreeDoc(tree)
            throw error
        }
        return tree
    }

    private static func setUp(_ context: htmlParserCtxtPtr) {
        let options =
            HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NONET.rawValue | HTML_PARSE_NODEFDTD.rawValue
            | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue | HTML_PARSE_IGNORE_ENC.rawValue
        htmlCtxtUseOptions(context, Int32(options))
        context.pointee.options |= Int32(XML_PARSE_HUGE.rawValue)
        xmlDictSetLimit(context.pointee.dict, 0)
        // The bytes are UTF-8 already: neither guess at them nor believe what the page says of itself.
        context.pointee.charset = Int32(XML_CHAR_ENCODING_UTF8.rawValue)
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

import CLibXML2
import Platform

/// Reads HTML with libxml2's own parser: the tree that it builds is copied into an arena and freed.
///
/// Its event handlers call libxml2's own and also set every node's line. It recovers from all errors, reads only the given
/// bytes and prints nothing.
enum LibXML2Parser {
    /// Reads a page of valid UTF-8.
    ///
    /// - Throws: ``ParseError`` if the page exceeds `limits` or memory is exhausted.
    /// - Complexity: linear in the page's length, except in libxml2's own handling of tags with thousands of
    ///   attributes, which `limits` refuse.
    static func parse(
        _ utf8: UnsafeBufferPointer<UInt8>,
        in arena: inout Arena,
        _ names: NameTable,
        limits: Limits
    ) throws(ParseError) -> HTMLTree {
        // libxml2 ends a page at a NUL, keeps line ends and creates no parser for an empty page.
        if !utf8.isEmpty, !utf8.contains(where: { $0 == 0 || $0 == 0x0D }) {
            return try parseClean(utf8, in: &arena, names, limits)
        }
        return try parse(afterCleaning: utf8, after: utf8.isEmpty ? " " : "", in: &arena, names, limits)
    }

    /// Reads the content of a body: the tree is a page with it.
    static func parseFragment(
        _ utf8: UnsafeBufferPointer<UInt8>,
        in arena: inout Arena,
        _ names: NameTable,
        limits: Limits
    ) throws(ParseError) -> HTMLTree {
        let head: StaticString = "<!DOCTYPE html><html><head></head><body>"
        var tree = try parse(afterCleaning: utf8, after: head, in: &arena, names, limits)
        tree.truncation = nil
        return tree
    }

    /// Parses `utf8` after another text. NUL bytes become U+FFFD, CR LF and CR become LF.
    private static func parse(
        afterCleaning utf8: UnsafeBufferPointer<UInt8>,
        after head: StaticString,
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
        guard let library = LibXML2Library.system else { throw ParseError.noLibrary }
        let original = try build(utf8, limits, library)
        defer { library.freeDocument(original) }
        guard let tree = LibXML2.newTree(html: true) else { throw ParseError.outOfMemory }
        copy(original, to: tree, in: &arena, names)
        return HTMLTree(
            tree: tree,
            isQuirky: isQuirky(original.pointee.intSubset),
            truncation: Truncation(of: utf8)
        )
    }

    /// The tree that libxml2 builds, in its own memory.
    private static func build(
        _ utf8: UnsafeBufferPointer<UInt8>,
        _ limits: Limits,
        _ library: LibXML2Library
    ) throws(ParseError) -> UnsafeMutablePointer<xmlDoc> {
        guard let size = Int32(exactly: utf8.count) else {
            throw ParseError.tooLarge(bytes: utf8.count, limit: Int(Int32.max))
        }
        let bytes = UnsafeRawPointer(utf8.baseAddress)?.assumingMemoryBound(to: CChar.self)
        guard let context = library.makeParser(bytes, size) else { throw ParseError.outOfMemory }
        defer { library.freeParser(context) }
        setUp(context, library)
        let error = run(context, on: utf8, limits, library)
        guard let tree = context.pointee.myDoc else { throw ParseError.outOfMemory }
        context.pointee.myDoc = nil
        if let error {
            library.freeDocument(tree)
            throw error
        }
        return tree
    }

    /// Removes the contents of the elements `template` from a tree. Complexity: linear in the size of the tree.
    static func emptyTemplates(of tree: UnsafeMutablePointer<xmlDoc>, _ names: NameTable) {
        let root = NodeRef(UnsafeMutableRawPointer(tree).assumingMemoryBound(to: xmlNode.self))
        let text: StaticString = "template"
        let template = names.intern(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
        var next = root.firstChild
        while let node = next {
            if node.isElement, node.name == template {
                node.pointer.pointee.children = nil
                node.pointer.pointee.last = nil
            }
            next = node.next(within: root)
        }
    }

    private static func setUp(_ context: htmlParserCtxtPtr, _ library: LibXML2Library) {
        let options =
            HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NONET.rawValue | HTML_PARSE_NODEFDTD.rawValue
            | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue | HTML_PARSE_IGNORE_ENC.rawValue
        _ = library.setOptions(context, Int32(options))
        context.pointee.options |= Int32(XML_PARSE_HUGE.rawValue)
        _ = library.setLimit(context.pointee.dict, 0)
        // The bytes are UTF-8: the page's own declaration is ignored.
        context.pointee.charset = Int32(XML_CHAR_ENCODING_UTF8.rawValue)
    }

    /// Whether a browser reads a page with this doctype in quirks mode.
    ///
    /// The HTML standard's "initial" insertion mode lists the doctypes; libxml2 keeps their identifiers.
    private static func isQuirky(_ doctype: UnsafeMutablePointer<xmlDtd>?) -> Bool {
        guard let doctype else { return true }
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

// The events of libxml2's parser: nodes get their lines, and a limit that is exceeded ends the parse.
extension LibXML2Parser {
    /// The progress of a parse, to which libxml2's context points.
    private struct Progress {
        let page: UnsafeBufferPointer<UInt8>
        let library: LibXML2Library
        let limits: Limits
        let deadline: Deadline?
        var elements = 0
        var error: ParseError?
        /// The offset of the end of the last event: the next tag starts at or after it.
        var offset = 0
        var memory: MemoryWatch
        /// The estimated number of bytes of the tree.
        var bytes = 0
        /// The number of bytes at which the memory is checked next.
        var nextCheck = 1 << 20

        /// The bytes of a node, an attribute with its text, and of the allocator for each.
        private static let sizeOfNode = 144
        private static let sizeOfAttribute = 304

        init(page: UnsafeBufferPointer<UInt8>, _ library: LibXML2Library, limits: Limits) {
            self.page = page
            self.library = library
            self.limits = limits
            deadline = limits.deadline
            memory = MemoryWatch(limit: limits.memory)
        }

        /// Reports that the time limit for the page has been reached.
        var lateness: ParseError? {
            guard let deadline, deadline.isProbablyPast else { return nil }
            return deadline.error
        }

        /// Adds nodes, attributes and the bytes of their texts; returns the limit that they exceed.
        mutating func add(nodes: Int = 0, attributes: Int = 0, text: Int = 0) -> ParseError? {
            bytes += nodes * Progress.sizeOfNode + attributes * Progress.sizeOfAttribute + text
            if bytes < nextCheck { return nil }
            nextCheck = bytes + 1 << 20
            // The copy of the tree takes as much again.
            return memory.error(2 * bytes)
        }
    }

    /// Parses a page; returns the limit that it exceeds.
    static func run(
        _ context: htmlParserCtxtPtr,
        on page: UnsafeBufferPointer<UInt8>,
        _ limits: Limits,
        _ library: LibXML2Library
    ) -> ParseError? {
        var progress = Progress(page: page, library, limits: limits)
        withUnsafeMutablePointer(to: &progress) { progress in
            context.pointee._private = UnsafeMutableRawPointer(progress)
            context.pointee.sax.pointee.startElement = startElement
            context.pointee.sax.pointee.characters = characters
            context.pointee.sax.pointee.ignorableWhitespace = characters
            context.pointee.sax.pointee.cdataBlock = cdataBlock
            _ = library.parse(context)
            context.pointee._private = nil
        }
        if progress.error == nil, context.pointee.errNo == XML_ERR_NO_MEMORY.rawValue { return .outOfMemory }
        return progress.error
    }

    private static func context(_ raw: UnsafeMutableRawPointer?) -> htmlParserCtxtPtr? {
        raw?.assumingMemoryBound(to: xmlParserCtxt.self)
    }

    private static func progress(_ context: htmlParserCtxtPtr) -> UnsafeMutablePointer<Progress>? {
        context.pointee._private?.assumingMemoryBound(to: Progress.self)
    }

    /// The parser's offset in the page, which is after the markup of the event.
    private static func offset(_ context: htmlParserCtxtPtr) -> Int {
        guard let input = context.pointee.input, let base = input.pointee.base else { return 0 }
        return Int(input.pointee.consumed) + base.distance(to: input.pointee.cur)
    }

    private static let startElement: startElementSAXFunc = { raw, name, attributes in
        guard let context = context(raw), let progress = progress(context) else { return }
        let depth = Int(context.pointee.nodeNr)
        progress.pointee.library.startElement(raw, name, attributes)
        guard Int(context.pointee.nodeNr) > depth, let node = context.pointee.node, let name else { return }

        let end = offset(context)
        let line = Int(context.pointee.input?.pointee.line ?? 0)
        let start = tagStart(named: name, in: progress.pointee.page, from: progress.pointee.offset, to: end)
        NodeRef(node).setLine(line - newlines(in: progress.pointee.page, from: start ?? end, to: end))
        // The event of an implied element comes before that of the tag which implies it.
        if start != nil { progress.pointee.offset = end }

        progress.pointee.elements += 1
        let exceeded = progress.pointee.limits.error(
            elements: progress.pointee.elements,
            depth: Int(context.pointee.nodeNr)
        )
        // libxml2 passes names and values in turn.
        var count = 0
        while let attributes, attributes[count] != nil { count += 2 }
        // The values are part of the markup, which began where the previous event ended.
        let added = progress.pointee.add(nodes: 1, attributes: count / 2, text: start.map { end - $0 } ?? 0)
        if let error = exceeded ?? added ?? progress.pointee.lateness { stop(context, progress, error) }
    }

    private static let characters: charactersSAXFunc = { raw, text, length in
        guard let context = context(raw), let progress = progress(context) else { return }
        let last = context.pointee.node?.pointee.last
        progress.pointee.library.characters(raw, text, length)
        setTextLine(after: last, context, progress)
        let isNew = context.pointee.node?.pointee.last != last
        if let error = progress.pointee.add(nodes: isNew ? 1 : 0, text: Int(length)) {
            stop(context, progress, error)
        }
    }

    private static let cdataBlock: cdataBlockSAXFunc = { raw, text, length in
        guard let context = context(raw), let progress = progress(context) else { return }
        let last = context.pointee.node?.pointee.last
        progress.pointee.library.cdataBlock(raw, text, length)
        setTextLine(after: last, context, progress)
    }

    private static func stop(
        _ context: htmlParserCtxtPtr,
        _ progress: UnsafeMutablePointer<Progress>,
        _ error: ParseError
    ) {
        progress.pointee.error = progress.pointee.error ?? error
        progress.pointee.library.stop(context)
    }

    /// Sets the line of a text node that an event has started to that of its first byte.
    private static func setTextLine(
        after last: UnsafeMutablePointer<xmlNode>?,
        _ context: htmlParserCtxtPtr,
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
        let length = LibXML2.length(name)
        guard let base = page.baseAddress, start >= 0, end <= page.count, start + length < end else {
            return nil
        }
        let name = LibXML2.characters(name)
        for offset in start..<(end - length) where page[offset] == UInt8(ascii: "<") {
            if strncasecmp(LibXML2.characters(base + offset + 1), name, length) == 0 { return offset }
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

import CLibXML2

// What libxml2's parser tells while it reads: nodes get their lines, and what is too much ends the parse.
extension LibXML2Parser {
    /// How far a parse has come, kept beside libxml2's context.
    private struct Progress {
        let page: UnsafeBufferPointer<UInt8>
        let limits: Limits
        var elements = 0
        var error: ParseError?
        /// The offset of the end of the last event: the next tag starts at or after it.
        var offset = 0
    }

    /// Parses a page; returns the limit that it exceeds.
    static func run(
        _ context: htmlParserCtxtPtr,
        on page: UnsafeBufferPointer<UInt8>,
        _ limits: Limits
    ) -> ParseError? {
        var progress = Progress(page: page, limits: limits)
        withUnsafeMutablePointer(to: &progress) { progress in
            context.pointee._private = UnsafeMutableRawPointer(progress)
            context.pointee.sax.pointee.startElement = startElement
            context.pointee.sax.pointee.characters = characters
            context.pointee.sax.pointee.ignorableWhitespace = characters
            context.pointee.sax.pointee.cdataBlock = cdataBlock
            htmlParseDocument(context)
            context.pointee._private = nil
        }
        return progress.error
    }

    private static func context(_ raw: UnsafeMutableRawPointer?) -> htmlParserCtxtPtr? {
        raw?.assumingMemoryBound(to: xmlParserCtxt.self)
    }

    private static func progress(_ context: htmlParserCtxtPtr) -> UnsafeMutablePointer<Progress>? {
        context.pointee._private?.assumingMemoryBound(to: Progress.self)
    }

    /// The parser's offset in the page: behind what the event was made from.
    private static func offset(_ context: htmlParserCtxtPtr) -> Int {
        guard let input = context.pointee.input, let base = input.pointee.base else { return 0 }
        return Int(input.pointee.consumed) + base.distance(to: input.pointee.cur)
    }

    private static let startElement: startElementSAXFunc = { raw, name, attributes in
        guard let context = context(raw), let progress = progress(context) else { return }
        let depth = Int(context.pointee.nodeNr)
        xmlSAX2StartElement(raw, name, attributes)
        guard Int(context.pointee.nodeNr) > depth, let node = context.pointee.node, let name else { return }

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

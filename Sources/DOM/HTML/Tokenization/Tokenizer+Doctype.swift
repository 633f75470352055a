import Basics

// Doctypes (HTML standard, 13.2.5.53 to 13.2.5.68).
extension Tokenizer {
    /// 13.2.5.53 DOCTYPE state
    @inline(never)
    mutating func readDoctype() -> Bool {
        token.kind = .doctype
        token.hasName = false
        token.publicID = nil
        token.systemID = nil
        token.forcesQuirks = false
        guard readDoctypeContents() else { return true }
        // 13.2.5.68 Bogus DOCTYPE state
        while cursor < end, cursor.pointee != UInt8(ascii: ">") { cursor += 1 }
        if cursor < end { cursor += 1 } else { noteUnfinished(.doctype) }
        return true
    }

    /// Reads a doctype's name and identifiers.
    ///
    /// - Returns: whether its `>` is still to come.
    private mutating func readDoctypeContents() -> Bool {
        // 13.2.5.54 Before DOCTYPE name state
        skipSpace()
        guard !isAtDoctypeEnd else { return forceQuirks() }
        readDoctypeName()
        // 13.2.5.56 After DOCTYPE name state
        skipSpace()
        if cursor.pointee == UInt8(ascii: ">") { return true }
        let isPublic = matches("public", at: cursor)
        guard isPublic || matches("system", at: cursor) else { return forceQuirks() }
        // 13.2.5.57 After DOCTYPE public keyword state, 13.2.5.63 After DOCTYPE system keyword state
        cursor += 6
        skipSpace()
        guard isAtQuote else { return forceQuirks() }
        let first = readIdentifier()
        if isPublic { token.publicID = first.text } else { token.systemID = first.text }
        guard !first.endsDoctype else { return false }
        // 13.2.5.61 After DOCTYPE public identifier state, 13.2.5.67 After DOCTYPE system identifier state
        skipSpace()
        if cursor.pointee == UInt8(ascii: ">") { return true }
        guard isPublic else { return endDoctype() }
        guard isAtQuote else { return forceQuirks() }
        let second = readIdentifier()
        token.systemID = second.text
        guard !second.endsDoctype else { return false }
        return endDoctype()
    }

    private var isAtQuote: Bool {
        cursor.pointee == UInt8(ascii: "\"") || cursor.pointee == UInt8(ascii: "'")
    }

    private var isAtDoctypeEnd: Bool {
        cursor >= end || cursor.pointee == UInt8(ascii: ">")
    }

    private mutating func forceQuirks() -> Bool {
        token.forcesQuirks = true
        return true
    }

    /// 13.2.5.67 After DOCTYPE system identifier state: other characters are ignored, but the page's end is not.
    private mutating func endDoctype() -> Bool {
        skipSpace()
        return cursor >= end ? forceQuirks() : true
    }

    /// 13.2.5.55 DOCTYPE name state
    private mutating func readDoctypeName() {
        let start = cursor
        var hasNUL = false
        while !isAtDoctypeEnd, !cursor.pointee.isASCIIWhiteSpace {
            if cursor.pointee == 0 { hasNUL = true }
            cursor += 1
        }
        token.name = intern(TextRun(start: start, count: start.distance(to: cursor)), hasNUL: hasNUL)
        token.tag = token.name.tag
        token.hasName = true
    }

    /// 13.2.5.59, 13.2.5.60, 13.2.5.65, 13.2.5.66 DOCTYPE identifier (quoted) states
    ///
    /// - Returns: the identifier, and whether the doctype ends with it: an abrupt `>`, which the zero after the
    ///   identifier overwrites, or the page's end.
    private mutating func readIdentifier() -> (text: TextRun, endsDoctype: Bool) {
        let quote = cursor.pointee
        let start = cursor + 1
        var needsDecoding = false
        let stop = find(
            quote,
            or: UInt8(ascii: ">"),
            from: start,
            readsReferences: false,
            needsDecoding: &needsDecoding
        )
        let isAbrupt = stop == end || stop.pointee == UInt8(ascii: ">")
        if isAbrupt { token.forcesQuirks = true }
        if stop == end { noteUnfinished(.doctype) }
        cursor = min(stop + 1, end)
        stop.pointee = 0
        let text = TextRun(start: start, count: start.distance(to: stop))
        return (needsDecoding ? decode(text, .rawtext) : text, isAbrupt)
    }
}

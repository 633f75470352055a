import Basics

// Text, and where it ends (HTML standard, 13.2.5.1 to 13.2.5.14).
extension Tokenizer {
    /// The meaning of `<` in the data state.
    private enum LessThanSign {
        case markup
        /// `</>`, which is dropped (13.2.5.7, missing-end-tag-name).
        case nothing
        /// A `<` of the text.
        case character
    }

    @inline(__always)
    private func lessThanSign(at position: UnsafeMutablePointer<UInt8>) -> LessThanSign {
        let next = position[1]
        if next.isASCIILetter { return .markup }
        if next == UInt8(ascii: "/") {
            guard position + 2 < end else { return .character }
            return position[2] == UInt8(ascii: ">") ? .nothing : .markup
        }
        return next == UInt8(ascii: "!") || next == UInt8(ascii: "?") ? .markup : .character
    }

    /// 13.2.5.1 Data state
    @inline(__always)
    mutating func readData() -> Bool {
        while cursor.pointee == UInt8(ascii: "<") {
            let sign = lessThanSign(at: cursor)
            if sign == .markup { return readMarkup() }
            if sign == .character { break }
            cursor += 3
        }
        if cursor >= end { return readEndOfFile() }
        var needsDecoding = false
        var stop = cursor
        while true {
            stop = find(
                UInt8(ascii: "<"),
                from: stop,
                readsReferences: true,
                needsDecoding: &needsDecoding
            )
            if stop == end { break }
            let sign = lessThanSign(at: stop)
            if sign == .markup {
                isAtMarkup = true
                break
            }
            if sign == .nothing { needsDecoding = true }
            stop += sign == .nothing ? 3 : 1
        }
        return emitCharacters(endingAt: stop, needsDecoding ? .data : nil)
    }

    /// 13.2.5.2 RCDATA state
    mutating func readRCDATA() -> Bool {
        var needsDecoding = false
        let stop = findEndTag(readsReferences: true, needsDecoding: &needsDecoding)
        return emitCharacters(endingAt: stop, needsDecoding ? .rcdata : nil)
    }

    /// 13.2.5.3 RAWTEXT state
    mutating func readRAWTEXT() -> Bool {
        var needsDecoding = false
        let stop = findEndTag(readsReferences: false, needsDecoding: &needsDecoding)
        return emitCharacters(endingAt: stop, needsDecoding ? .rawtext : nil)
    }

    /// 13.2.5.5 PLAINTEXT state
    mutating func readPLAINTEXT() -> Bool {
        emitCharacters(endingAt: end, .rawtext)
    }

    /// Searches for the appropriate end tag, or the page's end.
    @inline(__always)
    private mutating func findEndTag(
        readsReferences: Bool,
        needsDecoding: inout Bool
    ) -> UnsafeMutablePointer<UInt8> {
        var stop = cursor
        while true {
            stop = find(
                UInt8(ascii: "<"),
                from: stop,
                readsReferences: readsReferences,
                needsDecoding: &needsDecoding
            )
            if stop == end || isAppropriateEndTag(at: stop) { break }
            stop += 1
        }
        isAtMarkup = stop != end
        return stop
    }

    /// Whether `<` begins an [appropriate end tag](https://html.spec.whatwg.org/multipage/parsing.html#appropriate-end-tag-token)
    /// (13.2.5.9 to 13.2.5.11, RCDATA less-than sign state to RCDATA end tag name state, and the same for RAWTEXT and script data).
    ///
    /// Stops at the next `/`, so that each byte is read at most once.
    @inline(__always)
    func isAppropriateEndTag(at position: UnsafeMutablePointer<UInt8>) -> Bool {
        guard position[1] == UInt8(ascii: "/"), let name = lastStartTag?.bytes else { return false }
        let found = position + 2
        var index = 0
        while name[index] != 0 {
            guard found[index].isASCIILetter, found[index] | 0x20 == name[index] else { return false }
            index &+= 1
        }
        return found[index] != 0 && LowBytes.tagNameEnd.contains(found[index])
    }

    /// Emits the characters at the cursor, or reads the markup at the cursor if there are none.
    ///
    /// - Parameter decoding: the replacements; `nil` for none.
    @inline(__always)
    mutating func emitCharacters(
        endingAt stop: UnsafeMutablePointer<UInt8>,
        _ decoding: TextDecoding?
    ) -> Bool {
        let text = TextRun(start: cursor, count: cursor.distance(to: stop))
        if text.count == 0 { return isAtMarkup ? readMarkup() : readEndOfFile() }
        token.kind = .characters
        token.offset = page.distance(to: cursor)
        token.hasNUL = false
        token.text = text
        cursor = stop
        stop.pointee = 0
        if let decoding { decodeCharacters(decoding) }
        return true
    }

    @inline(never)
    private mutating func decodeCharacters(_ decoding: TextDecoding) {
        token.text = decode(token.text, decoding)
        guard !decoding.replacesNUL else { return }
        token.hasNUL = token.text.bytes.contains(0)
    }
}

// CDATA sections (HTML standard, 13.2.5.69 to 13.2.5.71).
extension Tokenizer {
    /// Reads the rest of a CDATA section, which is a separate token unless it is empty.
    @inline(never)
    mutating func readCDATASection() -> Bool {
        state = .data
        let start = cursor
        var needsDecoding = false
        var stop = start
        while true {
            stop = find(
                UInt8(ascii: ">"),
                from: stop,
                readsReferences: false,
                needsDecoding: &needsDecoding
            )
            if stop == end {
                unfinished = UnfinishedPart(part: .cdata, offset: page.distance(to: start) - 9)
                return emitCharacters(endingAt: end, needsDecoding ? .cdata : nil)
            }
            if start.distance(to: stop) >= 2, stop[-1] == UInt8(ascii: "]"), stop[-2] == UInt8(ascii: "]") {
                break
            }
            stop += 1
        }
        let isEmpty = stop - 2 == start
        let hasToken = !isEmpty && emitCharacters(endingAt: stop - 2, needsDecoding ? .cdata : nil)
        cursor = stop + 1
        return hasToken
    }
}

import Basics

// Start and end tags (HTML standard, 13.2.5.6 to 13.2.5.8).
extension Tokenizer {
    /// Reads the start tag at the cursor.
    @inline(__always)
    mutating func readStartTag() -> Bool {
        token.kind = .startTag
        cursor += 1
        guard readTagName(), readAttributes() else { return readEndOfFileInTag() }
        lastStartTag = token.name
        return true
    }

    /// Reads the end tag at the cursor. Its attributes and its self-closing flag are ignored.
    @inline(__always)
    mutating func readEndTag() -> Bool {
        token.kind = .endTag
        state = .data
        cursor += 2
        guard readTagName(), readAttributes() else { return readEndOfFileInTag() }
        attributes.removeAll()
        token.isSelfClosing = false
        if token.tag == .html { hasRootEndTag = true }
        return true
    }

    /// 13.2.5.8 Tag name state
    ///
    /// - Returns: false if the page ends here.
    @inline(__always)
    private mutating func readTagName() -> Bool {
        guard let name = readName(endingBefore: .tagNameEnd) else { return false }
        token.name = name
        token.tag = name.tag
        return true
    }
}

// MARK: - Names

extension Tokenizer {
    /// Reads the name of a tag or an attribute: in lower case, NUL replaced.
    ///
    /// - Parameter ends: the bytes that end it; the first byte of the name may be one of them.
    /// - Returns: `nil` if the page ends here.
    @inline(__always)
    mutating func readName(endingBefore ends: LowBytes) -> Name? {
        let start = cursor
        let block = ByteBlock(at: start)
        let stops = ByteSet(
            block.isSpaceOrControl .| block.equals(UInt8(ascii: "/")) .| block.equals(UInt8(ascii: ">"))
                .| block.equals(UInt8(ascii: "="))
        )
        let count = stops.first
        let stop = start[count]
        // Unusual are a name of 16 bytes or more, one with a control character, and one that contains `=`.
        guard count != 0, count < 16, stop != 0, ends.contains(stop) else {
            return readUnusualName(endingBefore: ends)
        }
        cursor = start + count
        return names.internLowercased(start, count)
    }

    @inline(never)
    private mutating func readUnusualName(endingBefore ends: LowBytes) -> Name? {
        let start = cursor
        var position = start
        var hasNUL = false
        repeat {
            if position.pointee == 0 {
                if position >= end { return nil }
                hasNUL = true
            }
            position += 1
        } while position.pointee == 0 || !ends.contains(position.pointee)
        cursor = position
        return intern(TextRun(start: start, count: start.distance(to: position)), hasNUL: hasNUL)
    }

    /// A name of the page.
    func intern(_ text: TextRun, hasNUL: Bool) -> Name {
        guard hasNUL else { return names.internLowercased(text.start, text.count) }
        var bytes: [UInt8] = []
        for byte in text.bytes {
            if byte == 0 { bytes += [0xEF, 0xBF, 0xBD] } else { bytes.append(byte.asciiLowercased) }
        }
        return bytes.withUnsafeBufferPointer(names.intern)
    }
}

import Basics
import CLibXML2

// Inserting characters (HTML standard, 13.2.6.1, "insert a character").
extension TreeConstructor {
    /// Inserts characters at the appropriate place in the current node.
    @inline(__always)
    mutating func insert(_ text: TextRun) {
        if isFosterParenting, isFostered(open.top) { return insert(text, at: fosterPlace()) }
        insert(text, at: Place(parent: open[open.top].node))
    }

    /// Inserts characters: into the text before the place, or as a new text.
    @inline(__always)
    mutating func insert(_ text: TextRun, at place: Place) {
        let previous = place.next == nil ? place.parent.pointee.last : place.next?.pointee.prev
        if let previous, previous.pointee.type == XML_TEXT_NODE { return append(text, toText: previous) }
        let node = tokenizer.arena.makeText(
            text.start,
            ContentSize(text.count),
            in: tree,
            at: NodePosition(offset: offset(of: text))
        )
        insert(node, at: place)
    }

    /// The offset in the page of the token's characters; that of the token if they are not in the page.
    @inline(__always)
    private func offset(of text: TextRun) -> Int {
        let offset = tokenizer.page.distance(to: text.start)
        let isInPage = offset >= 0 && offset < tokenizer.page.distance(to: tokenizer.end)
        return isInPage ? offset : tokenizer.token.offset
    }

    /// Appends characters to a text, whose capacity is doubled when it is full.
    @inline(never)
    private mutating func append(_ text: TextRun, toText node: Node) {
        guard let content = node.pointee.content else { return }
        let size = ContentSize(of: node)
        let count = size.count
        let sum = count + text.count
        let hasRoom = size.canGrow && sum < TreeConstructor.room(count)
        let start = hasRoom ? content : tokenizer.arena.allocateString(TreeConstructor.room(sum) - 1)
        if !hasRoom { start.update(from: content, count: count) }
        (start + count).update(from: text.start, count: text.count)
        start[sum] = 0
        node.pointee.content = start
        node.pointee._private = UnsafeMutableRawPointer(
            bitPattern: ContentSize(sum, canGrow: true).rawValue
        )
    }

    /// The capacity of a content that can grow, including its zero.
    private static func room(_ count: Int) -> Int {
        1 << (Int.bitWidth - count.leadingZeroBitCount)
    }

    // MARK: - White space and NUL

    /// The number of bytes of white space at the start of a text.
    func leadingWhiteSpace(_ text: TextRun) -> Int {
        var count = 0
        while count < text.count, text.start[count].isASCIIWhiteSpace { count &+= 1 }
        return count
    }

    /// Whether a text is only white space.
    func isWhiteSpace(_ text: TextRun) -> Bool {
        leadingWhiteSpace(text) == text.count
    }

    /// Removes bytes from the start of the characters token.
    mutating func dropFirst(_ count: Int) {
        tokenizer.token.text.start += count
        tokenizer.token.text.count -= count
    }

    /// Removes the white space at the start of the characters token.
    ///
    /// - Returns: whether anything is left.
    mutating func skipWhiteSpace() -> Bool {
        dropFirst(leadingWhiteSpace(tokenizer.token.text))
        return tokenizer.token.text.count > 0
    }

    /// Inserts the white space at the start of the characters token, and removes it from the token.
    ///
    /// - Returns: whether anything is left.
    mutating func insertWhiteSpace() -> Bool {
        let text = tokenizer.token.text
        let count = leadingWhiteSpace(text)
        if count == text.count {
            insert(text)
            return false
        }
        if count > 0 {
            insert(TextRun(start: tokenizer.arena.copy(text.start, count), count: count))
            dropFirst(count)
        }
        return true
    }

    /// A copy of the bytes of a text for which `isWanted` returns true.
    mutating func filter(_ text: TextRun, _ isWanted: (UInt8) -> Bool) -> TextRun {
        let start = tokenizer.arena.allocateString(text.count)
        var count = 0
        for index in 0..<text.count where isWanted(text.start[index]) {
            start[count] = text.start[index]
            count += 1
        }
        start[count] = 0
        return TextRun(start: start, count: count)
    }

    /// Ignores the NULs of the characters token.
    ///
    /// - Returns: whether anything is left.
    mutating func dropNUL() -> Bool {
        tokenizer.token.text = filter(tokenizer.token.text) { $0 != 0 }
        tokenizer.token.hasNUL = false
        return tokenizer.token.text.count > 0
    }

    /// Replaces the NULs of the characters token with U+FFFD.
    mutating func replaceNUL() {
        let text = tokenizer.token.text
        var count = text.count
        for index in 0..<text.count where text.start[index] == 0 { count += 2 }
        let start = tokenizer.arena.allocateString(count)
        var end = start
        for index in 0..<text.count {
            let byte = text.start[index]
            end[0] = byte == 0 ? 0xEF : byte
            if byte == 0 {
                end[1] = 0xBF
                end[2] = 0xBD
            }
            end += byte == 0 ? 3 : 1
        }
        tokenizer.token.text = TextRun(start: start, count: count)
        tokenizer.token.hasNUL = false
    }
}

// The "text" insertion mode (HTML standard, 13.2.6.4.8) and the algorithms that lead to it (13.2.6.2).
extension TreeConstructor {
    /// The "text" insertion mode.
    mutating func processText() {
        switch kind {
        case .characters:
            insert(tokenizer.token.text)
        case .endOfFile:
            noteUnfinishedText()
            pop()
            reprocess(originalMode)
        case .startTag, .endTag, .comment, .doctype:
            pop()
            mode = originalMode
        }
    }

    /// Records that the page ends within the current element, which contains only text.
    private mutating func noteUnfinishedText() {
        let node = NodeRef(open[open.top].node)
        unfinishedText = UnfinishedPart(part: .element(node.name.string), offset: node.offset ?? 0)
    }

    /// "The generic raw text element parsing algorithm".
    mutating func parseRawText() { parseText(.rawtext) }

    /// "The generic RCDATA element parsing algorithm".
    mutating func parseRCDATA() { parseText(.rcdata) }

    /// The processing of the start tag "script".
    mutating func parseScript() { parseText(.scriptData) }

    private mutating func parseText(_ state: TokenizerState) {
        insertElement()
        tokenizer.state = state
        originalMode = mode
        mode = .text
    }

    /// The processing of the start tag "textarea".
    mutating func parseTextarea() {
        parseRCDATA()
        skipsLineFeed = true
        isFramesetOK = false
    }
}

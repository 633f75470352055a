import CLibXML2

// Inserting characters (HTML standard, 13.2.6.1, "insert a character").
extension TreeConstructor {
    /// Inserts characters where the current node's next child goes.
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

    /// Where in the page characters of the token begin, as far as that is known.
    @inline(__always)
    private func offset(of text: TextRun) -> Int {
        let offset = tokenizer.page.distance(to: text.start)
        let isInPage = offset >= 0 && offset < tokenizer.page.distance(to: tokenizer.end)
        return isInPage ? offset : tokenizer.token.offset
    }

    /// Appends characters to a text, whose room is doubled when it is used up.
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

    /// How many bytes a content that can grow has room for, its zero included.
    private static func room(_ count: Int) -> Int {
        1 << (Int.bitWidth - count.leadingZeroBitCount)
    }

    // MARK: - White space and NUL

    /// How many bytes of white space a text begins with.
    func leadingWhiteSpace(_ text: TextRun) -> Int {
        var count = 0
        while count < text.count, isWhiteSpace(text.start[count]) { count &+= 1 }
        return count
    }

    /// TAB, LF, FF, CR and the space; tokens hold no CR but from a character reference.
    @inline(__always)
    func isWhiteSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0C || byte == 0x0D
    }

    /// Whether a text is white space alone.
    func isWhiteSpace(_ text: TextRun) -> Bool {
        leadingWhiteSpace(text) == text.count
    }

    /// Drops bytes from the beginning of the characters token.
    mutating func dropFirst(_ count: Int) {
        tokenizer.token.text.start += count
        tokenizer.token.text.count -= count
    }

    /// Drops the white space that the characters token begins with.
    ///
    /// - Returns: whether anything is left.
    mutating func skipWhiteSpace() -> Bool {
        dropFirst(leadingWhiteSpace(tokenizer.token.text))
        return tokenizer.token.text.count > 0
    }

    /// Inserts the white space that the characters token begins with, and drops it.
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

    /// The bytes of a text that are wanted, copied.
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

    /// Replaces the NULs of the characters token by U+FFFD.
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

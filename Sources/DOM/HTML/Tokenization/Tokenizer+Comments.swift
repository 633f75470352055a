// Comments, and markup that is read as a comment (HTML standard, 13.2.5.41 to 13.2.5.52).
extension Tokenizer {
    /// 13.2.5.42 Markup declaration open state
    @inline(never)
    mutating func readMarkupDeclaration() -> Bool {
        let start = cursor + 2
        if matches("--", at: start) { return readComment(from: start + 2) }
        if matches("doctype", at: start) {
            cursor = start + 7
            return readDoctype()
        }
        // In capitals only.
        if allowsCDATA, start[0] == UInt8(ascii: "["), start[1] == UInt8(ascii: "C"),
            start[2] == UInt8(ascii: "D"), start[3] == UInt8(ascii: "A"), start[4] == UInt8(ascii: "T"),
            start[5] == UInt8(ascii: "A"), start[6] == UInt8(ascii: "[")
        {
            cursor = start + 7
            return readCDATASection()
        }
        return readBogusComment(from: start)
    }

    /// 13.2.5.41 Bogus comment state
    @inline(never)
    mutating func readBogusComment(from start: UnsafeMutablePointer<UInt8>) -> Bool {
        var needsDecoding = false
        let stop = find(
            UInt8(ascii: ">"),
            from: start,
            readsReferences: false,
            needsDecoding: &needsDecoding
        )
        if stop == end { noteUnfinished(.comment) }
        return emitComment(from: start, to: stop, before: stop + 1, needsDecoding)
    }

    /// 13.2.5.43 Comment start state to 13.2.5.52 Comment end bang state
    ///
    /// - Parameter start: the position after `<!--`.
    private mutating func readComment(from start: UnsafeMutablePointer<UInt8>) -> Bool {
        if start[0] == UInt8(ascii: ">") {
            return emitComment(from: start, to: start, before: start + 1, false)
        }
        if start[0] == UInt8(ascii: "-"), start[1] == UInt8(ascii: ">") {
            return emitComment(from: start, to: start, before: start + 2, false)
        }
        var needsDecoding = false
        var stop = start
        while true {
            stop = find(
                UInt8(ascii: ">"),
                from: stop,
                readsReferences: false,
                needsDecoding: &needsDecoding
            )
            // The page's end closes a comment too, after any part of `-->`.
            if stop == end { noteUnfinished(.comment) }
            let closing = stop == end ? unfinishedClosing(start, stop) : closing(start, stop)
            if let closing {
                return emitComment(from: start, to: stop - closing, before: stop + 1, needsDecoding)
            }
            stop += 1
        }
    }

    /// The number of bytes before `>` that belong to the comment's end; `nil` if the comment continues.
    @inline(__always)
    private func closing(_ start: UnsafeMutablePointer<UInt8>, _ stop: UnsafeMutablePointer<UInt8>) -> Int? {
        let count = start.distance(to: stop)
        guard count >= 2 else { return nil }
        if stop[-1] == UInt8(ascii: "-") { return stop[-2] == UInt8(ascii: "-") ? 2 : nil }
        guard count >= 3, stop[-1] == UInt8(ascii: "!") else { return nil }
        return stop[-2] == UInt8(ascii: "-") && stop[-3] == UInt8(ascii: "-") ? 3 : nil
    }

    private func unfinishedClosing(
        _ start: UnsafeMutablePointer<UInt8>,
        _ stop: UnsafeMutablePointer<UInt8>
    ) -> Int {
        if let closing = closing(start, stop) { return closing }
        return stop > start && stop[-1] == UInt8(ascii: "-") ? 1 : 0
    }

    private mutating func emitComment(
        from start: UnsafeMutablePointer<UInt8>,
        to stop: UnsafeMutablePointer<UInt8>,
        before next: UnsafeMutablePointer<UInt8>,
        _ needsDecoding: Bool
    ) -> Bool {
        token.kind = .comment
        token.text = TextRun(start: start, count: start.distance(to: stop))
        stop.pointee = 0
        cursor = min(next, end)
        if needsDecoding { token.text = decode(token.text, .rawtext) }
        return true
    }
}

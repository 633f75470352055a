/// What makes a line of text something else than text by how it begins.
enum LineStart {
    /// The index of the character that a backslash must stand before, so that the line is text.
    static func escaped(in text: ArraySlice<UInt8>, endsLine: Bool, isFirstLine: Bool) -> Int? {
        guard let first = text.first else { return nil }
        let start = text.startIndex
        switch first {
        case UInt8(ascii: ">"): return start
        case UInt8(ascii: "#"):
            let level = text.prefix(7).prefix { $0 == first }.count
            return level <= 6 && isEnd(start + level, text, endsLine) ? start : nil
        case UInt8(ascii: "+"): return isEnd(start + 1, text, endsLine) ? start : nil
        case UInt8(ascii: "-"):
            return isEnd(start + 1, text, endsLine) || isTableRule(text, endsLine) ? start : nil
        case UInt8(ascii: "|"), UInt8(ascii: ":"): return isTableRule(text, endsLine) ? start : nil
        case UInt8(ascii: "="):
            let isUnderline = text.allSatisfy { $0 == first } && endsLine && !isFirstLine
            return isUnderline ? start : nil
        case UInt8(ascii: "["): return isTask(text) ? start : nil
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            let digits = text.prefix(10).prefix { (0x30...0x39).contains($0) }
            let end = digits.endIndex
            guard digits.count <= 9, end < text.endIndex, ".)".utf8.contains(text[end]) else { return nil }
            return isEnd(end + 1, text, endsLine) ? end : nil
        default: return nil
        }
    }

    /// Whether a space follows, or the line's end.
    private static func isEnd(_ index: Int, _ text: ArraySlice<UInt8>, _ endsLine: Bool) -> Bool {
        index < text.endIndex ? text[index] == 0x20 : endsLine
    }

    /// Whether the line can be a thematic break, the underline of a heading, or the rule below a table's header.
    private static func isTableRule(_ text: ArraySlice<UInt8>, _ endsLine: Bool) -> Bool {
        endsLine && text.contains(UInt8(ascii: "-")) && text.allSatisfy { "-:| ".utf8.contains($0) }
    }

    /// Whether the line begins as a task of a list does.
    private static func isTask(_ text: ArraySlice<UInt8>) -> Bool {
        let mark = Array(text.prefix(4))
        return mark.count >= 3 && mark[2] == UInt8(ascii: "]") && " xX".utf8.contains(mark[1])
            && (mark.count == 3 || mark[3] == 0x20)
    }
}

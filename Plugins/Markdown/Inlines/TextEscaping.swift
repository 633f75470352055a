/// Text with a backslash before every character that Markdown would read as a mark, and before no other.
struct TextEscaping {
    /// Whether the text stands in the text of a link or in the description of an image.
    var isInLink = false
    /// Whether the text begins a line of a paragraph.
    var beginsLine = false
    /// Whether that line is the first of its paragraph.
    var isFirstLine = true
    /// The byte that is written after the text; `nil` where the line ends.
    var next: UInt8?

    /// Writes a text. Complexity: linear in its length.
    func write(_ text: ArraySlice<UInt8>, to output: inout [UInt8]) {
        let marked =
            beginsLine ? LineStart.escaped(in: text, endsLine: next == nil, isFirstLine: isFirstLine) : nil
        // A bracket that is escaped leaves the other one of its pair alone.
        let splitsPair = marked.map { text[$0] == UInt8(ascii: "[") } ?? false
        let escapesBrackets = isInLink && (splitsPair || !TextEscaping.hasPlainBrackets(text))
        var index = text.startIndex
        while index < text.endIndex {
            let byte = text[index]
            if index == marked {
                output += [UInt8(ascii: "\\"), byte]
                index += 1
                continue
            }
            switch byte {
            case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"):
                index = writeRun(of: byte, from: index, in: text, to: &output)
                continue
            case UInt8(ascii: "`"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "<"),
                UInt8(ascii: "\\"),
                UInt8(ascii: "&"), UInt8(ascii: "!"):
                let isBracket = byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]")
                if isSpecial(byte, at: index, in: text) || isBracket && escapesBrackets {
                    output.append(UInt8(ascii: "\\"))
                }
            default: break
            }
            output.append(byte)
            index += 1
        }
    }

    /// Whether Markdown would read a character as something else than itself.
    private func isSpecial(_ byte: UInt8, at index: Int, in text: ArraySlice<UInt8>) -> Bool {
        let isLast = index + 1 == text.endIndex
        let following = isLast ? next : text[index + 1]
        switch byte {
        case UInt8(ascii: "`"): return true
        case UInt8(ascii: "]"):
            // Without what follows it, no bracket makes a link.
            return following.map { "([:".utf8.contains($0) } ?? false
        case UInt8(ascii: "<"):
            guard let following else { return false }
            return Scalars.isAlphanumeric(following) || "/!?".utf8.contains(following)
        case UInt8(ascii: "\\"): return following.map(Scalars.isPunctuation) ?? true
        case UInt8(ascii: "&"): return TextEscaping.isReference(text[index...])
        case UInt8(ascii: "!"): return isLast && following == UInt8(ascii: "[")
        default: return false
        }
    }

    /// Writes a run of a character that marks begin or end with.
    private func writeRun(
        of mark: UInt8,
        from start: Int,
        in text: ArraySlice<UInt8>,
        to output: inout [UInt8]
    ) -> Int {
        var end = start
        while end < text.endIndex, text[end] == mark { end += 1 }
        let before = start > text.startIndex ? text[start - 1] : nil
        let after = end < text.endIndex ? text[end] : nil
        let isPlain: Bool
        switch mark {
        case UInt8(ascii: "*"): isPlain = before == 0x20 && after == 0x20
        case UInt8(ascii: "_"):
            isPlain =
                before.map(Scalars.isAlphanumeric) ?? false && after.map(Scalars.isAlphanumeric) ?? false
        default: isPlain = end - start == 1 && before == 0x20 && after != nil
        }
        for _ in start..<end {
            if !isPlain { output.append(UInt8(ascii: "\\")) }
            output.append(mark)
        }
        return end
    }

    /// Whether the brackets of a text come in pairs of which none could be a link, so that they may stand in the text
    /// of one.
    private static func hasPlainBrackets(_ text: ArraySlice<UInt8>) -> Bool {
        var depth = 0
        var previous: UInt8 = 0
        for byte in text {
            if previous == UInt8(ascii: "]"), "([:".utf8.contains(byte) { return false }
            if byte == UInt8(ascii: "[") { depth += 1 }
            if byte == UInt8(ascii: "]") { depth -= 1 }
            if depth < 0 { return false }
            previous = byte
        }
        return depth == 0
    }

    /// Whether a text begins with a character reference (section 6.2 of CommonMark): `&amp;`, `&#38;`, `&#x26;`.
    static func isReference(_ text: ArraySlice<UInt8>) -> Bool {
        var name = text.dropFirst().prefix(33)
        guard let end = name.firstIndex(of: UInt8(ascii: ";")) else { return false }
        name = name[..<end]
        if name.first == UInt8(ascii: "#") { name = name.dropFirst() }
        return !name.isEmpty && name.allSatisfy(Scalars.isAlphanumeric)
    }
}

/// Text with a backslash only before characters that Markdown would read as a mark.
struct TextEscaping {
    /// Whether the text is in a link or in the description of an image.
    var isInLink = false
    /// Whether the text begins a line of a paragraph.
    var beginsLine = false
    /// Whether that line is the first of its paragraph.
    var isFirstLine = true
    /// The byte that is written after the text; `nil` if the line ends.
    var next: UInt8?

    /// Writes a text. Complexity: linear in its length.
    func write(_ text: ArraySlice<UInt8>, to output: inout [UInt8]) {
        let marked =
            beginsLine ? LineStart.escaped(in: text, endsLine: next == nil, isFirstLine: isFirstLine) : nil
        // Escaping a bracket makes the other one of its pair a literal character.
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

    /// Whether Markdown would read a character as anything other than itself.
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

    /// Writes a run of a character with which marks begin or end.
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

    /// Whether the brackets of a text are paired and none of the pairs could be a link, so that they are valid within a
    /// link.
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

// MARK: - Line starts

/// Line starts that turn a line of text into a block.
enum LineStart {
    /// Returns the index of the character that needs a backslash, so that the line is text.
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

    /// Whether the line begins like a task of a list.
    private static func isTask(_ text: ArraySlice<UInt8>) -> Bool {
        let mark = Array(text.prefix(4))
        return mark.count >= 3 && mark[2] == UInt8(ascii: "]") && " xX".utf8.contains(mark[1])
            && (mark.count == 3 || mark[3] == 0x20)
    }
}

// MARK: - Links

/// Addresses and titles of links and images (section 6.3 of CommonMark).
enum LinkText {
    /// Writes an address to be put in round brackets: characters that would end it are percent-encoded or escaped.
    static func write(address: String, to output: inout [UInt8]) {
        let utf8 = Array(address.utf8)
        let isBalanced = isBalanced(utf8)
        if utf8.isEmpty { output += "<>".utf8 }
        for (index, byte) in utf8.enumerated() {
            switch byte {
            case 0...0x20, 0x7F, UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"), UInt8(ascii: "`"),
                UInt8(ascii: "|"):
                output += percentEncoded(byte)
            case UInt8(ascii: "("), UInt8(ascii: ")"):
                if !isBalanced { output.append(UInt8(ascii: "\\")) }
                output.append(byte)
            case UInt8(ascii: "&") where TextEscaping.isReference(utf8[index...]):
                output += "\\&".utf8
            default: output.append(byte)
            }
        }
    }

    /// Writes a title in quotation marks, after an address.
    static func write(title: String, to output: inout [UInt8]) {
        output += " \"".utf8
        let utf8 = Array(title.utf8)
        for (index, byte) in utf8.enumerated() {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "`"), UInt8(ascii: "\\"): output.append(UInt8(ascii: "\\"))
            case UInt8(ascii: "&") where TextEscaping.isReference(utf8[index...]):
                output.append(UInt8(ascii: "\\"))
            default: break
            }
            output.append(byte)
        }
        output.append(UInt8(ascii: "\""))
    }

    /// A text on one line: white space collapsed.
    static func line(_ text: String) -> String {
        var run = InlineRun()
        run.addText(text, style: InlineStyles.plain, isCode: false)
        return String(decoding: run.text(), as: UTF8.self)
    }

    /// Whether `<text>` is a link to an address (section 6.5): an absolute address, or an e-mail address without its
    /// scheme.
    static func isAutolink(_ text: ArraySlice<UInt8>, to address: String) -> Bool {
        let mail = "mailto:"
        let isMail = address.hasPrefix(mail) && text.elementsEqual(address.utf8.dropFirst(mail.utf8.count))
        guard isMail || text.elementsEqual(address.utf8) else { return false }
        if isMail { return isMailAddress(text) }
        let scheme = text.prefix(33).prefix { $0 != UInt8(ascii: ":") }
        return (2...32).contains(scheme.count) && scheme.count < text.count
            && scheme.allSatisfy { Scalars.isAlphanumeric($0) || "+.-".utf8.contains($0) }
            && scheme.first.map { !(0x30...0x39).contains($0) && Scalars.isAlphanumeric($0) } ?? false
            && !text.contains { $0 <= 0x20 || $0 == 0x7F || "<>|\\".utf8.contains($0) }
    }

    private static func isMailAddress(_ text: ArraySlice<UInt8>) -> Bool {
        let parts = text.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty else { return false }
        let labels = parts[1].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts[0].allSatisfy { Scalars.isAlphanumeric($0) || "._+-".utf8.contains($0) }
            && labels.allSatisfy { label in
                (1...63).contains(label.count) && label.first != UInt8(ascii: "-")
                    && label.last != UInt8(ascii: "-")
                    && label.allSatisfy { Scalars.isAlphanumeric($0) || $0 == UInt8(ascii: "-") }
            }
    }

    /// Whether round brackets are paired, and nested no deeper than every Markdown parser allows.
    private static func isBalanced(_ text: [UInt8]) -> Bool {
        var depth = 0
        for byte in text {
            if byte == UInt8(ascii: "(") { depth += 1 }
            if byte == UInt8(ascii: ")") { depth -= 1 }
            if depth < 0 || depth > 3 { return false }
        }
        return depth == 0
    }

    /// A byte as `%XX`.
    static func percentEncoded(_ byte: UInt8) -> [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        return [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
}

// MARK: - Characters

/// The characters at the ends of texts, as CommonMark classifies them to determine where emphasis starts and ends.
enum Scalars {
    /// The class of a character next to a mark.
    enum Class {
        case whiteSpace
        case punctuation
        /// Punctuation in some Markdown parsers.
        case symbol
        case other

        /// Whether some parser reads it as punctuation.
        var mayBePunctuation: Bool { self == .punctuation || self == .symbol }
        /// Whether every parser reads it as white space or punctuation.
        var isBoundary: Bool { self == .whiteSpace || self == .punctuation }
    }

    /// The class of a character.
    static func classify(_ scalar: Unicode.Scalar?) -> Class {
        guard let scalar else { return .whiteSpace }
        if scalar.isASCII {
            switch scalar.value {
            case 0x09, 0x0A, 0x0C, 0x0D, 0x20: return .whiteSpace
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0..<0x21, 0x7F: return .other
            default: return .punctuation
            }
        }
        switch scalar.properties.generalCategory {
        case .spaceSeparator: return .whiteSpace
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
            .initialPunctuation, .finalPunctuation, .otherPunctuation:
            return .punctuation
        case .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol: return .symbol
        default: return .other
        }
    }

    /// The first character of a text; `nil` for an empty one.
    static func first(of text: some Collection<UInt8>) -> Unicode.Scalar? {
        var decoder = UTF8()
        var bytes = text.prefix(4).makeIterator()
        if case .scalarValue(let scalar) = decoder.decode(&bytes) { return scalar }
        return nil
    }

    /// The last character of a text; `nil` for an empty one.
    static func last(of text: ArraySlice<UInt8>) -> Unicode.Scalar? {
        guard let start = text.suffix(4).lastIndex(where: { $0 & 0xC0 != 0x80 }) else { return nil }
        return first(of: text[start...])
    }

    /// Whether a byte is an ASCII punctuation character, which a backslash can escape.
    static func isPunctuation(_ byte: UInt8) -> Bool {
        (0x21...0x2F).contains(byte) || (0x3A...0x40).contains(byte) || (0x5B...0x60).contains(byte)
            || (0x7B...0x7E).contains(byte)
    }

    /// Whether a byte is an ASCII letter or digit.
    static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
}

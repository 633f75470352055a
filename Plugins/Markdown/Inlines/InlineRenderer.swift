/// Writes a run of text as Markdown.
struct InlineRenderer {
    /// The context of the text.
    enum Place {
        case paragraph
        /// On one line.
        case heading
        /// On one line, with HTML line breaks.
        case cell
    }

    private let content: InlineTokens
    private let styles: InlineStyles
    private let place: Place
    private var output: [UInt8] = []
    private var linkDepth = 0
    private var beginsLine: Bool
    private var isFirstLine = true

    /// The Markdown of a run, with LF after each line but the last. Complexity: linear in the run's length.
    static func render(_ run: InlineRun, _ styles: InlineStyles, in place: Place) -> [UInt8] {
        if !run.hasContent { return [] }
        let tokens = Flanking.resolve(InlineTokens(run, styles), breaksAreHTML: place == .cell)
        var renderer = InlineRenderer(content: tokens, styles: styles, place: place)
        renderer.write()
        return renderer.output
    }

    private init(content: InlineTokens, styles: InlineStyles, place: Place) {
        self.content = content
        self.styles = styles
        self.place = place
        beginsLine = place == .paragraph
    }

    private mutating func write() {
        var index = 0
        while index < content.tokens.count {
            let token = content.tokens[index]
            switch token {
            case .text(let range): writeText(content.bytes[range], next: firstByte(ofTokenAt: index + 1))
            case .code(let range):
                output += CodeSpan.markdown(content.bytes[range], isInCell: place == .cell)
            case .raw(let range): output += content.bytes[range]
            case .lineBreak: writeLineBreak()
            case .open(let pair):
                if let address = autolink(at: index) {
                    output += [UInt8(ascii: "<")] + address + [UInt8(ascii: ">")]
                    index += 2
                } else {
                    writeOpening(content.pairs[pair])
                }
            case .close(let pair): writeClosing(content.pairs[pair], after: index)
            }
            if case .lineBreak = token { beginsLine = place == .paragraph } else { beginsLine = false }
            index += 1
        }
        if place == .heading { output = InlineRenderer.withoutClosingSequence(output) }
    }

    private mutating func writeText(_ text: ArraySlice<UInt8>, next: UInt8?) {
        let escaping = TextEscaping(
            isInLink: linkDepth > 0,
            beginsLine: beginsLine,
            isFirstLine: isFirstLine,
            next: next
        )
        escaping.write(text, to: &output)
    }

    private mutating func writeLineBreak() {
        switch place {
        case .paragraph: output += "\\\n".utf8
        case .heading: output.append(0x20)
        case .cell: output += "<br>".utf8
        }
        isFirstLine = false
    }

    private mutating func writeOpening(_ pair: InlineTokens.Pair) {
        if case .link = pair.mark {
            linkDepth += 1
            output.append(UInt8(ascii: "["))
        } else if let delimiter = pair.mark.delimiter, !pair.isHTML {
            output += delimiter.utf8
        } else {
            output += "<\(pair.mark.element)>".utf8
        }
    }

    private mutating func writeClosing(_ pair: InlineTokens.Pair, after index: Int) {
        if case .link(let number) = pair.mark {
            linkDepth -= 1
            let link = styles.links[number]
            output += "](".utf8
            LinkText.write(address: link.address, to: &output)
            if !link.title.isEmpty { LinkText.write(title: link.title, to: &output) }
            output.append(UInt8(ascii: ")"))
        } else if let delimiter = pair.mark.delimiter, !pair.isHTML {
            output += delimiter.utf8
        } else {
            output += "</\(pair.mark.element)>".utf8
        }
    }

    /// The address of a link whose text is its address, if it can be written `<…>`.
    private func autolink(at index: Int) -> ArraySlice<UInt8>? {
        guard index + 2 < content.tokens.count, case .open(let pair) = content.tokens[index],
            case .link(let number) = content.pairs[pair].mark,
            case .text(let range) = content.tokens[index + 1],
            case .close(pair) = content.tokens[index + 2]
        else { return nil }
        let text = content.bytes[range]
        let link = styles.links[number]
        guard link.title.isEmpty else { return nil }
        return LinkText.isAutolink(text, to: link.address) || LinkText.isAutolink(text, to: link.spelling)
            ? text : nil
    }

    /// The first byte with which a token is written; `nil` if the line ends.
    private func firstByte(ofTokenAt index: Int) -> UInt8? {
        guard index < content.tokens.count else { return nil }
        switch content.tokens[index] {
        case .text(let range), .raw(let range): return content.bytes[range].first
        case .code: return UInt8(ascii: "`")
        case .lineBreak: return place == .paragraph ? nil : place == .cell ? UInt8(ascii: "<") : 0x20
        case .open(let number):
            let pair = content.pairs[number]
            if case .link = pair.mark {
                return autolink(at: index) == nil ? UInt8(ascii: "[") : UInt8(ascii: "<")
            }
            return pair.isHTML ? UInt8(ascii: "<") : pair.mark.delimiter?.utf8.first
        case .close(let number):
            let pair = content.pairs[number]
            if case .link = pair.mark { return UInt8(ascii: "]") }
            return pair.isHTML ? UInt8(ascii: "<") : pair.mark.delimiter?.utf8.first
        }
    }

    /// Returns a heading's text with number signs at its end escaped, which would be a closing sequence.
    private static func withoutClosingSequence(_ text: [UInt8]) -> [UInt8] {
        guard let last = text.lastIndex(where: { $0 != UInt8(ascii: "#") }), last < text.count - 1 else {
            return text.allSatisfy { $0 == UInt8(ascii: "#") } ? [UInt8(ascii: "\\")] + text : text
        }
        return text[last] == 0x20 ? text[...last] + [UInt8(ascii: "\\")] + text[(last + 1)...] : text
    }
}

// MARK: - Code

/// Code within a line (section 6.1 of CommonMark).
enum CodeSpan {
    /// The code between backticks: more of them than in any run within it.
    ///
    /// - Parameter isInCell: whether it is in a table, whose rows are split before code is parsed.
    static func markdown(_ code: ArraySlice<UInt8>, isInCell: Bool) -> [UInt8] {
        if isInCell, containsEscapedPipe(code) { return html(code) }
        let fence = [UInt8](
            repeating: UInt8(ascii: "`"),
            count: longestRun(of: UInt8(ascii: "`"), in: code) + 1
        )
        let touches = code.first == UInt8(ascii: "`") || code.last == UInt8(ascii: "`")
        let padding: [UInt8] = touches ? [0x20] : []
        return fence + padding + code + padding + fence
    }

    /// The length of the longest run of a byte.
    static func longestRun(of byte: UInt8, in text: some Sequence<UInt8>) -> Int {
        var longest = 0
        var length = 0
        for each in text {
            length = each == byte ? length + 1 : 0
            longest = max(longest, length)
        }
        return longest
    }

    /// Whether a pipe follows a backslash: in a table, code between backticks cannot contain that.
    private static func containsEscapedPipe(_ code: ArraySlice<UInt8>) -> Bool {
        zip(code, code.dropFirst()).contains { $0 == UInt8(ascii: "\\") && $1 == UInt8(ascii: "|") }
    }

    private static func html(_ code: ArraySlice<UInt8>) -> [UInt8] {
        var output = Array("<code>".utf8)
        for byte in code {
            if Scalars.isPunctuation(byte) { output += "&#\(byte);".utf8 } else { output.append(byte) }
        }
        return output + "</code>".utf8
    }
}

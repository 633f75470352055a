/// Gathers text as a reader would see it: runs of white space become one space, blocks and line breaks one line
/// end, and nothing but visible characters stands at either end.
struct TextWriter {
    /// What has to be written before the next visible character.
    private enum Gap {
        case none
        case space
        case lineEnd
        /// White space of preformatted text, to be written as it is.
        case verbatim([UInt8])
    }

    private(set) var utf8: [UInt8] = []
    /// For each line written, the line of the page that its first character stands on.
    private(set) var sourceLines: [Int] = []
    private var gap = Gap.none
    private var sourceLine = 0

    /// The index of the line that the next visible character begins; `nil` where it stands in one that has begun.
    var nextLine: Int? {
        if utf8.isEmpty { return 0 }
        switch gap {
        case .none, .space: return nil
        case .lineEnd: return sourceLines.count
        case .verbatim(let space):
            let ends = space.count { $0 == 0x0A }
            return ends > 0 ? sourceLines.count + ends - 1 : nil
        }
    }

    mutating func endLine() {
        gap = .lineEnd
    }

    mutating func separate() {
        if case .none = gap { gap = .space }
    }

    /// Writes text with its white space collapsed.
    ///
    /// - Parameter line: the page's line that the text starts on.
    mutating func write(_ text: UnsafeBufferPointer<UInt8>, line: Int) {
        sourceLine = line
        var index = 0
        while index < text.count {
            let space = WhiteSpace.length(at: index, in: text)
            if space > 0 {
                if text[index] == 0x0A { sourceLine += 1 }
                separate()
                index += space
                continue
            }
            let start = index
            repeat { index += 1 } while index < text.count && WhiteSpace.length(at: index, in: text) == 0
            closeGap()
            utf8.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
        }
    }

    /// Writes a string of data: its line ends and the white space within its lines are its own.
    ///
    /// - Parameter line: the page's line that the whole string stands on.
    mutating func writeData(_ text: UnsafeBufferPointer<UInt8>, line: Int) {
        sourceLine = line
        var start = 0
        while start < text.count {
            let end = text[start...].firstIndex(of: 0x0A) ?? text.count
            let segment = UnsafeBufferPointer(rebasing: text[start..<end])
            let content = WhiteSpace.trimmed(segment)
            if content.isEmpty || content.lowerBound > 0 { separate() }
            if !content.isEmpty {
                closeGap()
                utf8.append(contentsOf: UnsafeBufferPointer(rebasing: segment[content]))
                if content.upperBound < segment.count { separate() }
            }
            if end < text.count { endLine() }
            start = end + 1
        }
    }

    /// Writes text with its line ends and indentation kept.
    mutating func writePreformatted(_ text: UnsafeBufferPointer<UInt8>, line: Int) {
        sourceLine = line
        var index = 0
        while index < text.count {
            let start = index
            if isSpace(text[index]) {
                repeat { index += 1 } while index < text.count && isSpace(text[index])
                for byte in text[start..<index] where byte == 0x0A { sourceLine += 1 }
                appendVerbatim(text[start..<index])
            } else {
                repeat { index += 1 } while index < text.count && !isSpace(text[index])
                closeGap()
                utf8.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
            }
        }
    }

    private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    private mutating func appendVerbatim(_ space: Slice<UnsafeBufferPointer<UInt8>>) {
        switch gap {
        case .none, .space: gap = .verbatim(Array(space))
        case .verbatim(let before): gap = .verbatim(before + space)
        // The line end is written already; of what follows, only the indentation counts.
        case .lineEnd: gap = .verbatim([0x0A] + (space.split(separator: 0x0A).last ?? []))
        }
    }

    private mutating func closeGap() {
        defer { gap = .none }
        if utf8.isEmpty {
            sourceLines = [sourceLine]
            return
        }
        switch gap {
        case .none: break
        case .space: utf8.append(0x20)
        case .lineEnd:
            utf8.append(0x0A)
            sourceLines.append(sourceLine)
        case .verbatim(let space):
            utf8.append(contentsOf: space)
            for byte in space where byte == 0x0A { sourceLines.append(sourceLine) }
        }
    }
}

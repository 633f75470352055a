/// Gathers text as a reader would see it: runs of white space become one space, blocks and line breaks one line
/// end, and nothing but visible characters stands at either end.
struct TextWriter: ~Copyable {
    /// What has to be written before the next visible character.
    private enum Gap {
        case none
        case space
        case lineEnd
        /// White space of preformatted text, to be written as it is.
        case verbatim
    }

    /// How the text is to come out.
    enum Form {
        /// In lines.
        case lines
        /// In lines of which it is known where on the page they begin.
        case numberedLines
        /// With a space wherever there would be a line end or other white space.
        case oneLine
    }

    var buffer: TextBuffer
    /// For each line written, the line of the page that its first character stands on, where that is asked for.
    private(set) var sourceLines: [Int] = []
    let form: Form
    private var gap = Gap.none
    private var verbatim: [UInt8] = []
    private var sourceLine = 0

    /// - Parameter buffer: one with nothing in it.
    init(_ form: Form, _ buffer: consuming TextBuffer = TextBuffer()) {
        self.form = form
        self.buffer = buffer
    }

    /// What has been written.
    var utf8: UnsafeBufferPointer<UInt8> { buffer.bytes }

    /// The index of the line that the next visible character begins; `nil` where it stands in one that has begun.
    var nextLine: Int? {
        if buffer.isEmpty { return 0 }
        switch gap {
        case .none, .space: return nil
        case .lineEnd: return sourceLines.count
        case .verbatim:
            let ends = verbatim.count { $0 == 0x0A }
            return ends > 0 ? sourceLines.count + ends - 1 : nil
        }
    }

    @inline(__always)
    mutating func endLine() {
        gap = .lineEnd
    }

    @inline(__always)
    mutating func separate() {
        if case .none = gap { gap = .space }
    }

    /// Writes text with its white space collapsed.
    ///
    /// - Parameter line: the page's line that the text starts on.
    @inline(__always)
    mutating func write(_ text: UnsafeBufferPointer<UInt8>, line: @autoclosure () -> Int = 0) {
        if form == .numberedLines { sourceLine = line() }
        var index = 0
        while index < text.count {
            let space = WhiteSpace.length(at: index, in: text)
            if space > 0 {
                if form == .numberedLines, text[index] == 0x0A { sourceLine += 1 }
                separate()
                index &+= space
                continue
            }
            closeGap()
            let target = buffer.reserve(text.count &- index)
            let count = WhiteSpace.copyRun(text, from: index, to: target)
            index &+= count
            let endsWithSpace = target[count &- 1] == 0x20
            buffer.moveEnd(by: endsWithSpace ? count &- 1 : count)
            if endsWithSpace { gap = .space }
        }
    }

    /// Writes a string of data in lines: its line ends and the white space within its lines are its own.
    ///
    /// - Parameter line: the page's line that the whole string stands on.
    mutating func writeData(_ text: UnsafeBufferPointer<UInt8>, line: @autoclosure () -> Int) {
        if form == .numberedLines { sourceLine = line() }
        var start = 0
        while start < text.count {
            let end = text[start...].firstIndex(of: 0x0A) ?? text.count
            let segment = UnsafeBufferPointer(rebasing: text[start..<end])
            let content = WhiteSpace.trimmed(segment)
            if content.isEmpty || content.lowerBound > 0 { separate() }
            if !content.isEmpty {
                closeGap()
                buffer.append(UnsafeBufferPointer(rebasing: segment[content]))
                if content.upperBound < segment.count { separate() }
            }
            if end < text.count { endLine() }
            start = end + 1
        }
    }

    /// Writes text in lines, its line ends and indentation kept.
    mutating func writePreformatted(_ text: UnsafeBufferPointer<UInt8>, line: @autoclosure () -> Int) {
        if form == .numberedLines { sourceLine = line() }
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
                buffer.append(UnsafeBufferPointer(rebasing: text[start..<index]))
            }
        }
    }

    /// Writes text as it is.
    mutating func writeRaw(_ text: UnsafeBufferPointer<UInt8>) {
        if form == .oneLine { return write(text) }
        buffer.append(text)
    }

    private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    private mutating func appendVerbatim(_ space: Slice<UnsafeBufferPointer<UInt8>>) {
        switch gap {
        case .none, .space: verbatim = Array(space)
        case .verbatim: verbatim += space
        // The line end is written already; of what follows, only the indentation counts.
        case .lineEnd: verbatim = [0x0A] + (space.split(separator: 0x0A).last ?? [])
        }
        gap = .verbatim
    }

    @inline(__always)
    private mutating func closeGap() {
        if form == .numberedLines { noteLines() }
        if gap == .none || buffer.isEmpty {
            gap = .none
            return
        }
        switch gap {
        case .none: break
        case .space: buffer.append(0x20)
        case .lineEnd: buffer.append(form == .oneLine ? 0x20 : 0x0A)
        case .verbatim: verbatim.withUnsafeBufferPointer { buffer.append($0) }
        }
        gap = .none
    }

    /// Notes on which line of the page the lines begin that a gap's end begins.
    private mutating func noteLines() {
        if buffer.isEmpty {
            sourceLines = [sourceLine]
            return
        }
        switch gap {
        case .none, .space: break
        case .lineEnd: sourceLines.append(sourceLine)
        case .verbatim: for byte in verbatim where byte == 0x0A { sourceLines.append(sourceLine) }
        }
    }
}

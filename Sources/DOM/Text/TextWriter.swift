import Basics

/// Writes text as a reader sees it: a run of white space becomes one space, blocks and line breaks one line end, and
/// there is no white space at either end.
struct TextWriter: ~Copyable {
    /// The white space that must be written before the next visible character.
    private enum Gap {
        case none
        case space
        case lineEnd
        /// White space of preformatted text, to be written unchanged.
        case verbatim
    }

    /// The form of the text.
    enum Form {
        /// Lines.
        case lines
        /// Lines with their line numbers on the page.
        case numberedLines
        /// One line, with a space for any line end or other white space.
        case oneLine
    }

    var buffer: TextBuffer
    /// For each line of the text, the line on the page of its first character; only in the form with line numbers.
    private(set) var sourceLines: [Int] = []
    let form: Form
    private var gap = Gap.none
    private var verbatim: [UInt8] = []
    private var sourceLine = 0

    /// - Parameter buffer: an empty buffer.
    init(_ form: Form, _ buffer: consuming TextBuffer = TextBuffer()) {
        self.form = form
        self.buffer = buffer
    }

    /// The text that has been written.
    var utf8: UnsafeBufferPointer<UInt8> { buffer.bytes }

    /// The index of the line that the next visible character begins; `nil` if it continues a line.
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
    /// - Parameter line: the page's line on which the text starts.
    @inline(__always)
    mutating func write(_ text: UnsafeBufferPointer<UInt8>, line: @autoclosure () -> Int = 0) {
        if form == .numberedLines { sourceLine = line() }
        var index = 0
        while index < text.count {
            let end = WhiteSpace.endOfRun(at: index, in: text)
            if end > index {
                if form == .numberedLines { sourceLine &+= text[index..<end].count { $0 == 0x0A } }
                separate()
                index = end
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
    /// - Parameter line: the line of the whole string on the page.
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

    /// Writes text in lines, keeping its line ends and indentation.
    mutating func writePreformatted(_ text: UnsafeBufferPointer<UInt8>, line: @autoclosure () -> Int) {
        if form == .numberedLines { sourceLine = line() }
        var index = 0
        while index < text.count {
            let start = index
            if text[index].isWhiteSpace {
                repeat { index += 1 } while index < text.count && text[index].isWhiteSpace
                for byte in text[start..<index] where byte == 0x0A { sourceLine += 1 }
                appendVerbatim(text[start..<index])
            } else {
                repeat { index += 1 } while index < text.count && !text[index].isWhiteSpace
                closeGap()
                buffer.append(UnsafeBufferPointer(rebasing: text[start..<index]))
            }
        }
    }

    /// Writes text unchanged.
    mutating func writeRaw(_ text: UnsafeBufferPointer<UInt8>) {
        if form == .oneLine { return write(text) }
        buffer.append(text)
    }

    private mutating func appendVerbatim(_ space: Slice<UnsafeBufferPointer<UInt8>>) {
        switch gap {
        case .none, .space: verbatim = Array(space)
        case .verbatim: verbatim += space
        // The line end is already written; of the rest, only the indentation is used.
        case .lineEnd: verbatim = [0x0A] + (space.split(separator: 0x0A).last ?? [])
        }
        gap = .verbatim
    }

    @inline(__always)
    private mutating func closeGap() {
        if form == .numberedLines { recordLines() }
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

    /// Records the line numbers on the page of the lines that begin after the gap.
    private mutating func recordLines() {
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

extension WhiteSpace {
    /// Where the white space that begins at an index ends; the index itself if there is none.
    @inline(__always)
    static func endOfRun(at index: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
        guard let base = UnsafeRawPointer(text.baseAddress) else { return index }
        var index = index
        while index < text.count {
            let byte = text[index]
            if byte == 0x20 || byte &- 0x09 <= 4 {
                index &+= 1
                // Most white space is indentation.
                while index &+ 8 <= text.count,
                    base.loadUnaligned(fromByteOffset: index, as: UInt64.self) == 0x2020_2020_2020_2020
                {
                    index &+= 8
                }
            } else if byte < 0xC2 || byte > 0xE3 {
                return index
            } else {
                let space = length(at: index, in: text)
                if space == 0 { return index }
                index &+= space
            }
        }
        return index
    }

    /// Copies a text that begins with a visible character as far as collapsing white space does not change it: up to its
    /// end, or to white space that is more than one space between two other characters. A space at its end may be copied
    /// or not.
    ///
    /// - Parameter target: memory for the text and ``TextBuffer/slack`` more bytes.
    /// - Returns: the number of bytes that were copied.
    @inline(__always)
    static func copyRun(
        _ text: UnsafeBufferPointer<UInt8>,
        from first: Int,
        to target: UnsafeMutablePointer<UInt8>
    ) -> Int {
        guard let base = text.baseAddress else { return 0 }
        let start = base + first
        let count = text.count &- first
        var index = 0
        // A block and the byte after it.
        while index &+ 17 <= count {
            let block = UnsafeRawPointer(start + index).loadUnaligned(as: SIMD16<UInt8>.self)
            let next = UnsafeRawPointer(start + index + 1).loadUnaligned(as: SIMD16<UInt8>.self)
            UnsafeMutableRawPointer(target + index).storeBytes(of: block, as: SIMD16<UInt8>.self)
            let odd = ByteSet(mayEndRun(block, next))
            if odd.isEmpty {
                index &+= 16
                continue
            }
            index &+= odd.first
            if endsRun(text, at: first &+ index) { return index }
            target[index] = start[index]
            index &+= 1
        }
        while index < count {
            let byte = start[index]
            // Nearly every byte is greater than all white space.
            if byte <= 0x20 || byte >= 0xC2, endsRun(text, at: first &+ index) { return index }
            target[index] = byte
            index &+= 1
        }
        return index
    }

    /// The places where the run may end: at a control character, at a space before another, or at bytes that begin
    /// non-ASCII white space.
    @inline(__always)
    private static func mayEndRun(_ block: SIMD16<UInt8>, _ next: SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>> {
        func all(_ byte: UInt8) -> SIMD16<UInt8> { SIMD16(repeating: byte) }
        let short = (block .< all(0x20)) .| ((block .== all(0x20)) .& (next .<= all(0x20)))
        let latin = (block .== all(0xC2)) .& ((next .== all(0x85)) .| (next .== all(0xA0)))
        let general = (block .== all(0xE2)) .& ((next & all(0xFE)) .== all(0x80))
        let others =
            ((block .== all(0xE1)) .& (next .== all(0x9A)))
            .| ((block .== all(0xE3)) .& (next .== all(0x80)))
        return short .| latin .| general .| others
    }

    /// Whether there is white space at an index that is not a single space between two other ASCII characters.
    @inline(__always)
    private static func endsRun(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
        if text[index] == 0x20, index &+ 1 < text.count, text[index &+ 1] > 0x20 { return false }
        return length(at: index, in: text) > 0
    }
}

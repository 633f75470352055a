/// The output of decoders: UTF-8, with LF as line end and without NUL if the form requires it.
///
/// A decoder fills a small buffer, which is appended to the text whenever it is full; long runs are appended directly.
struct TextSink: ~Copyable {
    private var text: [UInt8] = []
    private let buffer: UnsafeMutablePointer<UInt8>
    private var used = 0
    private let form: TextForm
    private(set) var isAfterCR = false
    /// The length of the output that was not kept.
    private var skipped = 0
    private let keepsText: Bool

    /// The sequences of bytes that could not be decoded, each of which became one U+FFFD.
    private(set) var undecodable = Occurrences()
    /// The offset of the last of them in the text.
    private var lastReplacement = -1
    /// The NUL bytes.
    private(set) var nul = Occurrences()
    /// The places where decoding can start again.
    private(set) var checkpoints: [DecodingCheckpoint] = []
    /// The offset in the input from which the next checkpoint is due.
    private(set) var nextCheckpoint = DecodingCheckpoint.distance

    private static let size = 32 << 10

    /// Creates a sink for about `estimate` bytes of text.
    init(reserving estimate: Int, _ form: TextForm) {
        buffer = .allocate(capacity: Self.size)
        keepsText = true
        self.form = form
        text.reserveCapacity(estimate)
    }

    /// Creates a sink that only counts, for decoding again from a checkpoint.
    init(replaying form: TextForm, from checkpoint: DecodingCheckpoint) {
        buffer = .allocate(capacity: Self.size)
        keepsText = false
        self.form = form
        skipped = checkpoint.text
        isAfterCR = checkpoint.isAfterCR
    }

    deinit {
        buffer.deallocate()
    }

    /// Returns the whole output.
    mutating func finish() -> [UInt8] {
        flush()
        return text
    }

    /// The length of the output so far.
    var offset: Int { skipped + text.count + used }

    private mutating func flush() {
        append(UnsafeBufferPointer(start: buffer, count: used))
        used = 0
    }

    private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        if keepsText { text.append(contentsOf: bytes) } else { skipped += bytes.count }
    }

    /// Records that decoding can start again at an index of the input.
    mutating func addCheckpoint(at index: Int, _ state: UInt8) {
        nextCheckpoint = index + DecodingCheckpoint.distance
        checkpoints.append(
            DecodingCheckpoint(source: index, text: offset, isAfterCR: isAfterCR, state: state)
        )
    }

    /// Removes a replacement character at the end.
    mutating func dropReplacementAtEnd() {
        flush()
        guard lastReplacement >= 0, lastReplacement + 3 == text.count else { return }
        text.removeLast(3)
        undecodable.count -= 1
    }

    @inline(__always)
    private mutating func makeRoom(_ count: Int) {
        if used + count > Self.size { flush() }
    }
}

// MARK: - Writing

extension TextSink {
    /// Writes UTF-8, which contains no NUL and no CR unless the form keeps them.
    mutating func append(run: UnsafeBufferPointer<UInt8>) {
        var run = run
        if isAfterCR, let first = run.first {
            isAfterCR = false
            if first == UInt8(ascii: "\n") { run = UnsafeBufferPointer(rebasing: run.dropFirst()) }
        }
        guard let start = run.baseAddress, !run.isEmpty else { return }
        makeRoom(run.count)
        if run.count > Self.size {
            append(run)
        } else {
            (buffer + used).update(from: start, count: run.count)
            used += run.count
        }
    }

    /// Writes an ASCII character. In the normalized form CR LF and CR become LF, and NUL becomes U+FFFD.
    mutating func append(ascii byte: UInt8) {
        if form == .unchanged {
            if byte == 0 { nul.add(at: offset) }
            makeRoom(1)
            buffer[used] = byte
            used += 1
            return
        }
        let continuesLine = isAfterCR && byte == UInt8(ascii: "\n")
        isAfterCR = byte == UInt8(ascii: "\r")
        if continuesLine { return }
        if byte == 0 {
            nul.add(at: offset)
            return append(0xFFFD)
        }
        makeRoom(1)
        buffer[used] = isAfterCR ? UInt8(ascii: "\n") : byte
        used += 1
    }

    /// Writes U+FFFD for bytes that cannot be decoded.
    mutating func appendReplacement() {
        lastReplacement = offset
        undecodable.add(at: lastReplacement)
        append(0xFFFD)
    }

    /// Writes a non-ASCII character, which is a Unicode scalar value.
    @inline(__always)
    mutating func append(_ scalar: UInt32) {
        isAfterCR = false
        makeRoom(4)
        let low = UInt8(truncatingIfNeeded: scalar & 0x3F) | 0x80
        if scalar < 0x800 {
            buffer[used] = UInt8(truncatingIfNeeded: scalar >> 6) | 0xC0
            buffer[used + 1] = low
            used += 2
        } else if scalar < 0x10000 {
            buffer[used] = UInt8(truncatingIfNeeded: scalar >> 12) | 0xE0
            buffer[used + 1] = UInt8(truncatingIfNeeded: (scalar >> 6) & 0x3F) | 0x80
            buffer[used + 2] = low
            used += 3
        } else {
            buffer[used] = UInt8(truncatingIfNeeded: (scalar >> 18) & 0x07) | 0xF0
            buffer[used + 1] = UInt8(truncatingIfNeeded: (scalar >> 12) & 0x3F) | 0x80
            buffer[used + 2] = UInt8(truncatingIfNeeded: (scalar >> 6) & 0x3F) | 0x80
            buffer[used + 3] = low
            used += 4
        }
    }
}

/// How a decoder treats CR and NUL.
enum TextForm {
    /// CR and NUL are kept: the HTML tokenizer handles them, depending on its state.
    case unchanged
    /// CR and CR LF become LF, NUL becomes U+FFFD.
    case normalized
}

/// The number of occurrences of something in a text, and the first of them.
struct Occurrences {
    var count = 0
    /// The offset of the first occurrence.
    var first = 0

    mutating func add(at offset: Int) {
        if count == 0 { first = offset }
        count += 1
    }
}

/// Where decoders write: UTF-8 with lines ended by LF and without NUL.
///
/// A decoder fills a small buffer, which goes to the growing text whenever it is full; long runs go there at once.
struct TextSink: ~Copyable {
    private var text: [UInt8] = []
    private let buffer: UnsafeMutablePointer<UInt8>
    private var used = 0
    private var isAfterCR = false

    /// The bytes that could not be decoded, each sequence of them one U+FFFD.
    private(set) var undecodable = Replacements()
    /// The NUL bytes, each of them one U+FFFD.
    private(set) var nul = Replacements()

    private static let size = 32 << 10

    /// How many characters were replaced, and where in the text the first one stands.
    struct Replacements {
        var count = 0
        var first = 0

        mutating func add(at offset: Int) {
            if count == 0 { first = offset }
            count += 1
        }
    }

    /// A sink for about `estimate` bytes of text.
    init(reserving estimate: Int) {
        buffer = .allocate(capacity: Self.size)
        text.reserveCapacity(estimate)
    }

    deinit {
        buffer.deallocate()
    }

    /// All that was written.
    mutating func finish() -> [UInt8] {
        flush()
        return text
    }

    private var offset: Int { text.count + used }

    private mutating func flush() {
        text.append(contentsOf: UnsafeBufferPointer(start: buffer, count: used))
        used = 0
    }

    @inline(__always)
    private mutating func makeRoom(_ count: Int) {
        if used + count > Self.size { flush() }
    }
}

// MARK: - Writing

extension TextSink {
    /// Writes UTF-8 that holds neither NUL nor CR.
    mutating func append(run: UnsafeBufferPointer<UInt8>) {
        var run = run
        if isAfterCR, let first = run.first {
            isAfterCR = false
            if first == UInt8(ascii: "\n") { run = UnsafeBufferPointer(rebasing: run.dropFirst()) }
        }
        guard let start = run.baseAddress, !run.isEmpty else { return }
        makeRoom(run.count)
        if run.count > Self.size {
            text.append(contentsOf: run)
        } else {
            (buffer + used).update(from: start, count: run.count)
            used += run.count
        }
    }

    /// Writes an ASCII character: CR LF and CR become LF, NUL becomes U+FFFD.
    mutating func append(ascii byte: UInt8) {
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
        undecodable.add(at: offset)
        append(0xFFFD)
    }

    /// Writes a character beyond ASCII, which is a Unicode scalar value.
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

/// JSON text that grows at its end, in memory of its own: an `Array` without the checks that each of its many short
/// pieces would cost.
struct JSONText: ~Copyable {
    private var start: UnsafeMutablePointer<UInt8>
    private var count = 0
    private var capacity: Int

    /// How many bytes beyond what was reserved may be written: copying goes by whole blocks.
    private static let slack = 16

    init() {
        capacity = 256
        start = .allocate(capacity: capacity)
    }

    deinit {
        start.deallocate()
    }

    /// What stands in it, until it changes.
    var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
        reserve(1)
        start[count] = byte
        count &+= 1
    }

    @inline(__always)
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let source = bytes.baseAddress else { return }
        reserve(bytes.count)
        (start + count).update(from: source, count: bytes.count)
        count &+= bytes.count
    }

    /// Appends a text as it is.
    mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { append($0) }
    }

    /// Appends a string in quotes, with the escapes that JSON demands, and DEL escaped since terminals act on it.
    mutating func appendString(_ string: String) {
        append(UInt8(ascii: "\""))
        var string = string
        string.withUTF8 { appendEscaped($0) }
        append(UInt8(ascii: "\""))
    }

    @inline(__always)
    private mutating func reserve(_ more: Int) {
        if capacity &- count < more &+ JSONText.slack { grow(more) }
    }

    @inline(never)
    private mutating func grow(_ more: Int) {
        capacity = max(2 * capacity, count + more + JSONText.slack)
        let grown = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        grown.update(from: start, count: count)
        start.deallocate()
        start = grown
    }
}

// MARK: - Escapes

extension JSONText {
    private mutating func appendEscaped(_ utf8: UnsafeBufferPointer<UInt8>) {
        var index = 0
        while true {
            index &+= appendPlain(utf8, from: index)
            if index == utf8.count { return }
            appendEscape(of: utf8[index])
            index &+= 1
        }
    }

    /// Appends the bytes from an index on that stand as they are.
    ///
    /// - Returns: how many these are.
    @inline(__always)
    private mutating func appendPlain(_ utf8: UnsafeBufferPointer<UInt8>, from first: Int) -> Int {
        guard let base = utf8.baseAddress else { return 0 }
        reserve(utf8.count &- first)
        let target = UnsafeMutableRawPointer(start + count)
        let source = UnsafeRawPointer(base + first)
        let length = utf8.count &- first
        var index = 0
        // Sixteen bytes at once, all of them within the string.
        while index &+ 16 <= length {
            let block = source.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
            target.storeBytes(of: block, toByteOffset: index, as: SIMD16<UInt8>.self)
            let words = unsafeBitCast(JSONText.needEscape(block), to: SIMD2<UInt64>.self)
            if words[0] | words[1] != 0 { break }
            index &+= 16
        }
        while index < length, !JSONText.needsEscape(utf8[first &+ index]) {
            target.storeBytes(of: utf8[first &+ index], toByteOffset: index, as: UInt8.self)
            index &+= 1
        }
        count &+= index
        return index
    }

    /// Which bytes of a block cannot be written as they are. (Each comparison has its type, without which the compiler
    /// takes those that compare byte after byte.)
    @inline(__always)
    private static func needEscape(_ block: SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>> {
        let isControl: SIMDMask<SIMD16<Int8>> = block .< SIMD16(repeating: 0x20)
        let isQuote: SIMDMask<SIMD16<Int8>> = block .== SIMD16(repeating: UInt8(ascii: "\""))
        let isBackslash: SIMDMask<SIMD16<Int8>> = block .== SIMD16(repeating: UInt8(ascii: "\\"))
        let isDelete: SIMDMask<SIMD16<Int8>> = block .== SIMD16(repeating: 0x7F)
        return isControl .| isQuote .| isBackslash .| isDelete
    }

    @inline(__always)
    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F
    }

    private mutating func appendEscape(of byte: UInt8) {
        append(UInt8(ascii: "\\"))
        switch byte {
        case 0x0A: append(UInt8(ascii: "n"))
        case 0x0D: append(UInt8(ascii: "r"))
        case 0x09: append(UInt8(ascii: "t"))
        case ..<0x20, 0x7F:
            append(byte < 0x10 ? "u000" : "u00")
            append(String(byte, radix: 16))
        default: append(byte)
        }
    }
}

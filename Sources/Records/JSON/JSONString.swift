/// Writes strings with the escapes that JSON demands, and DEL escaped since terminals act on it.
enum JSONString {
    static func append(_ string: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        // Swift's own strings always are in one piece.
        let isWritten: Void? = string.utf8.withContiguousStorageIfAvailable { append($0, to: &bytes) }
        if isWritten == nil { Array(string.utf8).withUnsafeBufferPointer { append($0, to: &bytes) } }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func append(_ utf8: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
        var start = 0
        while true {
            let end = endOfPlain(from: start, in: utf8)
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start..<end]))
            if end == utf8.count { return }
            appendEscape(of: utf8[end], to: &bytes)
            start = end + 1
        }
    }

    /// Where the next byte stands that cannot be written as it is, or the end.
    @inline(__always)
    private static func endOfPlain(from start: Int, in utf8: UnsafeBufferPointer<UInt8>) -> Int {
        guard let base = utf8.baseAddress else { return utf8.count }
        var index = start
        // Sixteen bytes at once, all of them within the string.
        while index &+ 16 <= utf8.count {
            let block = UnsafeRawPointer(base + index).loadUnaligned(as: SIMD16<UInt8>.self)
            let words = unsafeBitCast(needEscape(block), to: SIMD2<UInt64>.self)
            if words[0] | words[1] != 0 { break }
            index &+= 16
        }
        while index < utf8.count, !needsEscape(utf8[index]) { index &+= 1 }
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

    private static func appendEscape(of byte: UInt8, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case ..<0x20, 0x7F:
            bytes.append(contentsOf: "u00".utf8)
            if byte < 0x10 { bytes.append(UInt8(ascii: "0")) }
            bytes.append(contentsOf: String(byte, radix: 16).utf8)
        default: bytes.append(byte)
        }
    }
}

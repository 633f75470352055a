import Basics

/// Searches text in linear time.
enum SubstringSearch {
    /// The length up to which trying every offset, with at most this many comparisons each, is faster than building a
    /// table.
    static let shortLength = 32

    /// The offset at which `wanted` first occurs in `text` at or after `start`.
    ///
    /// Complexity: linear in the length of both, whatever they contain.
    ///
    /// - Parameter foldingCase: whether `A`–`Z` in `text` equal `a`–`z`; `wanted` is in lower case then.
    static func firstOffset(
        of wanted: UnsafeBufferPointer<UInt8>,
        in text: UnsafeBufferPointer<UInt8>,
        from start: Int = 0,
        foldingCase: Bool = false
    ) -> Int? {
        guard let first = wanted.first else { return start <= text.count ? start : nil }
        if wanted.count > shortLength { return withTable(wanted, text, start, foldingCase) }
        var offset = start
        let last = text.count - wanted.count
        while offset <= last {
            if !foldingCase { offset = skip(to: first, in: text, from: offset) }
            guard offset <= last else { return nil }
            if byte(text, offset, foldingCase) == first {
                var index = 1
                while index < wanted.count, byte(text, offset + index, foldingCase) == wanted[index] {
                    index += 1
                }
                if index == wanted.count { return offset }
            }
            offset += 1
        }
        return nil
    }

    /// The offset of the next occurrence of a byte, or one shortly before it, or one near the end.
    @inline(__always)
    private static func skip(to byte: UInt8, in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        let raw = UnsafeRawBufferPointer(text)
        let wanted = SIMD16<UInt8>(repeating: byte)
        var offset = start
        while offset + 16 <= raw.count {
            let block = raw.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
            if any(block .== wanted) { break }
            offset += 16
        }
        while offset < text.count, text[offset] != byte { offset += 1 }
        return offset
    }

    @inline(__always)
    private static func byte(_ text: UnsafeBufferPointer<UInt8>, _ offset: Int, _ foldingCase: Bool) -> UInt8
    {
        foldingCase ? text[offset].asciiLowercased : text[offset]
    }

    /// The algorithm of Knuth, Morris and Pratt.
    private static func withTable(
        _ wanted: UnsafeBufferPointer<UInt8>,
        _ text: UnsafeBufferPointer<UInt8>,
        _ start: Int,
        _ foldingCase: Bool
    ) -> Int? {
        guard text.count - start >= wanted.count else { return nil }
        let fallback = fallback(of: wanted)
        var length = 0
        for offset in start..<text.count {
            let byte = byte(text, offset, foldingCase)
            while length > 0, byte != wanted[length] { length = fallback[length - 1] }
            if byte == wanted[length] { length += 1 }
            if length == wanted.count { return offset - length + 1 }
        }
        return nil
    }
}

extension SubstringSearch {
    /// Calls `body` with every offset at which `wanted`, which must not be empty, occurs in `text`.
    ///
    /// Complexity: linear in the length of both.
    static func forEachOffset(
        of wanted: UnsafeBufferPointer<UInt8>,
        in text: UnsafeBufferPointer<UInt8>,
        _ body: (Int) -> Void
    ) {
        if wanted.count > shortLength { return forEachOffsetWithTable(of: wanted, in: text, body) }
        var next = 0
        while let offset = firstOffset(of: wanted, in: text, from: next) {
            body(offset)
            next = offset + 1
        }
    }

    private static func forEachOffsetWithTable(
        of wanted: UnsafeBufferPointer<UInt8>,
        in text: UnsafeBufferPointer<UInt8>,
        _ body: (Int) -> Void
    ) {
        let fallback = fallback(of: wanted)
        var length = 0
        for offset in text.indices {
            if length == wanted.count { length = fallback[length - 1] }
            while length > 0, text[offset] != wanted[length] { length = fallback[length - 1] }
            if text[offset] == wanted[length] { length += 1 }
            if length == wanted.count { body(offset - length + 1) }
        }
    }

    /// For each prefix of `wanted`, the length of its longest proper prefix that is also a suffix.
    private static func fallback(of wanted: UnsafeBufferPointer<UInt8>) -> [Int] {
        var fallback = [Int](repeating: 0, count: wanted.count)
        var length = 0
        for index in wanted.indices.dropFirst() {
            while length > 0, wanted[index] != wanted[length] { length = fallback[length - 1] }
            if wanted[index] == wanted[length] { length += 1 }
            fallback[index] = length
        }
        return fallback
    }
}

/// White space as a reader sees it: the characters with Unicode's White_Space property, including no-break spaces.
package enum WhiteSpace {
    /// The length in bytes of the white-space character that starts at `index`; 0 if none starts there.
    @inlinable @inline(__always)
    package static func length(at index: Int, in utf8: UnsafeBufferPointer<UInt8>) -> Int {
        guard index < utf8.count else { return 0 }
        let byte = utf8[index]
        if byte < 0x80 { return byte.isWhiteSpace ? 1 : 0 }
        // All others start with one of four bytes, which are rare in most texts.
        guard byte == 0xC2 || (0xE1...0xE3).contains(byte) else { return 0 }
        return longLength(at: index, in: utf8)
    }

    @usableFromInline
    static func longLength(at index: Int, in utf8: UnsafeBufferPointer<UInt8>) -> Int {
        guard index + 1 < utf8.count else { return 0 }
        let second = utf8[index + 1]
        if utf8[index] == 0xC2 { return second == 0x85 || second == 0xA0 ? 2 : 0 }
        guard index + 2 < utf8.count else { return 0 }
        switch (utf8[index], second, utf8[index + 2]) {
        case (0xE1, 0x9A, 0x80): return 3  // U+1680
        case (0xE2, 0x80, 0x80...0x8A): return 3  // U+2000 to U+200A
        case (0xE2, 0x80, 0xA8), (0xE2, 0x80, 0xA9), (0xE2, 0x80, 0xAF): return 3  // U+2028, U+2029, U+202F
        case (0xE2, 0x81, 0x9F): return 3  // U+205F
        case (0xE3, 0x80, 0x80): return 3  // U+3000
        default: return 0
        }
    }

    /// The text without white space at its ends, and with a single space in place of each run inside.
    ///
    /// Complexity: linear in the text's length.
    package static func collapse(_ utf8: [UInt8]) -> [UInt8] {
        utf8.withUnsafeBufferPointer { text in
            var result: [UInt8] = []
            result.reserveCapacity(text.count)
            var index = endOfSpace(from: 0, in: text)
            while index < text.count {
                let end = endOfWord(from: index, in: text)
                if !result.isEmpty { result.append(0x20) }
                result.append(contentsOf: UnsafeBufferPointer(rebasing: text[index..<end]))
                index = endOfSpace(from: end, in: text)
            }
            return result
        }
    }

    /// The text without white space at its ends, and with a single space in place of each run inside.
    package static func collapse(_ text: String) -> String {
        isCollapsed(text) ? text : String(decoding: collapse(Array(text.utf8)), as: UTF8.self)
    }

    /// Whether all white space of a text is single spaces between other characters.
    package static func isCollapsed(_ text: String) -> Bool {
        text.utf8.withContiguousStorageIfAvailable { isCollapsed($0) } ?? false
    }

    /// Whether a text is ASCII without white space and control characters. False does not mean that there is white space.
    package static func isAbsent(in utf8: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let base = UnsafeRawPointer(utf8.baseAddress) else { return true }
        let count = utf8.count
        if count < 4 { return utf8.allSatisfy { $0 > 0x20 && $0 < 0x80 } }
        // The last words overlap those before them.
        if count < 8 {
            let first = UInt64(base.loadUnaligned(as: UInt32.self))
            let last = UInt64(base.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self))
            return isVisible(first << 32 | last)
        }
        var index = 0
        while index &+ 8 < count {
            if !isVisible(base.loadUnaligned(fromByteOffset: index, as: UInt64.self)) { return false }
            index &+= 8
        }
        return isVisible(base.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self))
    }

    /// Whether each of eight bytes is ASCII and greater than a space: no byte has its highest bit set, and every byte
    /// has it after 0x5F is added.
    @inline(__always)
    private static func isVisible(_ word: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let highest: UInt64 = 0x8080_8080_8080_8080
        return word & highest == 0 && (word &+ ones &* 0x5F) & highest == highest
    }

    /// Whether a text is ASCII without control characters, and all its white space is single spaces between other characters.
    package static func isPlain(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
        isAbsent(in: utf8) ? !utf8.isEmpty : isPlainText(utf8)
    }

    private static func isPlainText(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
        var previous: UInt8 = 0x20
        var index = 0
        while index < utf8.count {
            // Most words are visible characters.
            if index &+ 8 <= utf8.count, let base = UnsafeRawPointer(utf8.baseAddress),
                isVisible(base.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            {
                index &+= 8
                previous = 0
                continue
            }
            let byte = utf8[index]
            index &+= 1
            if byte < 0x20 || byte >= 0x80 || byte == 0x20 && previous == 0x20 { return false }
            previous = byte
        }
        return previous != 0x20
    }

    private static func isCollapsed(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
        var index = 0
        var isAfterSpace = true
        while index < utf8.count {
            let byte = utf8[index]
            if byte == 0x20 {
                if isAfterSpace { return false }
                isAfterSpace = true
            } else {
                if byte <= 0x20 || byte >= 0xC2, length(at: index, in: utf8) > 0 { return false }
                isAfterSpace = false
            }
            index &+= 1
        }
        return !isAfterSpace || utf8.isEmpty
    }

    /// The text without white space at its ends.
    package static func trim(_ utf8: [UInt8]) -> [UInt8] {
        utf8.withUnsafeBufferPointer { Array($0[trimmed($0)]) }
    }

    /// The text without white space at its ends.
    package static func trim(_ text: String) -> String {
        String(decoding: trim(Array(text.utf8)), as: UTF8.self)
    }

    /// The range of the text without the white space at its ends.
    ///
    /// Complexity: linear in the length of that white space.
    package static func trimmed(_ utf8: UnsafeBufferPointer<UInt8>) -> Range<Int> {
        let start = endOfSpace(from: 0, in: utf8)
        var end = utf8.count
        while end > start {
            // No character of UTF-8 ends with the bytes of another, so this can search backwards.
            let width = (1...3).first { end - $0 >= start && length(at: end - $0, in: utf8) == $0 }
            guard let width else { break }
            end -= width
        }
        return start..<end
    }

    private static func endOfSpace(from start: Int, in utf8: UnsafeBufferPointer<UInt8>) -> Int {
        var index = start
        while index < utf8.count {
            let space = length(at: index, in: utf8)
            if space == 0 { break }
            index += space
        }
        return index
    }

    private static func endOfWord(from start: Int, in utf8: UnsafeBufferPointer<UInt8>) -> Int {
        var index = start
        while index < utf8.count {
            let byte = utf8[index]
            // Most bytes cannot begin white space: ASCII above the space, and continuation bytes.
            let mayBeSpace = byte <= 0x20 || (0xC2...0xE3).contains(byte)
            if mayBeSpace, length(at: index, in: utf8) > 0 { break }
            index += 1
        }
        return index
    }
}

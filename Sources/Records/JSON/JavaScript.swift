import Basics

/// White space, comments and names of JavaScript
/// ([ECMAScript, § 12](https://tc39.es/ecma262/#sec-ecmascript-language-lexical-grammar)).
package enum JavaScript {
    /// The length in bytes of the white space or line end that starts at an offset; 0 if none starts there.
    package static func spaceLength(at offset: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
        guard offset < text.count else { return 0 }
        if text[offset] < 0x80 { return text[offset].isWhiteSpace ? 1 : 0 }
        let first = text[offset...].prefix(3)
        if first.elementsEqual([0xEF, 0xBB, 0xBF]) { return 3 }
        // U+0085 is white space only for Unicode.
        if first.starts(with: [0xC2, 0x85]) { return 0 }
        return WhiteSpace.length(at: offset, in: text)
    }

    /// The length in bytes of the line end that starts at an offset; 0 if none starts there.
    package static func lineEndLength(at offset: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
        switch text[offset] {
        case 0x0A: return 1
        case 0x0D: return offset + 1 < text.count && text[offset + 1] == 0x0A ? 2 : 1
        case 0xE2:
            let character = text[offset...].prefix(3)
            let isLineEnd =
                character.elementsEqual([0xE2, 0x80, 0xA8]) || character.elementsEqual([0xE2, 0x80, 0xA9])
            return isLineEnd ? 3 : 0
        default: return 0
        }
    }

    /// The offset of the next line end; the text's end if there is none.
    package static func endOfLine(from start: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
        var offset = start
        while offset < text.count, lineEndLength(at: offset, in: text) == 0 { offset += 1 }
        return offset
    }

    /// The offset after the comment that starts at an offset, `nil` if none starts there. A comment that is not closed
    /// ends with the text.
    package static func endOfComment(from start: Int, in text: UnsafeBufferPointer<UInt8>) -> Int? {
        guard start + 1 < text.count, text[start] == UInt8(ascii: "/") else { return nil }
        if text[start + 1] == UInt8(ascii: "/") { return endOfLine(from: start, in: text) }
        guard text[start + 1] == UInt8(ascii: "*") else { return nil }
        // The star that opens a comment does not close it: "/*/".
        var offset = start + 3
        while offset < text.count {
            if text[offset] == UInt8(ascii: "/"), text[offset - 1] == UInt8(ascii: "*") { return offset + 1 }
            offset += 1
        }
        return text.count
    }

    /// The offset after the white space and comments that start at an offset.
    package static func endOfSpace(from start: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
        var offset = start
        while offset < text.count {
            let length = spaceLength(at: offset, in: text)
            if length > 0 {
                offset += length
            } else if let end = endOfComment(from: offset, in: text) {
                offset = end
            } else {
                break
            }
        }
        return offset
    }

    /// The length in bytes of the non-ASCII character that starts at an offset, if it can be part of a name; otherwise 0.
    package static func nameLength(at offset: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
        let length =
            switch text[offset] {
            case 0xC2...0xDF: 2
            case 0xE0...0xEF: 3
            case 0xF0...0xF4: 4
            default: 0
            }
        let character = String(decoding: text[offset...].prefix(length), as: UTF8.self).unicodeScalars
        guard length > 0, let scalar = character.first, character.count == 1 else { return 0 }
        let isJoiner = scalar == "\u{200C}" || scalar == "\u{200D}"
        return scalar.properties.isIDContinue || isJoiner ? length : 0
    }
}

// The same in arrays.
extension JavaScript {
    package static func endOfComment(from start: Int, in text: [UInt8]) -> Int? {
        text.withUnsafeBufferPointer { endOfComment(from: start, in: $0) }
    }

    package static func endOfSpace(from start: Int, in text: [UInt8]) -> Int {
        text.withUnsafeBufferPointer { endOfSpace(from: start, in: $0) }
    }
}

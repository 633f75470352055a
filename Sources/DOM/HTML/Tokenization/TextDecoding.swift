import Basics

/// The replacements in a text, besides newlines, which are normalised everywhere (HTML standard, 13.2.3.5).
struct TextDecoding {
    /// Whether `&` begins a character reference.
    let readsReferences: Bool
    /// Whether references are in an attribute's value, where fewer of them may omit the semicolon (13.2.5.73).
    let isAttribute: Bool
    /// Whether NUL becomes U+FFFD.
    let replacesNUL: Bool
    /// Whether `</>` is dropped.
    let dropsEmptyEndTags: Bool

    @inline(__always) static var data: TextDecoding {
        TextDecoding(readsReferences: true, isAttribute: false, replacesNUL: false, dropsEmptyEndTags: true)
    }

    @inline(__always) static var rcdata: TextDecoding {
        TextDecoding(readsReferences: true, isAttribute: false, replacesNUL: true, dropsEmptyEndTags: false)
    }

    /// RAWTEXT, script data, PLAINTEXT, comments, identifiers of doctypes.
    @inline(__always) static var rawtext: TextDecoding {
        TextDecoding(readsReferences: false, isAttribute: false, replacesNUL: true, dropsEmptyEndTags: false)
    }

    @inline(__always) static var cdata: TextDecoding {
        TextDecoding(readsReferences: false, isAttribute: false, replacesNUL: false, dropsEmptyEndTags: false)
    }

    @inline(__always) static var attribute: TextDecoding {
        TextDecoding(readsReferences: true, isAttribute: true, replacesNUL: true, dropsEmptyEndTags: false)
    }

    /// The bytes of a block that may have to be replaced.
    @inline(__always)
    func candidates(in block: ByteBlock) -> ByteSet {
        let ampersand = readsReferences ? UInt8(ascii: "&") : 0
        let lessThan = dropsEmptyEndTags ? UInt8(ascii: "<") : 0
        return ByteSet(
            block.equals(0x0D) .| block.equals(0) .| block.equals(ampersand) .| block.equals(lessThan)
        )
    }

    /// The replacement of the byte at a position and of the following bytes that belong to it; `nil` if the byte is
    /// kept.
    @inline(__always)
    func replacement(at position: UnsafePointer<UInt8>) -> Replacement? {
        switch position.pointee {
        case 0x0D: Replacement(length: position[1] == 0x0A ? 2 : 1, first: 0x0A)
        case UInt8(ascii: "&"):
            readsReferences ? CharacterReferenceReader.read(at: position, inAttribute: isAttribute) : nil
        case 0: replacesNUL ? Replacement(length: 1, first: 0xFFFD) : nil
        default:
            dropsEmptyEndTags && position[1] == UInt8(ascii: "/") && position[2] == UInt8(ascii: ">")
                ? Replacement(length: 3, first: 0) : nil
        }
    }

    /// The number of bytes to replace, and the code points that replace them.
    struct Replacement {
        let length: Int
        /// 0 for none.
        let first: UInt32
        /// 0 for none.
        var second: UInt32 = 0
    }
}

// MARK: - Decoding

extension Tokenizer {
    /// The text with all replacements: in the arena, or unchanged in the page if there are none.
    ///
    /// - Parameter text: a text of the page.
    @inline(never)
    mutating func decode(_ text: TextRun, _ decoding: TextDecoding) -> TextRun {
        let limit = text.start + text.count
        let unchanged = decoding.skipUnchanged(from: text.start, to: limit)
        if unchanged == limit { return text }
        let capacity = decoding.capacity(for: text)
        let result = arena.allocate(capacity).assumingMemoryBound(to: UInt8.self)
        let end = decoding.decode(from: text.start, to: limit, into: result)
        end.pointee = 0
        let count = result.distance(to: end)
        arena.shrink(result, from: capacity, to: count + 1)
        return TextRun(start: result, count: count)
    }
}

extension TextDecoding {
    /// The position of the first byte that must be replaced.
    fileprivate func skipUnchanged(
        from start: UnsafeMutablePointer<UInt8>,
        to limit: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        var position = start
        while position < limit {
            let index = candidates(in: ByteBlock(at: position)).first
            position += index
            guard index < 16 else { continue }
            if position >= limit || replacement(at: position) != nil { break }
            position += 1
        }
        return min(position, limit)
    }

    /// The maximum size of the decoded text: U+FFFD is two bytes longer than NUL, and the longest characters are a fifth
    /// longer than their references (`&nGt;` has five bytes, its characters six). Blocks are stored whole, and a zero
    /// ends the text.
    fileprivate func capacity(for text: TextRun) -> Int {
        var nulCount = 0
        if replacesNUL {
            for index in 0..<text.count { nulCount &+= text.start[index] == 0 ? 1 : 0 }
        }
        return text.count + text.count / 4 + 2 * nulCount + 32
    }

    /// - Returns: the end of the written bytes.
    fileprivate func decode(
        from start: UnsafeMutablePointer<UInt8>,
        to limit: UnsafeMutablePointer<UInt8>,
        into result: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        var source = start
        var target = result
        while true {
            let block = ByteBlock(at: source)
            block.store(at: target)
            let rest = source.distance(to: limit)
            let index = min(candidates(in: block).first, rest)
            source += index
            target += index
            if index == 16 { continue }
            if index == rest { return target }
            if let replacement = replacement(at: source) {
                source += replacement.length
                if replacement.first != 0 { target = append(replacement.first, at: target) }
                if replacement.second != 0 { target = append(replacement.second, at: target) }
            } else {
                target.pointee = source.pointee
                source += 1
                target += 1
            }
        }
    }

    /// Writes a code point as UTF-8.
    ///
    /// - Returns: the position after it.
    @inline(__always)
    private func append(_ code: UInt32, at target: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8>
    {
        func continuation(_ shift: UInt32) -> UInt8 {
            UInt8(truncatingIfNeeded: code &>> shift) & 0x3F | 0x80
        }
        if code < 0x80 {
            target[0] = UInt8(truncatingIfNeeded: code)
            return target + 1
        }
        if code < 0x800 {
            target[0] = UInt8(truncatingIfNeeded: code &>> 6) | 0xC0
            target[1] = continuation(0)
            return target + 2
        }
        if code < 0x10000 {
            target[0] = UInt8(truncatingIfNeeded: code &>> 12) | 0xE0
            target[1] = continuation(6)
            target[2] = continuation(0)
            return target + 3
        }
        target[0] = UInt8(truncatingIfNeeded: code &>> 18) | 0xF0
        target[1] = continuation(12)
        target[2] = continuation(6)
        target[3] = continuation(0)
        return target + 4
    }
}

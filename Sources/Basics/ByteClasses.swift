// Classes of ASCII bytes, and letter case as HTML, CSS and URLs compare it. Every byte of a character beyond ASCII is
// in none of the classes and has no other case.
extension UInt8 {
    /// Tab, line feed, form feed, carriage return or space: "ASCII whitespace" of the
    /// [Infra standard](https://infra.spec.whatwg.org/#ascii-whitespace), which HTML, CSS and URLs use.
    @inlinable @inline(__always)
    package var isASCIIWhiteSpace: Bool { LowBytes.whiteSpace.contains(self) }

    /// Tab, line feed, carriage return or space: the production `S` of
    /// [XML](https://www.w3.org/TR/xml/#NT-S), and the white space of JSON.
    @inlinable @inline(__always)
    package var isXMLWhiteSpace: Bool { self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D }

    /// An ASCII character with Unicode's White_Space property: U+0009 to U+000D, or a space. Unlike
    /// ``isASCIIWhiteSpace`` this includes the vertical tab. ``WhiteSpace`` has the non-ASCII characters.
    @inlinable @inline(__always)
    package var isWhiteSpace: Bool { self == 0x20 || self &- 0x09 < 5 }

    /// `A`–`Z` or `a`–`z`.
    @inlinable @inline(__always)
    package var isASCIILetter: Bool { (self | 0x20) &- 0x61 < 26 }

    /// `A`–`Z`.
    @inlinable @inline(__always)
    package var isASCIIUppercase: Bool { self &- 0x41 < 26 }

    /// `0`–`9`.
    @inlinable @inline(__always)
    package var isASCIIDigit: Bool { self &- 0x30 < 10 }

    /// An ASCII letter or digit.
    @inlinable @inline(__always)
    package var isASCIIAlphanumeric: Bool { isASCIILetter || isASCIIDigit }

    /// The value of a hexadecimal digit in either case; `nil` for any other byte.
    @inlinable @inline(__always)
    package var hexDigitValue: UInt32? {
        if isASCIIDigit { return UInt32(self &- 0x30) }
        let letter = (self | 0x20) &- 0x61
        return letter < 6 ? UInt32(letter) &+ 10 : nil
    }

    /// The byte in lower case if it is one of `A`–`Z`, otherwise unchanged.
    @inlinable @inline(__always)
    package var asciiLowercased: UInt8 { isASCIIUppercase ? self | 0x20 : self }
}

extension Sequence<UInt8> {
    /// The bytes with `A`–`Z` in lower case.
    @inlinable
    package var asciiLowercased: [UInt8] { map(\.asciiLowercased) }
}

extension String {
    /// The text of UTF-8 bytes, which is mostly short: a text of up to 15 bytes, which needs no memory of its own, takes
    /// half the instructions of `init(decoding:as:)`.
    @inlinable
    package init(short utf8: UnsafeBufferPointer<UInt8>) {
        guard utf8.count <= 15, let source = utf8.baseAddress else {
            self.init(decoding: utf8, as: UTF8.self)
            return
        }
        self.init(unsafeUninitializedCapacity: utf8.count) { target in
            target.baseAddress?.update(from: source, count: utf8.count)
            return utf8.count
        }
    }

    /// The text with `A`–`Z` in lower case; non-ASCII letters are unchanged.
    package var asciiLowercased: String {
        utf8.contains(where: \.isASCIIUppercase)
            ? String(decoding: utf8.asciiLowercased, as: UTF8.self)
            : self
    }
}

extension Collection<UInt8> {
    /// Whether the bytes are the given text, which is in lower case, apart from the case of ASCII letters.
    @inlinable
    package func equalsIgnoringASCIICase(_ lowercased: StaticString) -> Bool {
        guard count == lowercased.utf8CodeUnitCount else { return false }
        var expected = lowercased.utf8Start
        for byte in self {
            if byte.asciiLowercased != expected.pointee { return false }
            expected += 1
        }
        return true
    }
}

extension BidirectionalCollection {
    /// The collection without the elements at both ends for which `isRemoved` returns true.
    @inlinable
    package func trimming(where isRemoved: (Element) -> Bool) -> SubSequence {
        guard let start = firstIndex(where: { !isRemoved($0) }) else { return self[endIndex...] }
        var end = endIndex
        while end > start, case let last = index(before: end), isRemoved(self[last]) { end = last }
        return self[start..<end]
    }
}

/// A set of bytes below 64 that fits a register.
@usableFromInline package struct LowBytes: Sendable {
    @usableFromInline let bits: UInt64

    @inlinable @inline(__always)
    init(bits: UInt64) {
        self.bits = bits
    }

    /// Whether a byte is in the set.
    @inlinable @inline(__always)
    package func contains(_ byte: UInt8) -> Bool {
        byte < 64 && bits &>> UInt64(byte) & 1 != 0
    }

    /// The set with another byte, which must be less than 64.
    @inlinable @inline(__always)
    package func inserting(_ byte: UInt8) -> LowBytes {
        LowBytes(bits: bits | 1 &<< UInt64(byte))
    }

    /// Tab, line feed, form feed, carriage return and space.
    @inlinable @inline(__always)
    package static var whiteSpace: LowBytes {
        LowBytes(bits: 1 << 0x09 | 1 << 0x0A | 1 << 0x0C | 1 << 0x0D | 1 << 0x20)
    }
}

extension StringProtocol {
    /// Whether the text is an HTTP token, as names of header fields and of cookies are:
    /// [RFC 9110, § 5.6.2](https://www.rfc-editor.org/rfc/rfc9110#section-5.6.2).
    package var isHTTPToken: Bool {
        !isEmpty && utf8.allSatisfy { $0.isASCIIAlphanumeric || "!#$%&'*+-.^_`|~".utf8.contains($0) }
    }
}

extension String {
    /// Calls a function with the string's UTF-8 in place. (`withUTF8` needs a variable, and retains the string for it.)
    @inlinable @inline(__always)
    package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
        var copy = self
        return copy.withUTF8(body)
    }
}

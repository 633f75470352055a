/// The classes of bytes that CSS Syntax distinguishes (level 3, section 4.2).
extension UInt8 {
    /// Space, tab, line feed, carriage return or form feed. CSS has no other white space, not even in Unicode.
    @inlinable
    package var isCSSWhitespace: Bool {
        self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D || self == 0x0C
    }

    var isCSSNewline: Bool { self == 0x0A || self == 0x0D || self == 0x0C }

    var isASCIIDigit: Bool { self >= 0x30 && self <= 0x39 }

    var isASCIILetter: Bool { (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A }

    var hexDigitValue: UInt32? {
        if isASCIIDigit { return UInt32(self - 0x30) }
        let lowered = self | 0x20
        return lowered >= 0x61 && lowered <= 0x66 ? UInt32(lowered - 0x61 + 10) : nil
    }

    /// A byte that may begin a name. NUL counts, since it stands for U+FFFD; so does every byte of a character
    /// beyond ASCII.
    var isNameStart: Bool { isASCIILetter || self == UInt8(ascii: "_") || self >= 0x80 || self == 0 }

    /// A byte that may stand within a name.
    var isNameByte: Bool { isNameStart || isASCIIDigit || self == UInt8(ascii: "-") }

    /// `A`–`Z` in lower case, every other byte as it is.
    @inlinable package var asciiLowercased: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }
}

extension String {
    /// `A`–`Z` in lower case; other letters are left alone, as HTML and CSS ask.
    var asciiLowercased: String {
        utf8.contains { $0 >= 0x41 && $0 <= 0x5A }
            ? String(decoding: utf8.map(\.asciiLowercased), as: UTF8.self)
            : self
    }
}

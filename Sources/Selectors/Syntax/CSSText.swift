import Basics

/// Text that is compared byte by byte, as in CSS and HTML.
///
/// Swift compares strings by canonical equivalence: "é" as one character equals "e" with a combining accent. Names on a
/// page must be distinguished in this case.
struct ByteText: Hashable, Sendable {
    let utf8: [UInt8]

    init(_ string: String) {
        utf8 = Array(string.utf8)
    }

    init(utf8: [UInt8]) {
        self.utf8 = utf8
    }

    var string: String { String(decoding: utf8, as: UTF8.self) }

    /// The text with `A`–`Z` in lower case.
    var asciiLowercased: ByteText { ByteText(utf8: utf8.map(\.asciiLowercased)) }

    /// The text with every letter in lower case.
    var lowercased: ByteText { ByteText(utf8: ByteText.lowercased(utf8)) }

    /// UTF-8 with every letter in lower case.
    static func lowercased(_ bytes: some Collection<UInt8>) -> [UInt8] {
        if bytes.allSatisfy({ $0 < 0x80 }) { return bytes.map(\.asciiLowercased) }
        return Array(String(decoding: bytes, as: UTF8.self).lowercased().utf8)
    }

    /// UTF-8 with each run of CSS's white space and no-break spaces as one space, and none at either end.
    static func collapsed(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        var isPending = false
        for byte in bytes {
            // U+00A0 is C2 A0; C2 has been appended already when A0 comes.
            if byte == 0xA0, result.last == 0xC2 {
                result.removeLast()
                isPending = true
            } else if byte.isASCIIWhiteSpace {
                isPending = true
            } else {
                if isPending, !result.isEmpty { result.append(0x20) }
                isPending = false
                result.append(byte)
            }
        }
        return result
    }
}

/// Serialises names and strings so that they parse to the same values (CSSOM, section 2.1).
package enum CSSText {
    /// A name as an identifier, escaped if necessary.
    package static func identifier(_ name: String) -> String {
        var text = ""
        for (index, scalar) in name.unicodeScalars.enumerated() {
            let isDigit = scalar.value >= 0x30 && scalar.value <= 0x39
            let isFirst = index == 0 || index == 1 && name.unicodeScalars.first == "-"
            if scalar.value < 0x20 || scalar.value == 0x7F || isDigit && isFirst {
                text += "\\" + String(scalar.value, radix: 16) + " "
            } else if scalar.value >= 0x80 || UInt8(ascii: scalar).isNameByte {
                text.unicodeScalars.append(scalar)
            } else {
                text += "\\"
                text.unicodeScalars.append(scalar)
            }
        }
        return text == "-" ? "\\-" : text
    }

    static func identifier(_ name: ByteText) -> String { identifier(name.string) }

    /// Text in double quotes.
    package static func string(_ value: String) -> String {
        var text = "\""
        for scalar in value.unicodeScalars {
            if scalar.value < 0x20 || scalar.value == 0x7F {
                text += "\\" + String(scalar.value, radix: 16) + " "
            } else {
                if scalar == "\"" || scalar == "\\" { text += "\\" }
                text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }

    static func string(_ value: ByteText) -> String { string(value.string) }
}

/// The classes of bytes that CSS Syntax distinguishes (level 3, section 4.2).
extension UInt8 {
    var isCSSNewline: Bool { self == 0x0A || self == 0x0D || self == 0x0C }

    /// Whether a name may begin with the byte. NUL is included because it is read as U+FFFD, and so is every byte of a
    /// non-ASCII character.
    var isNameStart: Bool { isASCIILetter || self == UInt8(ascii: "_") || self >= 0x80 || self == 0 }

    /// Whether the byte may occur within a name.
    var isNameByte: Bool { isNameStart || isASCIIDigit || self == UInt8(ascii: "-") }
}

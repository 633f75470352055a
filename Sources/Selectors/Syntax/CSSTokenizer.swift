import Basics

/// A token of a selector's text (CSS Syntax level 3, section 4), as far as selectors distinguish them.
enum CSSToken: Hashable {
    case ident(String)
    /// A name directly followed by an opening parenthesis.
    case function(String)
    /// `#name`; `isID` if the name is an identifier, which an id selector must have.
    case hash(String, isID: Bool)
    case string(String)
    /// A string that a line break ends.
    case badString
    /// A number, a percentage or a number with a unit. Only `an+b` uses them, and it reads the bytes itself.
    case number
    case whitespace
    case colon
    case comma
    case openParenthesis
    case closeParenthesis
    case openBracket
    case closeBracket
    case openBrace
    case closeBrace
    /// Any other character, by its first byte.
    case delimiter(UInt8)
    case end
}

/// Reads one token at a given offset of a selector's text, after any comments.
///
/// It is stateless, so that the parser can read the raw bytes as well, which the non-standard selectors need. All
/// offsets are in UTF-8 bytes.
struct CSSTokenizer {
    let text: [UInt8]

    struct Lexeme {
        let token: CSSToken
        /// Where the token begins, after any comments.
        let start: Int
        let end: Int
    }

    /// The byte at an offset; `nil` beyond the end.
    func byte(at offset: Int) -> UInt8? {
        offset >= 0 && offset < text.count ? text[offset] : nil
    }

    func lexeme(at offset: Int) -> Lexeme {
        let start = skippingComments(from: offset)
        var end = start
        let token = token(at: &end)
        return Lexeme(token: token, start: start, end: end)
    }

    func skippingComments(from offset: Int) -> Int {
        var offset = offset
        while byte(at: offset) == UInt8(ascii: "/"), byte(at: offset + 1) == UInt8(ascii: "*") {
            offset += 2
            while offset < text.count,
                !(text[offset] == UInt8(ascii: "*") && byte(at: offset + 1) == UInt8(ascii: "/"))
            {
                offset += 1
            }
            offset = min(offset + 2, text.count)
        }
        return offset
    }

    private func token(at offset: inout Int) -> CSSToken {
        guard let byte = byte(at: offset) else { return .end }
        if byte.isASCIIWhiteSpace {
            while let next = self.byte(at: offset), next.isASCIIWhiteSpace { offset += 1 }
            return .whitespace
        }
        if startsIdentifier(at: offset) { return identLike(at: &offset) }
        if startsNumber(at: offset) { return number(at: &offset) }
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return string(at: &offset)
        case UInt8(ascii: "#"): return hash(at: &offset)
        default:
            offset += 1
            return punctuation(byte)
        }
    }

    private func punctuation(_ byte: UInt8) -> CSSToken {
        switch byte {
        case UInt8(ascii: ":"): .colon
        case UInt8(ascii: ","): .comma
        case UInt8(ascii: "("): .openParenthesis
        case UInt8(ascii: ")"): .closeParenthesis
        case UInt8(ascii: "["): .openBracket
        case UInt8(ascii: "]"): .closeBracket
        case UInt8(ascii: "{"): .openBrace
        case UInt8(ascii: "}"): .closeBrace
        default: .delimiter(byte)
        }
    }
}

// MARK: - Names

extension CSSTokenizer {
    /// Whether an identifier begins here (CSS Syntax, 4.3.9).
    func startsIdentifier(at offset: Int) -> Bool {
        guard let first = byte(at: offset) else { return false }
        if first == UInt8(ascii: "-") {
            guard let second = byte(at: offset + 1) else { return false }
            return second.isNameStart || second == UInt8(ascii: "-") || startsEscape(at: offset + 1)
        }
        return first.isNameStart || startsEscape(at: offset)
    }

    /// Whether a valid escape begins here: a backslash not followed by a line break.
    func startsEscape(at offset: Int) -> Bool {
        byte(at: offset) == UInt8(ascii: "\\") && byte(at: offset + 1)?.isCSSNewline != true
    }

    /// Reads a name, its escapes resolved and NUL replaced by U+FFFD.
    func name(at offset: inout Int) -> String {
        var name: [UInt8] = []
        while let byte = byte(at: offset) {
            if startsEscape(at: offset) {
                offset += 1
                name.append(contentsOf: escape(at: &offset).utf8)
            } else if byte.isNameByte {
                offset += 1
                if byte == 0 { name.append(contentsOf: "\u{FFFD}".utf8) } else { name.append(byte) }
            } else {
                break
            }
        }
        return String(decoding: name, as: UTF8.self)
    }

    /// Reads what follows a backslash (CSS Syntax, 4.3.7).
    func escape(at offset: inout Int) -> String {
        guard let first = byte(at: offset) else { return "\u{FFFD}" }
        guard first.hexDigitValue != nil else { return character(at: &offset) }
        var value: UInt32 = 0
        var digits = 0
        while digits < 6, let digit = byte(at: offset)?.hexDigitValue {
            value = value * 16 + digit
            digits += 1
            offset += 1
        }
        if byte(at: offset) == 0x0D, byte(at: offset + 1) == 0x0A {
            offset += 2
        } else if byte(at: offset)?.isASCIIWhiteSpace == true {
            offset += 1
        }
        guard value != 0, let scalar = Unicode.Scalar(value) else { return "\u{FFFD}" }
        return String(Character(scalar))
    }

    /// Reads one character literally, NUL replaced by U+FFFD.
    private func character(at offset: inout Int) -> String {
        let start = offset
        offset += 1
        while let byte = byte(at: offset), byte & 0xC0 == 0x80 { offset += 1 }
        return text[start] == 0 ? "\u{FFFD}" : String(decoding: text[start..<offset], as: UTF8.self)
    }

    private func identLike(at offset: inout Int) -> CSSToken {
        let name = name(at: &offset)
        guard byte(at: offset) == UInt8(ascii: "(") else { return .ident(name) }
        offset += 1
        return .function(name)
    }

    private func hash(at offset: inout Int) -> CSSToken {
        guard let next = byte(at: offset + 1), next.isNameByte || startsEscape(at: offset + 1) else {
            offset += 1
            return .delimiter(UInt8(ascii: "#"))
        }
        offset += 1
        let isID = startsIdentifier(at: offset)
        return .hash(name(at: &offset), isID: isID)
    }
}

// MARK: - Strings and numbers

extension CSSTokenizer {
    private func string(at offset: inout Int) -> CSSToken {
        let quote = text[offset]
        offset += 1
        var value: [UInt8] = []
        while let byte = byte(at: offset) {
            if byte == quote {
                offset += 1
                break
            }
            if byte.isCSSNewline { return .badString }
            if byte == UInt8(ascii: "\\") {
                offset += 1
                value.append(contentsOf: stringEscape(at: &offset).utf8)
            } else {
                offset += 1
                if byte == 0 { value.append(contentsOf: "\u{FFFD}".utf8) } else { value.append(byte) }
            }
        }
        return .string(String(decoding: value, as: UTF8.self))
    }

    /// In a string an escaped line break is left out, and so is a backslash at the very end.
    private func stringEscape(at offset: inout Int) -> String {
        guard let next = byte(at: offset) else { return "" }
        guard next.isCSSNewline else { return escape(at: &offset) }
        offset += next == 0x0D && byte(at: offset + 1) == 0x0A ? 2 : 1
        return ""
    }

    private func startsNumber(at offset: Int) -> Bool {
        var offset = offset
        if byte(at: offset) == UInt8(ascii: "+") || byte(at: offset) == UInt8(ascii: "-") { offset += 1 }
        if byte(at: offset) == UInt8(ascii: ".") { offset += 1 }
        return byte(at: offset)?.isASCIIDigit == true
    }

    private func number(at offset: inout Int) -> CSSToken {
        offset += 1
        while let byte = byte(at: offset), byte.isASCIIDigit || byte == UInt8(ascii: ".") { offset += 1 }
        if byte(at: offset) == UInt8(ascii: "%") {
            offset += 1
        } else if startsIdentifier(at: offset) {
            _ = name(at: &offset)
        }
        return .number
    }
}

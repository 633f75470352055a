import Basics

// What the dialect `script` of `JSONReader` has besides JSON: numbers, template strings, names and escapes of
// JavaScript.

// MARK: - Values

extension JSONReader {
    /// Reads a value that begins like none of JSON.
    mutating func readScriptScalar(_ byte: UInt8, _ handler: inout some JSONHandler) throws(Stop) {
        switch byte {
        case UInt8(ascii: "!"): try readNegation(&handler)
        case UInt8(ascii: "`"): try readTemplate(&handler)
        case UInt8(ascii: "+"): try readScriptNumber(&handler)
        case UInt8(ascii: ".") where offset + 1 < text.count && text[offset + 1].isASCIIDigit:
            try readScriptNumber(&handler)
        default: try stop("expected a value, found \(found)", at: offset..<offset + 1)
        }
    }

    /// Reads `!0` and `!1`: true and false in minified scripts.
    private mutating func readNegation(_ handler: inout some JSONHandler) throws(Stop) {
        let start = offset
        var value = false
        while peek == UInt8(ascii: "!") {
            value.toggle()
            offset += 1
        }
        guard let byte = peek, byte == UInt8(ascii: "0") || byte == UInt8(ascii: "1") else {
            try stop("expected a value, found \"!\"", at: start..<start + 1)
        }
        offset += 1
        handler.boolean(value == (byte == UInt8(ascii: "0")), at: start..<offset)
    }

    /// Reads what follows `void`: `void 0` and `void(0)` are undefined in minified scripts.
    mutating func readVoid(from start: Int, _ handler: inout some JSONHandler) throws(Stop) {
        let end = offset
        try skipSpace()
        let hasBracket = peek == UInt8(ascii: "(")
        if hasBracket { offset += 1 }
        let isUndefined = readWord().elementsEqual("0".utf8) && (!hasBracket || peek == UInt8(ascii: ")"))
        guard isUndefined else { try stop("expected a value, found void", at: start..<end) }
        if hasBracket { offset += 1 }
        handler.null(at: start..<offset)
    }

    /// Reads a string between backticks that has no code in it.
    private mutating func readTemplate(_ handler: inout some JSONHandler) throws(Stop) {
        let start = offset
        scratch.removeAll(keepingCapacity: true)
        offset += 1
        while let byte = peek {
            switch byte {
            case UInt8(ascii: "`"):
                offset += 1
                let range = start..<offset
                return scratch.withUnsafeBufferPointer { handler.string($0, at: range) }
            case UInt8(ascii: "\\"): try readEscape(in: UInt8(ascii: "`"))
            case UInt8(ascii: "$") where offset + 1 < text.count && text[offset + 1] == UInt8(ascii: "{"):
                try stop("expected a string, found a template with code", at: offset..<offset + 2)
            case 0x0D:
                scratch.append(0x0A)
                offset += JavaScript.lineEndLength(at: offset, in: text)
            default:
                scratch.append(byte)
                offset += 1
            }
        }
        try stop("unterminated template", at: start..<start + 1, "add a backtick at its end")
    }
}

// MARK: - Numbers

extension JSONReader {
    /// Reads a number as JavaScript writes it: `.5`, `5.`, `1_000`, `0x1F`, `0b11`, `12n`, `+1`, `-Infinity`. A value that is
    /// not a number of JSON is null.
    mutating func readScriptNumber(_ handler: inout some JSONHandler) throws(Stop) {
        let start = offset
        let sign = peek == UInt8(ascii: "-") || peek == UInt8(ascii: "+") ? peek : nil
        if sign != nil {
            offset += 1
            try skipSpace()
        }
        if let byte = peek, byte == UInt8(ascii: "N") || byte == UInt8(ascii: "I") {
            let word = readWord()
            if word.elementsEqual("NaN".utf8) || word.elementsEqual("Infinity".utf8) {
                return handler.null(at: start..<offset)
            }
        }
        scratch.removeAll(keepingCapacity: true)
        if sign == UInt8(ascii: "-") { scratch.append(UInt8(ascii: "-")) }
        // Numbers of any size have no unary plus.
        guard readNumericLiteral(), sign != UInt8(ascii: "+") || text[offset - 1] != UInt8(ascii: "n") else {
            offset = start + 1
            while let byte = peek, isWord(byte) || byte == UInt8(ascii: ".") { offset += 1 }
            let written = String(decoding: text[start..<offset], as: UTF8.self).shortened
            try stop("invalid number \(written)", at: start..<offset)
        }
        let range = start..<offset
        scratch.withUnsafeBufferPointer { handler.number($0, at: range) }
    }

    /// Appends a number without a sign to ``scratch``, in the grammar of JSON; returns whether it is one.
    private mutating func readNumericLiteral() -> Bool {
        guard readUnsignedNumber() else { return false }
        guard let byte = peek else { return true }
        // A name or a second point cannot follow.
        return byte == UInt8(ascii: "-") || !isWord(byte) && byte != UInt8(ascii: ".")
    }

    private mutating func readUnsignedNumber() -> Bool {
        guard peek == UInt8(ascii: "0"), offset + 1 < text.count else { return readDecimal() }
        let next = text[offset + 1]
        switch next {
        case UInt8(ascii: "x"), UInt8(ascii: "X"): return readInteger(base: 16, prefix: 2)
        case UInt8(ascii: "o"), UInt8(ascii: "O"): return readInteger(base: 8, prefix: 2)
        case UInt8(ascii: "b"), UInt8(ascii: "B"): return readInteger(base: 2, prefix: 2)
        default:
            guard next.isASCIIDigit else { return readDecimal() }
            // An octal number of old scripts, unless it has a digit that is not octal.
            let digits = text[offset...].prefix(while: \.isASCIIDigit)
            let isOctal = digits.allSatisfy { $0 < UInt8(ascii: "8") }
            return isOctal ? readInteger(base: 8, prefix: 1) : readDecimal(hasLeadingZeros: true)
        }
    }

    private mutating func readDecimal(hasLeadingZeros: Bool = false) -> Bool {
        let start = offset
        guard var whole = readDigits(base: 10) else { return false }
        let hasSeparators = whole.count < offset - start
        if hasLeadingZeros {
            if hasSeparators { return false }
            whole.removeFirst(whole.prefix { $0 == UInt8(ascii: "0") }.count)
        } else if whole.count > 1, whole[0] == UInt8(ascii: "0") {
            return false
        }
        scratch += whole.isEmpty ? [UInt8(ascii: "0")] : whole
        if peek == UInt8(ascii: "n"), !whole.isEmpty, !hasLeadingZeros {
            offset += 1
            return true
        }
        if peek == UInt8(ascii: ".") {
            offset += 1
            guard let fraction = readDigits(base: 10), !(whole.isEmpty && fraction.isEmpty) else {
                return false
            }
            if !fraction.isEmpty { scratch += [UInt8(ascii: ".")] + fraction }
        } else if whole.isEmpty {
            return false
        }
        guard let byte = peek, byte | 0x20 == UInt8(ascii: "e") else { return true }
        offset += 1
        scratch.append(byte)
        if let sign = peek, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
            scratch.append(sign)
            offset += 1
        }
        guard let exponent = readDigits(base: 10), !exponent.isEmpty else { return false }
        scratch += exponent
        return true
    }

    /// Reads an integer after a prefix of some bytes, such as `0x`.
    private mutating func readInteger(base: Int, prefix: Int) -> Bool {
        offset += prefix
        guard let digits = readDigits(base: UInt32(base)),
            let number = UInt128(String(decoding: digits, as: UTF8.self), radix: base)
        else { return false }
        if prefix == 2, peek == UInt8(ascii: "n") { offset += 1 }
        scratch += "\(number)".utf8
        return true
    }

    /// Reads digits, which may be none; `nil` if a separator between them is not between two digits.
    private mutating func readDigits(base: UInt32) -> [UInt8]? {
        var digits: [UInt8] = []
        var isAfterDigit = false
        while let byte = peek {
            if byte == UInt8(ascii: "_") {
                if !isAfterDigit { return nil }
                isAfterDigit = false
            } else if let value = byte.hexDigitValue, value < base {
                digits.append(byte)
                isAfterDigit = true
            } else {
                break
            }
            offset += 1
        }
        return digits.isEmpty || isAfterDigit ? digits : nil
    }
}

// MARK: - Keys

extension JSONReader {
    /// Reads a key without quotes: a name or a number.
    ///
    /// - Returns: where its bytes are in the text; `nil` if they are in ``scratch``.
    mutating func readScriptKey() throws(Stop) -> Range<Int>? {
        let start = offset
        if let byte = peek, byte.isASCIIDigit || byte == UInt8(ascii: ".") {
            scratch.removeAll(keepingCapacity: true)
            guard readNumericLiteral(), let name = JSONReader.name(ofNumber: scratch) else {
                offset = start
                try stop("expected a key in double quotes, found \(found)", at: start..<start + 1)
            }
            scratch = name
            return nil
        }
        var run = start
        scratch.removeAll(keepingCapacity: true)
        while let byte = peek {
            if isWord(byte) {
                offset += 1
            } else if byte >= 0x80, case let length = JavaScript.nameLength(at: offset, in: text), length > 0
            {
                offset += length
            } else if text[offset...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) {
                scratch += text[run..<offset]
                let escape = offset
                offset += 2
                try readUnicodeEscape(from: escape)
                run = offset
            } else {
                break
            }
        }
        if offset == start {
            try stop("expected a key in double quotes, found \(found)", at: offset..<offset + 1)
        }
        if run == start { return start..<offset }
        scratch += text[run..<offset]
        return nil
    }

    /// The name of a member whose key is a number, as JavaScript writes the number; `nil` if it writes an exponent.
    private static func name(ofNumber digits: [UInt8]) -> [UInt8]? {
        if digits.allSatisfy(\.isASCIIDigit) { return digits }
        guard let number = Double(String(decoding: digits, as: UTF8.self)) else { return nil }
        let name = "\(number)"
        if name.utf8.contains(UInt8(ascii: "e")) || !number.isFinite { return nil }
        return Array((name.hasSuffix(".0") ? name.dropLast(2) : name[...]).utf8)
    }
}

// MARK: - Escapes

extension JSONReader {
    /// Reads an escape that JSON lacks; any other character is kept without its backslash.
    ///
    /// - Parameter quote: the character that ends the string.
    mutating func readScriptEscape(_ byte: UInt8, from start: Int, in quote: UInt8) throws(Stop) {
        let lineEnd = JavaScript.lineEndLength(at: offset - 1, in: text)
        switch byte {
        case _ where lineEnd > 0: offset += lineEnd - 1
        case UInt8(ascii: "0")...UInt8(ascii: "9"): try readDigitEscape(byte, from: start, in: quote)
        case UInt8(ascii: "v"): scratch.append(0x0B)
        case UInt8(ascii: "x"):
            let digits = text[offset...].prefix(2)
            if let code = UInt8(String(decoding: digits, as: UTF8.self), radix: 16), digits.allSatisfy(isWord)
            {
                offset += 2
                append(Unicode.Scalar(code), from: start)
            } else {
                scratch.append(byte)
            }
        default: scratch.append(byte)
        }
    }

    /// Reads `\0` and the octal escapes of old scripts, which are not allowed in templates.
    private mutating func readDigitEscape(_ byte: UInt8, from start: Int, in quote: UInt8) throws(Stop) {
        if quote == UInt8(ascii: "`"), byte != UInt8(ascii: "0") || peek?.isASCIIDigit == true {
            try stop("invalid escape sequence in a template", at: start..<offset, "write \\x and two digits")
        }
        if byte >= UInt8(ascii: "8") { return scratch.append(byte) }
        // The greatest escape is \377.
        let count = byte < UInt8(ascii: "4") ? 2 : 1
        let digits = text[offset...].prefix(count).prefix {
            (UInt8(ascii: "0")...UInt8(ascii: "7")).contains($0)
        }
        offset = digits.endIndex
        let code = digits.reduce(UInt8(byte - 0x30)) { $0 << 3 | ($1 - 0x30) }
        append(Unicode.Scalar(code), from: start)
    }
}

// Strings and their escapes.
extension JSONReader {
    /// Reads a string into `scratch`.
    mutating func readString() throws(Stop) {
        scratch.removeAll(keepingCapacity: true)
        let start = offset
        let quote = text[start]
        offset += 1
        while let byte = peek {
            if byte == quote {
                offset += 1
                if quote == UInt8(ascii: "'"), dialect != .script {
                    try note("expected double quotes, found single ones", at: start..<offset, "write \"…\"")
                }
                return
            } else if byte == UInt8(ascii: "\\") {
                try readEscape()
            } else if byte < 0x20 {
                let isNewline = byte == 0x0A || byte == 0x0D
                // The string was most probably to end on its line: nothing that follows could be trusted.
                if isNewline, dialect != .repaired {
                    try stop(
                        "a string does not end on its line",
                        at: start..<offset,
                        "put a quote at its end"
                    )
                }
                let what = isNewline ? "line end" : "control character"
                try note("a \(what) stands in a string", at: offset..<offset + 1, "write \(escape(byte))")
                scratch.append(byte)
                offset += 1
            } else {
                let run = text[offset...].firstIndex { $0 == quote || $0 == 0x5C || $0 < 0x20 } ?? text.count
                scratch.append(contentsOf: text[offset..<run])
                offset = run
            }
        }
        try stop("a string does not end", at: start..<start + 1, "put a quote at its end")
    }

    func escape(_ byte: UInt8) -> String {
        byte == 0x09 ? "\\t" : "\\u00" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16)
    }

    mutating func readEscape() throws(Stop) {
        let start = offset
        offset += 1
        guard let byte = peek else { return }
        offset += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): scratch.append(byte)
        case UInt8(ascii: "b"): scratch.append(0x08)
        case UInt8(ascii: "f"): scratch.append(0x0C)
        case UInt8(ascii: "n"): scratch.append(0x0A)
        case UInt8(ascii: "r"): scratch.append(0x0D)
        case UInt8(ascii: "t"): scratch.append(0x09)
        case UInt8(ascii: "u"): try readUnicodeEscape(from: start)
        case UInt8(ascii: "'") where dialect != .strict && dialect != .relaxed:
            if dialect == .repaired { try note("\\' is no escape that JSON knows", at: start..<offset) }
            scratch.append(byte)
        case _ where dialect == .script: readScriptEscape(byte, from: start)
        default:
            // A newline or the first byte of a longer character is read again as itself.
            offset -= 1
            try note(
                "\\ and what follows it is no escape that JSON knows",
                at: start..<offset + 1,
                "write \\\\ for a backslash"
            )
            scratch.append(UInt8(ascii: "\\"))
        }
    }

    /// Reads an escape that JavaScript knows and JSON does not; what means nothing stands for itself.
    mutating func readScriptEscape(_ byte: UInt8, from start: Int) {
        switch byte {
        case 0x0A: break
        case UInt8(ascii: "0"): append("\0", from: start)
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

    /// Reads `XXXX` behind `\u`, with the low half of a surrogate pair; a lone half becomes U+FFFD.
    mutating func readUnicodeEscape(from start: Int) throws(Stop) {
        if dialect == .script, peek == UInt8(ascii: "{") {
            let digits = text[(offset + 1)...].prefix(9).prefix { $0 != UInt8(ascii: "}") }
            if let code = UInt32(String(decoding: digits, as: UTF8.self), radix: 16),
                let scalar = Unicode.Scalar(code), digits.endIndex < text.count
            {
                offset = digits.endIndex + 1
                append(scalar, from: start)
                return
            }
        }
        guard let unit = readHex() else {
            try note("expected four hexadecimal digits after \\u", at: start..<offset)
            return
        }
        var scalar = UInt32(unit)
        if (0xD800..<0xDC00).contains(unit), text[offset...].starts(with: [0x5C, 0x75]) {
            let afterHigh = offset
            offset += 2
            if let low = readHex(), (0xDC00..<0xE000).contains(low) {
                scalar = 0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(low) - 0xDC00)
            } else {
                offset = afterHigh
            }
        }
        if let scalar = Unicode.Scalar(scalar) {
            append(scalar, from: start)
        } else {
            scratch.append(contentsOf: UTF8.encodedReplacementCharacter)
            try noteHalfSurrogate(at: start..<offset)
        }
    }

    /// Appends what the escape that begins at an offset stands for.
    private mutating func append(_ scalar: Unicode.Scalar, from start: Int) {
        if scalar == "\0" { losses.append(JSONLoss(kind: .nul, range: start..<offset)) }
        scratch.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }

    mutating func readHex() -> UInt16? {
        guard offset + 4 <= text.count else { return nil }
        let digits = String(decoding: text[offset..<offset + 4], as: UTF8.self)
        guard digits.utf8.allSatisfy({ isWord($0) }), let unit = UInt16(digits, radix: 16) else { return nil }
        offset += 4
        return unit
    }
}

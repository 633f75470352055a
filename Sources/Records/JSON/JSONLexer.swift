// The lexer of `JSONReader`: white space, comments, strings, numbers and words.

// MARK: - White space and comments

extension JSONReader {
    /// The next byte.
    var peek: UInt8? { offset < text.count ? text[offset] : nil }

    /// Whether a byte can be part of a number, a literal or a key without quotes.
    func isWord(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "_")
            || byte == UInt8(ascii: "$") || byte == UInt8(ascii: "-")
    }

    /// What is at the offset, for a message.
    var found: String {
        guard offset < text.count else { return "the end of the text" }
        var end = offset + 1
        while end < text.count, text[end] & 0xC0 == 0x80 { end += 1 }
        let character = String(decoding: text[offset..<end], as: UTF8.self)
        return character == "\"" ? "a quote" : "\"\(character)\""
    }

    /// Skips white space and comments.
    @inline(__always)
    mutating func skipSpace() throws(Stop) {
        // Most tokens follow directly or after a space.
        if offset < text.count, text[offset] == 0x20 { offset &+= 1 }
        if offset < text.count, text[offset] &- 0x21 < 0x5F, text[offset] != UInt8(ascii: "/") { return }
        try skipLongSpace()
    }

    @inline(never)
    private mutating func skipLongSpace() throws(Stop) {
        while true {
            guard let byte = peek else {
                if hasMore() { continue }
                return
            }
            switch byte {
            case 0x20, 0x09, 0x0A, 0x0D: offset += 1
            case UInt8(ascii: "/"): try skipComment()
            default:
                let length = dialect == .script ? JavaScript.spaceLength(at: offset, in: text) : 0
                if length == 0 { return }
                offset += length
            }
        }
    }

    private mutating func skipComment() throws(Stop) {
        let start = offset
        let second = offset + 1 < text.count ? text[offset + 1] : 0
        guard second == UInt8(ascii: "/") || second == UInt8(ascii: "*") else {
            try stop("expected a value or a comment, found \(found)", at: start..<start + 1)
        }
        let notAllowed = "comments are not allowed in JSON data"
        if dialect == .strict { try stop(notAllowed, at: start..<start + 2) }
        if dialect == .repaired { try report(notAllowed, at: start..<start + 2) }
        offset += 2
        if second == UInt8(ascii: "/") {
            offset =
                dialect == .script
                ? JavaScript.endOfLine(from: offset, in: text)
                : text[offset...].firstIndex(of: 0x0A) ?? text.count
            comments.append(start..<offset)
            return
        }
        while offset + 1 < text.count {
            if text[offset] == UInt8(ascii: "*"), text[offset + 1] == UInt8(ascii: "/") {
                offset += 2
                comments.append(start..<offset)
                return
            }
            offset += 1
        }
        try stop("unterminated comment", at: start..<start + 2, "end it with */")
    }
}

// MARK: - Numbers and words

extension JSONReader {
    mutating func readScalar(_ byte: UInt8, _ handler: inout some JSONHandler) throws(Stop) {
        let start = offset
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
            let plain = try readString()
            let range = start..<offset
            if let plain { return handler.string(UnsafeBufferPointer(rebasing: text[plain]), at: range) }
            scratch.withUnsafeBufferPointer { handler.string($0, at: range) }
        } else if byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte) {
            try readNumber(&handler)
        } else if isWord(byte) {
            try readLiteral(&handler)
        } else if dialect == .script {
            try readScriptScalar(byte, &handler)
        } else {
            try stop("expected a value, found \(found)", at: offset..<offset + 1)
        }
    }

    private mutating func readNumber(_ handler: inout some JSONHandler) throws(Stop) {
        let start = offset
        offset = endOfWord(isNumber: true)
        while offset == text.count, hasMore() { offset = endOfWord(isNumber: true) }
        let digits = UnsafeBufferPointer(rebasing: text[start..<offset])
        let range = start..<offset
        if Number.isNumber(digits) { return handler.number(digits, at: range) }
        if dialect == .script {
            offset = start
            return try readScriptNumber(&handler)
        }
        try report(
            misplaced: "invalid number \(String(decoding: digits, as: UTF8.self).shortened)",
            at: range
        )
        if dialect == .repaired { handler.string(digits, at: range) } else { handler.null(at: range) }
    }

    private mutating func readLiteral(_ handler: inout some JSONHandler) throws(Stop) {
        let start = offset
        let word = String(decoding: readWord(), as: UTF8.self)
        switch word {
        case "true": handler.boolean(true, at: start..<offset)
        case "false": handler.boolean(false, at: start..<offset)
        case "null": handler.null(at: start..<offset)
        case "undefined" where dialect == .script, "NaN" where dialect == .script,
            "Infinity" where dialect == .script:
            handler.null(at: start..<offset)
        case "void" where dialect == .script: try readVoid(from: start, &handler)
        default:
            if dialect == .script || dialect == .repaired && !["undefined", "NaN"].contains(word) {
                try stop("expected a value, found \(word.shortened)", at: start..<offset)
            }
            let help = ["true", "false", "null"].first { $0 == word.lowercased() } ?? "\"\(word.shortened)\""
            try report(
                misplaced: "expected a value, found \(word.shortened)",
                at: start..<offset,
                "write \(help)"
            )
            handler.null(at: start..<offset)
        }
    }

    mutating func readWord() -> Slice<UnsafeBufferPointer<UInt8>> {
        let start = offset
        offset = endOfWord(isNumber: false)
        while offset == text.count, hasMore() { offset = endOfWord(isNumber: false) }
        return text[start..<offset]
    }

    /// The offset after the characters of a word, or of a number, in the part of the text that is in memory.
    @inline(__always)
    private func endOfWord(isNumber: Bool) -> Int {
        let text = text
        var end = offset
        while end < text.count {
            let byte = text[end]
            let isPart = isWord(byte) || isNumber && (byte == UInt8(ascii: "+") || byte == UInt8(ascii: "."))
            if !isPart { break }
            end += 1
        }
        return end
    }
}

// MARK: - Strings

extension JSONReader {
    /// Reads a string.
    ///
    /// - Returns: where its bytes are in the text; `nil` if it has escapes, and its bytes are in ``scratch``.
    mutating func readString() throws(Stop) -> Range<Int>? {
        let start = offset
        let quote = text[start]
        let end = endOfPlain(from: start + 1, quote)
        if quote == UInt8(ascii: "\""), end < text.count, text[end] == quote {
            offset = end + 1
            return start + 1..<end
        }
        scratch.removeAll(keepingCapacity: true)
        offset += 1
        while true {
            // An escape is read as a whole.
            if offset + 12 > text.count, offset == text.count || text[offset] == UInt8(ascii: "\\"), hasMore()
            {
                continue
            }
            guard let byte = peek else { break }
            if byte == quote {
                offset += 1
                if quote == UInt8(ascii: "'"), dialect != .script {
                    try report(
                        "expected double quotes, found single quotes",
                        at: start..<offset,
                        "write \"…\""
                    )
                }
                return nil
            } else if byte == UInt8(ascii: "\\") {
                try readEscape(in: quote)
            } else if byte < 0x20, dialect != .script || byte == 0x0A || byte == 0x0D {
                let isNewline = byte == 0x0A || byte == 0x0D
                // The closing quote is most probably missing, and what follows cannot be trusted.
                if isNewline, dialect != .repaired {
                    try stop("unterminated string", at: start..<offset, "add a quote at its end")
                }
                let what = isNewline ? "line end" : "control character"
                try report("unescaped \(what) in a string", at: offset..<offset + 1, "write \(escape(byte))")
                scratch.append(byte)
                offset += 1
            } else {
                let run = max(endOfPlain(from: offset, quote), offset + 1)
                scratch.append(contentsOf: UnsafeBufferPointer(rebasing: text[offset..<run]))
                offset = run
            }
        }
        try stop("unterminated string", at: start..<start + 1, "add a quote at its end")
    }

    /// The offset of the next quote, backslash or control character; the text's end if there is none.
    private func endOfPlain(from start: Int, _ quote: UInt8) -> Int {
        guard let base = UnsafeRawPointer(text.baseAddress) else { return start }
        var offset = start
        while offset &+ 8 <= text.count {
            let word = base.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            if word.controls | word.bytes(equalTo: quote) | word.bytes(equalTo: 0x5C) != 0 { break }
            offset &+= 8
        }
        while offset < text.count {
            let byte = text[offset]
            if byte == quote || byte == 0x5C || byte < 0x20 { break }
            offset &+= 1
        }
        return offset
    }

    /// Returns the escape of a control character.
    private func escape(_ byte: UInt8) -> String {
        byte == 0x09 ? "\\t" : "\\u00" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16)
    }

    /// - Parameter quote: the character that ends the string.
    mutating func readEscape(in quote: UInt8) throws(Stop) {
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
            if dialect == .repaired { try report("invalid escape sequence \\'", at: start..<offset) }
            scratch.append(byte)
        case _ where dialect == .script: try readScriptEscape(byte, from: start, in: quote)
        default:
            // A newline or the first byte of a longer character is read again as itself.
            offset -= 1
            try report(
                "invalid escape sequence",
                at: start..<offset + 1,
                "write \\\\ for a backslash"
            )
            scratch.append(UInt8(ascii: "\\"))
        }
    }

    /// Reads `XXXX` after `\u`, with the low half of a surrogate pair; an unpaired surrogate becomes U+FFFD.
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
            try report("expected four hexadecimal digits after \\u", at: start..<offset)
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
            try reportHalfSurrogate(at: start..<offset)
        }
    }

    /// Appends the character of the escape that begins at an offset.
    mutating func append(_ scalar: Unicode.Scalar, from start: Int) {
        if scalar == "\0" { lose(.nul, start..<offset) }
        scratch.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }

    /// Reads four hexadecimal digits, or nothing.
    private mutating func readHex() -> UInt16? {
        guard offset + 4 <= text.count else { return nil }
        let digits = String(decoding: text[offset..<offset + 4], as: UTF8.self)
        guard digits.utf8.allSatisfy({ isWord($0) }), let unit = UInt16(digits, radix: 16) else { return nil }
        offset += 4
        return unit
    }

    /// Reports an unpaired surrogate: as a mistake if the text can be corrected, otherwise as a loss.
    private mutating func reportHalfSurrogate(at range: Range<Int>) throws(Stop) {
        switch dialect {
        case .strict, .script: lose(.halfSurrogate, range)
        case .relaxed, .repaired:
            try report("unpaired surrogate \(String(decoding: text[range], as: UTF8.self))", at: range)
        }
    }
}

/// Eight bytes of a text. In the results, the highest bit of a byte is set if it fits; after such a byte, others may
/// be marked too. That suffices to know whether there is one.
extension UInt64 {
    private static let ones: UInt64 = 0x0101_0101_0101_0101

    /// Marks the bytes that equal the given one.
    @inline(__always)
    func bytes(equalTo byte: UInt8) -> UInt64 {
        // A byte is zero if it borrows without having its highest bit set.
        let difference = self ^ (UInt64.ones &* UInt64(byte))
        return (difference &- UInt64.ones) & ~difference & (UInt64.ones &* 0x80)
    }

    /// Marks the control characters below U+0020.
    var controls: UInt64 {
        @inline(__always) get { (self &- UInt64.ones &* 0x20) & ~self & (UInt64.ones &* 0x80) }
    }
}

// MARK: - Losses

extension JSONReader {
    private mutating func lose(_ kind: JSONLoss.Kind, _ range: Range<Int>) {
        var loss = JSONLoss(kind: kind, range: range)
        if losses.isFull { return losses.append(loss) }
        loss.written = String(decoding: text[range], as: UTF8.self)
        if let place = place(of: range.lowerBound) { (loss.line, loss.column) = place }
        losses.append(loss)
    }
}

/// An escape in a string that some receivers cannot represent, so that the value differs from what was written.
package struct JSONLoss: Hashable, Sendable {
    /// What the escape denotes.
    package enum Kind: Sendable {
        /// An unpaired surrogate, which is not a character and is read as U+FFFD.
        case halfSurrogate
        /// U+0000, read unchanged: a tree cannot hold it, a ``Value`` can.
        case nul
    }

    package let kind: Kind
    /// The escape's bytes.
    package let range: Range<Int>
    /// The escape.
    package fileprivate(set) var written = ""
    /// Its place, if the text is supplied in parts.
    package fileprivate(set) var line: Int?
    package fileprivate(set) var column: Int?
}

/// The losses of one text: the first ones, and the number of further ones.
package struct JSONLosses: Sendable {
    /// The maximum number of losses that are kept; they usually have the same cause.
    private static let limit = 20

    /// The first ones, in the text's order.
    package private(set) var first: [JSONLoss] = []
    /// The number of further ones.
    package private(set) var others = 0

    /// Whether further ones are only counted.
    var isFull: Bool { first.count >= JSONLosses.limit }

    mutating func append(_ loss: JSONLoss) {
        if isFull { others += 1 } else { first.append(loss) }
    }
}

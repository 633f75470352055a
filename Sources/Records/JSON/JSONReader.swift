/// Reads JSON (RFC 8259) and tells a ``JSONHandler`` of it: order, positions and digits are kept.
///
/// Nesting costs no stack. A mistake whose meaning is plain (a missing comma, a key without quotes) is noted and
/// reading goes on, so that a user is told of all of them at once; after any other mistake reading ends.
/// Complexity: linear in the text's length.
package struct JSONReader {
    /// Which texts are accepted.
    package enum Dialect: Sendable {
        /// RFC 8259 and nothing else: for data.
        case strict
        /// Comments (`//`, `/* */`) and trailing commas too: for what people write.
        case relaxed
        /// What pages carry: a mistake whose meaning is plain is noted and read as it was meant, and any other ends
        /// the reading.
        case repaired
        /// A literal of JavaScript: comments, trailing commas, keys without quotes, single quotes, the script's
        /// own escapes, `undefined` (as null), `!0` and `!1`. Nothing of that is a mistake.
        case script
    }

    private enum Container {
        case object
        case array

        var end: UInt8 { self == .object ? UInt8(ascii: "}") : UInt8(ascii: "]") }
    }

    /// Thrown after the error has been noted.
    private struct Stop: Error {}

    /// After this many errors it is no use to go on.
    private static let errorLimit = 20

    private let text: UnsafeBufferPointer<UInt8>
    private let dialect: Dialect
    private let depthLimit: Int
    private var offset = 0
    private var errors: [JSONError] = []
    private var containers: [Container] = []
    private var keys: [Set<[UInt8]>] = []
    private var scratch: [UInt8] = []

    /// Whether comments and trailing commas are no mistakes.
    private var isRelaxed: Bool { dialect == .relaxed || dialect == .script }

    private init(_ text: UnsafeBufferPointer<UInt8>, dialect: Dialect, depthLimit: Int) {
        self.text = text
        self.dialect = dialect
        self.depthLimit = depthLimit
    }

    /// Reads a whole text.
    ///
    /// - Parameters:
    ///   - text: valid UTF-8.
    ///   - depthLimit: how deep arrays and objects may nest.
    /// - Returns: the mistakes, none for a right text, and whether the text was read to its end all the same.
    package static func read(
        _ text: UnsafeBufferPointer<UInt8>,
        dialect: Dialect,
        depthLimit: Int,
        into handler: inout some JSONHandler
    ) -> (errors: [JSONError], isComplete: Bool) {
        var reader = JSONReader(text, dialect: dialect, depthLimit: depthLimit)
        do {
            try reader.readText(&handler)
            return (reader.errors, true)
        } catch {
            return (reader.errors, false)
        }
    }

    /// Reads one value that begins at an offset or behind white space there, whatever follows it.
    ///
    /// - Returns: the mistakes, and the offset behind the value; `nil` where it could not be read to its end.
    package static func readValue(
        in text: UnsafeBufferPointer<UInt8>,
        from offset: Int,
        dialect: Dialect,
        depthLimit: Int,
        into handler: inout some JSONHandler
    ) -> (errors: [JSONError], end: Int?) {
        var reader = JSONReader(text, dialect: dialect, depthLimit: depthLimit)
        reader.offset = offset
        do {
            try reader.readWholeValue(&handler)
            return (reader.errors, reader.offset)
        } catch {
            return (reader.errors, nil)
        }
    }
}

// MARK: - Structure

extension JSONReader {
    private mutating func readWholeValue(_ handler: inout some JSONHandler) throws(Stop) {
        try readValue(&handler)
        while let container = containers.last { try readNext(in: container, &handler) }
    }

    private mutating func readText(_ handler: inout some JSONHandler) throws(Stop) {
        if text.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
        try readWholeValue(&handler)
        try skipSpace()
        if offset < text.count {
            try stop("expected the end of the text after its value, found \(found)", at: offset..<offset + 1)
        }
    }

    /// Reads a scalar, or the beginning of an array or object up to its first scalar.
    private mutating func readValue(_ handler: inout some JSONHandler) throws(Stop) {
        while true {
            try skipSpace()
            guard let byte = peek else {
                try stop("expected a value, found the end of the text", at: offset..<offset)
            }
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                let container: Container = byte == UInt8(ascii: "{") ? .object : .array
                try open(container, &handler)
                try skipSpace()
                try skipCommas()
                if peek == container.end { return close(container, &handler) }
                if container == .object { try readKey(&handler) }
            case UInt8(ascii: ","), UInt8(ascii: "}"):
                guard dialect == .repaired, containers.last == .object else {
                    return try readScalar(byte, &handler)
                }
                try note("a key has no value", at: offset..<offset + 1)
                return handler.null(at: offset..<offset)
            default:
                return try readScalar(byte, &handler)
            }
        }
    }

    /// Reads what follows a value inside an array or object.
    private mutating func readNext(in container: Container, _ handler: inout some JSONHandler) throws(Stop) {
        try skipSpace()
        if peek == container.end { return close(container, &handler) }
        if dialect == .repaired, peek == nil {
            try note(
                "the text ends within \(container == .object ? "an object" : "an array")",
                at: offset..<offset
            )
            return close(container, &handler)
        }
        let comma = offset
        if peek == UInt8(ascii: ",") {
            offset += 1
            try skipSpace()
            try skipCommas()
            if peek == container.end {
                if !isRelaxed {
                    try note(
                        "expected a value after the comma, found \(found)",
                        at: comma..<comma + 1,
                        "remove the comma"
                    )
                }
                return close(container, &handler)
            }
        } else {
            try readMissingComma(in: container)
        }
        if container == .object { try readKey(&handler) }
        try readValue(&handler)
    }

    /// Passes over commas with nothing between them.
    private mutating func skipCommas() throws(Stop) {
        while dialect == .repaired, peek == UInt8(ascii: ",") {
            try note("expected a value after the comma, found another comma", at: offset..<offset + 1)
            offset += 1
            try skipSpace()
        }
    }

    private mutating func readMissingComma(in container: Container) throws(Stop) {
        let closing = container == .object ? "\"}\"" : "\"]\""
        let message = "expected a comma or \(closing), found \(found)"
        let range = offset..<min(offset + 1, text.count)
        guard let byte = peek, startsValue(byte) else { try stop(message, at: range) }
        // A word behind a string most probably is a part of it, behind a quote that should have been escaped.
        if dialect == .script || dialect == .repaired && isWord(byte) { try stop(message, at: range) }
        try note(message, at: range, "put a comma behind the value before")
    }

    private func startsValue(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
            || byte == UInt8(ascii: "-") || isWord(byte)
    }

    private mutating func open(_ container: Container, _ handler: inout some JSONHandler) throws(Stop) {
        guard containers.count < depthLimit else {
            try stop("arrays and objects are nested more than \(depthLimit) deep", at: offset..<offset + 1)
        }
        containers.append(container)
        switch container {
        case .object:
            keys.append([])
            handler.beginObject(at: offset)
        case .array:
            handler.beginArray(at: offset)
        }
        offset += 1
    }

    private mutating func close(_ container: Container, _ handler: inout some JSONHandler) {
        offset = min(offset + 1, text.count)
        containers.removeLast()
        switch container {
        case .object:
            keys.removeLast()
            handler.endObject(at: offset)
        case .array:
            handler.endArray(at: offset)
        }
    }

    private mutating func readKey(_ handler: inout some JSONHandler) throws(Stop) {
        let start = offset
        if peek == UInt8(ascii: "\"") || peek == UInt8(ascii: "'") {
            try readString()
        } else if let byte = peek, isWord(byte) {
            scratch = Array(readWord())
            let word = String(decoding: scratch, as: UTF8.self)
            if dialect != .script {
                try note(
                    "expected a key in double quotes, found \(word)",
                    at: start..<offset,
                    "write \"\(word)\""
                )
            }
        } else {
            try stop("expected a key in double quotes, found \(found)", at: offset..<offset + 1)
        }
        let range = start..<offset
        if !keys[keys.count - 1].insert(scratch).inserted, dialect != .script {
            let key = String(decoding: scratch, as: UTF8.self)
            try note("the key \"\(key)\" stands twice in one object", at: range, "keep one of the two")
        }
        scratch.withUnsafeBufferPointer { handler.key($0, at: range) }
        try skipSpace()
        if peek == UInt8(ascii: ":") {
            offset += 1
        } else {
            let message = "expected a colon after the key, found \(found)"
            guard let byte = peek, startsValue(byte), dialect == .strict || dialect == .relaxed else {
                try stop(message, at: offset..<offset + 1)
            }
            try note(message, at: offset..<offset + 1)
        }
    }
}

// MARK: - Scalars

extension JSONReader {
    private mutating func readScalar(_ byte: UInt8, _ handler: inout some JSONHandler) throws(Stop) {
        let start = offset
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
            try readString()
            let range = start..<offset
            scratch.withUnsafeBufferPointer { handler.string($0, at: range) }
        } else if byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte) {
            try readNumber(&handler)
        } else if isWord(byte) {
            try readLiteral(&handler)
        } else if dialect == .script, byte == UInt8(ascii: "!") {
            try readNegation(&handler)
        } else {
            try stop("expected a value, found \(found)", at: offset..<offset + 1)
        }
    }

    private mutating func readNumber(_ handler: inout some JSONHandler) throws(Stop) {
        let start = offset
        while let byte = peek, isWord(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: ".") {
            offset += 1
        }
        let digits = UnsafeBufferPointer(rebasing: text[start..<offset])
        let written = String(decoding: digits, as: UTF8.self)
        if Number(written) != nil {
            handler.number(digits, at: start..<offset)
        } else {
            if dialect == .script {
                try stop("\(written) is not a number as JSON writes it", at: start..<offset)
            }
            try note("\(written) is not a number as JSON writes it", at: start..<offset)
            if dialect == .repaired {
                handler.string(digits, at: start..<offset)
            } else {
                handler.null(at: start..<offset)
            }
        }
    }

    private mutating func readLiteral(_ handler: inout some JSONHandler) throws(Stop) {
        let start = offset
        let word = String(decoding: readWord(), as: UTF8.self)
        switch word {
        case "true": handler.boolean(true, at: start..<offset)
        case "false": handler.boolean(false, at: start..<offset)
        case "null": handler.null(at: start..<offset)
        case "undefined" where dialect == .script: handler.null(at: start..<offset)
        default:
            if dialect == .script || dialect == .repaired && !["undefined", "NaN"].contains(word) {
                try stop("expected a value, found \(word)", at: start..<offset)
            }
            let help = ["true", "false", "null"].first { $0 == word.lowercased() } ?? "\"\(word)\""
            try note("expected a value, found \(word)", at: start..<offset, "write \(help)")
            handler.null(at: start..<offset)
        }
    }

    /// Reads `!0` and `!1`, which is how scripts made small write true and false.
    private mutating func readNegation(_ handler: inout some JSONHandler) throws(Stop) {
        let start = offset
        offset += 1
        guard let byte = peek, byte == UInt8(ascii: "0") || byte == UInt8(ascii: "1") else {
            try stop("expected a value, found \"!\"", at: start..<start + 1)
        }
        offset += 1
        handler.boolean(byte == UInt8(ascii: "0"), at: start..<offset)
    }

    private mutating func readWord() -> Slice<UnsafeBufferPointer<UInt8>> {
        let start = offset
        while let byte = peek, isWord(byte) { offset += 1 }
        return text[start..<offset]
    }

    /// Reads a string into `scratch`.
    private mutating func readString() throws(Stop) {
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

    private func escape(_ byte: UInt8) -> String {
        byte == 0x09 ? "\\t" : "\\u00" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16)
    }

    private mutating func readEscape() throws(Stop) {
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
        case _ where dialect == .script: readScriptEscape(byte)
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
    private mutating func readScriptEscape(_ byte: UInt8) {
        switch byte {
        case 0x0A: break
        case UInt8(ascii: "0"): scratch.append(contentsOf: UTF8.encodedReplacementCharacter)
        case UInt8(ascii: "v"): scratch.append(0x0B)
        case UInt8(ascii: "x"):
            let digits = text[offset...].prefix(2)
            if let code = UInt8(String(decoding: digits, as: UTF8.self), radix: 16), digits.allSatisfy(isWord)
            {
                offset += 2
                scratch.append(contentsOf: String(Character(Unicode.Scalar(code))).utf8)
            } else {
                scratch.append(byte)
            }
        default: scratch.append(byte)
        }
    }

    /// Reads `XXXX` behind `\u`, with the low half of a surrogate pair; a lone half becomes U+FFFD.
    private mutating func readUnicodeEscape(from start: Int) throws(Stop) {
        if dialect == .script, peek == UInt8(ascii: "{") {
            let digits = text[(offset + 1)...].prefix(9).prefix { $0 != UInt8(ascii: "}") }
            if let code = UInt32(String(decoding: digits, as: UTF8.self), radix: 16),
                let scalar = Unicode.Scalar(code), digits.endIndex < text.count
            {
                offset = digits.endIndex + 1
                scratch.append(contentsOf: String(Character(scalar)).utf8)
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
        scratch.append(
            contentsOf: UTF8.encode(Unicode.Scalar(scalar) ?? "\u{FFFD}") ?? UTF8.encodedReplacementCharacter
        )
    }

    private mutating func readHex() -> UInt16? {
        guard offset + 4 <= text.count else { return nil }
        let digits = String(decoding: text[offset..<offset + 4], as: UTF8.self)
        guard digits.utf8.allSatisfy({ isWord($0) }), let unit = UInt16(digits, radix: 16) else { return nil }
        offset += 4
        return unit
    }
}

// MARK: - Characters

extension JSONReader {
    private var peek: UInt8? { offset < text.count ? text[offset] : nil }

    private func isWord(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "_")
            || byte == UInt8(ascii: "$") || byte == UInt8(ascii: "-")
    }

    /// What stands at the offset, in the words of messages.
    private var found: String {
        guard offset < text.count else { return "the end of the text" }
        var end = offset + 1
        while end < text.count, text[end] & 0xC0 == 0x80 { end += 1 }
        let character = String(decoding: text[offset..<end], as: UTF8.self)
        return character == "\"" ? "a quote" : "\"\(character)\""
    }

    private mutating func skipSpace() throws(Stop) {
        while let byte = peek {
            switch byte {
            case 0x20, 0x09, 0x0A, 0x0D: offset += 1
            case UInt8(ascii: "/"): try skipComment()
            default: return
            }
        }
    }

    private mutating func skipComment() throws(Stop) {
        let start = offset
        let second = offset + 1 < text.count ? text[offset + 1] : 0
        guard second == UInt8(ascii: "/") || second == UInt8(ascii: "*") else {
            try stop("expected a value or a comment, found \(found)", at: start..<start + 1)
        }
        if dialect == .strict { try stop("JSON data has no comments", at: start..<start + 2) }
        if dialect == .repaired { try note("JSON data has no comments", at: start..<start + 2) }
        offset += 2
        if second == UInt8(ascii: "/") {
            offset = text[offset...].firstIndex(of: 0x0A) ?? text.count
            return
        }
        while offset + 1 < text.count {
            if text[offset] == UInt8(ascii: "*"), text[offset + 1] == UInt8(ascii: "/") {
                offset += 2
                return
            }
            offset += 1
        }
        try stop("a comment does not end", at: start..<start + 2, "put */ at its end")
    }

    private mutating func note(_ message: String, at range: Range<Int>, _ help: String? = nil) throws(Stop) {
        // What is repaired is repaired to the end; only so many repairs are worth telling.
        if dialect == .repaired, errors.count >= JSONReader.errorLimit { return }
        errors.append(JSONError(message: message, range: range, help: help))
        if dialect != .repaired, errors.count >= JSONReader.errorLimit { throw Stop() }
    }

    private mutating func stop(
        _ message: String,
        at range: Range<Int>,
        _ help: String? = nil
    ) throws(Stop) -> Never {
        errors.append(JSONError(message: message, range: range, help: help))
        throw Stop()
    }
}

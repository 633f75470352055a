package import Basics

/// Receives what a ``JSONReader`` reads, in the text's order.
///
/// Strings are UTF-8 bytes that are valid only during the call; ranges are byte offsets in the text.
package protocol JSONHandler {
    mutating func beginObject(at offset: Int)
    mutating func endObject(at end: Int)
    mutating func beginArray(at offset: Int)
    mutating func endArray(at end: Int)
    mutating func key(_ utf8: UnsafeBufferPointer<UInt8>, at range: Range<Int>)
    /// The last key is also that of an earlier member of its object, which it replaces in JavaScript.
    mutating func repeatsKey()
    mutating func string(_ utf8: UnsafeBufferPointer<UInt8>, at range: Range<Int>)
    /// A number by its digits as written.
    mutating func number(_ digits: UnsafeBufferPointer<UInt8>, at range: Range<Int>)
    mutating func boolean(_ value: Bool, at range: Range<Int>)
    mutating func null(at range: Range<Int>)
    /// The text in memory now begins some bytes later: later offsets are smaller.
    mutating func dropped(_ count: Int)
    /// Whether it needs no more of the text, which is then not read to its end.
    var isDone: Bool { get }
}

extension JSONHandler {
    package var isDone: Bool { false }
    package mutating func dropped(_ count: Int) {}
    package mutating func repeatsKey() {}
}

/// Reads JSON (RFC 8259) and passes it to a ``JSONHandler``, which receives values in order, with their positions and
/// digits as written.
///
/// Nesting needs no stack. A mistake with one plausible meaning (a missing comma, a key without quotes) is reported and
/// reading continues, so that a user sees all of them in one run; any other mistake ends the reading. Complexity:
/// linear in the text's length.
package struct JSONReader {
    /// Which texts are accepted.
    package enum Dialect: Sendable {
        /// Only RFC 8259: for data.
        case strict
        /// Also comments (`//`, `/* */`) and trailing commas: for files written by people.
        case relaxed
        /// Scripts of web pages: a mistake with one plausible meaning is reported and repaired; any other mistake ends
        /// the reading.
        case repaired
        /// A JavaScript literal: comments, trailing commas, keys without quotes, single quotes, templates without code,
        /// JavaScript's escapes, numbers and white space, `undefined`, `NaN` and missing elements of arrays (as null),
        /// `!0` and `!1`, and equal keys. None of these is a mistake.
        case script
    }

    /// The result of a reader, besides the events.
    package struct Outcome: Sendable {
        /// The mistakes, in the text's order; none in a valid text.
        package var errors: [JSONError]
        /// Whether arrays and objects are nested deeper than the limit; that is the last of the errors.
        package var isTooDeep = false
        /// The offset after the value; `nil` if it was not read to its end.
        package var end: Int?
        package var losses = JSONLosses()
        /// The line and the column of the first mistake in a text that is supplied in parts.
        package var errorPlace: (line: Int, column: Int)?
        /// The comments, in the text's order.
        package var comments: [Range<Int>] = []
    }

    enum Container {
        case object
        case array

        var end: UInt8 { self == .object ? UInt8(ascii: "}") : UInt8(ascii: "]") }
    }

    /// Thrown after the error has been reported.
    struct Stop: Error {}

    /// The text, or the part of it that is in memory.
    private(set) var text: UnsafeBufferPointer<UInt8>
    /// Supplies the rest of the text.
    let feed: TextFeed?
    var errorPlace: (line: Int, column: Int)?
    let dialect: Dialect
    private let depthLimit: Int
    var offset = 0
    var errors: [JSONError] = []
    /// The end of the line after a mistake with which the tokens that follow may be misread: in a file written by people,
    /// mistakes before it are not reported.
    var doubtfulEnd = 0
    private var isTooDeep = false
    var losses = JSONLosses()
    var comments: [Range<Int>] = []
    private var containers: [Container] = []
    /// The keys of each open object, followed by empty sets for later objects at the same depth.
    private var keys: [JSONKeySet] = []
    private var openObjects = 0
    /// The string that was read last with its escapes replaced, if it had any.
    var scratch: [UInt8] = []

    private init(
        _ text: UnsafeBufferPointer<UInt8>,
        dialect: Dialect,
        depthLimit: Int,
        feed: TextFeed? = nil
    ) {
        self.feed = feed
        self.text = text
        self.dialect = dialect
        self.depthLimit = depthLimit
    }

    /// Reads a whole text.
    ///
    /// - Parameters:
    ///   - text: valid UTF-8.
    ///   - depthLimit: how deep arrays and objects may nest.
    package static func read(
        _ text: UnsafeBufferPointer<UInt8>,
        dialect: Dialect,
        depthLimit: Int,
        into handler: inout some JSONHandler
    ) -> Outcome {
        var reader = JSONReader(text, dialect: dialect, depthLimit: depthLimit)
        let isComplete = (try? reader.readText(&handler)) != nil
        return reader.outcome(isComplete)
    }

    /// Reads a text of data that is supplied in parts.
    ///
    /// Ranges of mistakes are offsets in the part that was in memory then.
    package static func read(
        _ feed: TextFeed,
        depthLimit: Int,
        into handler: inout some JSONHandler
    ) -> Outcome {
        feed.refill(dropping: 0, until: lookahead)
        var reader = JSONReader(feed.bytes, dialect: .strict, depthLimit: depthLimit, feed: feed)
        let isComplete = (try? reader.readText(&handler)) != nil
        return reader.outcome(isComplete)
    }

    /// Reads a whole text, which is checked for valid UTF-8 first.
    static func read(
        _ text: [UInt8],
        dialect: Dialect,
        depthLimit: Int,
        into handler: inout some JSONHandler
    ) -> Outcome {
        if let invalid = invalidUTF8(in: text) {
            let error = JSONError(message: "the text is not valid UTF-8", range: invalid..<invalid + 1)
            return Outcome(errors: [error])
        }
        return text.withUnsafeBufferPointer {
            read($0, dialect: dialect, depthLimit: depthLimit, into: &handler)
        }
    }

    /// Reads one value that begins at an offset or after white space there, and ignores what follows it.
    package static func readValue(
        in text: UnsafeBufferPointer<UInt8>,
        from offset: Int,
        dialect: Dialect,
        depthLimit: Int,
        into handler: inout some JSONHandler
    ) -> Outcome {
        var reader = JSONReader(text, dialect: dialect, depthLimit: depthLimit)
        reader.offset = offset
        let isComplete = (try? reader.readWholeValue(&handler)) != nil
        return reader.outcome(isComplete)
    }

    /// Does the same for a text that is in memory as a whole, with the places of mistakes.
    package static func readValue(
        in feed: TextFeed,
        from offset: Int,
        dialect: Dialect,
        depthLimit: Int,
        into handler: inout some JSONHandler
    ) -> Outcome {
        var reader = JSONReader(feed.bytes, dialect: dialect, depthLimit: depthLimit, feed: feed)
        reader.offset = offset
        let isComplete = (try? reader.readWholeValue(&handler)) != nil
        return reader.outcome(isComplete)
    }

    private func outcome(_ isComplete: Bool) -> Outcome {
        Outcome(
            errors: errors,
            isTooDeep: isTooDeep,
            end: isComplete ? offset : nil,
            losses: losses,
            errorPlace: errorPlace,
            comments: comments
        )
    }

    /// Returns the offset of the first byte that is not UTF-8, or `nil`.
    private static func invalidUTF8(in text: [UInt8]) -> Int? {
        // The common case needs one fast pass; only an invalid text is decoded step by step.
        if String(validating: text, as: UTF8.self) != nil { return nil }
        var decoder = UTF8()
        var iterator = text.makeIterator()
        var offset = 0
        while case .scalarValue(let scalar) = decoder.decode(&iterator) { offset += UTF8.width(scalar) }
        return min(offset, max(0, text.count - 1))
    }
}

// MARK: - A text in parts

extension JSONReader {
    /// The minimum number of bytes in memory when a token is read; longer ones load more of the text.
    private static let lookahead = 1 << 16

    /// Makes the next token available, and drops what has been read.
    @inline(__always)
    private mutating func advance(_ handler: inout some JSONHandler) {
        if text.count - offset < JSONReader.lookahead, let feed, !feed.isComplete {
            advance(feed, &handler)
        }
    }

    @inline(never)
    private mutating func advance(_ feed: TextFeed, _ handler: inout some JSONHandler) {
        handler.dropped(offset)
        feed.refill(dropping: offset, until: JSONReader.lookahead)
        offset = 0
        text = feed.bytes
    }

    /// Loads more of the text, for a token that continues; false at the text's end.
    mutating func hasMore() -> Bool {
        guard let feed, !feed.isComplete else { return false }
        let count = text.count
        feed.refill(dropping: 0, until: count + 1)
        text = feed.bytes
        return text.count > count
    }
}

// MARK: - Arrays and objects

extension JSONReader {
    private mutating func readWholeValue(_ handler: inout some JSONHandler) throws(Stop) {
        try readValue(&handler)
        while let container = containers.last {
            if handler.isDone { throw Stop() }
            advance(&handler)
            try readNext(in: container, &handler)
        }
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
                try skipCommas(in: container, &handler)
                if peek == container.end { return close(container, &handler) }
                if container == .object { try readKey(&handler) }
                advance(&handler)
            case UInt8(ascii: ","), UInt8(ascii: "}"):
                guard dialect == .repaired, containers.last == .object else {
                    return try readScalar(byte, &handler)
                }
                try report("a key has no value", at: offset..<offset + 1)
                return handler.null(at: offset..<offset)
            default:
                return try readScalar(byte, &handler)
            }
        }
    }

    /// Reads what follows a value inside an array or object.
    private mutating func readNext(in container: Container, _ handler: inout some JSONHandler) throws(Stop) {
        let end = offset
        try skipSpace()
        if peek == container.end { return close(container, &handler) }
        if dialect == .repaired, peek == nil {
            try report(
                "the text ends within \(container == .object ? "an object" : "an array")",
                at: offset..<offset
            )
            return close(container, &handler)
        }
        let comma = offset
        if peek == UInt8(ascii: ",") {
            offset += 1
            try skipSpace()
            try skipCommas(in: container, &handler)
            if peek == container.end {
                if dialect == .strict || dialect == .repaired {
                    try report(
                        "expected a value after the comma, found \(found)",
                        at: comma..<comma + 1,
                        "remove the comma"
                    )
                }
                return close(container, &handler)
            }
        } else {
            try readMissingComma(after: end, in: container)
        }
        if container == .object { try readKey(&handler) }
        advance(&handler)
        try readValue(&handler)
    }

    /// Skips commas without values before them, in the dialect `repaired`, and in arrays of the dialect `script`.
    private mutating func skipCommas(
        in container: Container,
        _ handler: inout some JSONHandler
    ) throws(Stop) {
        while peek == UInt8(ascii: ","), dialect == .repaired || dialect == .script && container == .array {
            if dialect == .script {
                if handler.isDone { throw Stop() }
                handler.null(at: offset..<offset)
            } else {
                try report("expected a value after the comma, found another comma", at: offset..<offset + 1)
            }
            offset += 1
            try skipSpace()
        }
    }

    func startsValue(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
            || byte == UInt8(ascii: "-") || isWord(byte)
    }

    private mutating func open(_ container: Container, _ handler: inout some JSONHandler) throws(Stop) {
        guard containers.count < depthLimit else {
            isTooDeep = true
            try stop("arrays and objects are nested more than \(depthLimit) deep", at: offset..<offset + 1)
        }
        containers.append(container)
        switch container {
        case .object:
            if openObjects == keys.count { keys.append(JSONKeySet()) }
            openObjects += 1
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
            openObjects -= 1
            keys[openObjects].removeAll()
            handler.endObject(at: offset)
        case .array:
            handler.endArray(at: offset)
        }
    }

    private mutating func accept(
        key: UnsafeBufferPointer<UInt8>,
        _ range: Range<Int>,
        _ handler: inout some JSONHandler
    ) throws(Stop) {
        let isRepeated = !keys[openObjects - 1].insert(key)
        if isRepeated, dialect != .script {
            let key = String(decoding: key, as: UTF8.self).shortened
            try report("duplicate key \"\(key)\"", at: range, "keep one of the two")
        }
        handler.key(key, at: range)
        if isRepeated, dialect == .script { handler.repeatsKey() }
    }

    private mutating func readKey(_ handler: inout some JSONHandler) throws(Stop) {
        let start = offset
        var plain: Range<Int>?
        if peek == UInt8(ascii: "\"") || peek == UInt8(ascii: "'") {
            plain = try readString()
        } else if dialect == .script {
            plain = try readScriptKey()
        } else if let byte = peek, isWord(byte) {
            let key = readWord()
            plain = key.startIndex..<key.endIndex
            let word = String(decoding: key, as: UTF8.self).shortened
            try report(
                misplaced: "expected a key in double quotes, found \(word)",
                at: start..<offset,
                "write \"\(word)\"",
                following: ":"
            )
        } else {
            try stop("expected a key in double quotes, found \(found)", at: offset..<offset + 1)
        }
        let range = start..<offset
        if let plain {
            try accept(key: UnsafeBufferPointer(rebasing: text[plain]), range, &handler)
        } else {
            let key = scratch
            try key.withUnsafeBufferPointer { key throws(Stop) in try accept(key: key, range, &handler) }
        }
        try skipSpace()
        if peek == UInt8(ascii: ":") {
            offset += 1
        } else {
            let message = "expected a colon after the key, found \(found)"
            guard let byte = peek, startsValue(byte), dialect == .strict || dialect == .relaxed else {
                try stop(message, at: offset..<offset + 1)
            }
            try report(misplaced: message, at: offset..<offset + 1)
        }
    }
}

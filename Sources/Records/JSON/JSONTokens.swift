/// A token of a JSON text with comments.
struct JSONToken: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case open
        case close
        case comma
        case colon
        /// A string, a number, `true`, `false` or `null`.
        case scalar
        /// `// …` without its line end.
        case lineComment
        /// `/* … */`.
        case blockComment
    }

    let kind: Kind
    /// The token's bytes.
    let range: Range<Int>
    /// The number of line ends between the token before and this one; if there are some on both sides of a comma, the
    /// greater number.
    let breaks: Int

    var isComment: Bool { kind == .lineComment || kind == .blockComment }
}

/// The tokens of a text, from the events and comments of a ``JSONReader``: only white space, commas and colons are
/// between them.
struct JSONTokens: JSONHandler {
    private(set) var all: [JSONToken] = []
    /// The tokens of the events, in the text's order.
    private var events: [(kind: JSONToken.Kind, range: Range<Int>)] = []

    /// Reads the tokens of a text.
    ///
    /// Complexity: linear in the text's length.
    /// - Returns: `nil` for the tokens of a text with mistakes.
    static func read(
        _ text: [UInt8],
        dialect: JSONReader.Dialect,
        depthLimit: Int
    ) -> (tokens: [JSONToken]?, errors: [JSONError]) {
        var tokens = JSONTokens()
        let outcome = JSONReader.read(text, dialect: dialect, depthLimit: depthLimit, into: &tokens)
        guard outcome.errors.isEmpty else { return (nil, outcome.errors) }
        tokens.merge(outcome.comments, text)
        return (tokens.all, [])
    }

    /// Adds the tokens of events and comments in the text's order, and those between them.
    private mutating func merge(_ comments: [Range<Int>], _ text: [UInt8]) {
        var comments = comments[...]
        var end = 0
        for event in events {
            while let comment = comments.first, comment.lowerBound < event.range.lowerBound {
                add(JSONTokens.kind(ofComment: comment, text), comment, after: &end, text)
                comments.removeFirst()
            }
            add(event.kind, event.range, after: &end, text)
        }
        for comment in comments { add(JSONTokens.kind(ofComment: comment, text), comment, after: &end, text) }
    }

    /// Adds a token, and before it the commas and colons since the end of the last one.
    private mutating func add(
        _ kind: JSONToken.Kind,
        _ range: Range<Int>,
        after end: inout Int,
        _ text: [UInt8]
    ) {
        var breaks = 0
        for offset in end..<range.lowerBound {
            switch text[offset] {
            case 0x0A: breaks += 1
            case UInt8(ascii: ","): add(.comma, offset..<offset + 1, &breaks)
            case UInt8(ascii: ":"): add(.colon, offset..<offset + 1, &breaks)
            default: break
            }
        }
        add(kind, range, &breaks)
        end = range.upperBound
    }

    private mutating func add(_ kind: JSONToken.Kind, _ range: Range<Int>, _ breaks: inout Int) {
        // Whether a comma is before or after a line's end does not matter.
        if let last = all.last, last.kind == .comma { breaks = max(breaks, last.breaks) }
        all.append(JSONToken(kind: kind, range: range, breaks: breaks))
        breaks = 0
    }

    private static func kind(ofComment range: Range<Int>, _ text: [UInt8]) -> JSONToken.Kind {
        text[range.lowerBound + 1] == UInt8(ascii: "*") ? .blockComment : .lineComment
    }

    mutating func beginObject(at offset: Int) { events.append((.open, offset..<offset + 1)) }

    mutating func endObject(at end: Int) { events.append((.close, end - 1..<end)) }

    mutating func beginArray(at offset: Int) { events.append((.open, offset..<offset + 1)) }

    mutating func endArray(at end: Int) { events.append((.close, end - 1..<end)) }

    mutating func key(_ utf8: UnsafeBufferPointer<UInt8>, at range: Range<Int>) {
        events.append((.scalar, range))
    }

    mutating func string(_ utf8: UnsafeBufferPointer<UInt8>, at range: Range<Int>) {
        events.append((.scalar, range))
    }

    mutating func number(_ digits: UnsafeBufferPointer<UInt8>, at range: Range<Int>) {
        events.append((.scalar, range))
    }

    mutating func boolean(_ value: Bool, at range: Range<Int>) { events.append((.scalar, range)) }

    mutating func null(at range: Range<Int>) { events.append((.scalar, range)) }
}

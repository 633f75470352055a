import Basics

/// A mistake in a JSON text.
package struct JSONError: Error, Hashable, Sendable {
    /// What was expected and what was found.
    package var message: String
    /// The wrong bytes.
    package var range: Range<Int>
    /// What to do.
    package var help: String?
}

extension JSONReader {
    /// The number of errors after which reading ends.
    private static let errorLimit = 20

    /// Reports a mistake after which reading continues, up to ``errorLimit``. In a text that is supplied in parts it ends the
    /// reading: what precedes the first mistake has been passed on, and what follows it would be guessed.
    mutating func report(_ message: String, at range: Range<Int>, _ help: String? = nil) throws(Stop) {
        if range.lowerBound < doubtfulEnd { return }
        // A repaired text is read to its end; only the first repairs are reported.
        if dialect == .repaired, errors.count >= JSONReader.errorLimit { return }
        place(errorAt: range)
        errors.append(JSONError(message: message, range: range, help: help))
        if dialect != .repaired, feed != nil || errors.count >= JSONReader.errorLimit { throw Stop() }
    }

    /// Reports a mistake in the order of tokens. Unless the one that follows is where it may be, the tokens up to the end of
    /// the line are doubtful: a quote or a comma may be missing.
    ///
    /// - Parameter following: what may follow, besides a comment and the end of the line.
    mutating func report(
        misplaced message: String,
        at range: Range<Int>,
        _ help: String? = nil,
        following: String = ",]}"
    ) throws(Stop) {
        try report(message, at: range, help)
        guard dialect == .relaxed, range.lowerBound >= doubtfulEnd else { return }
        var next = offset
        while next < text.count, text[next] == 0x20 || text[next] == 0x09 { next += 1 }
        if next == text.count || (following + "/\r\n").utf8.contains(text[next]) { return }
        doubtfulEnd = text[next...].firstIndex(of: 0x0A) ?? text.count
    }

    /// Reports a mistake that ends the reading.
    mutating func stop(
        _ message: String,
        at range: Range<Int>,
        _ help: String? = nil
    ) throws(Stop) -> Never {
        if range.lowerBound < doubtfulEnd { throw Stop() }
        place(errorAt: range)
        errors.append(JSONError(message: message, range: range, help: help))
        throw Stop()
    }

    private mutating func place(errorAt range: Range<Int>) {
        if errors.isEmpty, let feed { errorPlace = feed.place(of: range.lowerBound) }
    }

    /// The line and the column of an offset, in a text that is supplied in parts.
    func place(of offset: Int) -> (line: Int, column: Int)? { feed?.place(of: offset) }

    /// - Parameter end: the offset after the previous value, where a person would write the comma.
    mutating func readMissingComma(after end: Int, in container: Container) throws(Stop) {
        let closing = container == .object ? "\"}\"" : "\"]\""
        let message = "expected a comma or \(closing), found \(found)"
        let range = offset..<min(offset + 1, text.count)
        guard let byte = peek, startsValue(byte) else { try stop(message, at: range) }
        // A word after a string is most probably a part of it, after a quote that should have been escaped.
        if dialect == .script || dialect == .repaired && isWord(byte) { try stop(message, at: range) }
        let help = "add a comma after the previous value"
        if dialect != .relaxed { return try report(message, at: range, help) }
        // A word right after a string is probably a part of it, too.
        if isWord(byte), end == offset, text[end - 1] == UInt8(ascii: "\"") {
            return try report(misplaced: message, at: range, "add the missing quote before it, or a comma")
        }
        // On another line the next value is certain.
        if text[end..<offset].contains(0x0A) { return try report(message, at: end..<end, help) }
        try report(misplaced: message, at: end..<end, help)
    }
}

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

    enum Container {
        case object
        case array

        var end: UInt8 { self == .object ? UInt8(ascii: "}") : UInt8(ascii: "]") }
    }

    /// Thrown after the error has been noted.
    struct Stop: Error {}

    /// After this many errors it is no use to go on.
    static let errorLimit = 20

    let text: UnsafeBufferPointer<UInt8>
    let dialect: Dialect
    let depthLimit: Int
    var offset = 0
    var errors: [JSONError] = []
    var losses = JSONLosses()
    var containers: [Container] = []
    var keys: [Set<[UInt8]>] = []
    var scratch: [UInt8] = []

    /// Whether comments and trailing commas are no mistakes.
    var isRelaxed: Bool { dialect == .relaxed || dialect == .script }

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
    /// - Returns: the mistakes, none for a right text, whether the text was read to its end all the same, and what its
    ///   strings have lost.
    package static func read(
        _ text: UnsafeBufferPointer<UInt8>,
        dialect: Dialect,
        depthLimit: Int,
        into handler: inout some JSONHandler
    ) -> (errors: [JSONError], isComplete: Bool, losses: JSONLosses) {
        var reader = JSONReader(text, dialect: dialect, depthLimit: depthLimit)
        do {
            try reader.readText(&handler)
            return (reader.errors, true, reader.losses)
        } catch {
            return (reader.errors, false, reader.losses)
        }
    }

    /// Reads one value that begins at an offset or behind white space there, whatever follows it.
    ///
    /// - Returns: the mistakes, the offset behind the value, `nil` where it could not be read to its end, and what its
    ///   strings have lost.
    package static func readValue(
        in text: UnsafeBufferPointer<UInt8>,
        from offset: Int,
        dialect: Dialect,
        depthLimit: Int,
        into handler: inout some JSONHandler
    ) -> (errors: [JSONError], end: Int?, losses: JSONLosses) {
        var reader = JSONReader(text, dialect: dialect, depthLimit: depthLimit)
        reader.offset = offset
        do {
            try reader.readWholeValue(&handler)
            return (reader.errors, reader.offset, reader.losses)
        } catch {
            return (reader.errors, nil, reader.losses)
        }
    }
}

// MARK: - What is told

extension JSONReader {
    mutating func note(_ message: String, at range: Range<Int>, _ help: String? = nil) throws(Stop) {
        // What is repaired is repaired to the end; only so many repairs are worth telling.
        if dialect == .repaired, errors.count >= JSONReader.errorLimit { return }
        errors.append(JSONError(message: message, range: range, help: help))
        if dialect != .repaired, errors.count >= JSONReader.errorLimit { throw Stop() }
    }

    /// Notes half of a surrogate pair: a mistake where someone can put it right, otherwise a loss.
    mutating func noteHalfSurrogate(at range: Range<Int>) throws(Stop) {
        switch dialect {
        case .strict, .script: losses.append(JSONLoss(kind: .halfSurrogate, range: range))
        case .relaxed, .repaired:
            let written = String(decoding: text[range], as: UTF8.self)
            try note("\(written) is half of a surrogate pair and no character", at: range)
        }
    }

    mutating func stop(
        _ message: String,
        at range: Range<Int>,
        _ help: String? = nil
    ) throws(Stop) -> Never {
        errors.append(JSONError(message: message, range: range, help: help))
        throw Stop()
    }
}

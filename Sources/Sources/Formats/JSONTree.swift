import Basics
import DOM
import Encoding
package import Language
import Records
import Values

extension Source {
    /// JSON data.
    package static let json = Source(
        name: "json",
        about: "JSON: an element for each key",
        format: .plain,
        container: .anywhere,
        accepts: startsJSON
    ) { _ in .data(root: "json", JSONTree.build) }

    private static let startsJSON: @Sendable ([UInt8]) -> Bool = { text in
        let start = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let first = text[start...].first { !$0.isWhiteSpace }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    }
}

/// Makes a tree from JSON: root `json`; a member becomes an element named by its key, an array's members become `item`,
/// each with its `type`; numbers keep their digits.
enum JSONTree {
    @Sendable
    static func build(
        _ feed: TextFeed,
        _ tree: inout TreeBuilder,
        _ limits: Limits
    ) throws(ParseError) -> [SourceProblem] {
        var builder = try Builder(tree: tree, feed: feed)
        let result = JSONReader.read(feed, depthLimit: limits.depth, into: &builder)
        return try problems(result, builder, limits, "not JSON")
    }

    /// Fills the root with the JavaScript literal that begins at an offset, regardless of the text after it.
    static func buildLiteral(
        _ feed: TextFeed,
        from offset: Int,
        _ tree: inout TreeBuilder,
        _ limits: Limits
    ) throws(ParseError) -> [SourceProblem] {
        var builder = try Builder(tree: tree, feed: feed)
        let result = JSONReader.readValue(
            in: feed,
            from: offset,
            dialect: .script,
            depthLimit: limits.depth,
            into: &builder
        )
        return try problems(result, builder, limits, "not a literal of JavaScript")
    }

    /// The replacements of characters that a tree cannot contain; throws the first mistake.
    private static func problems(
        _ result: JSONReader.Outcome,
        _ builder: Builder,
        _ limits: Limits,
        _ what: String
    ) throws(ParseError) -> [SourceProblem] {
        if case .ended = builder.error { throw .ended }
        if result.isTooDeep, result.errors.count == 1 { throw .tooDeep(limit: limits.depth) }
        if let error = result.errors.first {
            let (line, column) = result.errorPlace ?? (1, 1)
            throw .malformed(line: line, column: column, reason: "\(what): \(error.message)")
        }
        if let error = builder.error { throw error }
        return problems(of: result.losses)
    }

    private static func problems(of losses: JSONLosses) -> [SourceProblem] {
        guard let last = losses.first.last else { return [] }
        var problems = losses.first.map { loss in
            SourceProblem(
                line: loss.line ?? 1,
                column: loss.column,
                severity: .warning,
                message: loss.message
            )
        }
        if losses.others > 0 {
            let message = "\(losses.others) more such escapes after this one: read as U+FFFD"
            problems.append(SourceProblem(line: last.line ?? 1, severity: .warning, message: message))
        }
        return problems
    }

    private struct Builder: JSONHandler {
        var tree: TreeBuilder
        var error: ParseError?

        private let feed: TextFeed
        private let item: Name
        private let type: Name
        /// The name and the line of the element of the next value, if it has a key.
        private var key: (name: Name, line: Int)?
        private var depth = 0
        /// The depths of the open objects that repeat a key.
        private var repeatedKeys: [Int] = []
        private var lines = LineCounter()
        private var names: NameSequence

        init(tree: TreeBuilder, feed: TextFeed) throws(ParseError) {
            guard let item = tree.document.intern("item".utf8), let type = tree.document.intern("type".utf8)
            else {
                throw ParseError.outOfMemory
            }
            self.tree = tree
            self.feed = feed
            self.item = item
            self.type = type
            names = NameSequence(tree.document)
        }

        /// The line of an offset; offsets come in ascending order.
        @inline(__always)
        private mutating func line(at offset: Int) -> Int {
            lines.line(at: offset, in: feed.bytes)
        }

        var isDone: Bool { error != nil }

        mutating func dropped(_ count: Int) { lines.drop(count, of: feed.bytes) }

        private mutating func attempt(_ change: (inout Builder) throws(ParseError) -> Void) {
            guard error == nil else { return }
            do throws(ParseError) { try change(&self) } catch { self.error = error }
        }

        /// The name and the line of the element of a value, which is named by its key.
        @inline(__always)
        private mutating func element(at offset: Int) -> (name: Name, line: Int) {
            defer { key = nil }
            return key ?? (item, line(at: offset))
        }

        private func bytes(of text: StaticString) -> UnsafeBufferPointer<UInt8> {
            UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        }

        mutating func beginObject(at offset: Int) { beginContainer("object", offset) }

        mutating func beginArray(at offset: Int) { beginContainer("array", offset) }

        mutating func endObject(at end: Int) { endContainer() }

        mutating func endArray(at end: Int) { endContainer() }

        private mutating func beginContainer(_ type: StaticString, _ offset: Int) {
            attempt { builder throws(ParseError) in
                if builder.depth > 0 {
                    let element = builder.element(at: offset)
                    try builder.tree.open(element.name, line: element.line)
                }
                try builder.tree.attribute(builder.type, builder.bytes(of: type))
            }
            depth += 1
        }

        private mutating func endContainer() {
            if repeatedKeys.last == depth {
                repeatedKeys.removeLast()
                if error == nil { keepLastValues() }
            }
            depth -= 1
            if depth > 0 { tree.close() }
        }

        mutating func key(_ utf8: UnsafeBufferPointer<UInt8>, at range: Range<Int>) {
            key = (names.next(utf8), line(at: range.lowerBound))
        }

        mutating func repeatsKey() {
            if repeatedKeys.last != depth { repeatedKeys.append(depth) }
        }

        /// Leaves the last element with each name in the open element, in the place of the first.
        private func keepLastValues() {
            var found: [Name: NodeRef] = [:]
            var next = tree.element.firstElementChild
            while let child = next {
                next = child.nextElementSibling
                if let earlier = found.updateValue(child, forKey: child.name) {
                    tree.document.move(child, before: earlier)
                    tree.document.remove(earlier)
                }
            }
        }

        mutating func string(_ utf8: UnsafeBufferPointer<UInt8>, at range: Range<Int>) {
            scalar("string", utf8, range)
        }

        mutating func number(_ digits: UnsafeBufferPointer<UInt8>, at range: Range<Int>) {
            scalar("number", digits, range)
        }

        mutating func boolean(_ value: Bool, at range: Range<Int>) {
            scalar("boolean", bytes(of: value ? "true" : "false"), range)
        }

        mutating func null(at range: Range<Int>) {
            scalar("null", bytes(of: ""), range)
        }

        private mutating func scalar(
            _ type: StaticString,
            _ utf8: UnsafeBufferPointer<UInt8>,
            _ range: Range<Int>
        ) {
            attempt { builder throws(ParseError) in
                let type = (builder.type, builder.bytes(of: type))
                let line = builder.line(at: range.lowerBound)
                if builder.depth == 0 {
                    try builder.tree.attribute(type.0, type.1)
                    return try builder.tree.text(utf8, line: line)
                }
                let element = builder.element(at: range.lowerBound)
                try builder.tree.element(element.name, type, text: utf8, line: element.line, textLine: line)
            }
        }
    }
}

/// A JavaScript literal that follows a known text in a script: `window.__STATE__ = {…};`.
struct ScriptLiteral: Sendable {
    /// The text before it, as written in the rules file.
    let lead: String
    /// The lead without white space, which is ignored.
    private let bytes: [UInt8]

    init(after lead: String) {
        self.lead = lead
        bytes = lead.utf8.filter { !$0.isWhiteSpace }
    }

    /// Makes a JSON tree from the literal; any text after it is ignored.
    var function: SourceFunction {
        SourceFunction(
            .data(root: "json") { feed, builder, limits throws(ParseError) in
                feed.refillAll()
                let text = Array(feed.bytes)
                return try JSONTree.buildLiteral(
                    feed,
                    from: offset(in: text) ?? text.count,
                    &builder,
                    limits
                )
            }
        )
    }

    /// Where the literal begins, `nil` if there is none: the first place where a possible literal follows the lead.
    func offset(in text: [UInt8]) -> Int? {
        guard let first = bytes.first else { return nil }
        var start = 0
        while let found = text[start...].firstIndex(of: first) {
            if let end = end(of: found, in: text) {
                let value = ScriptLiteral.endOfSpace(from: end, in: text)
                if ScriptLiteral.startsValue(text[value...]) { return value }
            }
            start = found + 1
        }
        return nil
    }

    /// The offset after the lead if it is at `start`.
    private func end(of start: Int, in text: [UInt8]) -> Int? {
        var offset = start
        for byte in bytes {
            while offset < text.count, text[offset].isWhiteSpace { offset += 1 }
            guard offset < text.count, text[offset] == byte else { return nil }
            offset += 1
        }
        return offset
    }

    /// The offset after white space. Comments are not skipped: each may contain the lead many times.
    private static func endOfSpace(from start: Int, in text: [UInt8]) -> Int {
        text.withUnsafeBufferPointer { text in
            var offset = start
            while case let length = JavaScript.spaceLength(at: offset, in: text), length > 0 {
                offset += length
            }
            return offset
        }
    }

    private static func startsValue(_ text: ArraySlice<UInt8>) -> Bool {
        guard let first = text.first else { return false }
        // `+` and `.` are mostly operators.
        let isNumber = "+.".utf8.contains(first) && text.dropFirst().first?.isASCIIDigit == true
        return isNumber || "{[\"'`-0123456789tfnu!".utf8.contains(first)
    }
}

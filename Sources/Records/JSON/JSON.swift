/// A JSON text as a tree that knows where everything stands: what a rules file is read into.
package struct JSON: Sendable {
    /// What a node holds.
    package enum Content: Sendable {
        case null
        case boolean(Bool)
        case number(Number)
        case string(String)
        case array([JSON])
        case object([Member])
    }

    /// A key with its value.
    package struct Member: Sendable {
        package let key: String
        package let keyRange: Range<Int>
        package let value: JSON

        package init(key: String, keyRange: Range<Int>, value: JSON) {
            self.key = key
            self.keyRange = keyRange
            self.value = value
        }
    }

    package let content: Content
    /// Where the value stands, as byte offsets.
    package let range: Range<Int>

    package init(content: Content, range: Range<Int>) {
        self.content = content
        self.range = range
    }

    /// How deep a text may nest: its tree is freed by recursion.
    package static let depthLimit = 512

    /// Reads a text, as far as it can be understood.
    ///
    /// - Returns: the tree, `nil` where there is no telling what was meant, and all mistakes.
    package static func read(
        _ text: [UInt8],
        dialect: JSONReader.Dialect
    ) -> (json: JSON?, errors: [JSONError]) {
        let (json, errors, _) = readTellingLosses(text, dialect: dialect)
        return (json, errors)
    }

    /// Reads a text that may have been written elsewhere, and tells what its strings have lost as well.
    package static func readTellingLosses(
        _ text: [UInt8],
        dialect: JSONReader.Dialect
    ) -> (json: JSON?, errors: [JSONError], losses: JSONLosses) {
        if let invalid = invalidUTF8(in: text) {
            let error = JSONError(message: "the text is not valid UTF-8", range: invalid..<invalid + 1)
            return (nil, [error], JSONLosses())
        }
        var builder = Builder()
        let result = text.withUnsafeBufferPointer {
            JSONReader.read($0, dialect: dialect, depthLimit: depthLimit, into: &builder)
        }
        return (result.isComplete ? builder.root : nil, result.errors, result.losses)
    }

    /// Reads one value that begins at an offset, whatever follows it.
    ///
    /// - Returns: the value and the offset behind it, `nil` where it cannot be read to its end, and all mistakes.
    package static func readValue(
        in text: UnsafeBufferPointer<UInt8>,
        from offset: Int,
        dialect: JSONReader.Dialect
    ) -> (json: JSON?, end: Int?, errors: [JSONError]) {
        var builder = Builder()
        let result = JSONReader.readValue(
            in: text,
            from: offset,
            dialect: dialect,
            depthLimit: depthLimit,
            into: &builder
        )
        return (result.end == nil ? nil : builder.root, result.end, result.errors)
    }

    /// The offset of the first byte that is not UTF-8, or `nil`.
    private static func invalidUTF8(in text: [UInt8]) -> Int? {
        // The common case needs one fast pass; only a wrong text is decoded step by step.
        if String(validating: text, as: UTF8.self) != nil { return nil }
        var decoder = UTF8()
        var iterator = text.makeIterator()
        var offset = 0
        while case .scalarValue(let scalar) = decoder.decode(&iterator) { offset += UTF8.width(scalar) }
        return min(offset, max(0, text.count - 1))
    }
}

extension JSON {
    /// The value without its positions.
    package var value: Value {
        switch content {
        case .null: .null
        case .boolean(let boolean): .boolean(boolean)
        case .number(let number): .number(number)
        case .string(let string): .string(string)
        case .array(let elements): .list(elements.map(\.value))
        case .object(let members): .object(members.map { Value.Member($0.key, $0.value.value) })
        }
    }

    /// What the value is, in the words of messages.
    package var kind: String { value.kind }
}

extension JSON {
    /// Builds the tree from a reader's events.
    private struct Builder: JSONHandler {
        /// An array or object whose end has not been read.
        private struct Open {
            let start: Int
            var elements: [JSON] = []
            var members: [Member] = []
            var key: (name: String, range: Range<Int>)?
        }

        var root: JSON?
        private var open: [Open] = []

        private mutating func add(_ json: JSON) {
            guard let last = open.indices.last else {
                root = json
                return
            }
            if let key = open[last].key {
                open[last].members.append(Member(key: key.name, keyRange: key.range, value: json))
                open[last].key = nil
            } else {
                open[last].elements.append(json)
            }
        }

        mutating func beginObject(at offset: Int) { open.append(Open(start: offset)) }

        mutating func beginArray(at offset: Int) { open.append(Open(start: offset)) }

        mutating func endObject(at end: Int) {
            guard let object = open.popLast() else { return }
            add(JSON(content: .object(object.members), range: object.start..<end))
        }

        mutating func endArray(at end: Int) {
            guard let array = open.popLast() else { return }
            add(JSON(content: .array(array.elements), range: array.start..<end))
        }

        mutating func key(_ utf8: UnsafeBufferPointer<UInt8>, at range: Range<Int>) {
            guard let last = open.indices.last else { return }
            open[last].key = (String(decoding: utf8, as: UTF8.self), range)
        }

        mutating func string(_ utf8: UnsafeBufferPointer<UInt8>, at range: Range<Int>) {
            add(JSON(content: .string(String(decoding: utf8, as: UTF8.self)), range: range))
        }

        mutating func number(_ digits: UnsafeBufferPointer<UInt8>, at range: Range<Int>) {
            let number = Number(String(decoding: digits, as: UTF8.self))
            add(JSON(content: number.map(Content.number) ?? .null, range: range))
        }

        mutating func boolean(_ value: Bool, at range: Range<Int>) {
            add(JSON(content: .boolean(value), range: range))
        }

        mutating func null(at range: Range<Int>) {
            add(JSON(content: .null, range: range))
        }
    }
}

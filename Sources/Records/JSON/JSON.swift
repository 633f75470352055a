import Platform

/// A JSON text as a tree of values with their positions, such as a rules file.
package struct JSON: Sendable {
    /// The value of a node.
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
    /// The value's bytes.
    package let range: Range<Int>

    package init(content: Content, range: Range<Int>) {
        self.content = content
        self.range = range
    }

    /// The maximum nesting depth. Trees are freed by recursion.
    package static let depthLimit = 512

    /// Reads a text.
    ///
    /// - Returns: the tree, `nil` if the text could not be read to its end or the time for the page is over, and all
    ///   mistakes.
    package static func read(
        _ text: [UInt8],
        dialect: JSONReader.Dialect
    ) -> (json: JSON?, errors: [JSONError]) {
        let (json, errors, _) = readWithLosses(text, dialect: dialect)
        return (json, errors)
    }

    /// Reads a text, and also returns the losses in its strings.
    package static func readWithLosses(
        _ text: [UInt8],
        dialect: JSONReader.Dialect
    ) -> (json: JSON?, errors: [JSONError], losses: JSONLosses) {
        var builder = Builder()
        let result = JSONReader.read(text, dialect: dialect, depthLimit: depthLimit, into: &builder)
        return (result.end == nil ? nil : builder.root, result.errors, result.losses)
    }

    /// Reads one value that begins at an offset, and ignores what follows it.
    ///
    /// - Returns: the value and the offset after it, `nil` if it could not be read to its end, and all mistakes.
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

    /// The kind of the value for messages, as ``Value/kind``.
    package var kind: String { value.kind }
}

// MARK: - Members and merging

extension JSON {
    /// Returns the value with its positions shifted by the offset of its text in a ``SourceMap``.
    package func shifted(by start: Int) -> JSON {
        func moved(_ range: Range<Int>) -> Range<Int> { range.lowerBound + start..<range.upperBound + start }
        let content: Content =
            switch self.content {
            case .array(let elements): .array(elements.map { $0.shifted(by: start) })
            case .object(let members):
                .object(
                    members.map {
                        Member(key: $0.key, keyRange: moved($0.keyRange), value: $0.value.shifted(by: start))
                    }
                )
            case .null, .boolean, .number, .string: self.content
            }
        return JSON(content: content, range: moved(range))
    }

    /// Returns the value merged with `other`: objects key by key, where `null` removes a key; any other value is
    /// replaced. Keys keep their place, new ones come last.
    package func overlaid(with other: JSON) -> JSON {
        guard case .object(let base) = content, case .object(let over) = other.content else { return other }
        let replacements = Dictionary(over.map { ($0.key, $0) }) { first, _ in first }
        var members: [Member] = []
        for member in base {
            guard let replacement = replacements[member.key] else {
                members.append(member)
                continue
            }
            if case .null = replacement.value.content { continue }
            members.append(
                Member(
                    key: member.key,
                    keyRange: replacement.keyRange,
                    value: member.value.overlaid(with: replacement.value)
                )
            )
        }
        members += over.filter { member in !base.contains { $0.key == member.key } }
        return JSON(content: .object(members), range: other.range)
    }

    /// Returns the member of an object, or `nil`.
    package func member(_ key: String) -> Member? {
        guard case .object(let members) = content else { return nil }
        return members.first { $0.key == key }
    }

    /// Returns an object without one of its members.
    package func without(_ key: String) -> JSON {
        guard case .object(let members) = content else { return self }
        return JSON(content: .object(members.filter { $0.key != key }), range: range)
    }
}

// MARK: - Building

extension JSON {
    /// Builds the tree from a reader's events.
    private struct Builder: JSONHandler {
        /// An array or object whose end has not been read.
        private struct Open {
            let start: Int
            var elements: [JSON] = []
            var members: [Member] = []
            var key: (name: String, range: Range<Int>)?
            var hasRepeatedKeys = false
        }

        var root: JSON?
        private var open: [Open] = []
        private let deadline = Deadline.current

        /// Whether the time for the page is over, whose text it is.
        var isDone: Bool { deadline?.isProbablyPast ?? false }

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
            let members =
                object.hasRepeatedKeys ? Builder.lastValues(of: object.members) : object.members
            add(JSON(content: .object(members), range: object.start..<end))
        }

        mutating func endArray(at end: Int) {
            guard let array = open.popLast() else { return }
            add(JSON(content: .array(array.elements), range: array.start..<end))
        }

        mutating func key(_ utf8: UnsafeBufferPointer<UInt8>, at range: Range<Int>) {
            guard let last = open.indices.last else { return }
            open[last].key = (String(decoding: utf8, as: UTF8.self), range)
        }

        mutating func repeatsKey() {
            guard let last = open.indices.last else { return }
            open[last].hasRepeatedKeys = true
        }

        /// The last member with each key, in the place of the first.
        private static func lastValues(of members: [Member]) -> [Member] {
            var result: [Member] = []
            var places: [String: Int] = [:]
            for member in members {
                if let place = places[member.key] {
                    result[place] = member
                } else {
                    places[member.key] = result.count
                    result.append(member)
                }
            }
            return result
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

extension JSON {
    /// The members of a text's object that have one of the given keys. The values of other members are skipped, with
    /// any mistakes in them.
    ///
    /// - Parameter passing: keys whose values are not read: their members are in the result with the value null if the
    ///   value is null, and otherwise with the value true.
    /// - Returns: `nil` if the text is not an object, or cannot be understood as far as necessary: reading it as a
    ///   whole reports why.
    /// - Complexity: linear in the text's length.
    package static func members(_ keys: [String], passing: [String] = [], of text: [UInt8]) -> [Member]? {
        text.withUnsafeBufferPointer { text in
            var skimmer = JSONSkimmer(text)
            return skimmer.members(keys, passing)
        }
    }
}

/// Finds members of an object in a text with comments, without reading the rest of it.
///
/// Its functions return false, or `nil`, if the text is not understood.
private struct JSONSkimmer {
    private let text: UnsafeBufferPointer<UInt8>
    private var offset = 0

    init(_ text: UnsafeBufferPointer<UInt8>) {
        self.text = text
        if text.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    }

    mutating func members(_ keys: [String], _ passed: [String]) -> [JSON.Member]? {
        var found: [JSON.Member] = []
        guard skipSpace(), skip(UInt8(ascii: "{")), skipSpace() else { return nil }
        while !skip(UInt8(ascii: "}")) {
            let start = offset
            guard let isEscaped = passString(), !isEscaped else { return nil }
            let key = start..<offset
            guard skipSpace(), skip(UInt8(ascii: ":")), skipSpace() else { return nil }
            let value = offset
            guard passValue() else { return nil }
            let range = value..<offset
            if let name = keys.first(where: { isSame($0, key) }) {
                guard let json = json(range) else { return nil }
                found.append(JSON.Member(key: name, keyRange: key, value: json))
            } else if let name = passed.first(where: { isSame($0, key) }) {
                let isNull = text[range].elementsEqual("null".utf8)
                let json = JSON(content: isNull ? .null : .boolean(true), range: range)
                found.append(JSON.Member(key: name, keyRange: key, value: json))
            }
            guard skipSpace() else { return nil }
            if skip(UInt8(ascii: ",")) {
                guard skipSpace() else { return nil }
            } else if peek != UInt8(ascii: "}") {
                return nil
            }
        }
        let isDuplicate = Set(found.map(\.key)).count < found.count
        return skipSpace() && offset == text.count && !isDuplicate ? found : nil
    }

    private var peek: UInt8? { offset < text.count ? text[offset] : nil }

    /// Whether the string at a range, with its quotes, is a key.
    private func isSame(_ key: String, _ range: Range<Int>) -> Bool {
        key.utf8.count == range.count - 2 && key.utf8.elementsEqual(text[range].dropFirst().dropLast())
    }

    /// The value at a range, read like a rules file's.
    private func json(_ range: Range<Int>) -> JSON? {
        let bytes = UnsafeBufferPointer(rebasing: text[..<range.upperBound])
        guard String(validating: bytes[range], as: UTF8.self) != nil else { return nil }
        let (json, end, errors) = JSON.readValue(in: bytes, from: range.lowerBound, dialect: .relaxed)
        return errors.isEmpty && end == range.upperBound ? json : nil
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        offset += 1
        return true
    }

    /// Skips white space and comments.
    private mutating func skipSpace() -> Bool {
        while let byte = peek {
            switch byte {
            case 0x20, 0x09, 0x0A, 0x0D: offset += 1
            case UInt8(ascii: "/"): guard passComment() else { return false }
            default: return true
            }
        }
        return true
    }

    private mutating func passComment() -> Bool {
        guard offset + 1 < text.count else { return false }
        let second = text[offset + 1]
        offset += 2
        if second == UInt8(ascii: "/") {
            while let byte = peek, byte != 0x0A { offset += 1 }
            return true
        }
        guard second == UInt8(ascii: "*") else { return false }
        while offset + 1 < text.count {
            if text[offset] == UInt8(ascii: "*"), text[offset + 1] == UInt8(ascii: "/") {
                offset += 2
                return true
            }
            offset += 1
        }
        return false
    }

    /// Skips a string and returns whether it has an escape.
    private mutating func passString() -> Bool? {
        guard skip(UInt8(ascii: "\"")) else { return nil }
        var isEscaped = false
        while let byte = peek {
            offset += 1
            if byte == UInt8(ascii: "\"") { return isEscaped }
            if byte < 0x20 { return nil }
            if byte == UInt8(ascii: "\\") {
                isEscaped = true
                offset += 1
            }
        }
        return nil
    }

    /// Skips a value; in arrays and objects it looks only for the end.
    private mutating func passValue() -> Bool {
        var depth = 0
        while let byte = peek {
            switch byte {
            case UInt8(ascii: "\""):
                if passString() == nil { return false }
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                offset += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                // The end of the enclosing object, after a number or a word.
                if depth == 0 { return true }
                depth -= 1
                offset += 1
            case UInt8(ascii: "/"):
                if depth == 0 { return true }
                if !passComment() { return false }
                continue
            case UInt8(ascii: ","), 0x20, 0x09, 0x0A, 0x0D:
                if depth == 0 { return true }
                offset += 1
                continue
            default:
                offset += 1
                // The rest of a number or a word.
                if depth == 0 { continue }
            }
            if depth == 0 { return true }
        }
        return false
    }
}

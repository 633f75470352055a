import Basics
import Records

/// A list in which the parts of a value are indices of the list, as Nuxt and SvelteKit write it (devalue): the first
/// element is the value.
struct References {
    private let elements: [JSON]
    /// The maximum number of parts of the value: one part may occur in many places.
    private static let limit = 1_000_000
    private static let depthLimit = 256

    init(_ elements: [JSON]) {
        self.elements = elements
    }

    /// The whole value; `nil` if it contains itself or is too large.
    var value: JSON? {
        var count = 0
        return value(at: 0, depth: 0, &count)
    }

    private func value(at index: Int, depth: Int, _ count: inout Int) -> JSON? {
        count += 1
        if count > References.limit || depth > References.depthLimit { return nil }
        // Negative numbers represent values that JSON lacks.
        guard elements.indices.contains(index) else { return JSON(content: .null, range: 0..<0) }
        let element = elements[index]
        switch element.content {
        case .null, .boolean, .number, .string: return element
        case .array(let parts):
            if let tag = parts.first?.value.string {
                return tagged(tag, Array(parts.dropFirst()), depth, &count)
            }
            return list(parts, depth, &count)
        case .object(let members):
            var found: [JSON.Member] = []
            for member in members {
                guard let part = part(member.value, depth, &count) else { return nil }
                found.append(JSON.Member(key: member.key, keyRange: member.keyRange, value: part))
            }
            return JSON(content: .object(found), range: element.range)
        }
    }

    private func part(_ reference: JSON, _ depth: Int, _ count: inout Int) -> JSON? {
        guard let index = reference.value.number?.integer else { return reference }
        return value(at: index, depth: depth + 1, &count)
    }

    private func list(_ parts: [JSON], _ depth: Int, _ count: inout Int) -> JSON? {
        var found: [JSON] = []
        for reference in parts {
            guard let part = part(reference, depth, &count) else { return nil }
            found.append(part)
        }
        return JSON(content: .array(found), range: 0..<0)
    }

    /// A value of a type that JSON lacks.
    private func tagged(_ tag: String, _ parts: [JSON], _ depth: Int, _ count: inout Int) -> JSON? {
        switch tag {
        case "Date", "BigInt", "RegExp", "URL", "Object":
            return parts.first ?? JSON(content: .null, range: 0..<0)
        case "Set": return list(parts, depth, &count)
        case "Map", "null":
            var members: [JSON.Member] = []
            for index in stride(from: 0, to: parts.count - 1, by: 2) {
                let key = tag == "null" ? parts[index] : part(parts[index], depth, &count)
                guard let key, let value = part(parts[index + 1], depth, &count) else { return nil }
                members.append(JSON.Member(key: key.value.text, keyRange: 0..<0, value: value))
            }
            return JSON(content: .object(members), range: 0..<0)
        default:
            // What a framework wraps around a value: Reactive, Ref, ShallowRef.
            guard let first = parts.first else { return JSON(content: .null, range: 0..<0) }
            return part(first, depth, &count)
        }
    }
}

/// The rows that Next.js pushes to `__next_f`: chunks of one text, which consists of rows, each with an id and JSON.
struct FlightRows {
    static let name = "__next_f"

    private var text: [UInt8] = []
    private var line = 0

    /// Adds a script's push: `[1, "…"]`.
    mutating func add(_ value: JSON, line: Int) {
        guard case .array(let parts) = value.content, parts.count > 1, let part = parts[1].value.string,
            parts[0].value.number?.integer == 1
        else { return }
        if self.line == 0 { self.line = line }
        text += Array(part.utf8)
    }

    /// A chunk for each row that is data, with the row's id. Rows that others refer to, such as long texts, are in the place
    /// where they belong.
    func chunks() -> [InlineChunk] {
        var rows: [(id: String, value: JSON)] = []
        var parts: [String: JSON] = [:]
        var offset = 0
        while offset < text.count {
            guard let colon = text[offset...].firstIndex(of: UInt8(ascii: ":")) else { break }
            let id = String(decoding: text[offset..<colon], as: UTF8.self)
            offset = colon + 1
            if offset < text.count, text[offset] == UInt8(ascii: "T"),
                let comma = text[offset...].firstIndex(of: UInt8(ascii: ",")),
                let length = Int(String(decoding: text[offset + 1..<comma], as: UTF8.self), radix: 16),
                length >= 0
            {
                let end = min(comma + 1 + min(length, text.count), text.count)
                let long = String(decoding: text[comma + 1..<end], as: UTF8.self)
                parts[id] = JSON(content: .string(long), range: 0..<0)
                offset = end
                continue
            }
            let end = text[offset...].firstIndex(of: 0x0A) ?? text.count
            let row = Array(text[offset..<end])
            offset = end + 1
            guard let first = row.first, "[{\"".utf8.contains(first) else { continue }
            let (json, errors) = JSON.read(row, dialect: .strict)
            if let json, errors.isEmpty {
                rows.append((id, json))
                parts[id] = json
            }
        }
        var resolution = Resolution(parts: parts)
        var referenced: Set<String> = []
        for row in rows { resolution.addReferences(in: row.value, to: &referenced) }
        // Rows that only refer to each other have no beginning: the first of them is used.
        var found: [Int: JSON] = [:]
        for isReferenced in [false, true] {
            for (index, row) in rows.enumerated()
            where referenced.contains(row.id) == isReferenced && !resolution.placed.contains(row.id) {
                found[index] = resolution.resolved(row.value, within: [row.id])
            }
        }
        return rows.enumerated().compactMap { index, row in
            found[index].map { InlineChunk(name: FlightRows.name, value: $0, line: line, id: row.id) }
        }
    }

    /// Puts texts and other rows in the places that refer to them.
    private struct Resolution {
        let parts: [String: JSON]
        /// The rows that have been put into others.
        private(set) var placed: Set<String> = []
        /// The number of values that have been placed so far: one row may be in many places.
        private var count = 0

        private static let depthLimit = 512
        private static let countLimit = 1_000_000

        init(parts: [String: JSON]) { self.parts = parts }

        /// A value with what it refers to, and without the marks of its notation.
        ///
        /// - Parameter open: the rows that the value is in, which it therefore cannot contain.
        mutating func resolved(_ value: JSON, within open: [String], _ depth: Int = 0) -> JSON {
            count += 1
            if depth > Resolution.depthLimit || count > Resolution.countLimit { return value }
            switch value.content {
            case .null, .boolean, .number: return value
            case .string(let text):
                return text.hasPrefix("$") ? marked(text, value, within: open, depth) : value
            case .array(let elements):
                let found = elements.map { resolved($0, within: open, depth + 1) }
                return JSON(content: .array(found), range: value.range)
            case .object(let members):
                let found = members.map { member in
                    let inner = resolved(member.value, within: open, depth + 1)
                    return JSON.Member(key: member.key, keyRange: member.keyRange, value: inner)
                }
                return JSON(content: .object(found), range: value.range)
            }
        }

        /// Adds the ids of the rows that a value refers to.
        func addReferences(in value: JSON, to ids: inout Set<String>) {
            var values = [value]
            while let next = values.popLast() {
                switch next.content {
                case .null, .boolean, .number: break
                case .string(let text): if let id = id(in: text) { ids.insert(id) }
                case .array(let elements): values += elements
                case .object(let members): values += members.map(\.value)
                }
            }
        }

        /// The row that a text refers to: `$6`, or `$@6` for one that comes later. `$L6` is a component, which is not data.
        private func id(in text: String) -> String? {
            guard text.hasPrefix("$"), !text.hasPrefix("$$") else { return nil }
            let rest = text.dropFirst()
            let id = String(rest.hasPrefix("@") ? rest.dropFirst() : rest)
            return parts[id] == nil ? nil : id
        }

        private mutating func marked(
            _ text: String,
            _ value: JSON,
            within open: [String],
            _ depth: Int
        ) -> JSON {
            let rest = String(text.dropFirst())
            if text == "$undefined" { return JSON(content: .null, range: value.range) }
            if rest.hasPrefix("$") { return JSON(content: .string(rest), range: value.range) }
            let inner = String(rest.dropFirst())
            if rest.hasPrefix("D") { return JSON(content: .string(inner), range: value.range) }
            // An integer that no double represents.
            if rest.hasPrefix("n"), let number = Number(inner) {
                return JSON(content: .number(number), range: value.range)
            }
            guard let id = id(in: text), !open.contains(id), let part = parts[id] else { return value }
            placed.insert(id)
            return resolved(part, within: open + [id], depth + 1)
        }
    }
}

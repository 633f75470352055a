import Basics
import DOM
import Language
import Platform
import Records

/// How many values of a page's scripts may be in the places of references: one value may be referenced many times.
struct ReferenceBudget {
    /// The maximum number of values.
    let limit: Int
    /// The number of further values.
    private(set) var rest: Int

    init(_ limits: Limits) {
        limit = limits.growth
        rest = limit
    }

    /// Takes some of the budget; returns false if it is spent.
    mutating func take(_ count: Int) -> Bool {
        let isEnough = count <= rest
        rest -= min(rest, count)
        return isEnough
    }

    /// The report of data that would exceed it.
    func problem(_ what: String, line: Int) -> SourceProblem {
        SourceProblem(
            line: line,
            message: "\(what): references in the page's scripts add more than \(limit) values"
                + " (--max-growth raises the limit)",
            isOfLimit: true
        )
    }
}

/// A list in which the parts of a value are indices of the list, as Nuxt and SvelteKit write it (devalue): the first
/// element is the value.
struct References {
    /// Why there is no value.
    enum Failure: Error {
        /// The value contains itself, or is too deep.
        case tooDeep
        /// The page's budget for references is spent.
        case tooLarge
    }

    private let elements: [JSON]
    /// The number of further values.
    private var rest = 0
    private static let depthLimit = 256

    init(_ elements: [JSON]) {
        self.elements = elements
    }

    /// The whole value.
    ///
    /// - Parameter budget: reduced by the number of values that are not the list's own.
    mutating func value(_ budget: inout ReferenceBudget) throws(Failure) -> JSON {
        rest = elements.count + budget.rest
        let found = value(at: 0, depth: 0)
        let isWithin = budget.take(max(0, budget.rest - rest))
        if let found { return found }
        throw isWithin ? .tooDeep : .tooLarge
    }

    private mutating func value(at index: Int, depth: Int) -> JSON? {
        rest -= 1
        if rest < 0 || depth > References.depthLimit || Deadline.isProbablyPast { return nil }
        // Negative numbers represent values that JSON lacks.
        guard elements.indices.contains(index) else { return JSON(content: .null, range: 0..<0) }
        let element = elements[index]
        switch element.content {
        case .null, .boolean, .number, .string: return element
        case .array(let parts):
            if let tag = parts.first?.value.string {
                return tagged(tag, Array(parts.dropFirst()), depth)
            }
            return list(parts, depth)
        case .object(let members):
            var found: [JSON.Member] = []
            for member in members {
                guard let part = part(member.value, depth) else { return nil }
                found.append(JSON.Member(key: member.key, keyRange: member.keyRange, value: part))
            }
            return JSON(content: .object(found), range: element.range)
        }
    }

    private mutating func part(_ reference: JSON, _ depth: Int) -> JSON? {
        guard let index = reference.value.number?.integer else { return reference }
        return value(at: index, depth: depth + 1)
    }

    private mutating func list(_ parts: [JSON], _ depth: Int) -> JSON? {
        var found: [JSON] = []
        for reference in parts {
            guard let part = part(reference, depth) else { return nil }
            found.append(part)
        }
        return JSON(content: .array(found), range: 0..<0)
    }

    /// A value of a type that JSON lacks.
    private mutating func tagged(_ tag: String, _ parts: [JSON], _ depth: Int) -> JSON? {
        switch tag {
        case "Date", "BigInt", "RegExp", "URL", "Object":
            return parts.first ?? JSON(content: .null, range: 0..<0)
        case "Set": return list(parts, depth)
        case "Map", "null":
            var members: [JSON.Member] = []
            for index in stride(from: 0, to: parts.count - 1, by: 2) {
                let key = tag == "null" ? parts[index] : part(parts[index], depth)
                guard let key, let value = part(parts[index + 1], depth) else { return nil }
                members.append(JSON.Member(key: key.value.text, keyRange: 0..<0, value: value))
            }
            return JSON(content: .object(members), range: 0..<0)
        default:
            // What a framework wraps around a value: Reactive, Ref, ShallowRef.
            guard let first = parts.first else { return JSON(content: .null, range: 0..<0) }
            return part(first, depth)
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
    /// where they belong. A row in which they would be too many is left out, which is reported.
    func chunks(_ budget: inout ReferenceBudget, _ problems: inout [SourceProblem]) -> [InlineChunk] {
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
        var resolution = Resolution(parts: parts, budget: budget)
        var referenced: Set<String> = []
        for row in rows { resolution.addReferences(in: row.value, to: &referenced) }
        // Rows that only refer to each other have no beginning: the first of them is used.
        var found: [Int: JSON] = [:]
        var lost: [References.Failure: Int] = [:]
        for isReferenced in [false, true] {
            for (index, row) in rows.enumerated()
            where referenced.contains(row.id) == isReferenced && !resolution.placed.contains(row.id) {
                let value = resolution.resolved(row.value, within: [row.id])
                if let failure = resolution.takeFailure() {
                    lost[failure, default: 0] += 1
                } else {
                    found[index] = value
                }
            }
        }
        budget = resolution.budget
        let what = { (count: Int) in "\(count) \(count == 1 ? "row" : "rows") of \(FlightRows.name) left out"
        }
        if let count = lost[.tooLarge] { problems.append(budget.problem(what(count), line: line)) }
        if let count = lost[.tooDeep] {
            let message = "\(what(count)): they are nested more than \(Resolution.depthLimit) deep"
            problems.append(SourceProblem(line: line, message: message))
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
        private(set) var budget: ReferenceBudget
        private var failure: References.Failure?

        /// As deep as JSON is read, and the text that a reference there is replaced by.
        static let depthLimit = 513

        init(parts: [String: JSON], budget: ReferenceBudget) {
            self.parts = parts
            self.budget = budget
        }

        /// Why the last row could not be resolved; `nil` if it could.
        mutating func takeFailure() -> References.Failure? {
            defer { failure = nil }
            return failure
        }

        /// A value with what it refers to, and without the marks of its notation.
        ///
        /// - Parameter open: the rows that the value is in, which it therefore cannot contain.
        mutating func resolved(_ value: JSON, within open: [String], _ depth: Int = 0) -> JSON {
            if failure != nil || Deadline.isProbablyPast { return value }
            if depth > Resolution.depthLimit { failure = .tooDeep }
            // A row's own values are not placed anywhere else.
            if open.count > 1, !budget.take(1) { failure = .tooLarge }
            if failure != nil { return value }
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

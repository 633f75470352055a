import Basics
import DOM
import Language
import Platform
import Records

/// Reads the blocks of JSON-LD on a page.
///
/// Contexts are not expanded: types and properties keep the page's names, without the address of their vocabulary.
struct JSONLinkedData {
    private(set) var problems: [SourceProblem] = []

    /// Reads a script, if it is JSON-LD.
    ///
    /// - Throws: an error if the script's data does not fit in memory.
    mutating func read(
        _ script: NodeRef,
        of page: Document,
        block: Int,
        into graph: inout LinkedGraph
    ) throws(ParseError) {
        guard let type = page.existingName("type".utf8).flatMap(script.attribute)?.string,
            type.prefix(while: { $0 != ";" }).lowercased().filter({ !$0.isWhitespace })
                == "application/ld+json"
        else { return }
        let text = page.rawText(of: script)
        try JSONScript.checkMemory(forBytes: text.count)
        let reading = JSONScript.read(text, line: script.firstChild?.line ?? script.line)
        problems += reading.problems
        for value in reading.values {
            var reader = NodeReader(block: block, text: reading, graph: graph)
            // Only one holds the graph at a time, so that it is never copied.
            graph = LinkedGraph()
            reader.read(value)
            graph = reader.graph
        }
    }
}

/// Makes nodes from a JSON-LD value.
private struct NodeReader {
    let block: Int
    let text: JSONScript
    var graph: LinkedGraph
    /// The objects to read, with their nodes; the last first.
    private var pending: [(members: [JSON.Member], node: Int)] = []

    init(block: Int, text: JSONScript, graph: LinkedGraph) {
        self.block = block
        self.text = text
        self.graph = graph
    }

    mutating func read(_ value: JSON) {
        readNodes(value)
        while let (members, node) = pending.popLast() {
            for member in members { read(member, of: node) }
        }
    }

    /// Adds the nodes that a value contains directly: an object, a list of them, a graph.
    private mutating func readNodes(_ value: JSON) {
        var values = [value]
        while let value = values.popLast() {
            switch value.content {
            case .array(let elements): values += elements.reversed()
            case .object(let members):
                // An object that holds only a graph is its wrapping.
                let isWrapping = members.allSatisfy { $0.key.hasPrefix("@") && $0.key != "@type" }
                if !isWrapping || !members.contains(where: { $0.key == "@graph" }) {
                    let index = addNode(value, members)
                    graph.nodes[index].isTopLevel = true
                }
                values += members.filter { $0.key == "@graph" }.map(\.value)
            case .null, .boolean, .number, .string: break
            }
        }
    }

    private mutating func addNode(_ json: JSON, _ members: [JSON.Member]) -> Int {
        let index = graph.nodes.count
        var node = LinkedGraph.Node(
            syntax: .jsonLD,
            line: text.line(at: json.range.lowerBound),
            order: LinkedGraph.Order(block: block, offset: json.range.lowerBound)
        )
        for member in members {
            if member.key == "@id" { node.id = member.value.value.string }
            if member.key == "@type" { node.types = types(member.value) }
        }
        graph.nodes.append(node)
        pending.append((members, index))
        return index
    }

    private func types(_ json: JSON) -> [String] {
        let value = json.value
        let types = (value.list ?? [value]).compactMap(\.string)
        return types.flatMap { $0.split(whereSeparator: \.isWhitespace) }.map { LinkedGraph.typeName($0) }
            .filter { !$0.isEmpty }
    }

    private mutating func read(_ member: JSON.Member, of node: Int) {
        if member.key.hasPrefix("@") { return }
        let name = LinkedGraph.propertyName(member.key)
        var values = [member.value]
        while let json = values.popLast() {
            switch json.content {
            case .array(let elements): values += elements.reversed()
            case .object(let members):
                let special = members.first { ["@value", "@list", "@set"].contains($0.key) }
                guard let special else {
                    let index = addNode(json, members)
                    graph.nodes[node].properties.append((name, .node(index)))
                    continue
                }
                if special.key != "@value" {
                    values.append(special.value)
                } else {
                    let language = members.first { $0.key == "@language" }?.value.value.string
                    add(special.value, language, name, to: node)
                }
            case .null, .boolean, .number, .string: add(json, nil, name, to: node)
            }
        }
    }

    private mutating func add(_ json: JSON, _ language: String?, _ name: String, to node: Int) {
        let type: StaticString
        switch json.content {
        case .boolean: type = "boolean"
        case .number: type = "number"
        case .string: type = "string"
        case .null, .array, .object: return
        }
        let literal = LinkedGraph.Literal(
            type: type,
            text: json.value.text,
            language: language,
            line: text.line(at: json.range.lowerBound)
        )
        graph.nodes[node].properties.append((name, .literal(literal)))
    }
}

/// The values of a script that should be JSON, repaired if the intent is unambiguous.
struct JSONScript {
    private(set) var values: [JSON] = []
    private(set) var problems: [SourceProblem] = []
    /// The page's line of each line of the text.
    private let firstLine: Int
    private let lineStarts: [Int]

    /// The memory that each byte of a script takes while its values are read, and the size from which scripts are checked.
    private static let memory = (perByte: 32, from: 1 << 18)

    /// Checks that the data of a script fits in memory, before it is read.
    ///
    /// - Parameter free: the number of free bytes, if it is known.
    static func checkMemory(
        forBytes count: Int,
        free: () -> Int? = SystemCalls.freeMemory
    ) throws(ParseError) {
        guard count >= memory.from, let free = free(), free < memory.perByte * count else { return }
        throw .tooLittleMemory(used: memory.perByte * count, free: free)
    }

    /// Reads a script's text.
    ///
    /// - Parameter line: the page's line on which it begins.
    static func read(_ text: [UInt8], line: Int) -> JSONScript {
        let isEscaped = startsEscaped(text)
        let unwrapped = unwrap(isEscaped ? CharacterReferences.decode(text) : text)
        var script = JSONScript(text: unwrapped.text, firstLine: line)
        if isEscaped { script.warn("the script is escaped as if it were HTML", at: 0) }
        if let offset = unwrapped.wrapping {
            script.warn("the script is wrapped in a comment or CDATA section", at: offset)
        }
        script.readValues(unwrapped.text)
        return script
    }

    private init(text: [UInt8], firstLine: Int) {
        self.firstLine = firstLine
        lineStarts = [0] + text.indices.filter { text[$0] == 0x0A }.map { $0 + 1 }
    }

    /// The page's line of an offset. Complexity: logarithmic in the number of lines.
    func line(at offset: Int) -> Int {
        var low = 0
        var high = lineStarts.count
        while low < high {
            let middle = (low + high) / 2
            if lineStarts[middle] > offset { high = middle } else { low = middle + 1 }
        }
        return firstLine + low - 1
    }

    private mutating func readValues(_ text: [UInt8]) {
        text.withUnsafeBufferPointer { buffer in
            var offset = JSONScript.skipSpace(in: buffer, from: 0)
            while offset < buffer.count {
                let result = JSON.readValue(in: buffer, from: offset, dialect: .repaired)
                guard let json = result.json, let end = result.end else {
                    if let error = result.errors.last {
                        warn("\(error.message): left out", at: error.range.lowerBound)
                    }
                    return
                }
                warnRepairs(result.errors)
                values.append(json)
                guard let next = following(in: buffer, from: end) else { return }
                offset = next
            }
        }
    }

    /// The offset of the next value after one; `nil` at the end, also after stray punctuation.
    private mutating func following(in text: UnsafeBufferPointer<UInt8>, from end: Int) -> Int? {
        let start = JSONScript.skipSpace(in: text, from: end)
        let offset = text[start...].firstIndex { byte in
            !byte.isWhiteSpace
                && ![UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]")].contains(
                    byte
                )
        }
        guard let offset else {
            if start < text.count { warn("stray punctuation after the JSON: ignored", at: start) }
            return nil
        }
        if text[offset] == UInt8(ascii: "{") || text[offset] == UInt8(ascii: "[") {
            warn("a second value follows the first", at: offset)
            return offset
        }
        warn("what follows the JSON is left out", at: offset)
        return nil
    }

    // MARK: - Problems

    /// Each kind of repair once, with the number of times.
    private mutating func warnRepairs(_ errors: [JSONError]) {
        var counts: [String: Int] = [:]
        for error in errors { counts[error.message, default: 0] += 1 }
        for error in errors {
            guard let count = counts.removeValue(forKey: error.message) else { continue }
            let times = count > 1 ? " (\(count) times)" : ""
            warn("\(error.message)\(times): repaired", at: error.range.lowerBound)
        }
    }

    private mutating func warn(_ message: String, at offset: Int) {
        problems.append(
            SourceProblem(line: line(at: offset), severity: .warning, message: "JSON-LD: \(message)")
        )
    }

    // MARK: - Cleaning

    /// Comments in which pages wrap scripts to hide them from programs that do not support scripts.
    private static let wrappings = ["<!--", "-->", "<![CDATA[", "]]>"]

    /// The text with its wrapping made blank, and the wrapping's offset.
    private static func unwrap(_ text: [UInt8]) -> (text: [UInt8], wrapping: Int?) {
        var text = text
        var wrapping: Int?
        var start = skipBlank(in: text, from: 0)
        while let mark = wrappings.first(where: { text[start...].starts(with: $0.utf8) }) {
            wrapping = wrapping ?? start
            blank(&text, start..<start + mark.utf8.count)
            start = skipBlank(in: text, from: start)
        }
        while true {
            let end = text.lastIndex { !$0.isWhiteSpace }.map { $0 + 1 } ?? 0
            guard
                let mark = wrappings.first(where: {
                    text[..<end].suffix($0.utf8.count).elementsEqual($0.utf8)
                })
            else { break }
            wrapping = wrapping ?? end - mark.utf8.count
            blank(&text, end - mark.utf8.count..<end)
            // A JavaScript comment that hid the mark.
            let rest = text[..<(end - mark.utf8.count)].lastIndex { $0 != 0x20 }.map { $0 + 1 } ?? 0
            if text[..<rest].suffix(2).elementsEqual("//".utf8) { blank(&text, rest - 2..<rest) }
        }
        return (text, wrapping)
    }

    private static func blank(_ text: inout [UInt8], _ range: Range<Int>) {
        for index in range where text[index] != 0x0A { text[index] = 0x20 }
    }

    /// The offset after white space, byte order marks and zero-width spaces.
    private static func skipBlank(in text: [UInt8], from start: Int) -> Int {
        text.withUnsafeBufferPointer { skipSpace(in: $0, from: start) }
    }

    private static func startsEscaped(_ text: [UInt8]) -> Bool {
        let start = skipBlank(in: text, from: 0)
        guard start < text.count, text[start] == UInt8(ascii: "{") || text[start] == UInt8(ascii: "[") else {
            return false
        }
        let rest = text[(start + 1)...].drop { $0.isWhiteSpace || $0 == UInt8(ascii: "{") }
        return rest.starts(with: "&quot;".utf8) || rest.starts(with: "&#34;".utf8)
    }

    private static func skipSpace(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var offset = start
        while offset < text.count {
            if text[offset].isWhiteSpace {
                offset += 1
            } else if text[offset...].starts(with: [0xEF, 0xBB, 0xBF])
                || text[offset...].starts(with: [0xE2, 0x80, 0x8B])
            {
                offset += 3
            } else {
                break
            }
        }
        return offset
    }
}

import Basics
/// The chunks of JSON, and of literals in scripts: the members of objects and lists, and long strings.
///
/// Quotes and brackets in regular expressions and comments of a script are misread. If a deletion is harmful
/// for this reason, the oracle rejects it.
struct BracketChunks {
    private let range: Range<Int>
    private let isScript: Bool
    /// The open brackets, innermost last: the chunk that contains the members, and the current member.
    private var open: [(group: Int, start: Int, item: Int)]

    /// The minimum length of a string that is a chunk.
    private static let stringLength = 12

    init(_ range: Range<Int>, of parent: Int, isScript: Bool) {
        self.range = range
        self.isScript = isScript
        open = [(parent, range.lowerBound, Chunk.none)]
    }

    mutating func read(into tree: inout ChunkTree) {
        var index = range.lowerBound
        while index < range.upperBound {
            let byte = tree.bytes[index]
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "("):
                let item = item(at: index, &tree)
                let group = tree.append(Chunk(index + 1..<index + 1, .chunks), to: item)
                open.append((group, index + 1, Chunk.none))
            case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ")"):
                if open.count > 1 { close(at: index, &tree) } else { _ = item(at: index, &tree) }
            case UInt8(ascii: ","): index = endItem(at: index, isBetween: true, &tree)
            case UInt8(ascii: ";") where open.count == 1:
                index = endItem(at: index, isBetween: false, &tree)
            case UInt8(ascii: "\""): index = readString(at: index, &tree)
            case UInt8(ascii: "'") where isScript, UInt8(ascii: "`") where isScript:
                index = readString(at: index, &tree)
            case _ where byte.isASCIIWhiteSpace: break
            default: _ = item(at: index, &tree)
            }
            index += 1
        }
        while open.count > 1 { close(at: range.upperBound, &tree) }
        _ = endItem(at: range.upperBound, isBetween: false, &tree)
    }

    /// The member at an offset, which may start there.
    private mutating func item(at index: Int, _ tree: inout ChunkTree) -> Int {
        let last = open.count - 1
        if open[last].item == Chunk.none {
            open[last].item = tree.append(Chunk(index..<index, .chunks), to: open[last].group)
        }
        return open[last].item
    }

    /// Ends a member, including the white space up to the next one.
    ///
    /// - Returns: the offset of its last byte.
    private mutating func endItem(at index: Int, isBetween: Bool, _ tree: inout ChunkTree) -> Int {
        let last = open.count - 1
        let item = open[last].item
        var end = min(index + 1, range.upperBound)
        while end < range.upperBound, tree.bytes[end].isASCIIWhiteSpace { end += 1 }
        open[last].item = Chunk.none
        guard item != Chunk.none else { return index }
        tree[item].range = tree[item].range.lowerBound..<end
        tree[item].separator = isBetween ? index : end
        return end - 1
    }

    private mutating func close(at index: Int, _ tree: inout ChunkTree) {
        guard let ended = open.popLast() else { return }
        if ended.item != Chunk.none {
            tree[ended.item].range = tree[ended.item].range.lowerBound..<index
            tree[ended.item].separator = index
        }
        tree[ended.group].range = ended.start..<max(ended.start, index)
        tree[ended.group].separator = tree[ended.group].range.upperBound
    }

    /// Skips a string, and adds a chunk for the content of a long one that is not a key.
    ///
    /// - Returns: the offset of its last byte: the quote, or the last byte of the line if there is no quote.
    private mutating func readString(at start: Int, _ tree: inout ChunkTree) -> Int {
        let item = item(at: start, &tree)
        let quote = tree.bytes[start]
        var index = start + 1
        var hasTags = false
        while index < range.upperBound, tree.bytes[index] != quote {
            let byte = tree.bytes[index]
            if byte == 0x0A, quote != UInt8(ascii: "`") { return index - 1 }
            if byte == UInt8(ascii: "<") { hasTags = true }
            index += byte == UInt8(ascii: "\\") ? 2 : 1
        }
        guard index < range.upperBound else { return range.upperBound - 1 }
        let text = start + 1..<index
        if isKey(endingAt: index, tree) {
            let group = open.last?.group ?? 0
            if tree[item].firstChild == Chunk.none { tree.name(item, in: group, tree.bytes[text]) }
            return index
        }
        guard text.count >= BracketChunks.stringLength else { return index }
        tree.append(Chunk(text, hasTags ? .markup(text) : .words(text)), to: item)
        return index
    }

    private func isKey(endingAt quote: Int, _ tree: ChunkTree) -> Bool {
        var index = quote + 1
        while index < range.upperBound, tree.bytes[index].isASCIIWhiteSpace { index += 1 }
        return index < range.upperBound && tree.bytes[index] == UInt8(ascii: ":")
    }
}

/// The lines of a text, or the rows of a table with their cells.
struct LineChunks {
    private let range: Range<Int>
    private let isTable: Bool

    init(_ range: Range<Int>, isTable: Bool) {
        self.range = range
        self.isTable = isTable
    }

    func read(into tree: inout ChunkTree) {
        let separator = isTable ? LineChunks.separator(tree.bytes) : 0
        var index = range.lowerBound
        var isQuoted = false
        var start = index
        while index < range.upperBound {
            let byte = tree.bytes[index]
            index += 1
            if isTable, byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            guard byte == 0x0A, !isQuoted else { continue }
            append(start..<index, separator, to: &tree)
            start = index
        }
        if start < index { append(start..<index, separator, to: &tree) }
    }

    private func append(_ line: Range<Int>, _ separator: UInt8, to tree: inout ChunkTree) {
        var end = line.upperBound
        while end > line.lowerBound, tree.bytes[end - 1] == 0x0A || tree.bytes[end - 1] == 0x0D { end -= 1 }
        let text = line.lowerBound..<end
        tree.append(Chunk(line, isTable ? .cells(text, separator: separator) : .words(text)), to: 0)
    }

    /// The most frequent separator of the first line.
    private static func separator(_ bytes: [UInt8]) -> UInt8 {
        let line = bytes.prefix { $0 != 0x0A }
        let marks = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09, UInt8(ascii: "|")]
        let counts = marks.map { mark in line.count { $0 == mark } }
        return counts.max().flatMap(counts.firstIndex).map { marks[$0] } ?? marks[0]
    }

    /// Adds the cells of a row, without separators.
    static func readCells(
        _ range: Range<Int>,
        separator: UInt8,
        into tree: inout ChunkTree,
        of parent: Int
    ) {
        var isQuoted = false
        var start = range.lowerBound
        var column: UInt8 = 0
        for index in range {
            if tree.bytes[index] == UInt8(ascii: "\"") { isQuoted.toggle() }
            guard tree.bytes[index] == separator, !isQuoted else { continue }
            if start < index { tree.append(Chunk(start..<index), to: parent, label: [column]) }
            column &+= 1
            start = index + 1
        }
        if start < range.upperBound {
            tree.append(Chunk(start..<range.upperBound), to: parent, label: [column])
        }
    }
}

/// The words of a text, each with the white space after it.
struct WordChunks {
    private let range: Range<Int>

    init(_ range: Range<Int>) {
        self.range = range
    }

    func read(into tree: inout ChunkTree, of parent: Int) {
        var index = range.lowerBound
        while index < range.upperBound {
            let start = index
            while index < range.upperBound, !tree.bytes[index].isASCIIWhiteSpace { index += 1 }
            while index < range.upperBound, tree.bytes[index].isASCIIWhiteSpace { index += 1 }
            tree.append(Chunk(start..<index), to: parent)
        }
    }
}

/// Formats JSON that people write by hand, and keeps its comments.
///
/// There are two spaces per level. An object or array is on one line if it ``JSONLayout/fitsOnLine(_:columns:in:)``.
/// There are no trailing commas, and at most one blank line, where the author put any. Strings and numbers are
/// unchanged.
package struct JSONFormatter {
    /// The maximum number of columns of a line with a whole object or array.
    package static let width = 100

    private let text: [UInt8]
    private let layout: JSONLayout
    private var output: [UInt8] = []
    /// Where the last line of the output begins.
    private var lineStart = 0

    private init(_ text: [UInt8], _ tokens: [JSONToken]) {
        self.text = text
        layout = JSONLayout(tokens)
        output.reserveCapacity(text.count + text.count / 4)
    }

    /// Formats a text of the relaxed dialect.
    ///
    /// Complexity: linear in the text's length.
    /// - Returns: the formatted text, which formatting again leaves unchanged; `nil` if the text has mistakes.
    package static func format(_ text: [UInt8]) -> (text: [UInt8]?, errors: [JSONError]) {
        let (tokens, errors) = JSONTokens.read(text, dialect: .relaxed, depthLimit: JSON.depthLimit)
        guard let tokens else { return (nil, errors) }
        var formatter = JSONFormatter(text, tokens)
        formatter.writeItems()
        return (formatter.output, [])
    }

    /// The places of the comments in a text of the relaxed dialect without mistakes.
    package static func comments(in text: [UInt8]) -> [Range<Int>] {
        let (tokens, _) = JSONTokens.read(text, dialect: .relaxed, depthLimit: JSON.depthLimit)
        return (tokens ?? []).filter(\.isComment).map(\.range)
    }

    /// Returns a value as a formatted text, with a line end.
    package static func text(of value: Value) -> String {
        let text = Array(JSONWriter.compact(value).utf8)
        // The dialect `script` allows equal keys, which a value can have.
        let tokens = JSONTokens.read(text, dialect: .script, depthLimit: .max).tokens ?? []
        var formatter = JSONFormatter(text, tokens)
        formatter.writeItems()
        return String(decoding: formatter.output, as: UTF8.self)
    }
}

// MARK: - Items

extension JSONFormatter {
    private mutating func writeItems() {
        var open: [(item: Int, next: Int)] = [(0, 0)]
        while let (item, next) = open.last {
            let children = layout.items[item].children
            if next < children.count {
                open[open.count - 1].next += 1
                beginItem(children[next], isFirst: next == 0, depth: open.count - 1)
                let isLast = next == children.count - 1
                if writeOpening(children[next], isLast: isLast) {
                    open.append((children[next], 0))
                } else {
                    endItem(children[next], isLast: isLast)
                }
            } else {
                open.removeLast()
                writeClosing(item, depth: open.count)
                guard let parent = open.last else { return }
                endItem(item, isLast: parent.next == layout.items[parent.item].children.count)
            }
        }
    }

    /// Writes an item's leading comments and its key.
    private mutating func beginItem(_ index: Int, isFirst: Bool, depth: Int) {
        let item = layout.items[index]
        var isFirst = isFirst
        let isOnOwnLine = write(item.leading, &isFirst, depth: depth)
        beginEntry(breaks: item.breaks, isOnOwnLine: isOnOwnLine, isFirst: isFirst, depth: depth)
        guard let key = item.key else { return writeInner(item) }
        write(text[layout.tokens[key].range])
        write(": ")
        writeInner(item)
    }

    private mutating func writeInner(_ item: JSONLayout.Item) {
        for comment in item.inner {
            write(comment)
            write(" ")
        }
    }

    /// Begins an item or comment: on a new line if it needs one or the source has one, or else after a space.
    private mutating func beginEntry(breaks: Int, isOnOwnLine: Bool, isFirst: Bool, depth: Int) {
        guard isOnOwnLine || breaks > 0 else { return write(" ") }
        if breaks > 1, !isFirst { endLine() }
        if !output.isEmpty { endLine() }
        write(String(repeating: "  ", count: depth))
    }

    /// Writes the comments before an item or a closing bracket.
    ///
    /// - Returns: whether a line of its own must follow.
    private mutating func write(
        _ comments: [JSONLayout.Comment],
        _ isFirst: inout Bool,
        depth: Int
    ) -> Bool {
        var isOnOwnLine = true
        for comment in comments {
            beginEntry(breaks: comment.breaks, isOnOwnLine: isOnOwnLine, isFirst: isFirst, depth: depth)
            write(comment)
            isFirst = false
            isOnOwnLine = comment.token.kind == .lineComment
        }
        return isOnOwnLine
    }

    /// Writes a value that fits on its line and returns `false`, or writes the beginning of one that does not.
    private mutating func writeOpening(_ index: Int, isLast: Bool) -> Bool {
        let item = layout.items[index]
        let columns = JSONFormatter.width - column - (isLast ? 0 : 1)
        guard let first = item.value.first, layout.tokens[first].kind == .open else {
            for place in item.value { write(text[layout.tokens[place].range]) }
            return false
        }
        if layout.fitsOnLine(item.value, columns: columns, in: text) {
            writeOnLine(item.value)
            return false
        }
        write(text[layout.tokens[first].range])
        for comment in item.opening {
            write(" ")
            write(comment)
        }
        return true
    }

    /// Writes the end of a container: the comments that belong to none of its items, and the bracket.
    private mutating func writeClosing(_ index: Int, depth: Int) {
        let item = layout.items[index]
        var isFirst = item.children.isEmpty
        _ = write(item.closing, &isFirst, depth: depth)
        endLine()
        // The file itself has no bracket.
        guard let last = item.value.last else { return }
        write(String(repeating: "  ", count: depth - 1))
        write(text[layout.tokens[last].range])
    }

    private mutating func endItem(_ index: Int, isLast: Bool) {
        if !isLast { write(",") }
        for comment in layout.items[index].trailing {
            write(" ")
            write(comment)
        }
    }
}

// MARK: - Output

extension JSONFormatter {
    /// The column in characters at which the output ends.
    private var column: Int { JSONLayout.columns(output[lineStart...]) }

    private mutating func endLine() {
        output.append(0x0A)
        lineStart = output.count
    }

    private mutating func write(_ string: String) {
        output.append(contentsOf: string.utf8)
    }

    private mutating func write(_ bytes: some Collection<UInt8>) {
        output.append(contentsOf: bytes)
    }

    /// Writes a comment without white space at the ends of its lines; the lines of a longer one stay aligned.
    private mutating func write(_ comment: JSONLayout.Comment) {
        let range = comment.token.range
        let lines = text[range].split(separator: 0x0A, omittingEmptySubsequences: false)
        let shift = lines.count > 1 ? column - sourceColumn(of: range.lowerBound) : 0
        for (index, line) in lines.enumerated() {
            let end = line.lastIndex { ![0x20, 0x09, 0x0D].contains($0) }.map { $0 + 1 } ?? line.startIndex
            let line = line[..<end]
            if index > 0 { endLine() }
            guard index > 0, shift != 0, !line.isEmpty else {
                write(line)
                continue
            }
            let space = line.prefix { $0 == 0x20 || $0 == 0x09 }
            write(repeatElement(0x20, count: max(0, shift)))
            write(space.dropFirst(max(0, -shift)))
            write(line[space.endIndex...])
        }
    }

    /// The column in characters of an offset in the source.
    private func sourceColumn(of offset: Int) -> Int {
        let start = text[..<offset].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        return JSONLayout.columns(text[start..<offset])
    }

    /// Writes an object or array on the line, without its trailing commas.
    private mutating func writeOnLine(_ places: Range<Int>) {
        for place in places {
            let token = layout.tokens[place]
            let isBeforeClose = place + 1 < places.upperBound && layout.tokens[place + 1].kind == .close
            let isBrace =
                text[token.range].first == UInt8(ascii: "{") || text[token.range].first == UInt8(ascii: "}")
            switch token.kind {
            case .comma:
                if !isBeforeClose { write(", ") }
            case .colon:
                write(": ")
            case .open:
                write(text[token.range])
                if isBrace, !isBeforeClose { write(" ") }
            case .close:
                if isBrace, place > places.lowerBound, layout.tokens[place - 1].kind != .open { write(" ") }
                write(text[token.range])
            case .scalar, .lineComment, .blockComment:
                write(text[token.range])
            }
        }
    }
}

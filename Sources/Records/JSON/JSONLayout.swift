/// A JSON text as a tree of items, each with the comments that belong to it.
///
/// The tree is flat: an item refers to its children by their indices in ``items``, so that depth costs no stack.
struct JSONLayout {
    /// A comment.
    struct Comment: Hashable {
        let token: JSONToken
        /// The number of lines that end before it.
        var breaks: Int
    }

    /// A value with its key in an object or array.
    struct Item {
        /// The comments before it, on their own lines or on its line.
        var leading: [Comment] = []
        /// The number of lines that end between the item and the last leading comment, or the token before it.
        var breaks = 0
        /// The index of the key's token.
        var key: Int?
        /// The comments between key and value, each on the value's line.
        var inner: [Comment] = []
        /// The indices of the value's tokens.
        var value = 0..<0
        /// The comments after it on its line.
        var trailing: [Comment] = []

        /// The comments after the opening bracket on its line.
        var opening: [Comment] = []
        /// The items of an object or array.
        var children: [Int] = []
        /// The comments before the closing bracket that belong to no item.
        var closing: [Comment] = []
    }

    let tokens: [JSONToken]
    /// All items; the first is the file itself, a container without brackets.
    let items: [Item]

    /// Creates the layout of a text from its tokens.
    ///
    /// Complexity: linear in the number of tokens.
    init(_ tokens: [JSONToken]) {
        self.tokens = tokens
        var builder = JSONLayoutBuilder(tokens)
        items = builder.build()
    }
}

// MARK: - Building

/// Assigns each comment to the item that it precedes, follows or is in.
private struct JSONLayoutBuilder {
    /// The kind of item before the current token.
    private enum Position {
        /// Nothing, in the innermost container.
        case start
        /// A key, and perhaps its colon.
        case inMember
        /// A value, with its comma or without.
        case afterValue
    }

    private let tokens: [JSONToken]
    private var items = [JSONLayout.Item()]
    /// The containers that are open, the innermost last.
    private var open = [0]
    private var position = Position.start
    /// The comments before the next item.
    private var pending: [JSONLayout.Comment] = []

    init(_ tokens: [JSONToken]) {
        self.tokens = tokens
    }

    mutating func build() -> [JSONLayout.Item] {
        let endsLine = JSONLayoutBuilder.endsLine(tokens)
        for (place, token) in tokens.enumerated() {
            switch token.kind {
            case .colon, .comma: continue
            case .lineComment, .blockComment:
                add(
                    JSONLayout.Comment(token: token, breaks: token.breaks),
                    at: place,
                    endsLine: endsLine[place]
                )
            case .scalar: addScalar(place, token)
            case .open:
                beginValue(place, token)
                open.append(items.count - 1)
                position = .start
            case .close: close(at: place)
            }
        }
        endContainer()
        return items
    }

    /// Whether a comment, or a run of comments that it begins, ends its line.
    private static func endsLine(_ tokens: [JSONToken]) -> [Bool] {
        var endsLine = [Bool](repeating: true, count: tokens.count)
        for place in tokens.indices.dropLast().reversed() where tokens[place].kind != .lineComment {
            let next = tokens[place + 1]
            endsLine[place] = next.breaks > 0 || next.isComment && endsLine[place + 1]
        }
        return endsLine
    }

    private mutating func add(_ comment: JSONLayout.Comment, at place: Int, endsLine: Bool) {
        let isOnLine = comment.breaks == 0 && pending.isEmpty
        let isAfterComma = place > 0 && tokens[place - 1].kind == .comma
        switch position {
        case .inMember:
            items[items.count - 1].inner.append(comment)
        case .afterValue where isOnLine && (endsLine || !isAfterComma):
            addTrailing(comment)
        case .start where isOnLine && endsLine && open.count > 1:
            items[container].opening.append(comment)
        case .start, .afterValue:
            pending.append(comment)
        }
    }

    private var container: Int { open.last ?? 0 }

    private mutating func addTrailing(_ comment: JSONLayout.Comment) {
        guard let last = items[container].children.last else { return }
        items[last].trailing.append(comment)
    }
}

extension JSONLayoutBuilder {
    private mutating func addScalar(_ place: Int, _ token: JSONToken) {
        // Only a key is followed by a colon, comments between the two or not.
        let next = tokens[(place + 1)...].first { !$0.isComment }
        if position != .inMember, next?.kind == .colon {
            beginItem(token)
            items[items.count - 1].key = place
            position = .inMember
        } else {
            beginValue(place, token)
            position = .afterValue
        }
    }

    private mutating func beginItem(_ token: JSONToken) {
        items[container].children.append(items.count)
        items.append(JSONLayout.Item(leading: pending, breaks: token.breaks))
        pending = []
    }

    private mutating func beginValue(_ place: Int, _ token: JSONToken) {
        if position != .inMember { beginItem(token) }
        items[items.count - 1].value = place..<place + 1
        moveInnerComments(of: items.count - 1)
    }

    /// Moves a comment between key and value that needs its own line before the key.
    private mutating func moveInnerComments(of item: Int) {
        let isMoved = items[item].inner.contains { $0.token.kind == .lineComment || $0.token.breaks > 0 }
        guard isMoved else { return }
        for comment in items[item].inner {
            let breaks = max(1, items[item].breaks)
            items[item].leading.append(JSONLayout.Comment(token: comment.token, breaks: breaks))
            items[item].breaks = 1
        }
        items[item].inner = []
    }

    private mutating func close(at place: Int) {
        endContainer()
        guard open.count > 1, let item = open.popLast() else { return }
        items[item].value = items[item].value.lowerBound..<place + 1
        position = .afterValue
    }

    /// Assigns the comments that no item follows to the item before them, or else to the container.
    private mutating func endContainer() {
        if let last = items[container].children.last, position == .afterValue {
            let onLine = pending.prefix { $0.breaks == 0 }
            items[last].trailing += onLine
            pending.removeFirst(onLine.count)
        }
        items[container].closing = pending
        pending = []
    }
}

// MARK: - Lines

extension JSONLayout {
    /// The maximum nesting depth of objects on one line, including the outermost.
    private static let depthLimit = 3

    /// Whether an object or array is written on one line: it has at most `columns`, no comment and no blank line, its
    /// objects are nested at most three deep, and none of them has two members that are objects. The result depends
    /// only on the content, not on the lines of the source.
    ///
    /// - Parameter places: the indices of its tokens.
    /// - Complexity: linear in `columns`.
    func fitsOnLine(_ places: Range<Int>, columns: Int, in text: [UInt8]) -> Bool {
        var columns = columns
        // The open containers: whether each is an object, and how many members of it are objects.
        var open: [(isObject: Bool, objects: Int)] = []
        var depth = 0
        for place in places {
            let token = tokens[place]
            let previous = place > places.lowerBound ? tokens[place - 1].kind : nil
            columns -= self.columns(of: place, in: places, text)
            guard columns >= 0, !token.isComment, !isBlankLine(before: place, previous) else { return false }
            if token.kind == .open {
                let isObject = text[token.range].first == UInt8(ascii: "{")
                if isObject, let last = open.indices.last, open[last].isObject {
                    open[last].objects += 1
                    if open[last].objects > 1 { return false }
                }
                open.append((isObject, 0))
                if isObject { depth += 1 }
                if depth > JSONLayout.depthLimit { return false }
            } else if token.kind == .close, let closed = open.popLast(), closed.isObject {
                depth -= 1
            }
        }
        return true
    }

    /// Whether the source has a blank line between two members or elements.
    private func isBlankLine(before place: Int, _ previous: JSONToken.Kind?) -> Bool {
        previous == .comma && tokens[place].kind != .close && tokens[place].breaks > 1
    }

    /// The columns of a token on the line, including its space and comma.
    private func columns(of place: Int, in places: Range<Int>, _ text: [UInt8]) -> Int {
        let token = tokens[place]
        let isBeforeClose = place + 1 < places.upperBound && tokens[place + 1].kind == .close
        switch token.kind {
        case .colon: return 2
        case .comma: return isBeforeClose ? 0 : 2
        case .open: return text[token.range].first == UInt8(ascii: "{") && !isBeforeClose ? 2 : 1
        case .close:
            let isEmpty = place > places.lowerBound && tokens[place - 1].kind == .open
            return text[token.range].first == UInt8(ascii: "}") && !isEmpty ? 2 : 1
        case .scalar, .lineComment, .blockComment:
            // No character has more than four bytes: a token that is far too long need not be counted.
            guard token.range.count <= 4 * JSONFormatter.width else { return JSONFormatter.width + 1 }
            return JSONLayout.columns(text[token.range])
        }
    }

    /// The number of characters of UTF-8 bytes.
    static func columns(_ utf8: ArraySlice<UInt8>) -> Int {
        utf8.reduce(0) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
    }
}

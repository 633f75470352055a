/// Gives each comment to the item that it stands before, behind or in.
struct JSONLayoutBuilder {
    /// What stands before the token in hand.
    private enum Position {
        /// Nothing, in the innermost container.
        case start
        /// A key, its colon perhaps.
        case inMember
        /// A value, with its comma or without.
        case afterValue
    }

    private let tokens: [JSONToken]
    private var items = [JSONLayout.Item()]
    /// The containers that are open, the innermost last.
    private var open = [0]
    private var position = Position.start
    /// The comments that wait for the item that they stand before.
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

// MARK: - Items

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

    /// A comment between key and value that does not fit into a line goes before the key.
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

    /// What waits for an item that never comes belongs to the one before, or else to the container.
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

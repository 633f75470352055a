extension JSONLayout {
    /// How deep objects may stand in each other on one line, the outermost counted.
    private static let depthLimit = 3

    /// Whether an object or array is written on one line: it has no more than `columns`, no comment and no blank
    /// line, and is small: its objects stand at most three deep in each other, and none of them has two members
    /// that are objects. So it depends on what is written, never on how the lines were broken.
    ///
    /// - Parameter places: the places of its tokens.
    /// - Complexity: linear in `columns`.
    func fitsOnLine(_ places: Range<Int>, columns: Int, in text: [UInt8]) -> Bool {
        var columns = columns
        // The containers that are open: whether it is an object, and how many objects stand in it.
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

    /// Whether the author has left a blank line between two members or elements.
    private func isBlankLine(before place: Int, _ previous: JSONToken.Kind?) -> Bool {
        previous == .comma && tokens[place].kind != .close && tokens[place].breaks > 1
    }

    /// How many columns a token has on the line, with the space and comma that go with it.
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
            // No character has more than four bytes: what is far too long need not be counted.
            guard token.range.count <= 4 * JSONFormatter.width else { return JSONFormatter.width + 1 }
            return JSONLayout.columns(text[token.range])
        }
    }

    /// How many characters a piece of UTF-8 has.
    static func columns(_ utf8: ArraySlice<UInt8>) -> Int {
        utf8.reduce(0) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
    }
}

/// What blocks of Markdown can stand in, and what the lines within it begin with.
enum Container {
    case quote
    case list(List)
    case item(Item)

    /// A list; its lines begin as those of its items do.
    struct List {
        /// Whether no blank lines stand between the items.
        let isTight: Bool
        let isOrdered: Bool
        /// The character that an item begins with, or that follows its number: a list that follows another one
        /// without anything between them has another character, or the two would be one.
        let mark: UInt8
        /// The number of the next item.
        var number: Int
        /// What the number changes by: -1 in a list that counts down.
        var step = 1
        /// How far the content of the last item that holds anything is indented; `nil` before the first.
        var indent: Int?
    }

    /// An item of a list.
    struct Item {
        let isTight: Bool
        /// What its first line begins with.
        let marker: [UInt8]
        /// Whether that line is still to be written.
        var isPending: Bool
    }
}

extension Container {
    /// Appends what a line begins with.
    mutating func writePrefix(to line: inout [UInt8]) {
        switch self {
        case .quote: line += "> ".utf8
        case .list: break
        case .item(var item):
            if item.isPending {
                line += item.marker
                item.isPending = false
                self = .item(item)
            } else {
                line += repeatElement(0x20, count: item.marker.count)
            }
        }
    }

    /// Whether it is a list that has had an item and between whose items no blank lines stand.
    var isTightList: Bool {
        if case .list(let list) = self { list.isTight && list.indent != nil } else { false }
    }

    var isTightItem: Bool {
        if case .item(let item) = self { item.isTight } else { false }
    }

    var isList: Bool {
        if case .list = self { true } else { false }
    }

    var isPendingItem: Bool {
        if case .item(let item) = self { item.isPending } else { false }
    }
}

extension Container.List {
    /// The greatest number that an item can have (section 5.2 of CommonMark): nine digits.
    private static let greatestNumber = 999_999_999

    /// What the next item begins with.
    mutating func nextMarker() -> [UInt8] {
        var marker: [UInt8] = []
        if isOrdered {
            let shown = min(max(number, 0), Container.List.greatestNumber)
            number = shown + step
            marker += "\(shown)".utf8
        }
        return marker + [mark, 0x20]
    }
}

/// Writes Markdown blocks one after the other, each line with the prefixes of the quotes and lists around it, with
/// blank lines as Markdown requires.
struct BlockWriter {
    /// The kind of a block, which determines whether a blank line follows.
    enum Kind {
        case paragraph, code, other
    }

    /// The maximum nesting depth of quotes and lists; deeper blocks are put into the deepest level. Every level
    /// lengthens each line.
    private static let depthLimit = 48

    private(set) var output: [UInt8] = []
    private var containers: [Container] = []
    /// The number of containers that have been open since the last block.
    private var shared = 0
    private var last: Kind?
    /// For the document and each container, the list that has just ended in it.
    private var endedLists: [Container.List?] = [nil]

    /// The number of open containers.
    var depth: Int { containers.count }

    /// Whether the first line of an item has not been written yet.
    var isAtItemStart: Bool { containers.last?.isPendingItem ?? false }

    /// Writes a block of lines separated by LF. Complexity: linear in the block's length and its number of lines.
    mutating func write(_ block: [UInt8], as kind: Kind) {
        if block.isEmpty { return }
        separate(from: kind)
        for line in block.split(separator: 0x0A, omittingEmptySubsequences: false) {
            for index in containers.indices { containers[index].writePrefix(to: &output) }
            output += line
            endLine()
        }
        shared = containers.count
        last = kind
        for index in endedLists.indices { endedLists[index] = nil }
    }

    private mutating func separate(from kind: Kind) {
        guard let last else { return }
        var base = shared
        if base > 0, containers[base - 1].isTightList, base < containers.count {
            if containers[base].isPendingItem { return }
            // The last item, opened again.
            base += 1
        }
        let isTight = base > 0 && containers[base - 1].isTightItem
        if isTight, last == .paragraph, kind == .code || listInterrupts(at: base) { return }
        for index in 0..<shared { containers[index].writePrefix(to: &output) }
        endLine()
    }

    /// Whether the block begins a list that can follow a paragraph without a blank line (section 5.3 of CommonMark):
    /// one of bullets, or one that starts at 1.
    private func listInterrupts(at index: Int) -> Bool {
        guard index + 1 < containers.count, case .list(let list) = containers[index],
            case .item(let item) = containers[index + 1]
        else { return false }
        return !list.isOrdered || item.marker.elementsEqual([UInt8(ascii: "1"), list.mark, 0x20])
    }

    /// Ends a line, without spaces at its end.
    private mutating func endLine() {
        while output.last == 0x20 { output.removeLast() }
        output.append(0x0A)
    }
}

// MARK: - Containers

extension BlockWriter {
    /// Opens a container; false if too many are open.
    @discardableResult
    mutating func open(_ container: Container) -> Bool {
        guard containers.count < BlockWriter.depthLimit else { return false }
        containers.append(container)
        endedLists.append(nil)
        return true
    }

    /// Closes the innermost containers until the given number is open.
    mutating func close(to depth: Int) {
        while containers.count > max(depth, 0), let container = containers.popLast() {
            endedLists.removeLast()
            switch container {
            case .quote: break
            case .list(let list):
                if list.indent != nil, let parent = endedLists.indices.last { endedLists[parent] = list }
            case .item(let item):
                guard !item.isPending, case .list(var list) = containers.last else { break }
                list.indent = item.marker.count
                containers[containers.count - 1] = .list(list)
            }
        }
        shared = min(shared, containers.count)
    }

    /// Opens a list.
    @discardableResult
    mutating func openList(isOrdered: Bool, isTight: Bool, number: Int = 1, step: Int = 1) -> Bool {
        let marks: (UInt8, UInt8) = isOrdered ? (0x2E, 0x29) : (0x2D, 0x2A)
        var mark = marks.0
        if let ended = endedLists.last ?? nil, ended.isOrdered == isOrdered, ended.mark == mark {
            mark = marks.1
        }
        return open(
            .list(
                Container.List(isTight: isTight, isOrdered: isOrdered, mark: mark, number: number, step: step)
            )
        )
    }

    /// Opens an item of the innermost list, unless no list is innermost or too many containers are open.
    mutating func openItem(number: Int? = nil) {
        guard let index = containers.indices.last, case .list(var list) = containers[index],
            containers.count < BlockWriter.depthLimit
        else { return }
        if let number { list.number = number }
        let marker = list.nextMarker()
        containers[index] = .list(list)
        open(.item(Container.Item(isTight: list.isTight, marker: marker, isPending: true)))
    }

    /// Reopens the last item of the innermost list, for blocks between two items.
    mutating func reopenItem() {
        guard case .list(let list) = containers.last, let indent = list.indent else { return }
        let marker = [UInt8](repeating: 0x20, count: indent)
        open(.item(Container.Item(isTight: list.isTight, marker: marker, isPending: false)))
    }

    /// Whether a list is innermost, so that the next block is in none of its items.
    var isBetweenItems: Bool { containers.last?.isList ?? false }
}

// MARK: - Quotes, lists and items

/// A container of blocks, and the prefix of the lines within it.
enum Container {
    case quote
    case list(List)
    case item(Item)

    /// A list; its lines begin like those of its items.
    struct List {
        /// Whether there are no blank lines between the items.
        let isTight: Bool
        let isOrdered: Bool
        /// The character that an item begins with, or that follows its number: adjacent lists have
        /// different characters, or they would be one list.
        let mark: UInt8
        /// The number of the next item.
        var number: Int
        /// The increment of the number: -1 in a list that counts down.
        var step = 1
        /// The indentation of the content of the last item that is not empty; `nil` before the first.
        var indent: Int?
    }

    /// An item of a list.
    struct Item {
        let isTight: Bool
        /// The prefix of its first line.
        let marker: [UInt8]
        /// Whether that line has not been written yet.
        var isPending: Bool
    }
}

extension Container {
    /// Appends the prefix of a line.
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

    /// Whether it is a list without blank lines between items, and one of its items has content.
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
    /// The largest number that an item can have (section 5.2 of CommonMark): nine digits.
    private static let greatestNumber = 999_999_999

    /// Returns the marker of the next item.
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

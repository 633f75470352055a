/// Writes blocks of Markdown one after the other, with what the quotes and lists that they stand in put before each
/// line, and blank lines where Markdown needs them.
struct BlockWriter {
    /// What a block is, as far as the space before the next one depends on it.
    enum Kind {
        case paragraph, code, other
    }

    /// How deep quotes and lists are nested at most; what is nested deeper stands in the deepest one. Every level
    /// adds to the beginning of each line.
    private static let depthLimit = 48

    private(set) var output: [UInt8] = []
    private var containers: [Container] = []
    /// How many containers have been open since the last block.
    private var shared = 0
    private var last: Kind?
    /// For the document and each container, the list that has just ended in it.
    private var endedLists: [Container.List?] = [nil]

    /// How many containers are open.
    var depth: Int { containers.count }

    /// Whether the first line of an item is still to be written.
    var isAtItemStart: Bool { containers.last?.isPendingItem ?? false }

    /// Writes a block, its lines parted by LF. Complexity: linear in the block's length and its number of lines.
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
    /// one of bullets, or one that counts from 1.
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
    /// Opens a container; false where too many are open.
    @discardableResult
    mutating func open(_ container: Container) -> Bool {
        guard containers.count < BlockWriter.depthLimit else { return false }
        containers.append(container)
        endedLists.append(nil)
        return true
    }

    /// Closes the containers that are more than the given number.
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

    /// Opens an item of the innermost list; false where no list is innermost or too many containers are open.
    @discardableResult
    mutating func openItem(number: Int? = nil) -> Bool {
        guard let index = containers.indices.last, case .list(var list) = containers[index],
            containers.count < BlockWriter.depthLimit
        else { return false }
        if let number { list.number = number }
        let marker = list.nextMarker()
        containers[index] = .list(list)
        return open(.item(Container.Item(isTight: list.isTight, marker: marker, isPending: true)))
    }

    /// Opens the last item of the innermost list again, for what stands between two items.
    @discardableResult
    mutating func reopenItem() -> Bool {
        guard case .list(let list) = containers.last, let indent = list.indent else { return false }
        let marker = [UInt8](repeating: 0x20, count: indent)
        return open(.item(Container.Item(isTight: list.isTight, marker: marker, isPending: false)))
    }

    /// Whether a list is innermost, so that what comes is in none of its items.
    var isBetweenItems: Bool { containers.last?.isList ?? false }
}

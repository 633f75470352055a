/// The elements of entries that are read without making nodes: their name, and the names of their children.
package struct EntryShape: Sendable {
    /// A name of children.
    package struct Child: Sendable {
        package let name: [UInt8]
        /// Whether only children with the name are selected, and no elements within them.
        package let isDirect: Bool

        package init(name: [UInt8], isDirect: Bool) {
            self.name = name
            self.isDirect = isDirect
        }
    }

    /// The name of the entries that are read; others are skipped.
    let name: [UInt8]
    /// The name of the elements whose children of that name are selected as entries, wherever they are; `nil` for all.
    let parent: [UInt8]?
    /// The children that are read, each with its own name, at most ``childLimit``.
    let children: [Child]

    package static let childLimit = 1000

    package init(name: [UInt8], parent: [UInt8]?, children: [Child]) {
        self.name = name
        self.parent = parent
        self.children = children
    }
}

/// The entries of a window as events in a list of bytes, in document order.
///
/// A record of data is a handful of short texts, which are read once: making nodes of them, and searching for these with
/// selectors, takes two thirds of the time of reading a table. Entries with anything that only a tree can explain are
/// made nodes afterwards, from the same events.
///
/// An event is one or more words of 8 bytes. The first has the kind in three bits and a number: of an opened element the
/// line, of a text or an attribute the number of bytes. The second is the name's address, or the line of a text. Bytes
/// follow, filled up to a whole word. An element with at most one attribute and one text is a single event: after its
/// line and its name come the attribute's name, the number of its bytes, the number of the text's bytes and its line, and
/// then both.
package final class EntryLog {
    /// An entry that has been read.
    package struct Entry {
        /// Where its events are.
        package let range: Range<Int>
        /// The line of its element.
        package let line: Int
        /// Whether it has the name of the shape.
        package let hasName: Bool
        /// Whether it has elements that may be selected, although the log does not find them.
        package let needsTree: Bool
    }

    /// A child of the entry that was read last.
    private struct Cell: BitwiseCopyable {
        var isPresent = false
        var text: UnsafeBufferPointer<UInt8>?
        /// The value of its attribute `type`.
        var type: UnsafeBufferPointer<UInt8>?
    }

    private enum Kind {
        static let close: UInt64 = 0
        static let open: UInt64 = 1
        static let text: UInt64 = 2
        static let attribute: UInt64 = 3
        static let leaf: UInt64 = 4
        static let bits: UInt64 = 3
        static let mask: UInt64 = 7
    }

    /// What a name means in the shape: flags, and the index of the child plus one.
    private enum Role {
        static let isKnown: UInt16 = 1 << 15
        static let isEntry: UInt16 = 1 << 14
        static let isParent: UInt16 = 1 << 13
        static let isType: UInt16 = 1 << 12
        static let isDirect: UInt16 = 1 << 11
        static let child: UInt16 = 1 << 11 - 1
    }

    private let shape: EntryShape
    @exclusivity(unchecked) private var events = TextBuffer()
    /// The number of bytes of the nodes and texts that the events would be in a tree.
    @exclusivity(unchecked) private(set) var nodeBytes = 0
    /// Where the events of the finished entries end, and the number of bytes of their nodes.
    @exclusivity(unchecked) private var finished = (end: 0, nodeBytes: 0)
    /// The roles of names by their numbers; 0 for an unknown one.
    @exclusivity(unchecked) private var roles: [UInt16] = []

    // Reading.
    @exclusivity(unchecked) private var offset = 0
    private let cells: Table<Cell>
    @exclusivity(unchecked) private var open = Stack<UInt16>()

    package init(_ shape: EntryShape) {
        self.shape = shape
        cells = Table(repeating: Cell(), count: shape.children.count)
    }

    private static func rounded(_ count: Int) -> Int { (count &+ 7) & ~7 }

    // MARK: - Writing

    /// Marks the end of an entry.
    func finishEntry() { finished = (events.count, nodeBytes) }

    /// The number of bytes of the nodes that the unfinished entry would be.
    var bytesOfUnfinished: Int { nodeBytes - finished.nodeBytes }

    @inline(__always)
    private func append(_ kind: UInt64, _ number: Int, _ second: UInt64) {
        let words = UnsafeMutableRawPointer(events.reserve(16))
        words.storeBytes(of: UInt64(truncatingIfNeeded: number) << Kind.bits | kind, as: UInt64.self)
        words.storeBytes(of: second, toByteOffset: 8, as: UInt64.self)
        events.moveEnd(by: 16)
    }

    @inline(__always)
    private func append(_ utf8: UnsafeBufferPointer<UInt8>) {
        guard let source = utf8.baseAddress else { return }
        let size = EntryLog.rounded(utf8.count)
        events.reserve(size).update(from: source, count: utf8.count)
        events.moveEnd(by: size)
    }

    @inline(__always)
    func opened(_ name: Name, line: Int) {
        append(Kind.open, line, UInt64(UInt(bitPattern: name.bytes)))
        nodeBytes &+= Arena.nodeSize
    }

    @inline(__always)
    func closed() {
        UnsafeMutableRawPointer(events.reserve(8)).storeBytes(of: Kind.close, as: UInt64.self)
        events.moveEnd(by: 8)
    }

    @inline(__always)
    func added(text: UnsafeBufferPointer<UInt8>, line: Int) {
        append(Kind.text, text.count, UInt64(truncatingIfNeeded: line))
        append(text)
        nodeBytes &+= Arena.nodeSize &+ EntryLog.rounded(text.count &+ 1)
    }

    @inline(__always)
    func added(attribute name: Name, _ value: UnsafeBufferPointer<UInt8>) {
        append(Kind.attribute, value.count, UInt64(UInt(bitPattern: name.bytes)))
        append(value)
        nodeBytes &+= 2 &* Arena.nodeSize &+ EntryLog.rounded(value.count &+ 1)
    }

    /// Logs an element with at most one attribute and one text.
    @inline(__always)
    func added(
        leaf name: Name,
        line: Int,
        _ attribute: TreeBuilder.Attribute?,
        _ text: UnsafeBufferPointer<UInt8>,
        textLine: Int
    ) {
        let valueCount = attribute?.value.count ?? 0
        let textStart = EntryLog.leafSize &+ EntryLog.rounded(valueCount)
        let size = textStart &+ EntryLog.rounded(text.count)
        let target = events.reserve(size)
        let words = UnsafeMutableRawPointer(target)
        words.storeBytes(of: UInt64(truncatingIfNeeded: line) << Kind.bits | Kind.leaf, as: UInt64.self)
        words.storeBytes(of: UInt(bitPattern: name.bytes), toByteOffset: 8, as: UInt.self)
        words.storeBytes(of: UInt(bitPattern: attribute?.name.bytes), toByteOffset: 16, as: UInt.self)
        words.storeBytes(of: valueCount, toByteOffset: 24, as: Int.self)
        words.storeBytes(of: text.count, toByteOffset: 32, as: Int.self)
        words.storeBytes(of: textLine, toByteOffset: 40, as: Int.self)
        if let value = attribute?.value.baseAddress {
            (target + EntryLog.leafSize).update(from: value, count: valueCount)
        }
        if let start = text.baseAddress { (target + textStart).update(from: start, count: text.count) }
        events.moveEnd(by: size)
        nodeBytes &+= Arena.nodeSize
        if attribute != nil { nodeBytes &+= 2 &* Arena.nodeSize &+ EntryLog.rounded(valueCount &+ 1) }
        if !text.isEmpty { nodeBytes &+= Arena.nodeSize &+ EntryLog.rounded(text.count &+ 1) }
    }

    /// The number of bytes of an element's event before its attribute's value.
    private static let leafSize = 48

    /// Removes the unfinished entry.
    func removeUnfinished() {
        events.moveEnd(by: finished.end - events.count)
        nodeBytes = finished.nodeBytes
    }

    func removeAll() {
        events.removeAll()
        (nodeBytes, finished, offset) = (0, (0, 0), 0)
    }

    /// The number of bytes of the events.
    var count: Int { events.count }

    // MARK: - Reading

    /// The next entry, whose children ``text(ofChild:)`` returns until the one after it is requested.
    package func next() -> Entry? {
        guard offset < finished.end, let base = UnsafeRawPointer(events.bytes.baseAddress) else { return nil }
        let start = offset
        cells.fill(with: Cell())
        open.removeAll()
        var needsTree = false
        var hasName = false
        /// The child that is open, plus one; 0 for one that is not read.
        var child = 0
        repeat {
            let word = base.load(fromByteOffset: offset, as: UInt64.self)
            let number = Int(truncatingIfNeeded: word >> Kind.bits)
            switch word & Kind.mask {
            case Kind.leaf:
                let role = role(of: name(base, offset))
                let leaf = leaf(base, offset)
                offset = leaf.end
                let known = Int(role & Role.child)
                if open.count > 1 {
                    if child > 0 || known > 0 && role & Role.isDirect == 0 { needsTree = true }
                } else if known > 0, !cells[known &- 1].isPresent {
                    var cell = Cell(isPresent: true)
                    if !leaf.text.isEmpty { cell.text = leaf.text }
                    if self.role(of: leaf.attribute) & Role.isType != 0 { cell.type = leaf.value }
                    cells[known &- 1] = cell
                }
                if role & Role.isEntry != 0, open[open.count &- 1] & Role.isParent != 0 { needsTree = true }
            case Kind.open:
                let role = role(of: name(base, offset))
                offset &+= 16
                let known = Int(role & Role.child)
                switch open.count {
                case 0: hasName = role & Role.isEntry != 0
                case 1:
                    // Only the first of a name is read.
                    child = known > 0 && !cells[known &- 1].isPresent ? known : 0
                    if child > 0 { cells[child &- 1].isPresent = true }
                default:
                    if child > 0 || known > 0 && role & Role.isDirect == 0 { needsTree = true }
                }
                if open.count > 0, role & Role.isEntry != 0, open[open.count &- 1] & Role.isParent != 0 {
                    needsTree = true
                }
                open.append(role)
            case Kind.close:
                offset &+= 8
                open.removeLast()
            case Kind.text:
                let text = bytes(base, offset, number)
                offset &+= 16 &+ EntryLog.rounded(number)
                guard open.count == 2, child > 0 else { continue }
                if cells[child &- 1].text != nil { needsTree = true }
                cells[child &- 1].text = text
            default:
                let value = bytes(base, offset, number)
                let role = role(of: name(base, offset))
                offset &+= 16 &+ EntryLog.rounded(number)
                guard open.count == 2, child > 0, role & Role.isType != 0 else { continue }
                cells[child &- 1].type = value
            }
        } while open.count > 0
        let line = Int(truncatingIfNeeded: base.load(fromByteOffset: start, as: UInt64.self) >> Kind.bits)
        return Entry(range: start..<offset, line: line, hasName: hasName, needsTree: needsTree)
    }

    /// The text of a child of the entry that was read last; `nil` if there is no such child.
    package func text(ofChild index: Int) -> UnsafeBufferPointer<UInt8>? {
        let cell = cells[index]
        return cell.isPresent ? cell.text ?? UnsafeBufferPointer(start: nil, count: 0) : nil
    }

    /// The value of the attribute `type` of a child of the entry that was read last.
    package func type(ofChild index: Int) -> UnsafeBufferPointer<UInt8>? { cells[index].type }

    @inline(__always)
    private func name(_ base: UnsafeRawPointer, _ offset: Int) -> Name? {
        let address = base.load(fromByteOffset: offset &+ 8, as: UInt.self)
        return UnsafePointer(bitPattern: address).map(Name.init)
    }

    /// The parts of the event of an element with a text.
    private struct Leaf {
        let attribute: Name?
        let value: UnsafeBufferPointer<UInt8>
        let text: UnsafeBufferPointer<UInt8>
        let textLine: Int
        /// The offset after it.
        let end: Int
    }

    @inline(__always)
    private func leaf(_ base: UnsafeRawPointer, _ offset: Int) -> Leaf {
        let attribute = UnsafePointer<UInt8>(
            bitPattern: base.load(fromByteOffset: offset &+ 16, as: UInt.self)
        )
        let valueCount = base.load(fromByteOffset: offset &+ 24, as: Int.self)
        let textCount = base.load(fromByteOffset: offset &+ 32, as: Int.self)
        let value = offset &+ EntryLog.leafSize
        let text = value &+ EntryLog.rounded(valueCount)
        return Leaf(
            attribute: attribute.map(Name.init),
            value: UnsafeBufferPointer(
                start: (base + value).assumingMemoryBound(to: UInt8.self),
                count: valueCount
            ),
            text: UnsafeBufferPointer(
                start: (base + text).assumingMemoryBound(to: UInt8.self),
                count: textCount
            ),
            textLine: base.load(fromByteOffset: offset &+ 40, as: Int.self),
            end: text &+ EntryLog.rounded(textCount)
        )
    }

    @inline(__always)
    private func bytes(_ base: UnsafeRawPointer, _ offset: Int, _ count: Int) -> UnsafeBufferPointer<UInt8> {
        let start = (base + offset + 16).assumingMemoryBound(to: UInt8.self)
        return UnsafeBufferPointer(start: start, count: count)
    }

    @inline(__always)
    private func role(of name: Name?) -> UInt16 {
        guard let name else { return 0 }
        let number = name.number
        if number < roles.count, roles[number] != 0 { return roles[number] }
        return learnRole(of: name)
    }

    @inline(never)
    private func learnRole(of name: Name) -> UInt16 {
        let utf8 = Array(name.utf8)
        var role = Role.isKnown
        if utf8 == shape.name { role |= Role.isEntry }
        if shape.parent == nil || utf8 == shape.parent { role |= Role.isParent }
        if utf8.elementsEqual("type".utf8) { role |= Role.isType }
        if let index = shape.children.firstIndex(where: { $0.name == utf8 }) {
            role |= UInt16(truncatingIfNeeded: index + 1)
            if shape.children[index].isDirect { role |= Role.isDirect }
        }
        let missing = name.number + 1 - roles.count
        if missing > 0 { roles += repeatElement(0, count: missing) }
        roles[name.number] = role
        return role
    }

    // MARK: - Making nodes

    /// Makes nodes of some events, below an element.
    ///
    /// - Returns: the innermost element that is still open.
    func makeNodes(of range: Range<Int>, in document: Document, below parent: NodeRef) -> NodeRef {
        guard let base = UnsafeRawPointer(events.bytes.baseAddress) else { return parent }
        var offset = range.lowerBound
        var element = parent
        while offset < range.upperBound {
            let word = base.load(fromByteOffset: offset, as: UInt64.self)
            let number = Int(truncatingIfNeeded: word >> Kind.bits)
            switch word & Kind.mask {
            case Kind.leaf:
                guard let name = name(base, offset) else { return element }
                let leaf = leaf(base, offset)
                let node = document.makeElement(name, namespace: nil, at: NodePosition(line: number))
                let added = NodeRef(element.append(node))
                if let attribute = leaf.attribute {
                    document.setAttribute(attribute, of: added, to: leaf.value)
                }
                if !leaf.text.isEmpty {
                    added.append(document.makeText(leaf.text, at: NodePosition(line: leaf.textLine)))
                }
                offset = leaf.end
            case Kind.open:
                guard let name = name(base, offset) else { return element }
                let position = NodePosition(line: number)
                element = NodeRef(element.append(document.makeElement(name, namespace: nil, at: position)))
                offset += 16
            case Kind.close:
                element = element.parentElement ?? parent
                offset += 8
            case Kind.text:
                let line = base.load(fromByteOffset: offset + 8, as: Int.self)
                let text = bytes(base, offset, number)
                element.append(document.makeText(text, at: NodePosition(line: line)))
                offset += 16 + EntryLog.rounded(number)
            default:
                guard let name = name(base, offset) else { return element }
                document.setAttribute(name, of: element, to: bytes(base, offset, number))
                offset += 16 + EntryLog.rounded(number)
            }
        }
        return element
    }
}

extension Arena {
    /// The size of a node.
    fileprivate static let nodeSize = 120
}

/// Hands over a tree in parts while it is built: windows of entries, such as the rows of a table, each with the elements
/// around them. An entry that has been handed over is removed, so that memory does not grow with their number.
///
/// An entry is a child of a container: the element at the end of a chain of children, `json > results`, wherever the
/// chain begins. Elements that are neither around a container nor within an entry are removed when they end.
package final class TreeSeries {
    /// Receives the tree with the entries of a window; false ends the series.
    package typealias Receiver = (Document) throws(ParseError) -> Bool

    /// The names of the elements of the chain, the outermost first; `nil` for any name.
    private let path: [[UInt8]?]
    private let receive: Receiver
    /// How many entries a window has.
    private let windowCount: Int
    /// How many bytes of nodes a window has, if it has more than one entry.
    private let windowBytes: Int

    private var document: Document?
    /// The open elements, the root first, but none within an entry.
    private var open: [Open] = []
    /// How many elements are open within the entry or element that is the child of the last of ``open``.
    private var inner = 0
    /// Where the window begins: the tree before its first entry.
    private var window: Place?
    /// How many entries of the window have ended.
    private var count = 0
    /// What an element that is about to be opened follows.
    private var next: Place?
    /// How many times the tree has been cut back.
    private(set) var cuts = 0
    /// Why the series has ended before its text.
    package private(set) var failure: ParseError?

    /// An open element.
    private struct Open {
        let node: NodeRef
        /// Bit `k` says that it and the elements around it have the first `k` + 1 names of the chain.
        let matched: UInt64
        /// The tree before it.
        let before: Place?
        /// Whether its children are entries.
        let isContainer: Bool
    }

    /// A place in the tree to which it can be cut back.
    private struct Place {
        let mark: Arena.Mark
        let parent: NodeRef
        let last: NodeRef?
    }

    /// How many names a chain has at most.
    package static let pathLimit = 64

    /// - Parameters:
    ///   - path: the names of the elements around an entry, at most ``pathLimit``, the outermost first; `nil` for any.
    ///   - count: how many entries a window has at most.
    ///   - bytes: how many bytes of nodes and text a window has, unless it is one entry.
    package init(
        path: [[UInt8]?],
        count: Int = 1000,
        bytes: Int = 1 << 20,
        receive: @escaping Receiver
    ) {
        self.path = path
        windowCount = max(1, count)
        windowBytes = bytes
        self.receive = receive
    }

    /// Begins with a document that has no elements.
    func begin(_ document: Document) {
        self.document = document
        document.precedingEntries = PrecedingEntries()
    }

    /// An element will be opened as the last child of the open one.
    @inline(__always)
    func willOpen() {
        if inner == 0 { next = place }
    }

    /// The place at the end of the innermost open element.
    private var place: Place? {
        guard let document, let parent = open.last?.node else { return nil }
        return Place(mark: document.arena.mark, parent: parent, last: parent.lastChild)
    }

    /// An element has been opened, and is the last child of its parent.
    @inline(__always)
    func opened(_ node: NodeRef) {
        if inner > 0 {
            inner += 1
        } else {
            openedOutside(node)
        }
    }

    private func openedOutside(_ node: NodeRef) {
        if open.last?.isContainer == true {
            if count == 0, window == nil { window = next }
            inner = 1
            return
        }
        let matched = matched(node)
        open.append(
            Open(
                node: node,
                matched: matched,
                before: next,
                isContainer: matched >> UInt64(path.count - 1) & 1 == 1
            )
        )
    }

    private func matched(_ node: NodeRef) -> UInt64 {
        var matched: UInt64 = 0
        let outer = (open.last?.matched ?? 0) << 1 | 1
        for (index, name) in path.enumerated() where outer >> UInt64(index) & 1 == 1 {
            if name.map({ node.name.utf8.elementsEqual($0) }) ?? true { matched |= 1 << UInt64(index) }
        }
        return matched
    }

    /// An element has been closed. Where nobody wants the rest, or it cannot be read, ``failure`` says so afterwards.
    ///
    /// - Returns: whether the tree was cut back.
    @inline(__always)
    func closed(_ node: NodeRef) -> Bool {
        if inner > 1 {
            inner -= 1
            return false
        }
        return closedOutside(node)
    }

    private func closedOutside(_ node: NodeRef) -> Bool {
        if inner == 1 {
            inner = 0
            count += 1
            guard count >= windowCount || isFull else { return false }
            handOver()
            return true
        }
        guard let closed = open.popLast() else { return false }
        if closed.isContainer {
            // The window's place is within the container, which is still in the tree.
            handOver()
            window = nil
            document?.precedingEntries = PrecedingEntries()
        }
        if let before = closed.before { cut(to: before) }
        return true
    }

    /// Whether the window's entries need more memory than a window may.
    private var isFull: Bool {
        guard let document, let window else { return false }
        return document.arena.bytes(since: window.mark) > windowBytes
    }

    /// Hands over the window, and removes it.
    private func handOver() {
        guard let document, count > 0 else { return }
        if failure == nil {
            do throws(ParseError) {
                if try !receive(document) { failure = .ended }
            } catch {
                failure = error
            }
        }
        if let window {
            document.precedingEntries?.add(after: window.last, in: window.parent)
            cut(to: window)
        }
        count = 0
    }

    private func cut(to place: Place) {
        guard let document else { return }
        cuts += 1
        place.parent.removeChildren(after: place.last)
        document.arena.rewind(to: place.mark)
        // What others remember of the tree are nodes that are gone.
        document.selections = nil
        document.base = nil
    }

    /// Hands over the entries that have ended, unless another one has begun: what follows may take its time.
    package func flush() {
        if inner == 0 { handOver() }
    }

    /// Hands over the last window, once the text has ended.
    ///
    /// - Parameter isWhole: whether the text was read to its end. Otherwise, an entry that has no end is left out.
    package func finish(isWhole: Bool) throws(ParseError) {
        if inner > 0 {
            inner = 0
            if isWhole {
                count += 1
            } else if let parent = open.last?.node, let last = parent.lastElementChild {
                last.unlink()
            }
        }
        handOver()
        if let failure { throw failure }
    }
}

/// How many elements preceded the first one of a container whose entries are handed over in parts.
package struct PrecedingEntries {
    /// The container.
    private var parent: NodeRef?
    /// The number of elements.
    private var count: Int32 = 0
    /// The number of those of each name, by its address.
    private var byName: [UInt: Int32] = [:]

    mutating func add(after last: NodeRef?, in parent: NodeRef) {
        self.parent = parent
        var next = last?.nextSibling ?? parent.firstChild
        while let node = next {
            if node.isElement {
                count &+= 1
                byName[node.name.address, default: 0] &+= 1
            }
            next = node.nextSibling
        }
    }

    /// How many elements that are no longer in the tree preceded an element and its siblings.
    ///
    /// - Parameter isOfType: whether only those of the element's name are counted.
    @inline(__always)
    package func count(before element: NodeRef, isOfType: Bool) -> Int32 {
        guard let parent, element.parent == parent else { return 0 }
        return isOfType ? byName[element.name.address] ?? 0 : count
    }
}

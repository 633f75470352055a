import DOM

/// The elements of a tree in document order, numbered from 0. A memo table can then be an array, the descendants of an
/// element are a range, and a walk over elements need not read the tree.
///
/// It is created on first use. The parser's index already has the numbers; without one, a walk writes them into the nodes.
/// Elements outside the document (removed from it) are numbered after all others when they are first used.
final class ElementOrder {
    struct Entry {
        let element: NodeRef
        /// The number of the first element after all descendants.
        var end: Int32
    }

    @exclusivity(unchecked) private(set) var entries = Buffer<Entry>(minimumCapacity: 1024)
    private let notes: ParseIndex?

    /// - Parameter notes: the parser's index of the elements, if there is one.
    init(_ notes: ParseIndex?) {
        self.notes = notes
    }

    @inline(__always) var count: Int { entries.count }

    /// An element's number.
    ///
    /// Complexity: constant, except for the first call, which is linear in the tree's size.
    @inline(__always)
    func index(of element: NodeRef) -> Int {
        let index = element.indexNumber - 1
        if index >= 0, index < count, entries[index].element == element { return index }
        return number(treeOf: element)
    }

    /// The element with a number.
    @inline(__always)
    func element(at index: Int) -> NodeRef { entries[index].element }

    /// The number of the first element after all descendants of the element with a number.
    @inline(__always)
    func end(of index: Int) -> Int { Int(entries[index].end) }

    @inline(never)
    private func number(treeOf element: NodeRef) -> Int {
        var root = element
        while let parent = root.parent { root = parent }
        if count == 0, let notes { number(notes) }
        if let notes, root.isDocument {
            if let index = notes.index(of: element) { return index }
            // Another matcher has overwritten the numbers. An element that is still not found was inserted after parsing
            // and is numbered with its tree.
            for index in 0..<notes.count { notes[index].node.indexNumber = index + 1 }
            if let index = notes.index(of: element) { return index }
        }
        var node = root
        while true {
            if node.isElement { append(node) }
            if let child = node.firstChild {
                node = child
                continue
            }
            while true {
                if node.isElement { setEnd(of: node.indexNumber - 1) }
                if node == root { return element.indexNumber - 1 }
                if let next = node.nextSibling {
                    node = next
                    break
                }
                guard let parent = node.parent else { return element.indexNumber - 1 }
                node = parent
            }
        }
    }

    /// Adds all elements of the document from the parser's index. It reads no node.
    private func number(_ notes: ParseIndex) {
        entries.reserveCapacity(notes.count)
        // The innermost open element. While an element is open, its `end` is the number of the one around it.
        var open: Int32 = -1
        func close(atOrAbove depth: Int32) {
            while open >= 0, notes[Int(open)].depth >= depth {
                let outer = entries[Int(open)].end
                setEnd(of: Int(open))
                open = outer
            }
        }
        for index in 0..<notes.count {
            let note = notes[index]
            close(atOrAbove: note.depth)
            entries.append(Entry(element: note.node, end: open))
            open = Int32(truncatingIfNeeded: index)
        }
        close(atOrAbove: .min)
    }

    private func append(_ element: NodeRef) {
        entries.append(Entry(element: element, end: 0))
        element.indexNumber = count
    }

    private func setEnd(of index: Int) {
        var entry = entries[index]
        entry.end = Int32(truncatingIfNeeded: count)
        entries[index] = entry
    }
}

import DOM

/// The elements of a tree in document order, numbered from 0, so that what is known of each can be kept in an
/// array, so that what lies below one is a range, and so that walking over them needs no look at the tree.
///
/// Made when first asked for, which takes one walk; the numbers are noted in the nodes. Elements outside the
/// document (cut out of it) are numbered behind all others when they are first met.
final class ElementOrder {
    private(set) var count = 0
    private var capacity = 0
    private(set) var elements: UnsafeMutablePointer<NodeRef>
    /// The addresses of the elements' names.
    private(set) var names: UnsafeMutablePointer<UInt>
    /// For each element the number of the first one behind all that lies below it.
    private(set) var ends: UnsafeMutablePointer<Int32>

    private let notes: ElementNotes?

    /// - Parameter notes: what is known of all elements of the document.
    init(_ notes: ElementNotes?) {
        self.notes = notes
        elements = .allocate(capacity: 1)
        names = .allocate(capacity: 1)
        ends = .allocate(capacity: 1)
    }

    deinit {
        elements.deallocate()
        names.deallocate()
        ends.deallocate()
    }

    /// An element's number. Complexity: constant but for the first call, linear in the tree's size.
    @inline(__always)
    func index(of element: NodeRef) -> Int {
        let index = element.indexNumber - 1
        if index >= 0, index < count, elements[index] == element { return index }
        return number(treeOf: element)
    }

    /// The element with a number that this has given.
    @inline(__always)
    func element(at index: Int) -> NodeRef { elements[index] }

    @inline(__always)
    func end(of index: Int) -> Int { Int(ends[index]) }

    @inline(never)
    private func number(treeOf element: NodeRef) -> Int {
        var root = element
        while let parent = root.parent { root = parent }
        if count == 0, let notes, root.isDocument {
            number(notes)
            // One that has come since the parser noted all is numbered with its tree as it is.
            let index = element.indexNumber - 1
            if index >= 0, index < count, elements[index] == element { return index }
        }
        var node = root
        while true {
            if node.isElement { append(node) }
            if let child = node.firstChild {
                node = child
                continue
            }
            while true {
                if node.isElement { ends[node.indexNumber - 1] = Int32(truncatingIfNeeded: count) }
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

    /// Numbers all elements of the document as they have been noted.
    private func number(_ notes: ElementNotes) {
        // The last element that has not ended. As long as one has not, its end is the number of the one around it.
        var open: Int32 = -1
        func end(atOrAbove depth: Int32) {
            while open >= 0, notes[Int(open)].depth >= depth {
                let outer = ends[Int(open)]
                ends[Int(open)] = Int32(truncatingIfNeeded: count)
                open = outer
            }
        }
        for index in 0..<notes.count {
            let note = notes[index]
            end(atOrAbove: note.depth)
            append(note.node)
            ends[index] = open
            open = Int32(truncatingIfNeeded: index)
        }
        end(atOrAbove: .min)
    }

    private func append(_ element: NodeRef) {
        if count == capacity { grow() }
        (elements + count).initialize(to: element)
        (names + count).initialize(to: element.name.address)
        (ends + count).initialize(to: 0)
        count += 1
        element.indexNumber = count
    }

    private func grow() {
        capacity = max(1024, capacity * 2)
        elements = grown(elements)
        names = grown(names)
        ends = grown(ends)
    }

    private func grown<Value>(_ old: UnsafeMutablePointer<Value>) -> UnsafeMutablePointer<Value> {
        let new = UnsafeMutablePointer<Value>.allocate(capacity: capacity)
        new.moveInitialize(from: old, count: count)
        old.deallocate()
        return new
    }
}

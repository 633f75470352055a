import CLibXML2

// The operations of tree construction on the list of active formatting elements (HTML standard, 13.2.4.3).
extension TreeConstructor {
    /// "Push onto the list of active formatting elements" the current node.
    mutating func pushFormatting(_ element: Node) {
        let (new, dropped) = formatting.push(element, tag)
        open[open.top].extra = new
        if dropped != 0 { removeFormatting(dropped) }
    }

    /// Removes an entry from the list; its element stays where it is.
    mutating func removeFormatting(_ entry: Int32) {
        if let element = formatting[entry].node {
            let number = open.number(of: element)
            if number != 0 { open[number].extra = 0 }
        }
        formatting.remove(entry)
    }

    /// "Clear the list of active formatting elements up to the last marker".
    mutating func clearFormattingToMarker() {
        var isMarker = false
        while formatting.last != 0, !isMarker {
            isMarker = formatting[formatting.last].node == nil
            removeFormatting(formatting.last)
        }
    }

    /// "Reconstruct the active formatting elements".
    @inline(__always)
    mutating func reconstructFormatting() {
        if formatting.last == 0 || !isClosed(formatting.last) { return }
        reconstructClosedFormatting()
    }

    /// Whether an entry's element is not open.
    @inline(__always)
    private func isClosed(_ entry: Int32) -> Bool {
        guard let element = formatting[entry].node else { return false }
        return element.pointee._private == nil
    }

    @inline(never)
    private mutating func reconstructClosedFormatting() {
        // Rewind.
        var entry = formatting.last
        while case let previous = formatting[entry].previous, previous != 0, isClosed(previous) {
            entry = previous
        }
        // Create and advance.
        while entry != 0, let old = formatting[entry].node {
            let element = copy(old)
            element.pointee.psvi = nodePosition
            insert(element)
            let tag = formatting[entry].tag
            open.push(element, Name(element.pointee.name), tag, traits[Int(tag.rawValue)])
            open[open.top].extra = entry
            formatting[entry].node = element
            entry = formatting[entry].next
        }
    }

    /// The position of the token, in the form in which a node stores it.
    private var nodePosition: UnsafeMutableRawPointer? {
        UnsafeMutableRawPointer(bitPattern: NodePosition(offset: tokenizer.token.offset).rawValue)
    }
}

// The adoption agency algorithm (HTML standard,
// [13.2.6.4.7](https://html.spec.whatwg.org/multipage/parsing.html#adoption-agency-algorithm)).
extension TreeConstructor {
    /// Runs the algorithm for the token, an end tag, or a start tag that ends an element with its name.
    mutating func runAdoptionAgency() {
        let current = open[open.top]
        if current.is(tag), current.extra == 0 { return pop() }
        // The outer loop.
        for _ in 0..<8 {
            let entry = formatting.lastElement(tag)
            guard entry != 0, let element = formatting[entry].node else { return processAnyOtherEndTag() }
            let formattingElement = open.number(of: element)
            if formattingElement == 0 { return removeFormatting(entry) }
            if !open.isInScope(formattingElement) { return }
            let furthestBlock = furthestBlock(above: formattingElement)
            if furthestBlock == 0 {
                pop(through: formattingElement)
                return removeFormatting(entry)
            }
            adopt(furthestBlock, from: formattingElement, entry)
        }
    }

    /// The lowest special element above a formatting element; 0 for none.
    ///
    /// The algorithm removes all but three of the searched elements from the stack.
    private func furthestBlock(above formattingElement: Int32) -> Int32 {
        var number = open[formattingElement].above
        while number != 0, open[number].special != number { number = open[number].above }
        return number
    }

    /// Steps 4.9 to 4.19: moves the furthest block out of the formatting element, and its children into a copy of that.
    private mutating func adopt(_ furthestBlock: Int32, from formattingElement: Int32, _ entry: Int32) {
        isRearranged = true
        let commonAncestor = open[formattingElement].below
        let block = open[furthestBlock].node
        let (last, bookmark) = copyBetween(formattingElement, furthestBlock)

        NodeRef(last).unlink()
        if isFostered(commonAncestor) {
            insert(last, at: fosterPlace())
        } else {
            append(last, to: open[commonAncestor].node)
        }

        let element = copy(open[formattingElement].node)
        moveChildren(of: block, to: element)
        append(element, to: block)

        if bookmark != 0 { formatting.move(entry, after: bookmark) }
        formatting[entry].node = element
        let number = open.insert(element, above: furthestBlock, like: formattingElement)
        open[number].extra = entry
        open.remove(formattingElement, reusing: true)
    }

    /// The inner loop: copies the active elements between the two, and removes the others from the stack.
    ///
    /// - Returns: the last node, and the entry before the bookmark; 0 if the bookmark did not move.
    private mutating func copyBetween(
        _ formattingElement: Int32,
        _ furthestBlock: Int32
    ) -> (last: Node, bookmark: Int32) {
        var last = open[furthestBlock].node
        var bookmark: Int32 = 0
        var number = open[furthestBlock].below
        var counter = 0
        while number != formattingElement {
            counter += 1
            let below = open[number].below
            if counter > 3, open[number].extra != 0 { removeFormatting(open[number].extra) }
            let entry = open[number].extra
            if entry == 0 {
                open.remove(number, reusing: true)
            } else {
                let element = copy(open[number].node)
                open.replace(number, by: element)
                formatting[entry].node = element
                if bookmark == 0 { bookmark = entry }
                NodeRef(last).unlink()
                append(last, to: element)
                last = element
            }
            number = below
        }
        return (last, bookmark)
    }

    private func moveChildren(of parent: Node, to other: Node) {
        var next = parent.pointee.children
        while let child = next {
            child.pointee.parent = other
            next = child.pointee.next
        }
        other.pointee.children = parent.pointee.children
        other.pointee.last = parent.pointee.last
        parent.pointee.children = nil
        parent.pointee.last = nil
    }
}

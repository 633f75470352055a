import CLibXML2

// What tree construction does with the list of active formatting elements (HTML standard, 13.2.4.3).
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

    /// The position of the token, as a node holds it.
    private var nodePosition: UnsafeMutableRawPointer? {
        UnsafeMutableRawPointer(bitPattern: NodePosition(offset: tokenizer.token.offset).rawValue)
    }
}

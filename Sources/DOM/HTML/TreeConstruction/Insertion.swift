import CLibXML2

// Creating and inserting nodes (HTML standard,
// [13.2.6.1](https://html.spec.whatwg.org/multipage/parsing.html#creating-and-inserting-nodes)).
extension TreeConstructor {
    typealias Node = UnsafeMutablePointer<xmlNode>

    /// An insertion point: at the end of a parent, or before one of its children.
    struct Place {
        var parent: Node
        var next: Node?
    }

    /// "The appropriate place for inserting a node" with foster parenting, if the target is a table or a part of one.
    func fosterPlace() -> Place {
        let template = open.topmost(.template)
        let table = open.topmost(.table)
        if template != 0, table == 0 || open[template].order > open[table].order {
            return Place(parent: open[template].node)
        }
        if table == 0 { return Place(parent: open[open.bottom].node) }
        if let parent = open[table].node.pointee.parent {
            return Place(parent: parent, next: open[table].node)
        }
        return Place(parent: open[open[table].below].node)
    }

    /// Whether a node for an open element is inserted before a table instead.
    @inline(__always)
    func isFostered(_ target: Int32) -> Bool {
        isFosterParenting && traits[Int(open[target].htmlTag.rawValue)].contains(.fosterParenting)
    }

    /// Inserts a new element or comment at the appropriate place.
    ///
    /// As in Blink, a node that would be nested too deeply becomes a sibling of the current node instead of a child.
    @inline(__always)
    mutating func insert(_ node: Node) {
        if isFosterParenting, isFostered(open.top) {
            isRearranged = true
            return insert(node, at: fosterPlace())
        }
        var parent = open[open.top].node
        if open.count > limits.openElements, let grandparent = parent.pointee.parent {
            parent = grandparent
            isFlattened = true
        }
        append(node, to: parent)
    }

    func insert(_ node: Node, at place: Place) {
        guard let next = place.next else { return append(node, to: place.parent) }
        NodeRef(next).link(before: node)
    }

    @inline(__always)
    func append(_ node: Node, to parent: Node) {
        NodeRef(parent).append(node)
    }

    // MARK: - Elements

    /// "Insert an HTML element" for the token.
    @discardableResult
    @inline(__always)
    mutating func insertElement() -> Node {
        let element = createElement()
        insert(element)
        open.push(element, tokenizer.token.name, tag, traits[Int(tag.rawValue)])
        return element
    }

    /// "Insert an HTML element" for the token, and "immediately pop the current node off the stack".
    @inline(__always)
    mutating func insertVoidElement() {
        insert(createElement())
    }

    /// "Insert an HTML element" for a start tag token without attributes that the page does not have.
    @discardableResult
    mutating func insertImpliedElement(_ tag: Tag) -> Node {
        let name = known.names[Int(tag.rawValue)]
        let element = makeElement(name)
        insert(element)
        open.push(element, name, tag, traits[Int(tag.rawValue)])
        return element
    }

    @inline(__always)
    mutating func makeElement(_ name: Name, _ namespace: UnsafeMutablePointer<xmlNs>? = nil) -> Node {
        elementCount &+= 1
        if name == baseName { hasBase = true }
        let element = tokenizer.arena.makeElement(
            name,
            namespace: namespace,
            in: tree,
            at: NodePosition(offset: tokenizer.token.offset)
        )
        addToIndex(element, name)
        return element
    }

    /// Adds an element to the index before it is inserted into the current node.
    @inline(__always)
    private mutating func addToIndex(_ element: Node, _ name: Name) {
        // A fragment becomes part of another tree, which then has no index.
        if hasContext { return }
        let entry = ParseIndexEntry(
            node: NodeRef(element),
            names: NameBits.element(name.address),
            depth: Int32(truncatingIfNeeded: open.count)
        )
        index.append(entry, in: &tokenizer.arena)
    }

    /// "Create an element for the token" in the HTML namespace.
    @inline(__always)
    mutating func createElement() -> Node {
        let element = makeElement(tokenizer.token.name)
        var last: UnsafeMutablePointer<xmlAttr>?
        for index in 0..<tokenizer.attributes.count {
            let attribute = tokenizer.attributes[index]
            addAttribute(attribute.name, nil, attribute.value, to: element, after: &last)
        }
        return element
    }

    @inline(__always)
    mutating func addAttribute(
        _ name: Name,
        _ namespace: UnsafeMutablePointer<xmlNs>?,
        _ value: TextRun,
        to element: Node,
        after last: inout UnsafeMutablePointer<xmlAttr>?
    ) {
        let attribute = tokenizer.arena.makeAttribute(
            name,
            namespace: namespace,
            value.start,
            ContentSize(value.count),
            of: element,
            in: tree
        )
        attribute.pointee.prev = last
        if let last { last.pointee.next = attribute } else { element.pointee.properties = attribute }
        last = attribute
        if hasContext { return }
        // The element is the last one in the index.
        let entry = self.index.last
        entry.pointee.names |= NameBits.attribute(name.address)
        if name == className {
            entry.pointee.classes = UnsafePointer(value.start)
            entry.pointee.classLength = Int32(clamping: value.count)
        }
    }

    /// Another element with the same name and attributes: one made "for the token for which" the given one was made.
    mutating func copy(_ element: Node) -> Node {
        elementCount += 1
        let copy = tokenizer.arena.makeElement(
            Name(element.pointee.name),
            namespace: element.pointee.ns,
            in: tree,
            at: .none
        )
        copy.pointee.psvi = element.pointee.psvi
        addToIndex(copy, Name(element.pointee.name))
        var last: UnsafeMutablePointer<xmlAttr>?
        var next = element.pointee.properties
        while let attribute = next {
            let name = Name(attribute.pointee.name)
            addAttribute(name, attribute.pointee.ns, TextRun(valueOf: attribute), to: copy, after: &last)
            next = attribute.pointee.next
        }
        return copy
    }

    // MARK: - Comments

    /// "Insert a comment" for the token.
    mutating func insertComment() {
        insert(makeComment())
    }

    /// "Insert a comment" as the last child of a node.
    mutating func insertComment(into parent: Node) {
        append(makeComment(), to: parent)
    }

    private mutating func makeComment() -> Node {
        tokenizer.arena.makeComment(
            tokenizer.token.text.start,
            ContentSize(tokenizer.token.text.count),
            in: tree,
            at: NodePosition(offset: tokenizer.token.offset)
        )
    }

    // MARK: - The stack

    /// Pops the current node.
    @inline(__always)
    mutating func pop() {
        if selectedContent.element != nil { updateSelectedContent(atEndOf: open.top) }
        open.pop()
    }

    /// "Pop elements until an element has been popped": one that is open.
    @inline(__always)
    mutating func pop(through number: Int32) {
        while open.top != number { pop() }
        pop()
    }
}

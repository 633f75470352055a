import CLibXML2

/// Checks that a tree has the invariants that libxml2 and this package rely on. It is used by tests and fuzzing.
package struct TreeCheck {
    private let document: Document
    private let isFresh: Bool
    private let ownNamespaces: [UnsafeMutablePointer<xmlNs>]

    /// The first violation in a tree; `nil` if there is none.
    ///
    /// - Parameter isFresh: whether the tree is unchanged since parsing: then no text is empty, none follows another, and
    ///   no element has a number.
    /// - Complexity: linear in the size of the tree, except for namespaces that elements declare; no recursion. The check
    ///   ends at the first violation, so that it always ends.
    package static func problem(in document: Document, isFresh: Bool = false) -> String? {
        let check = TreeCheck(document, isFresh: isFresh)
        return check.problemOfTree()
    }

    private init(_ document: Document, isFresh: Bool) {
        self.document = document
        self.isFresh = isFresh
        var namespaces: [UnsafeMutablePointer<xmlNs>] = []
        var next = document.tree.pointee.oldNs
        while let namespace = next {
            namespaces.append(namespace)
            next = namespace.pointee.next
        }
        ownNamespaces = namespaces
    }

    // MARK: - The walk

    private func problemOfTree() -> String? {
        let root = document.node
        if root.parent != nil || root.nextSibling != nil { return "the document has a parent or a sibling" }
        if let problem = problemOfDocument() ?? problemOfIndex() { return problem }
        var node = root
        while true {
            if let child = node.firstChild {
                if let problem = problem(of: child, in: node, after: nil) { return problem }
                node = child
                continue
            }
            if node.lastChild != nil { return describe(node, "has a last child and no first one") }
            while node != root, node.nextSibling == nil {
                guard let parent = node.parent else { return describe(node, "has no parent") }
                if parent.lastChild != node {
                    return describe(parent, "has a last child other than that of its children's chain")
                }
                node = parent
            }
            guard node != root else { return nil }
            guard let sibling = node.nextSibling, let parent = node.parent else { return nil }
            if let problem = problem(of: sibling, in: parent, after: node) { return problem }
            node = sibling
        }
    }

    /// The index has all elements in order, and a depth is greater than another if and only if its element is below the
    /// other's.
    private func problemOfIndex() -> String? {
        guard let entries = document.parseIndex else { return nil }
        var open: [(node: NodeRef, depth: Int32)] = []
        var next = document.node.nextElement(within: document.node)
        for index in 0..<entries.count {
            let entry = entries[index]
            guard let node = next, entry.node == node else { return "the index has other elements" }
            if isFresh, entries.index(of: node) != index { return describe(node, "has another number") }
            next = node.nextElement(within: document.node)
            while let last = open.last, last.depth >= entry.depth { open.removeLast() }
            if open.last?.node != node.parentElement {
                return describe(node, "has a different depth in the index")
            }
            open.append((node, entry.depth))
            var names = NameBits.element(node.name.address)
            var attribute = node.firstAttribute
            while let current = attribute {
                names |= NameBits.attribute(current.name.address)
                if current.name.string == "class", current.namespaceURI == nil, !current.value.isEmpty {
                    let isIndexed =
                        entry.classes == current.value.baseAddress && entry.classLength == current.value.count
                    if !isIndexed { return describe(node, "has classes that are not in the index") }
                }
                attribute = current.next
            }
            if names & ~entry.names != 0 { return describe(node, "has a name that is not in the index") }
        }
        return next.map { describe($0, "is not in the index") }
    }

    private func problemOfDocument() -> String? {
        let tree = document.tree
        if tree.pointee._private != Unmanaged.passUnretained(document).toOpaque() {
            return "the tree has no pointer to its document"
        }
        if tree.pointee.dict != nil { return "the tree has a dictionary" }
        guard let doctype = tree.pointee.intSubset else { return nil }
        return doctype.pointee.parent == tree ? nil : "the doctype is not in its document"
    }

    private func problem(of node: NodeRef, in parent: NodeRef, after previous: NodeRef?) -> String? {
        if node.parent != parent {
            return describe(node, "has a parent other than the node whose child it is")
        }
        if node.previousSibling != previous { return describe(node, "has another previous sibling") }
        if node.pointer.pointee.doc != document.tree { return describe(node, "belongs to another document") }
        if node.isDocumentType { return problemOfDoctype(node) }
        if let offset = node.offset, offset > document.page?.count ?? 0 {
            return describe(node, "has an offset after the end of the page")
        }
        if node.isElement { return problemOfElement(node) }
        if node.isText { return problemOfText(node, after: previous) }
        if node.isComment || node.isProcessingInstruction { return problemOfContent(node) }
        return describe(node, "is of an unexpected kind")
    }

    private func problemOfDoctype(_ node: NodeRef) -> String? {
        node.parent == document.node
            && UnsafeRawPointer(document.tree.pointee.intSubset) == UnsafeRawPointer(node.pointer)
            ? nil : describe(node, "is not the document's doctype")
    }

    // MARK: - Texts

    private func problemOfText(_ node: NodeRef, after previous: NodeRef?) -> String? {
        if isFresh, node.parent?.isDocument == true {
            return describe(node, "is outside the root element")
        }
        if isFresh, node.content.isEmpty { return describe(node, "is empty") }
        if isFresh, previous?.isText == true { return describe(node, "follows a text") }
        return problemOfContent(node)
    }

    private func problemOfContent(_ node: NodeRef) -> String? {
        if node.pointer.pointee.children != nil { return describe(node, "has children") }
        guard let content = node.pointer.pointee.content else { return describe(node, "has no content") }
        let size = ContentSize(of: node.pointer)
        if !size.isKnown { return describe(node, "has no stored length") }
        return size.count == LibXML2.length(content)
            ? nil : describe(node, "has a length other than the stored one")
    }

    // MARK: - Elements

    private func problemOfElement(_ element: NodeRef) -> String? {
        if isFresh, element.pointer.pointee._private != nil {
            return describe(element, "has a number on the stack of open elements")
        }
        if document.existingName(element.name.utf8) != element.name {
            return describe(element, "has a name of its own")
        }
        if let problem = problemOfNamespace(element.pointer.pointee.ns, at: element) { return problem }
        var previous: UnsafeMutablePointer<xmlAttr>?
        var next = element.firstAttribute
        while let attribute = next {
            if let problem = problem(of: attribute, in: element, after: previous) { return problem }
            previous = attribute.pointer
            next = attribute.next
        }
        return nil
    }

    private func problem(
        of attribute: AttributeRef,
        in element: NodeRef,
        after previous: UnsafeMutablePointer<xmlAttr>?
    ) -> String? {
        let pointer = attribute.pointer
        if pointer.pointee.type != XML_ATTRIBUTE_NODE || pointer.pointee.parent != element.pointer
            || pointer.pointee.prev != previous || pointer.pointee.doc != document.tree
        {
            return describe(element, "has an attribute \(attribute.name.string) that is not linked to it")
        }
        if document.existingName(attribute.name.utf8) != attribute.name {
            return describe(element, "has an attribute \(attribute.name.string) with a name of its own")
        }
        if let problem = problemOfNamespace(pointer.pointee.ns, at: element) { return problem }
        guard let text = pointer.pointee.children else { return nil }
        let parent = UnsafeRawPointer(text.pointee.parent)
        if pointer.pointee.last != text || parent != UnsafeRawPointer(pointer) || text.pointee.next != nil
            || text.pointee.prev != nil || text.pointee.doc != document.tree
            || text.pointee.type != XML_TEXT_NODE
        {
            return describe(
                element,
                "has an attribute \(attribute.name.string) whose value is not linked to it"
            )
        }
        return problemOfContent(NodeRef(text))
    }

    /// A namespace is the document's own, or an enclosing element declares it.
    private func problemOfNamespace(_ namespace: UnsafeMutablePointer<xmlNs>?, at element: NodeRef) -> String?
    {
        guard let namespace, !ownNamespaces.contains(namespace) else { return nil }
        var ancestor: NodeRef? = element
        while let node = ancestor {
            var next = node.pointer.pointee.nsDef
            while let declared = next {
                if declared == namespace { return nil }
                next = declared.pointee.next
            }
            ancestor = node.parentElement
        }
        return describe(element, "is in a namespace, or has an attribute in one, that nothing declares")
    }

    private func describe(_ node: NodeRef, _ problem: String) -> String {
        let what =
            if node.isElement { "the element \(node.name.string)" } else if node.isText { "a text" } else {
                "a node of kind \(node.pointer.pointee.type.rawValue)"
            }
        return "\(what) (line \(node.line)) \(problem)"
    }
}

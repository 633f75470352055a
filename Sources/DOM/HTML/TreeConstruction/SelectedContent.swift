import CLibXML2

/// The content of `selectedcontent`: a copy of the selected option's children, made when that option ends (HTML standard,
/// 4.10.10, "maybe clone an option into selectedcontent").
///
/// Only the outermost open `select` is tracked, since a `selectedcontent` in nested ones is disabled.
struct SelectedContent {
    /// The outermost `select` that was opened last.
    var select: UnsafeMutablePointer<xmlNode>?
    /// Its first `selectedcontent`, as long as it is open.
    var element: UnsafeMutablePointer<xmlNode>?
    /// The option that is selected so far.
    var option: UnsafeMutablePointer<xmlNode>?
    /// Whether the first option is selected if none has the attribute `selected`.
    private var selectsFirst = false

    mutating func begin(_ select: UnsafeMutablePointer<xmlNode>, isOutermost: Bool) {
        guard isOutermost else { return }
        let isMultiple = select.hasAttribute("multiple")
        self = SelectedContent()
        self.select = isMultiple ? nil : select
        selectsFirst = !select.hasAttribute("size")
    }

    /// Selects an option that begins, if it is the selected one.
    mutating func begin(option new: UnsafeMutablePointer<xmlNode>) {
        let isFirst = option == nil && selectsFirst && !new.hasAttribute("disabled")
        if isFirst || new.hasAttribute("selected") { option = new }
    }
}

extension UnsafeMutablePointer<xmlNode> {
    fileprivate func hasAttribute(_ name: String) -> Bool {
        var next = pointee.properties
        while let attribute = next {
            if attribute.pointee.ns == nil, LibXML2.areEqual(attribute.pointee.name, name) { return true }
            next = attribute.pointee.next
        }
        return false
    }
}

extension TreeConstructor {
    /// Selects an option that was opened, if it is the selected one.
    mutating func beginOption(_ option: Node) {
        guard let select = selectedContent.select, let number = numberOfSelect(select) else { return }
        let order = open[number].order
        let isPlain =
            open[open.topmost(.datalist)].order < order
            && open[open[open.topmost(.option)].sameBelow].order < order
            && open[open[open.topmost(.optgroup)].sameBelow].order < order
        if isPlain { selectedContent.begin(option: option) }
    }

    /// The start tag "selectedcontent".
    mutating func insertSelectedContent() {
        reconstructFormatting()
        let element = insertElement()
        guard selectedContent.element == nil, let select = selectedContent.select,
            numberOfSelect(select) != nil
        else { return }
        // It is disabled below an option or another `selectedcontent`.
        let isEnabled = open.topmost(.option) == 0 && open[open.topmost(.selectedcontent)].sameBelow == 0
        guard isEnabled else { return }
        selectedContent.element = element
        if let option = selectedContent.option { copyChildren(of: option, to: element) }
    }

    /// Copies the children of the selected option when it ends; resets the state when the `select` ends.
    @inline(never)
    mutating func updateSelectedContent(atEndOf number: Int32) {
        let node = open[number].node
        if node == selectedContent.select { selectedContent = SelectedContent() }
        if node == selectedContent.option, let element = selectedContent.element {
            copyChildren(of: node, to: element)
        }
    }

    /// The number of a `select` if it is the topmost one.
    private func numberOfSelect(_ select: Node) -> Int32? {
        let number = open.topmost(.select)
        return number != 0 && open[number].node == select ? number : nil
    }

    /// Replaces all children of an element with copies of another's. Complexity: linear in the number of both.
    private mutating func copyChildren(of original: Node, to element: Node) {
        isRearranged = true
        while let child = element.pointee.children { NodeRef(child).unlink() }
        var parent = element
        var next = original.pointee.children
        while let node = next {
            let copy = copyNode(node)
            append(copy, to: parent)
            if node.pointee.type == XML_ELEMENT_NODE, let child = node.pointee.children {
                parent = copy
                next = child
                continue
            }
            // The walk goes up in both trees together.
            var last = node
            while last.pointee.next == nil, let up = last.pointee.parent, up != original,
                let parentUp = parent.pointee.parent
            {
                last = up
                parent = parentUp
            }
            next = last.pointee.next
        }
    }

    private mutating func copyNode(_ node: Node) -> Node {
        if node.pointee.type == XML_ELEMENT_NODE { return copy(node) }
        let count = ContentSize(of: node).count
        let isText = node.pointee.type == XML_TEXT_NODE
        let bytes = node.pointee.content.map { tokenizer.arena.copy($0, count) } ?? TextRun.empty.start
        let copy =
            isText
            ? tokenizer.arena.makeText(bytes, ContentSize(count), in: tree, at: .none)
            : tokenizer.arena.makeComment(bytes, ContentSize(count), in: tree, at: .none)
        copy.pointee.psvi = node.pointee.psvi
        return copy
    }
}

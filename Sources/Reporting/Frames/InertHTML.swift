import DOM

/// Writes a page's tree as HTML in which nothing runs and that loads nothing, with marks at its elements.
///
/// All text is escaped whatever element it stands in, so that nothing in it can become markup; in the one text that is
/// not, that of styles, no tag can begin. Complexity: linear in the tree; no recursion.
struct InertHTML {
    private let document: Document
    private let frame: FrameDocument
    private let marks: [Int: [Int]]
    /// The tags of elements by their names, as far as they have been asked for.
    private var tags: [Name: InertTag?] = [:]
    private let styleName: Name?
    private let headName: Name?
    private let noscriptName: Name?
    /// The number of the next element.
    private var number = 0
    /// The element with which nothing is written until it ends.
    private var dropped: NodeRef?
    /// The marked elements that are not shown, with their marks.
    private var unseen: [(node: NodeRef, marks: [Int])] = []

    /// How many bytes of an element that is not shown are.
    private static let unseenLength = 4000

    init(_ document: Document, _ frame: FrameDocument, _ marks: [Int: [Int]]) {
        self.document = document
        self.frame = frame
        self.marks = marks
        styleName = document.existingName("style".utf8)
        headName = document.existingName("head".utf8)
        noscriptName = document.existingName("noscript".utf8)
    }

    mutating func write(into output: inout [UInt8]) {
        guard let root = document.rootElement else { return }
        var node = root
        walk: while true {
            start(node, &output)
            if let child = node.firstChild {
                node = child
                continue
            }
            end(node, &output)
            while node != root, node.nextSibling == nil {
                guard let parent = node.parent else { break walk }
                node = parent
                end(node, &output)
            }
            guard node != root, let sibling = node.nextSibling else { break }
            node = sibling
        }
        writeUnseen(&output)
    }

    // MARK: - Nodes

    /// The tag of an element; `nil` where nothing of it may be there.
    private mutating func tag(of node: NodeRef) -> InertTag? {
        let tag = tags[node.name] ?? InertTag(node.name.string)
        tags[node.name] = tag
        // What else a head may hold would end it.
        if let parent = node.parentElement, parent.name == headName, tag?.isHidden == false { return nil }
        // Markup that is text to whoever runs scripts, and not shown.
        if node.name == noscriptName, node.firstElementChild == nil { return nil }
        return tag
    }

    private mutating func start(_ node: NodeRef, _ output: inout [UInt8]) {
        guard node.isElement else {
            if node.isText, dropped == nil { text(node, &output) }
            return
        }
        let own = marks[number] ?? []
        number += 1
        let tag = tag(of: node)
        if dropped == nil, tag == nil { dropped = node }
        guard let tag, dropped == nil else {
            if !own.isEmpty { unseen.append((node, own)) }
            return
        }
        output += "<\(tag.name)".utf8
        var attribute = node.firstAttribute
        while let current = attribute {
            tag.write(current, into: &output)
            attribute = current.next
        }
        if !own.isEmpty, !tag.isHidden {
            output += frame.attributes(own).utf8
        } else if !own.isEmpty {
            unseen.append((node, own))
        }
        output += ">".utf8
    }

    private mutating func end(_ node: NodeRef, _ output: inout [UInt8]) {
        guard node.isElement else { return }
        if let current = dropped {
            if current == node { dropped = nil }
            return
        }
        guard let tag = tag(of: node), !tag.isVoid || !document.isHTML(node) else { return }
        output += "</\(tag.name)>".utf8
    }

    private func text(_ node: NodeRef, _ output: inout [UInt8]) {
        guard let parent = node.parentElement, parent.name == styleName else {
            HTMLText.append(node.content, to: &output)
            return
        }
        // Browsers read a style's text as it is. No tag and no comment can begin in it; a comparison may stay.
        let content = node.content
        for (index, byte) in content.enumerated() {
            if byte == UInt8(ascii: "<") {
                guard index + 1 < content.count, InertHTML.follows(content[index + 1]) else { continue }
            }
            output.append(byte)
        }
    }

    /// Whether a byte behind `<` makes it a comparison's: white space, `=` or a digit.
    private static func follows(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == UInt8(ascii: "=") || (48...57).contains(byte)
    }

    /// What values were taken of and no browser shows: linked data, metadata, titles.
    private func writeUnseen(_ output: inout [UInt8]) {
        if unseen.isEmpty { return }
        output += "<section data-scrape-unseen><h2>Not shown on the page</h2>\n".utf8
        for (node, marks) in unseen {
            output += "<pre\(frame.attributes(marks))>".utf8
            let source = document.outerHTML(of: node)
            let text = String(decoding: source.prefix(InertHTML.unseenLength), as: UTF8.self)
            HTMLText.append(text.utf8, to: &output)
            if source.count > InertHTML.unseenLength { output += "…".utf8 }
            output += "</pre>\n".utf8
        }
        output += "</section>\n".utf8
    }
}

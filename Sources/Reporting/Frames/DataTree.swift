import DOM

/// Shows a tree that is no page, of XML, JSON, CSV or text: a line an element, indented, with its attributes and text.
///
/// Complexity: linear in the tree; no recursion.
struct DataTree {
    private let document: Document
    private let frame: FrameDocument
    private let marks: [Int: [Int]]

    /// How deep lines are indented at most; a tree may be deeper than a window is wide.
    private static let indentation = 40

    init(_ document: Document, _ frame: FrameDocument, _ marks: [Int: [Int]]) {
        self.document = document
        self.frame = frame
        self.marks = marks
    }

    func write(into output: inout [UInt8]) {
        guard let root = document.rootElement else { return }
        output += "<main data-scrape-tree>\n".utf8
        var number = 0
        var depth = 0
        var node = root
        while true {
            if node.isElement {
                line(node, depth, marks[number] ?? [], &output)
                number += 1
            } else if node.isText {
                text(node, depth, &output)
            }
            if let child = node.firstChild {
                node = child
                depth += 1
                continue
            }
            while node != root, node.nextSibling == nil, let parent = node.parent {
                node = parent
                depth -= 1
            }
            guard node != root, let sibling = node.nextSibling else { break }
            node = sibling
        }
        output += "</main>\n".utf8
    }

    private func line(_ node: NodeRef, _ depth: Int, _ own: [Int], _ output: inout [UInt8]) {
        let attributes = own.isEmpty ? "" : frame.attributes(own)
        output += "<div style=\"--depth:\(min(depth, DataTree.indentation))\"\(attributes)><b>".utf8
        HTMLText.append(node.name.utf8, to: &output)
        output += "</b>".utf8
        var attribute = node.firstAttribute
        while let current = attribute {
            output += " <i>".utf8
            HTMLText.append(current.name.utf8, to: &output)
            output += "</i>=".utf8
            HTMLText.append(current.value, to: &output)
            attribute = current.next
        }
        // What is one text stands on the element's own line.
        if let child = node.firstChild, child.isText, child.nextSibling == nil {
            output += " <span>".utf8
            HTMLText.append(child.content, to: &output)
            output += "</span>".utf8
        }
        output += "</div>\n".utf8
    }

    /// Text among elements; white space between them is none.
    private func text(_ node: NodeRef, _ depth: Int, _ output: inout [UInt8]) {
        let isOnly = node.previousSibling == nil && node.nextSibling == nil
        if isOnly || node.content.allSatisfy({ $0 <= 0x20 }) { return }
        output += "<div style=\"--depth:\(min(depth, DataTree.indentation))\"><span>".utf8
        HTMLText.append(node.content, to: &output)
        output += "</span></div>\n".utf8
    }
}

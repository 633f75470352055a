import DOM
import Engine

/// The document of the frame that shows a page.
///
/// No script of the page runs and nothing is loaded. Three independent measures ensure this: the frame's sandbox allows no
/// scripts, forms, windows or navigation of other frames. The content policies of the frame and of the report, which the
/// frame inherits, allow only inline styles and images in the document. The document has no scripts, handlers, frames, or
/// external addresses (``InertHTML``).
struct FrameDocument {
    let marks: PageMarks

    /// The content policy of the frame: inline styles and images.
    static let policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"

    /// Writes a tree as a document: a page as HTML, data as a tree of lines. Complexity: linear.
    func html(of document: Document) -> [UInt8] {
        let byPlace = marks.byPlace
        var output: [UInt8] = []
        switch document.kind {
        case .html:
            if !document.isQuirky { output += "<!DOCTYPE html>\n".utf8 }
            output += head(FrameStyle.marks).utf8
            var page = InertHTML(document, self, byPlace)
            page.write(into: &output)
        case .xml, .data:
            output += "<!DOCTYPE html>\n".utf8
            output += head(FrameStyle.tree + FrameStyle.marks).utf8
            DataTree(document, self, byPlace).write(into: &output)
        }
        return output
    }

    /// The head, which precedes the page because a policy applies only to what follows it.
    private func head(_ style: String) -> String {
        let hues = marks.fields.indices.map {
            "[data-scrape-color=\"\($0)\"]{--scrape-hue:\(PageMarks.hue($0))}\n"
        }
        return
            "<meta charset=\"utf-8\"><meta http-equiv=\"Content-Security-Policy\" content=\"\(FrameDocument.policy)\">"
            + "<style>\n\(style)\(hues.joined())</style>\n"
    }

    /// The attributes of an element that has marks.
    func attributes(_ numbers: [Int]) -> String {
        let list = numbers.map(String.init).joined(separator: " ")
        guard let color = numbers.lazy.compactMap({ marks.marks[$0].color }).first else {
            return " data-scrape=\"\(list)\" data-scrape-record"
        }
        return " data-scrape=\"\(list)\" data-scrape-color=\"\(color)\" tabindex=\"0\""
    }
}

/// Shows a tree of XML, JSON, CSV or text: an indented line for each element, with its attributes and text.
///
/// Complexity: linear in the size of the tree, without recursion.
struct DataTree {
    private let document: Document
    private let frame: FrameDocument
    private let marks: [PagePlace: [Int]]

    /// The maximum indentation, since a tree may be deeper than a window is wide.
    private static let indentation = 40

    init(_ document: Document, _ frame: FrameDocument, _ marks: [PagePlace: [Int]]) {
        self.document = document
        self.frame = frame
        self.marks = marks
    }

    func write(into output: inout [UInt8]) {
        guard let root = document.rootElement else { return }
        output += "<main data-scrape-tree>\n".utf8
        var (number, texts) = (0, 0)
        var depth = 0
        var node = root
        while true {
            if node.isElement {
                // A text that is the only child is on the element's line.
                let isLine = node.firstChild.map { $0.isText && $0.nextSibling == nil } ?? false
                let own = (marks[.element(number)] ?? []) + (isLine ? marks[.text(texts)] ?? [] : [])
                line(node, depth, own, &output)
                number += 1
            } else if node.isText {
                text(node, depth, marks[.text(texts)] ?? [], &output)
                texts += 1
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
        // A text that is the only child is written on the element's line.
        if let child = node.firstChild, child.isText, child.nextSibling == nil {
            output += " <span>".utf8
            HTMLText.append(child.content, to: &output)
            output += "</span>".utf8
        }
        output += "</div>\n".utf8
    }

    /// Writes text between elements, unless it is white space.
    private func text(_ node: NodeRef, _ depth: Int, _ own: [Int], _ output: inout [UInt8]) {
        let isOnly = node.previousSibling == nil && node.nextSibling == nil
        if isOnly || node.content.allSatisfy({ $0 <= 0x20 }) { return }
        let attributes = own.isEmpty ? "" : frame.attributes(own)
        output += "<div style=\"--depth:\(min(depth, DataTree.indentation))\"\(attributes)><span>".utf8
        HTMLText.append(node.content, to: &output)
        output += "</span></div>\n".utf8
    }
}

package import DOM

/// Takes strings of elements of one page, all in the same way.
///
/// A class, so that to pass it on costs one reference count and not one for each of its parts.
package final class NodeTaking {
    private let document: Document
    private let kind: Kind

    private enum Kind {
        case text
        case ownText
        /// By its name, for elements of HTML and for others.
        case attribute(html: Name?, exact: Name?)
        /// By a name with a prefix.
        case qualifiedAttribute(AttributeTaking)
        case other(Take)

        init(_ taking: AttributeTaking) {
            self =
                taking.isQualified
                ? .qualifiedAttribute(taking) : .attribute(html: taking.html, exact: taking.exact)
        }
    }

    init(_ take: Take, _ document: Document) {
        self.document = document
        kind =
            switch take {
            case .text: .text
            case .ownText: .ownText
            case .attribute(let name): Kind(AttributeTaking(name, document))
            case .lines, .html, .innerHTML, .name: .other(take)
            }
    }

    /// Calls `body` with each string that is not empty.
    ///
    /// - Parameters:
    ///   - isExcluded: elements whose text does not count.
    ///   - onOneLine: whether white space is collapsed.
    package func take(
        of node: NodeRef,
        excluding isExcluded: ((NodeRef) -> Bool)?,
        onOneLine: Bool,
        _ body: (consuming String) -> Void
    ) {
        switch kind {
        case .text: give(document.string(of: node, excluding: isExcluded, onOneLine: onOneLine), body)
        case .ownText: give(document.ownString(of: node, onOneLine: onOneLine), body)
        case .attribute(let html, let exact):
            guard let name = document.isHTML(node) ? html : exact else { return }
            give(node.attribute(name), onOneLine, body)
        case .qualifiedAttribute(let taking): give(taking.attribute(of: node, in: document), onOneLine, body)
        case .other(let take):
            for value in document.values(of: node, taking: take, excluding: isExcluded) {
                let text = String(decoding: value, as: UTF8.self)
                give(onOneLine ? WhiteSpace.collapse(text) : text, body)
            }
        }
    }

    @inline(__always)
    private func give(_ attribute: AttributeRef?, _ onOneLine: Bool, _ body: (consuming String) -> Void) {
        guard let value = attribute?.value else { return }
        give(onOneLine ? document.line(of: value) : String(decoding: value, as: UTF8.self), body)
    }

    @inline(__always)
    private func give(_ text: consuming String, _ body: (consuming String) -> Void) {
        if !text.isEmpty { body(text) }
    }
}

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

/// Takes the attribute of a name of the elements of one page.
struct AttributeTaking {
    private let name: String
    let isQualified: Bool
    /// The name as the document has it for elements of HTML, and for others.
    let html: Name?
    let exact: Name?

    init(_ name: String, _ document: Document) {
        self.name = name
        isQualified = name.utf8.contains(UInt8(ascii: ":"))
        html = document.existingName(name.lowercased().utf8)
        exact = document.existingName(name.utf8)
    }

    /// The attribute of an element, `nil` where it has none.
    @inline(__always)
    func attribute(of element: NodeRef, in document: Document) -> AttributeRef? {
        let name = document.isHTML(element) ? html : exact
        if let name, let attribute = element.attribute(name) { return attribute }
        return isQualified ? qualifiedAttribute(of: element, in: document) : nil
    }

    @inline(never)
    private func qualifiedAttribute(of element: NodeRef, in document: Document) -> AttributeRef? {
        element.attribute(qualified: document.isHTML(element) ? name.lowercased() : name)
    }
}

extension NodeRef {
    /// The attribute of a name with a prefix, as scripts ask for it: `xlink:href`.
    fileprivate func attribute(qualified name: String) -> AttributeRef? {
        let parts = name.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 1)
        guard parts.count == 2 else { return nil }
        var attribute = firstAttribute
        while let candidate = attribute {
            if let prefix = candidate.prefix, prefix.elementsEqual(parts[0]),
                candidate.name.utf8.elementsEqual(parts[1])
            {
                return candidate
            }
            attribute = candidate.next
        }
        return nil
    }
}

import Basics
package import DOM

extension Document {
    /// The values that an extractor yields for an element, as UTF-8: one value, one per line for `::lines`, and none for
    /// an attribute that is not present.
    ///
    /// - Parameter isExcluded: elements whose text is left out.
    package func values(
        of element: NodeRef,
        extracting extractor: Extractor,
        excluding isExcluded: ((NodeRef) -> Bool)? = nil
    ) -> [[UInt8]] {
        switch extractor {
        case .text: return [text(of: element, excluding: isExcluded)]
        case .ownText: return [ownText(of: element)]
        case .lines: return lines(of: element, excluding: isExcluded)
        case .html: return [outerHTML(of: element)]
        case .innerHTML: return [innerHTML(of: element)]
        case .name: return [Array(element.name.utf8)]
        case .attribute(let name):
            return AttributeName(name, self).attribute(of: element, in: self).map { [Array($0.value)] } ?? []
        }
    }
}

/// Extracts strings from elements of one document.
///
/// A class, so that passing it on costs one reference count instead of one for each of its parts.
package final class StringExtractor {
    /// The caller that extracts keeps it alive, since a document owns a matcher and thereby its extractors.
    private unowned let document: Document
    private let kind: Kind

    private enum Kind {
        case text
        case ownText
        /// By its name in HTML elements, and in others.
        case attribute(html: Name?, exact: Name?)
        /// By a name with a prefix.
        case qualifiedAttribute(AttributeName)
        case other(Extractor)

        init(_ name: AttributeName) {
            self =
                name.isQualified ? .qualifiedAttribute(name) : .attribute(html: name.html, exact: name.exact)
        }
    }

    init(_ extractor: Extractor, _ document: Document) {
        self.document = document
        kind =
            switch extractor {
            case .text: .text
            case .ownText: .ownText
            case .attribute(let name): Kind(AttributeName(name, document))
            case .lines, .html, .innerHTML, .name: .other(extractor)
            }
    }

    /// Whether it extracts an element's whole text.
    package var isText: Bool { if case .text = kind { true } else { false } }

    /// Whether what it extracts contains the text of descendants.
    package var isOfDescendants: Bool {
        switch kind {
        case .text, .other(.lines), .other(.html), .other(.innerHTML): true
        case .ownText, .attribute, .qualifiedAttribute, .other: false
        }
    }

    /// Calls `body` with each string that is not empty.
    ///
    /// - Parameters:
    ///   - isExcluded: elements whose text is left out.
    ///   - onOneLine: whether white space is collapsed.
    package func extract(
        from node: NodeRef,
        excluding isExcluded: ((NodeRef) -> Bool)?,
        onOneLine: Bool,
        _ body: (consuming String) -> Void
    ) {
        switch kind {
        case .text: yield(document.string(of: node, excluding: isExcluded, onOneLine: onOneLine), body)
        case .ownText: yield(document.ownString(of: node, onOneLine: onOneLine), body)
        case .attribute(let html, let exact):
            guard let name = document.isHTML(node) ? html : exact else { return }
            yield(node.attribute(name), onOneLine, body)
        case .qualifiedAttribute(let name): yield(name.attribute(of: node, in: document), onOneLine, body)
        case .other(let extractor):
            for value in document.values(of: node, extracting: extractor, excluding: isExcluded) {
                let text = String(decoding: value, as: UTF8.self)
                yield(onOneLine ? WhiteSpace.collapse(text) : text, body)
            }
        }
    }

    @inline(__always)
    private func yield(_ attribute: AttributeRef?, _ onOneLine: Bool, _ body: (consuming String) -> Void) {
        guard let value = attribute?.value else { return }
        yield(onOneLine ? document.line(of: value) : String(decoding: value, as: UTF8.self), body)
    }

    @inline(__always)
    private func yield(_ text: consuming String, _ body: (consuming String) -> Void) {
        if !text.isEmpty { body(text) }
    }
}

/// The name in `::attr(name)`, resolved for one document.
private struct AttributeName {
    private let name: String
    let isQualified: Bool
    /// The interned name in HTML elements, and in others.
    let html: Name?
    let exact: Name?

    init(_ name: String, _ document: Document) {
        self.name = name
        isQualified = name.utf8.contains(UInt8(ascii: ":"))
        html = document.existingName(name.lowercased().utf8)
        exact = document.existingName(name.utf8)
    }

    /// The attribute of an element; `nil` if it has none.
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
    /// The attribute of a name with a prefix, as scripts access it: `xlink:href`.
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

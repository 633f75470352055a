import Basics
package import DOM
import Language
import Platform
package import Records

/// The labels in an element and their values: `<th>Height</th><td>3 m</td>`, `<dt>Height</dt><dd>3 m</dd>`,
/// `<b>Height:</b> 3 m`, and lines `Height: 3 m`. A dash may be in place of the colon.
package struct LabelIndex {
    /// The value of a label.
    package enum Content {
        /// Elements: a cell, the definitions of a term, the element after the label.
        case elements([NodeRef])
        /// Text up to the line's end or the next label, the elements in it, and the element that is the label or contains
        /// it.
        case run(text: String, elements: [NodeRef], label: NodeRef)
    }

    /// A label that is recognised without the rules, with its value.
    package struct Pair {
        /// Its text without the mark at its end.
        package let label: String
        package let values: [String]
    }

    /// Returns whether an element's text is left out.
    package typealias Exclusion = (NodeRef) -> Bool

    let root: NodeRef
    let document: Document
    /// The elements and texts that begin with a label, by its key, in document order.
    var places: [String: [Place]] = [:]
    /// The labels that are recognised without the rules, in document order.
    var known: [Place] = []
    var knownElements: Set<NodeRef> = []
    /// The definitions of the terms that are labels: terms that follow each other share theirs.
    var definitions: [NodeRef: [NodeRef]] = [:]
    /// The first row of each table, if it consists of headers.
    var headerRows: [NodeRef: NodeRef?] = [:]
    /// The number of bytes of memory that it takes, as an estimate.
    package internal(set) var size = 0

    enum Place {
        /// A cell, a term, or an element whose text is the label.
        case element(NodeRef)
        /// A text, or a part of it, that begins with the label and a colon, or with a dash.
        case line(NodeRef, label: String, rest: String, isMarked: Bool)

        /// The element that is the label, or contains it.
        var element: NodeRef? {
            switch self {
            case .element(let element): element
            case .line(let text, _, _, _): text.parentElement
            }
        }
    }

    /// Reads an element. Complexity: linear in the size of its tree.
    package init(_ root: NodeRef, in document: Document) {
        self.root = root
        self.document = document
        let deadline = Deadline.current
        var next: NodeRef? = root.firstChild
        while let node = next {
            if let deadline, deadline.isProbablyPast { break }
            let skips = node.isElement ? add(element: node) : add(text: node)
            next = skips ? node.nextSkippingChildren(within: root) : node.next(within: root)
        }
        if root.isElement, root.firstElementChild == nil, places.isEmpty, let text = root.firstChild {
            _ = add(text: text)
        }
        // From the last one, so that each finds those of the next.
        for case .element(let term) in known.reversed() where LabelIndex.isTerm(term) {
            definitions[term] = findDefinitions(of: term)
        }
    }

    /// The value of the first label with a text that is followed by anything. Labels that are recognised without the
    /// rules precede others, which may be words of a menu.
    ///
    /// - Parameter isExcluded: returns whether an element's text is left out.
    package func content(of label: String, excluding isExcluded: Exclusion? = nil) -> Content? {
        let key = LabelText.key(label)
        let found = places[key] ?? []
        for isKnown in [true, false] {
            for place in found where self.isKnown(place) == isKnown {
                if Deadline.isProbablyPast { return nil }
                if let content = content(of: place, key, isExcluded) { return content }
            }
        }
        return nil
    }

    private func isKnown(_ place: Place) -> Bool {
        switch place {
        case .line(_, _, _, let isMarked): isMarked
        case .element(let element): knownElements.contains(element)
        }
    }

    /// The labels that are recognised without the rules, with their values: terms, the headers of rows, and texts
    /// before a colon.
    ///
    /// - Parameters:
    ///   - isExcluded: returns whether an element's text is left out; labels in such elements are left out too.
    ///   - memory: the memory of the values: nested labels have nested texts.
    package func pairs(excluding isExcluded: Exclusion? = nil, _ memory: ValueMemory? = nil) -> [Pair] {
        var pairs: [Pair] = []
        var excluded = ExcludedElements(root, isExcluded)
        for place in known {
            if Deadline.isProbablyPast || memory?.isFull == true { break }
            if excluded.contains(place.element) { continue }
            let values = values(of: place, isExcluded, memory)
            let label = LabelText.withoutMark(text(of: place, isExcluded))
            if values.isEmpty || label.isEmpty { continue }
            memory?.add(label)
            pairs.append(Pair(label: label, values: values))
        }
        return pairs
    }

    private func values(of place: Place, _ isExcluded: Exclusion?, _ memory: ValueMemory?) -> [String] {
        let key = LabelText.key(text(of: place, nil))
        switch content(of: place, key, isExcluded) {
        case nil: return []
        case .run(let text, _, _)?:
            memory?.add(text)
            return [WhiteSpace.collapse(text)]
        case .elements(let elements)?:
            var values: [String] = []
            for element in elements where isExcluded?(element) != true {
                // Terms that follow each other have the same definitions.
                if Deadline.isProbablyPast || memory?.isFull == true { break }
                let text = document.string(of: element, excluding: isExcluded, onOneLine: true)
                if text.isEmpty { continue }
                memory?.add(text)
                values.append(text)
            }
            return values
        }
    }

    private func text(of place: Place, _ isExcluded: Exclusion?) -> String {
        switch place {
        case .element(let element): document.string(of: element, excluding: isExcluded, onOneLine: true)
        case .line(_, let label, _, _): label
        }
    }

    /// The elements below the index's root that are excluded, or lie in one that is.
    ///
    /// Each element is asked for once, so that labels deep in the tree do not take its depth each.
    private struct ExcludedElements {
        private let root: NodeRef
        private let isExcluded: Exclusion?
        private var known: [NodeRef: Bool] = [:]

        init(_ root: NodeRef, _ isExcluded: Exclusion?) {
            self.root = root
            self.isExcluded = isExcluded
        }

        mutating func contains(_ element: NodeRef?) -> Bool {
            guard let isExcluded else { return false }
            var path: [NodeRef] = []
            var result = false
            var next = element
            while let element = next, element != root {
                if let known = known[element] {
                    result = known
                    break
                }
                path.append(element)
                if isExcluded(element) {
                    result = true
                    break
                }
                next = element.parentElement
            }
            for element in path { known[element] = result }
            return result
        }
    }
}

/// Labels and values as one object: the values of labels with the same text become a list.
package struct LabelPairs {
    private let pairs: [LabelIndex.Pair]

    package init(_ pairs: [LabelIndex.Pair]) {
        self.pairs = pairs
    }

    package var isEmpty: Bool { pairs.isEmpty }

    /// The object, its members in the page's order.
    package var value: Value {
        var order: [String] = []
        var values: [String: [String]] = [:]
        for pair in pairs {
            if values[pair.label] == nil { order.append(pair.label) }
            values[pair.label, default: []] += pair.values
        }
        return .object(
            order.map { label in
                let found = values[label] ?? []
                return Value.Member(
                    label,
                    found.count == 1 ? .string(found[0]) : .list(found.map(Value.string))
                )
            }
        )
    }
}

extension FieldScope.Label {
    /// Whether it is for the language of a page: `de` is for `de-AT` too.
    func matches(_ page: String?) -> Bool {
        guard let language, let page else { return true }
        return page == language || page.hasPrefix(language + "-")
    }
}

package import DOM

/// Answers which elements of one page selectors match.
///
/// It belongs to the tree as it is: after an edit a new one must be made.
package final class Matcher {
    package let document: Document

    package init(_ document: Document) {
        self.document = document
    }

    /// The elements below `scope` that the list matches, in document order, each once. What the first selector
    /// of the list that matches takes is what is taken.
    ///
    /// - Parameters:
    ///   - scope: an element or the document's node; `:scope` and leading combinators start from it. Elements
    ///     outside it take part in matching, as with a browser's `querySelectorAll`.
    ///   - includingScope: whether `scope` itself may match. A lone take (`::attr(title)`) always means it.
    package func select(_ list: SelectorList, from scope: NodeRef, includingScope: Bool) -> [Match] {
        var matches: [Match] = []
        var node: NodeRef? = scope
        let interpreter = Interpreter(document: document, scope: scope)
        while let candidate = node {
            if candidate.isElement {
                let selector = list.selectors.first {
                    candidate != scope || includingScope || $0.isLoneTake
                        ? interpreter.matches($0, candidate) : false
                }
                if let selector { matches.append(Match(node: candidate, take: selector.take)) }
            }
            node = candidate.next(within: scope)
        }
        return matches
    }

    /// The first of what ``select(_:from:includingScope:)`` yields.
    package func firstMatch(_ list: SelectorList, from scope: NodeRef, includingScope: Bool) -> Match? {
        select(list, from: scope, includingScope: includingScope).first
    }

    /// Whether an element matches; without `scope`, `:scope` means the root element.
    package func matches(_ list: SelectorList, _ element: NodeRef, scope: NodeRef?) -> Bool {
        let interpreter = Interpreter(document: document, scope: scope ?? document.node)
        return list.selectors.contains { interpreter.matches($0, element) }
    }

    /// The nearest of the element and its ancestors that matches.
    package func closest(_ list: SelectorList, from element: NodeRef) -> NodeRef? {
        var node: NodeRef? = element
        while let candidate = node, candidate.isElement {
            if matches(list, candidate, scope: element) { return candidate }
            node = candidate.parent
        }
        return nil
    }
}

package import DOM

/// The cache of a document's selections: a matcher of the tree in its present state, the literals that were used on it,
/// and the results for the whole document.
///
/// A change to the tree invalidates everything except the literals. The document owns the cache, so nothing in it keeps
/// the document alive.
final class Selections {
    /// The maximum number of programs whose contexts are kept; if there are more, all are discarded.
    static let programLimit = 256
    /// The maximum number of elements in all results that are kept; if there are more, all are discarded.
    static let resultLimit = 1 << 16

    private(set) var matcher: Matcher
    private var revision: Int
    private var literals: [Literal: SelectorList] = [:]
    private var results: [ObjectIdentifier: [NodeRef]] = [:]
    private var resultSize = 0
    /// The lists of the results, so that an identity is not used again.
    private var kept: [SelectorList] = []

    /// A literal of the program by its place in memory.
    private struct Literal: Hashable {
        let address: UInt
        let length: Int
    }

    init(_ document: Document) {
        matcher = Matcher(document, SearchBudget(), isOwned: true)
        revision = document.revision
    }

    /// Discards entries that are out of date, and all entries if there are too many.
    func update(_ document: Document) {
        if revision == document.revision, matcher.programCount < Selections.programLimit { return }
        matcher = Matcher(document, SearchBudget(), isOwned: true)
        revision = document.revision
        removeResults()
    }

    private func removeResults() {
        results.removeAll()
        kept.removeAll()
        resultSize = 0
    }

    /// The parsed form of a selector.
    func list(of selector: CSSSelector, _ file: StaticString, _ line: UInt) -> SelectorList {
        if let parsed = selector.parsed { return parsed }
        guard let address = selector.literalAddress else { return selector.list(file, line) }
        let literal = Literal(address: address, length: selector.literalLength)
        if let known = literals[literal] { return known }
        let list = selector.list(file, line)
        if literals.count >= CSSSelector.cacheSize { literals.removeAll() }
        literals[literal] = list
        return list
    }

    /// The elements that a list matches in the whole document, which are cached.
    func elements(_ list: SelectorList, in document: Document) -> [NodeRef] {
        if let known = results[list.identity] { return known }
        let nodes = matcher.selected(list, from: document.node, includingScope: false).nodes
        if resultSize + nodes.count > Selections.resultLimit { removeResults() }
        results[list.identity] = nodes
        kept.append(list)
        resultSize += nodes.count + 1
        return nodes
    }
}

extension Document {
    /// The cache of the selections in this document, up to date.
    var selectionState: Selections {
        if let known = selections as? Selections {
            known.update(self)
            return known
        }
        let made = Selections(self)
        selections = made
        return made
    }

    /// A matcher of the tree in its present state, which is used until the next change.
    package var matcher: Matcher { selectionState.matcher }
}

import DOM
import Language
import Selectors
import Sources

/// A page's matcher that reports searches, and matches the selectors of several fields in one walk.
///
/// Its properties are not checked for overlapping accesses at run time: it belongs to one thread, and no access contains
/// another.
final class PageMatcher<Observer: ScrapeObserver> {
    private let matcher: Matcher
    private let document: Document
    private let observer: Observer
    /// The selectors of the current fields.
    @exclusivity(unchecked) private var gathered: GatheredSelectors?
    /// The gathered selectors of each kind of record and object, for reuse.
    @exclusivity(unchecked) private var gatherings = IdentityMap<GatheredSelectors>()
    /// The last one used: consecutive records often have the same type.
    @exclusivity(unchecked) private var lastGathering: GatheredSelectors?
    private let root: NodeRef?
    /// A memo table of matches from the root element, which many records may search.
    @exclusivity(unchecked) private var known = IdentityMap<Selected>()
    /// The same for searches of the first match.
    @exclusivity(unchecked) private var knownFirst = IdentityMap<Selected>()

    init(_ document: Document, _ observer: Observer) {
        matcher = Matcher(document)
        self.document = document
        self.observer = observer
        root = document.rootElement
    }

    // MARK: - Several fields in one walk

    /// Prepares to evaluate the selectors of fields from an element.
    ///
    /// - Returns: the previous selectors, for ``expectAgain(_:)``.
    func expect(_ selection: FieldSelection?, from scope: NodeRef) -> GatheredSelectors? {
        defer {
            gathered = selection.flatMap(gathering)
            gathered?.begin(from: scope)
        }
        return gathered
    }

    /// Restores the previous selectors.
    func expectAgain(_ before: GatheredSelectors?) {
        gathered?.end()
        gathered = before
    }

    private func gathering(_ selection: FieldSelection) -> GatheredSelectors? {
        if let last = lastGathering, last.selection === selection, !last.isInUse { return last }
        guard let set = selection.set else { return nil }
        let known = gatherings[ObjectIdentifier(selection)]
        // For objects nested in objects of the same fields, each depth has its own.
        if let known, !known.isInUse {
            lastGathering = known
            return known
        }
        let new = GatheredSelectors(selection, matcher.search(for: set))
        if known == nil { gatherings[ObjectIdentifier(selection)] = new }
        return new
    }

    /// The matches of a list that is evaluated together with the lists of other fields; `nil` for any other list.
    @inline(__always)
    private func gathered(_ list: SelectorList, from scope: NodeRef, isForFirst: Bool) -> Selected? {
        gathered?.selected(list, from: scope, isForFirst: isForFirst)
    }

    // MARK: - Searches

    /// The matches of a selector below an element or the element itself.
    func select(_ list: SelectorList, from scope: NodeRef) -> Selected {
        observer.enter(.select)
        defer { observer.leave() }
        let selected =
            gathered(list, from: scope, isForFirst: false)
            ?? remembered(list, from: scope, in: &known) {
                $0.selected(list, from: scope, includingScope: true)
            }
        observer.observe(.searched(list, .all, from: scope, selected.nodes))
        return selected
    }

    /// The result of a search, kept for the root element, as each record may repeat it.
    private func remembered(
        _ list: SelectorList,
        from scope: NodeRef,
        in known: inout IdentityMap<Selected>,
        _ find: (Matcher) -> Selected
    ) -> Selected {
        guard scope == root else { return find(matcher) }
        if let selected = known[list.identity] { return selected }
        let selected = find(matcher)
        known[list.identity] = selected
        return selected
    }

    /// The matches of a selector below an element.
    func select(_ list: SelectorList, below scope: NodeRef) -> Selected {
        observer.enter(.select)
        defer { observer.leave() }
        let selected = matcher.selected(list, from: scope, includingScope: false)
        observer.observe(.searched(list, .below, from: scope, selected.nodes))
        return selected
    }

    /// At least the first match of a selector below an element or the element itself; further ones may follow.
    func selectFirst(_ list: SelectorList, from scope: NodeRef) -> Selected {
        observer.enter(.select)
        defer { observer.leave() }
        let selected =
            gathered(list, from: scope, isForFirst: true)
            ?? remembered(list, from: scope, in: &knownFirst) {
                $0.selectedFirst(list, from: scope, includingScope: true)
            }
        observer.observe(.searched(list, .first, from: scope, Array(selected.nodes.prefix(1))))
        return selected
    }

    /// The first match of a selector that has been evaluated already, which is not reported as another search.
    func knownFirst(_ list: SelectorList, from scope: NodeRef) -> Selected {
        remembered(list, from: scope, in: &knownFirst) {
            $0.selectedFirst(list, from: scope, includingScope: true)
        }
    }

    /// Whether a selector matches anything in an element.
    func isMet(_ list: SelectorList, in scope: NodeRef) -> Bool { !selectFirst(list, from: scope).isEmpty }

    /// The nearest match among an element and its ancestors.
    func closest(_ list: SelectorList, from element: NodeRef) -> NodeRef? {
        observer.enter(.select)
        defer { observer.leave() }
        let node = matcher.closest(list, from: element)
        observer.observe(.searched(list, .closest, from: element, node.map { [$0] } ?? []))
        return node
    }
}

extension PageMatcher: PlaceMatcher {
    func nodes(_ list: SelectorList, below scope: NodeRef) -> [NodeRef] { select(list, below: scope).nodes }

    func values(_ list: SelectorList, from scope: NodeRef) -> [String] {
        document.lines(of: select(list, from: scope).matches)
    }
}

/// The selectors of fields that are evaluated from one element after another, with their matches once the first is
/// evaluated.
final class GatheredSelectors {
    let selection: FieldSelection
    private let search: SetSearch
    /// The identities of the lists, in the set's order.
    private var identities: [ObjectIdentifier] { selection.identities }
    private var scope: NodeRef?
    private var isFound = false
    /// The index of the list that is probably next: fields are read in order.
    private var next = 0

    init(_ selection: FieldSelection, _ search: SetSearch) {
        self.selection = selection
        self.search = search
    }

    /// Whether the fields of an element are being read.
    var isInUse: Bool { scope != nil }

    /// Must be called before the fields of an element are read.
    func begin(from scope: NodeRef) {
        self.scope = scope
        isFound = false
        next = 0
    }

    /// Must be called after the fields of an element have been read.
    func end() {
        scope = nil
    }

    /// The matches of a list; `nil` for another list or another kind of search.
    func selected(_ list: SelectorList, from scope: NodeRef, isForFirst: Bool) -> Selected? {
        guard scope == self.scope, let index = index(of: list.identity),
            isForFirst || !selection.isForFirst[index]
        else { return nil }
        if !isFound {
            search.run(from: scope, includingScope: true)
            isFound = true
        }
        return search[index]
    }

    private func index(of identity: ObjectIdentifier) -> Int? {
        var index = next
        for _ in 0..<min(identities.count, GatheredSelectors.searchLimit) {
            if index >= identities.count { index = 0 }
            if identities[index] == identity {
                next = index + 1
                return index
            }
            index += 1
        }
        guard identities.count > GatheredSelectors.searchLimit, let index = indexes[identity] else {
            return nil
        }
        next = index + 1
        return index
    }

    /// The number of lists, starting with the expected one, that are compared before the list is looked up.
    private static let searchLimit = 16

    /// The index of each list.
    private lazy var indexes = Dictionary(
        zip(identities, identities.indices),
        uniquingKeysWith: { first, _ in first }
    )
}

/// A dictionary by identity that searches a list while it is short: most pages have few kinds of records, and the first
/// use of a dictionary with a new key type costs as much as reading a small page.
private struct IdentityMap<Element> {
    private var few: [(key: ObjectIdentifier, value: Element)] = []
    private var many: [ObjectIdentifier: Element] = [:]

    subscript(key: ObjectIdentifier) -> Element? {
        get { few.first { $0.key == key }?.value ?? (many.isEmpty ? nil : many[key]) }
        set {
            guard let newValue else { return }
            if let index = few.firstIndex(where: { $0.key == key }) {
                few[index].value = newValue
            } else if few.count < 16 {
                few.append((key, newValue))
            } else {
                many[key] = newValue
            }
        }
    }
}

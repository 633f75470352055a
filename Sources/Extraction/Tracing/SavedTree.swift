import DOM
import Selectors

/// The page as saved, in addition to the tree that preparations change: paths of a trace refer to it.
///
/// The elements of both trees have the same numbers: their order on the page, from 0.
final class SavedTree {
    let document: Document
    /// The elements of the page as saved.
    let elements: [NodeRef]
    /// The elements of the other tree as they were before the preparations. Removed elements keep their number, as they
    /// stay in memory as long as their tree.
    private let numbers: ElementIndex
    private var paths: ShortPaths
    private(set) lazy var matcher = Matcher(document)
    private lazy var index = ElementIndex(document)

    /// - Parameters:
    ///   - saved: the page as saved.
    ///   - numbers: the elements of the tree that is read, before the preparations.
    init?(_ saved: Document, _ numbers: ElementIndex) {
        document = saved
        elements = ElementIndex(saved).elements
        self.numbers = numbers
        guard elements.count == numbers.elements.count else { return nil }
        paths = ShortPaths(saved)
    }

    /// The element as saved; `nil` for one that a preparation has created.
    func element(_ node: NodeRef) -> NodeRef? { numbers[node].map { elements[$0] } }

    /// The element of the tree that is read, for an element of the page as saved.
    func read(_ element: NodeRef) -> NodeRef? { index[element].map { numbers.elements[$0] } }

    /// A short selector that matches only an element of the page as saved.
    func path(of element: NodeRef) -> String { paths.path(of: element) }
}

/// Which preparation has removed an element of the page, and which has created one.
struct TreeChanges {
    private let document: Document
    private let numbers: ElementIndex
    private var revision: Int
    /// The elements of the tree at the last comparison.
    private var known: Set<NodeRef>
    /// The index of the preparation that has removed an element.
    private(set) var removed: [NodeRef: Int] = [:]
    /// The index of the preparation that has created an element.
    private(set) var made: [NodeRef: Int] = [:]
    /// The elements that each preparation works on, with the selector that matched them.
    private(set) var targets: [[NodeRef: SelectorList]] = []

    /// - Parameter numbers: the elements of the tree, which has not been prepared.
    init(_ document: Document, _ numbers: ElementIndex) {
        self.document = document
        self.numbers = numbers
        revision = document.revision
        known = Set(numbers.elements)
    }

    /// Begins a preparation.
    mutating func begin() { targets.append([:]) }

    /// Records the elements that the current preparation works on.
    mutating func add(_ nodes: [NodeRef], _ list: SelectorList) {
        guard let index = targets.indices.last else { return }
        for node in nodes where targets[index][node] == nil { targets[index][node] = list }
    }

    /// Ends a preparation. Complexity: linear in the size of the tree if it has changed.
    mutating func end() {
        guard document.revision != revision, let preparation = targets.indices.last else { return }
        revision = document.revision
        var present: Set<NodeRef> = []
        var next = document.rootElement
        while let node = next {
            present.insert(node)
            if !known.contains(node), numbers[node] == nil, made[node] == nil { made[node] = preparation }
            next = node.nextElement(within: document.node)
        }
        for node in known where !present.contains(node) { removed[node] = preparation }
        for node in present where removed[node] != nil { removed[node] = nil }
        known = present
    }
}

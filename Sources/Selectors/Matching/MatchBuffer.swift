package import DOM

/// The matches that a walk finds, for each list in document order.
final class MatchBuffer {
    /// An element that a list matches, and the first selector of the list that does.
    struct Hit {
        var node: NodeRef
        var selector: Int32
    }

    struct HitList: ~Copyable {
        var hits = Buffer<Hit>()
        /// The number of hits that are needed.
        let limit: Int
    }

    /// An element at which candidates are tried because of its previous sibling.
    private struct Follower {
        var node: NodeRef
        var candidates: Span32
    }

    let context: MatchContext
    /// The followers that the walk has not reached, the next one last.
    @exclusivity(unchecked) private var followers: [Follower] = []
    /// The element of the last follower.
    @exclusivity(unchecked) private(set) var nextFollower: NodeRef?
    private let lists: UnsafeMutablePointer<HitList>
    private let listCount: Int
    /// The number of lists with fewer hits than are needed.
    @exclusivity(unchecked) private var openCount: Int

    /// - Parameter onlyFirst: whether only the first match of each list is needed, regardless of the program.
    init(_ context: MatchContext, onlyFirst: Bool = false) {
        self.context = context
        let program = context.program
        listCount = Int(program.memberCount)
        openCount = listCount
        lists = .allocate(capacity: max(listCount, 1))
        for index in 0..<listCount {
            let isForFirst = onlyFirst || program.lists[Int32(index)].isForFirst
            (lists + index).initialize(to: HitList(limit: isForFirst ? 1 : Int.max))
        }
    }

    deinit {
        lists.deinitialize(count: listCount)
        lists.deallocate()
    }

    /// Forgets all hits and keeps the memory.
    func removeAll() {
        for index in 0..<listCount { lists[index].hits.removeAll() }
        openCount = listCount
        followers.removeAll(keepingCapacity: true)
        nextFollower = nil
    }

    func addFollower(_ node: NodeRef, _ candidates: Span32) {
        followers.append(Follower(node: node, candidates: candidates))
        nextFollower = node
    }

    /// Removes the next follower and returns its candidates.
    func takeFollower() -> Span32 {
        let follower = followers.popLast()
        nextFollower = followers.last?.node
        return follower?.candidates ?? Span32(start: 0, count: 0)
    }

    /// Whether no list needs more hits.
    @inline(__always) var isComplete: Bool { openCount == 0 }

    /// The hits of a list, valid until the buffer changes or is freed.
    subscript(list: Int) -> UnsafeBufferPointer<Hit> {
        guard list < listCount, lists[list].hits.count > 0 else {
            return UnsafeBufferPointer(start: nil, count: 0)
        }
        return UnsafeBufferPointer(start: lists[list].hits.base, count: lists[list].hits.count)
    }

    /// Whether the list already matches, by this selector or an earlier one, or needs no other element.
    @inline(__always)
    func isKnown(_ node: NodeRef, _ selector: CompiledSelector, _ program: borrowing SelectorProgram) -> Bool
    {
        let list = Int(selector.list)
        let count = lists[list].hits.count
        guard count > 0 else { return false }
        let last = lists[list].hits[count &- 1]
        guard last.node == node else { return count >= lists[list].limit }
        return program.selectors[last.selector].rank <= selector.rank
    }

    /// Adds an element, or records that an earlier selector matches the last one too.
    @inline(__always)
    func add(_ node: NodeRef, _ index: Int32, _ selector: CompiledSelector) {
        let list = Int(selector.list)
        let count = lists[list].hits.count
        if count > 0, lists[list].hits[count &- 1].node == node {
            lists[list].hits[count &- 1].selector = index
            return
        }
        lists[list].hits.append(Hit(node: node, selector: index))
        if count &+ 1 == lists[list].limit { openCount -= 1 }
    }
}

/// The matches of one list in document order. As ``Match``, they are valid while the tree does not change.
package struct Selected {
    private let buffer: MatchBuffer
    private let hits: UnsafeBufferPointer<MatchBuffer.Hit>

    init(_ buffer: MatchBuffer, list: Int) {
        self.buffer = buffer
        hits = buffer[list]
    }

    package var isEmpty: Bool { hits.isEmpty }

    package var count: Int { hits.count }

    /// The element at an index less than ``count``.
    @inline(__always)
    package func node(_ index: Int) -> NodeRef {
        defer { withExtendedLifetime(buffer) {} }
        return hits[index].node
    }

    /// The number of the selector that matches the element at an index. It identifies the extractor.
    @inline(__always)
    package func selectorIndex(_ index: Int) -> Int {
        defer { withExtendedLifetime(buffer) {} }
        return Int(hits[index].selector)
    }

    /// The extractor of a selector by its number, or the default if it has none.
    package func extractor(ofSelector number: Int, default other: Extractor) -> StringExtractor {
        buffer.context.extractor(ofSelector: number, default: other)
    }

    /// Whether the selector of a match has an extractor.
    package func hasExtractor(_ index: Int) -> Bool {
        buffer.context.program.extractors[selectorIndex(index)] != nil
    }

    private func match(_ index: Int) -> Match {
        Match(node: node(index), extractor: buffer.context.program.extractors[selectorIndex(index)])
    }

    package var matches: [Match] { hits.indices.map(match) }

    package var nodes: [NodeRef] { hits.indices.map(node) }

    package var first: Match? { isEmpty ? nil : match(0) }
}

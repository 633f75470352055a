import DOM

/// What a walk has found: for each list the elements that it matches, in memory of its own, so that noting one is
/// no more than writing it down. Whoever gets one frees it.
struct Hits {
    /// An element that a list matches, and the first selector of the list that does.
    struct Hit {
        var node: NodeRef
        var selector: Int32
    }

    private struct List {
        var hits: UnsafeMutablePointer<Hit>?
        var count = 0
        var capacity = 0
        /// How many of its hits are wanted.
        var limit = Int.max
    }

    private let lists: UnsafeMutablePointer<List>
    private let listCount: Int
    /// How many lists have not as many hits as are wanted.
    private let openCount: UnsafeMutablePointer<Int>

    /// - Parameter onlyFirst: whether but the first element is wanted that each list matches, whatever the program says.
    init(of program: Program, onlyFirst: Bool) {
        listCount = Int(program.memberCount)
        lists = .allocate(capacity: max(listCount, 1))
        lists.initialize(repeating: List(), count: listCount)
        for index in 0..<listCount where onlyFirst || program.lists[Int32(index)].isForFirst {
            lists[index].limit = 1
        }
        openCount = .allocate(capacity: 1)
        openCount.initialize(to: listCount)
    }

    /// Forgets what has been found; the memory is used again.
    func removeAll() {
        for index in 0..<listCount { lists[index].count = 0 }
        openCount.pointee = listCount
    }

    func free() {
        for index in 0..<listCount { lists[index].hits?.deallocate() }
        lists.deallocate()
        openCount.deallocate()
    }

    /// Whether no list wants any more.
    @inline(__always) var areComplete: Bool { openCount.pointee == 0 }

    func count(of list: Int) -> Int { list < listCount ? lists[list].count : 0 }

    /// A list's hits, as long as they have not been freed.
    subscript(list: Int) -> UnsafeBufferPointer<Hit> {
        UnsafeBufferPointer(start: lists[list].hits, count: count(of: list))
    }

    /// Whether the list is known to match already, by this selector or one before it, or wants no other element.
    @inline(__always)
    func isKnown(_ node: NodeRef, _ selector: CompiledSelector, _ program: Program) -> Bool {
        let list = lists[Int(selector.list)]
        guard let hits = list.hits, list.count > 0 else { return false }
        guard hits[list.count - 1].node == node else { return list.count >= list.limit }
        return program.selectors[hits[list.count - 1].selector].rank <= selector.rank
    }

    /// Notes an element, or that an earlier selector matches the last one too.
    @inline(__always)
    func note(_ node: NodeRef, _ index: Int32, _ selector: CompiledSelector) {
        let list = lists + Int(selector.list)
        if let hits = list.pointee.hits, list.pointee.count > 0, hits[list.pointee.count - 1].node == node {
            hits[list.pointee.count - 1].selector = index
            return
        }
        if list.pointee.count == list.pointee.capacity { grow(list) }
        guard let hits = list.pointee.hits else { return }
        (hits + list.pointee.count).initialize(to: Hit(node: node, selector: index))
        list.pointee.count += 1
        if list.pointee.count == list.pointee.limit { openCount.pointee -= 1 }
    }

    @inline(never)
    private func grow(_ list: UnsafeMutablePointer<List>) {
        let capacity = max(16, list.pointee.capacity * 2)
        let grown = UnsafeMutablePointer<Hit>.allocate(capacity: capacity)
        if let hits = list.pointee.hits {
            grown.moveInitialize(from: hits, count: list.pointee.count)
            hits.deallocate()
        }
        list.pointee.hits = grown
        list.pointee.capacity = capacity
    }
}

import DOM

/// One walk over the part of a page below a scope, in document order, which tries at each element the selectors
/// that its name, id, classes and attributes call for.
struct Walk {
    let binding: Binding
    let program: Program
    let hasAttributeNames: Bool
    /// Whether each list wants its first hit only, so that a walk may end before the page does.
    private let mayStop: Bool
    let hits: Hits
    /// Whether the walk is behind the scope, where only selectors that start with `+` or `~` are tried.
    let isBehindScope: UnsafeMutablePointer<Bool>
    let tags: AddressTable
    let classAttribute: UInt
    let idAttribute: UInt
    let filter: NoteFilter

    /// A walk that may be run for one scope after another. Whoever makes one frees it.
    ///
    /// - Parameters:
    ///   - hits: where it is noted what is found.
    ///   - onlyFirst: whether but the first element is wanted that each list matches.
    init(_ binding: Binding, _ hits: Hits, onlyFirst: Bool = false) {
        self.binding = binding
        program = binding.program
        hasAttributeNames = !binding.attributeNames.isEmpty
        mayStop = onlyFirst || program.isForFirst
        self.hits = hits
        isBehindScope = .allocate(capacity: 1)
        isBehindScope.initialize(to: false)
        tags = binding.tags
        // Where no selector asks for a class or an id, no attribute is one.
        classAttribute = binding.classes.isEmpty ? 0 : binding.page.classAttribute
        idAttribute = binding.ids.isEmpty ? 0 : binding.page.idAttribute
        filter = NoteFilter(binding)
    }

    @inline(__always) var isDone: Bool { mayStop && hits.areComplete }

    func free() {
        isBehindScope.deallocate()
    }

    /// Walks over the scope, which the binding must have been told, and notes what each list matches.
    ///
    /// - Parameter usesOrder: whether to go by the list of the elements, which is made if need be, instead of by
    ///   the tree.
    func run(includingScope: Bool, usesOrder: Bool) {
        let scope = binding.scope.pointee.node
        if program.hasLoneTakes { takeScope() }
        let ancestors = program.usesAncestorFilter ? bits(ofAncestorsOf: scope) : 0
        var bits: UInt64 = 0
        if scope.isElement {
            bits = visit(scope, scope.name.address, filter.all, ancestors, isTried: includingScope)
        }
        if !isDone { walk(below: scope, ancestors | bits, usesOrder) }
        guard program.looksBehindScope, scope.isElement, !isDone else { return }
        walkBehind(scope, ancestors, usesOrder)
    }

    /// A lone take (`::attr(title)`) means the scope itself.
    private func takeScope() {
        guard let element = binding.scope.pointee.element else { return }
        for selector in 0..<program.selectors.count where program.selectors[selector].isLoneTake {
            hits.note(element, selector, program.selectors[selector])
        }
    }

    private func bits(ofAncestorsOf node: NodeRef) -> UInt64 {
        var bits: UInt64 = 0
        var ancestor = node.parent
        while let current = ancestor, current.isElement {
            bits |= visit(current, current.name.address, filter.all, 0, isTried: false)
            ancestor = current.parent
        }
        return bits
    }

    private func walkBehind(_ scope: NodeRef, _ ancestors: UInt64, _ usesOrder: Bool) {
        isBehindScope.pointee = true
        defer { isBehindScope.pointee = false }
        var sibling = scope.nextElementSibling
        while let current = sibling, !isDone {
            let bits = visit(current, current.name.address, filter.all, ancestors)
            walk(below: current, ancestors | bits, usesOrder)
            sibling = current.nextElementSibling
        }
    }

    private func walk(below root: NodeRef, _ ancestors: UInt64, _ usesOrder: Bool) {
        let depthLimit = isBehindScope.pointee ? nil : program.depthLimit
        if depthLimit == nil, let notes = binding.page.elementNotes {
            if root.isDocument { return walk(over: notes, from: 0, ancestors) }
            if notes.count > 0, root == notes[0].node { return walk(over: notes, from: 1, ancestors) }
        }
        guard depthLimit == nil, usesOrder else {
            return walkTree(below: root, deepest: depthLimit ?? .max, ancestors)
        }
        if root.isElement { return walkInOrder(root, ancestors, isTried: false) }
        var child = root.firstElementChild
        while let element = child, !isDone {
            walkInOrder(element, ancestors, isTried: true)
            child = element.nextElementSibling
        }
    }

    // MARK: Over the tree

    private func walkTree(below root: NodeRef, deepest: Int, _ rootBits: UInt64) {
        let usesFilter = program.usesAncestorFilter
        guard deepest > 0, var node = root.firstChild else { return }
        var ancestors = rootBits
        // The bits of the ancestors of each open element.
        var stack: [UInt64] = []
        var depth = 1
        while true {
            if node.isElement {
                let bits = visit(node, node.name.address, filter.all, ancestors)
                if isDone { return }
                if depth < deepest, let child = node.firstChild {
                    if usesFilter {
                        stack.append(ancestors)
                        ancestors |= bits
                    }
                    depth += 1
                    node = child
                    continue
                }
            }
            while true {
                if let next = node.nextSibling {
                    node = next
                    break
                }
                depth -= 1
                guard depth > 0, let parent = node.parent else { return }
                if usesFilter { ancestors = stack.removeLast() }
                node = parent
            }
        }
    }
}

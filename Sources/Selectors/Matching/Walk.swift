import DOM

/// One walk over the part of a page below a scope, in document order, which tries at each element the selectors
/// that its name, id, classes and attributes call for.
struct Walk {
    private let binding: Binding
    private let program: Program
    private let readsAttributes: Bool
    private let hasTags: Bool
    private let hasAttributeNames: Bool
    /// Whether each list wants its first hit only, so that a walk may end before the page does.
    private let mayStop: Bool
    private let hits: Hits
    /// Whether the walk is behind the scope, where only selectors that start with `+` or `~` are tried.
    private let isBehindScope: UnsafeMutablePointer<Bool>
    private let tags: AddressTable
    private let classAttribute: UInt
    private let idAttribute: UInt
    private let filter: NoteFilter

    /// A walk that may be run for one scope after another. Whoever makes one frees it.
    ///
    /// - Parameters:
    ///   - hits: where it is noted what is found.
    ///   - onlyFirst: whether but the first element is wanted that each list matches.
    init(_ binding: Binding, _ hits: Hits, onlyFirst: Bool = false) {
        self.binding = binding
        program = binding.program
        hasTags = !binding.tags.isEmpty
        hasAttributeNames = !binding.attributeNames.isEmpty
        readsAttributes = hasAttributeNames || !binding.ids.isEmpty || !binding.classes.isEmpty
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

    @inline(__always) private var isDone: Bool { mayStop && hits.areComplete }

    func free() {
        isBehindScope.deallocate()
    }

    /// Walks over the scope, which the binding must have been told, and notes what each list matches.
    ///
    /// - Parameter usesOrder: whether to go by the list of the elements, which is made if need be, instead of by the tree.
    func run(includingScope: Bool, usesOrder: Bool) {
        let scope = binding.scope.pointee.node
        if program.hasLoneTakes { takeScope() }
        let ancestors = program.usesAncestorFilter ? bits(ofAncestorsOf: scope) : 0
        var bits: UInt64 = 0
        if scope.isElement { bits = visit(scope, ancestors, isTried: includingScope) }
        if !isDone { walk(below: scope, ancestors | bits, usesOrder) }
        if program.looksBehindScope, scope.isElement, !isDone { walkBehind(scope, ancestors, usesOrder) }
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
            bits |= visit(current, 0, isTried: false)
            ancestor = current.parent
        }
        return bits
    }

    private func walkBehind(_ scope: NodeRef, _ ancestors: UInt64, _ usesOrder: Bool) {
        isBehindScope.pointee = true
        defer { isBehindScope.pointee = false }
        var sibling = scope.nextElementSibling
        while let current = sibling, !isDone {
            let bits = visit(current, ancestors, isTried: true)
            walk(below: current, ancestors | bits, usesOrder)
            sibling = current.nextElementSibling
        }
    }

    private func walk(below root: NodeRef, _ ancestors: UInt64, _ usesOrder: Bool) {
        let depthLimit = isBehindScope.pointee ? nil : program.depthLimit
        if depthLimit == nil, let notes = binding.page.notes {
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

    // MARK: Over the parser's notes

    /// Goes to those elements only that may be what a selector asks for.
    private func walk(over notes: ElementNotes, from first: Int, _ rootBits: UInt64) {
        let usesFilter = program.usesAncestorFilter
        var ancestors = rootBits
        // The elements with bits that are open: the depth of each, and the bits before it.
        var stack: [(depth: Int32, ancestors: UInt64)] = []
        var depth = Int32.min
        for index in first..<max(first, notes.count) {
            let note = notes[index]
            let concern = filter.concern(note)
            if concern.isEmpty { continue }
            if note.depth <= depth {
                while let last = stack.last, note.depth <= last.depth {
                    ancestors = stack.removeLast().ancestors
                }
                depth = stack.last?.depth ?? .min
            }
            let bits = visit(note.node, note.node.name.address, concern, ancestors)
            if isDone { return }
            if usesFilter, bits & ~ancestors != 0 {
                stack.append((note.depth, ancestors))
                ancestors |= bits
                depth = note.depth
            }
        }
    }

    /// Tries the selectors that an element calls for, as far as it may concern them.
    @inline(__always)
    private func visit(
        _ node: NodeRef,
        _ name: @autoclosure () -> UInt,
        _ concern: NoteFilter.Concern,
        _ ancestors: UInt64
    ) -> UInt64 {
        var bits: UInt64 = 0
        if concern.contains(.name) {
            let key = tags.find(name())
            if key >= 0 { bits |= found(key, node, ancestors, true) }
        }
        if concern.contains(.attributes) { bits |= visitAttributes(node, ancestors, true) }
        if concern.contains(.universal) { attempt(program.universal, node, ancestors) }
        return bits
    }

    // MARK: Over the elements' list

    /// - Parameter isTried: whether the element itself is tried, not only what lies below it.
    private func walkInOrder(_ element: NodeRef, _ rootBits: UInt64, isTried: Bool) {
        let order = binding.order
        let first = order.index(of: element)
        let (elements, names, ends) = (order.elements, order.names, order.ends)
        // Where the parser has noted the elements, they have the same numbers there.
        var notes = binding.page.notes
        if let known = notes, first >= known.count || known[first].node != element { notes = nil }
        let usesFilter = program.usesAncestorFilter
        var ancestors = rootBits
        // The elements with bits that are open: where each ends, and the bits before it.
        var stack: [(end: Int, ancestors: UInt64)] = []
        var end = Int.max
        for index in first + (isTried ? 0 : 1)..<Int(ends[first]) {
            let concern = notes.map { filter.concern($0[index]) } ?? .all
            if concern.isEmpty { continue }
            if index >= end {
                while let last = stack.last, index >= last.end { ancestors = stack.removeLast().ancestors }
                end = stack.last?.end ?? .max
            }
            let bits = visit(elements[index], names[index], concern, ancestors)
            if isDone { return }
            if usesFilter, bits & ~ancestors != 0 {
                stack.append((Int(ends[index]), ancestors))
                ancestors |= bits
                end = Int(ends[index])
            }
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
                let bits = visit(node, ancestors, isTried: true)
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

    // MARK: An element

    /// Tries the selectors that an element calls for.
    ///
    /// - Returns: the bits of the element's keys, for what lies below it.
    @inline(__always)
    private func visit(_ node: NodeRef, _ ancestors: UInt64, isTried: Bool) -> UInt64 {
        visit(node, name: node.name.address, ancestors, isTried: isTried)
    }

    @inline(__always)
    private func visit(_ node: NodeRef, name: UInt, _ ancestors: UInt64, isTried: Bool) -> UInt64 {
        var bits: UInt64 = 0
        if hasTags {
            let key = tags.find(name)
            if key >= 0 { bits |= found(key, node, ancestors, isTried) }
        }
        if readsAttributes { bits |= visitAttributes(node, ancestors, isTried) }
        if isTried, program.universal.count > 0 { attempt(program.universal, node, ancestors) }
        return bits
    }

    @inline(__always)
    private func visitAttributes(_ node: NodeRef, _ ancestors: UInt64, _ isTried: Bool) -> UInt64 {
        var bits: UInt64 = 0
        var attribute = node.firstAttribute
        while let current = attribute {
            let name = current.name.address
            if name == classAttribute, !current.hasNamespace {
                bits |= visitClasses(current, node, ancestors, isTried)
            } else if name == idAttribute, !current.hasNamespace {
                bits |= visitID(current, node, ancestors, isTried)
            }
            if hasAttributeNames {
                let key = binding.attributeNames.find(name)
                if key >= 0 { bits |= found(key, node, ancestors, isTried) }
            }
            attribute = current.next
        }
        return bits
    }

    @inline(__always)
    private func visitClasses(
        _ attribute: AttributeRef,
        _ node: NodeRef,
        _ ancestors: UInt64,
        _ isTried: Bool
    ) -> UInt64 {
        // A value stands in its document's arena, behind which two blocks can be read.
        guard var start = attribute.terminatedValue,
            binding.classes.beginnings.mayOccur(in: start, attribute.value.count)
        else { return 0 }
        var bits: UInt64 = 0
        while true {
            while start.pointee.isCSSWhitespace { start += 1 }
            if start.pointee == 0 { return bits }
            var end = start + 1
            // Nearly every byte of a class is greater than all white space.
            while end.pointee > 0x20 || end.pointee != 0 && !end.pointee.isCSSWhitespace { end += 1 }
            binding.classes.find(start, end - start) { key in bits |= found(key, node, ancestors, isTried) }
            start = end
        }
    }

    @inline(__always)
    private func visitID(
        _ attribute: AttributeRef,
        _ node: NodeRef,
        _ ancestors: UInt64,
        _ isTried: Bool
    ) -> UInt64 {
        guard let start = attribute.terminatedValue else { return 0 }
        var count = 0
        while start[count] != 0 { count += 1 }
        var bits: UInt64 = 0
        binding.ids.find(start, count) { key in bits |= found(key, node, ancestors, isTried) }
        return bits
    }

    @inline(__always)
    private func found(
        _ key: Int32,
        _ node: NodeRef,
        _ ancestors: UInt64,
        _ isTried: Bool
    ) -> UInt64 {
        let key = program.keys[key]
        if isTried { attempt(key.candidates, node, ancestors) }
        return key.ancestorBits
    }

    @inline(__always)
    private func attempt(_ candidates: Span32, _ node: NodeRef, _ ancestors: UInt64) {
        for index in candidates.start..<candidates.end {
            let candidate = program.candidates[index]
            let selector = program.selectors[candidate.selector]
            guard selector.requiredAncestors & ~ancestors == 0,
                selector.isBehindScope == isBehindScope.pointee,
                !hits.isKnown(node, selector, program)
            else { continue }
            if binding.matches(selector, node, skippedTests: candidate.skippedTests) {
                hits.note(node, candidate.selector, selector)
            }
        }
    }
}

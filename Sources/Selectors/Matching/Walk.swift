import DOM
import Platform

/// A walk through the part of a page below a scope, in document order. At each element, it tries the selectors that the
/// element's name, id, classes and attributes allow.
struct Walk {
    let context: MatchContext
    let program: SelectorProgram
    let names: NameBinding
    let textKeys: TextKeys
    let buffer: MatchBuffer
    let filter: ElementFilter
    let hasAttributeNames: Bool
    /// The addresses of `class` and `id`; 0 if no selector needs them.
    let classAttribute: UInt
    let idAttribute: UInt
    /// Whether only the first match of each list is needed, so that the walk may end early.
    private let mayStop: Bool
    private let deadline: Deadline?
    /// Whether the walk is after the scope, if only selectors that start with `+` or `~` are tried.
    private(set) var isAfterScope = false

    /// A walk that can be run for one scope after another.
    ///
    /// - Parameters:
    ///   - buffer: receives the matches.
    ///   - onlyFirst: whether only the first match of each list is needed.
    init(_ buffer: MatchBuffer, onlyFirst: Bool = false) {
        self.buffer = buffer
        context = buffer.context
        program = context.program
        names = context.names
        textKeys = context.textKeys
        hasAttributeNames = !names.attributes.isEmpty
        mayStop = onlyFirst || program.isForFirst
        classAttribute = textKeys.classes.isEmpty ? 0 : context.document.classAttribute
        idAttribute = textKeys.ids.isEmpty ? 0 : context.document.idAttribute
        filter = ElementFilter(context)
        deadline = Deadline.current
    }

    /// Whether everything that is needed has been found, or the time limit for the page has been reached.
    @inline(__always) var isDone: Bool {
        mayStop && buffer.isComplete || deadline.map(\.isProbablyPast) ?? false
    }

    /// Walks over the context's scope and adds the matches of each list to the buffer.
    ///
    /// - Parameter usesOrder: whether to walk over an ``ElementOrder``, which is made if needed, instead of the tree.
    func run(includingScope: Bool, usesOrder: Bool) {
        let scope = context.scope.node
        if program.hasLoneExtractors { addScope() }
        let ancestors = program.usesAncestorFilter ? bits(ofAncestorsOf: scope) : 0
        var bits: UInt64 = 0
        if scope.isElement {
            if includingScope { visitFollower(scope: scope, ancestors) }
            bits = visit(scope, filter.all, ancestors, isTried: includingScope)
        }
        if !isDone { walk(below: scope, ancestors | bits, usesOrder) }
        guard program.looksAfterScope, scope.isElement, !isDone else { return }
        var walk = self
        walk.isAfterScope = true
        walk.walkAfter(scope, ancestors, usesOrder)
    }

    /// Adds the scope for each lone extractor (`::attr(title)`).
    private func addScope() {
        guard let element = context.scope.element else { return }
        for selector in 0..<program.selectors.count where program.selectors[selector].isLoneExtractor {
            buffer.add(element, selector, program.selectors[selector])
        }
    }

    private func bits(ofAncestorsOf node: NodeRef) -> UInt64 {
        var bits: UInt64 = 0
        var ancestor = node.parent
        while let current = ancestor, current.isElement {
            bits |= visit(current, filter.all, 0, isTried: false)
            ancestor = current.parent
        }
        return bits
    }

    private func walkAfter(_ scope: NodeRef, _ ancestors: UInt64, _ usesOrder: Bool) {
        var sibling = scope.nextElementSibling
        while let current = sibling, !isDone {
            visitFollower(current, ancestors)
            let bits = visit(current, filter.all, ancestors)
            walk(below: current, ancestors | bits, usesOrder)
            sibling = current.nextElementSibling
        }
    }

    private func walk(below root: NodeRef, _ ancestors: UInt64, _ usesOrder: Bool) {
        let depthLimit = isAfterScope ? nil : program.depthLimit
        if depthLimit == nil, let notes = context.document.parseIndex {
            if root.isDocument { return walk(over: notes, from: 0, ancestors) }
            if notes.count > 0, root == notes[0].node { return walk(over: notes, from: 1, ancestors) }
        }
        guard depthLimit == nil, usesOrder else {
            return walkTree(below: root, depthLimit: depthLimit ?? .max, ancestors)
        }
        if root.isElement { return walkInOrder(root, ancestors, isTried: false) }
        var child = root.firstElementChild
        while let element = child, !isDone {
            walkInOrder(element, ancestors, isTried: true)
            child = element.nextElementSibling
        }
    }
}

// MARK: - Over the tree

extension Walk {
    private func walkTree(below root: NodeRef, depthLimit: Int, _ rootBits: UInt64) {
        let usesFilter = program.usesAncestorFilter
        guard depthLimit > 0, var node = root.firstChild else { return }
        var ancestors = rootBits
        // The bits of the ancestors of each open element.
        var stack: [UInt64] = []
        var depth = 1
        while true {
            if node.isElement {
                visitFollower(node, ancestors)
                let bits = visit(node, filter.all, ancestors)
                if isDone { return }
                if depth < depthLimit, let child = node.firstChild {
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

// MARK: - Over lists of elements

extension Walk {
    /// Walks over the parser's index, and visits only elements that a selector may match.
    private func walk(over notes: ParseIndex, from first: Int, _ rootBits: UInt64) {
        let usesFilter = program.usesAncestorFilter
        var ancestors = rootBits
        // The open elements with bits: the depth of each, and the bits before it.
        var stack: [(depth: Int32, ancestors: UInt64)] = []
        var depth = Int32.min
        for index in first..<max(first, notes.count) {
            let note = notes[index]
            let concern = filter.concern(note)
            // An element that ends after the last one visited keeps its bits until the next visit. Bits only rule
            // selectors out, and everything deeper has ended by then.
            if concern.isEmpty, note.node != buffer.nextFollower { continue }
            if note.depth <= depth {
                while let last = stack.last, note.depth <= last.depth {
                    ancestors = stack.removeLast().ancestors
                }
                depth = stack.last?.depth ?? .min
            }
            visitFollower(note.node, ancestors)
            let bits = visit(note.node, concern, ancestors)
            if isDone { return }
            if usesFilter, bits & ~ancestors != 0 {
                stack.append((note.depth, ancestors))
                ancestors |= bits
                depth = note.depth
            }
        }
    }

    /// Walks over the element order.
    ///
    /// - Parameter isTried: whether the element itself is tried, not only its descendants.
    private func walkInOrder(_ element: NodeRef, _ rootBits: UInt64, isTried: Bool) {
        let order = context.order
        let first = order.index(of: element)
        let entries = order.entries.base
        // The parser's index, if there is one, has the same numbers.
        var notes = context.document.parseIndex
        if let known = notes, first >= known.count || known[first].node != element { notes = nil }
        let usesFilter = program.usesAncestorFilter
        var ancestors = rootBits
        // The open elements that added bits: where each ends, and the bits from before it.
        var stack: [(end: Int, ancestors: UInt64)] = []
        var end = Int.max
        for index in first + (isTried ? 0 : 1)..<Int(entries[first].end) {
            let concern = notes.map { filter.concern($0[index]) } ?? filter.all
            let element = entries[index].element
            if concern.isEmpty, element != buffer.nextFollower { continue }
            if index >= end {
                while let last = stack.last, index >= last.end { ancestors = stack.removeLast().ancestors }
                end = stack.last?.end ?? .max
            }
            visitFollower(element, ancestors)
            let bits = visit(element, concern, ancestors)
            if isDone { return }
            if usesFilter, bits & ~ancestors != 0 {
                end = Int(entries[index].end)
                stack.append((end, ancestors))
                ancestors |= bits
            }
        }
    }
}

import Basics
import DOM

// A visit to one element: the selectors that its features allow are tried.
extension Walk {
    /// Tries the selectors that an element's name, id, classes and attributes allow.
    ///
    /// - Parameter concern: the features that matter at this element.
    /// - Returns: the bits of the element's keys, for its descendants.
    @inline(__always)
    func visit(
        _ node: NodeRef,
        _ concern: ElementFilter.Concern,
        _ ancestors: UInt64,
        isTried: Bool = true
    ) -> UInt64 {
        var bits: UInt64 = 0
        if concern.contains(.name) {
            let key = names.tags.find(node.name.address)
            if key >= 0 { bits |= found(key, node, ancestors, isTried) }
        }
        if concern.contains(.attributes) { bits |= visitAttributes(node, ancestors, isTried) }
        if isTried, concern.contains(.universal) { attempt(program.universal, node, ancestors) }
        return bits
    }

    /// Tries the selectors that wait for a node, which are those of its previous sibling's keys.
    @inline(__always)
    func visitFollower(_ node: NodeRef, _ ancestors: UInt64) {
        while node == buffer.nextFollower { attempt(buffer.takeFollower(), node, ancestors) }
    }

    /// Tries all selectors whose candidates depend on the previous sibling at the scope, which has none in the walk.
    func visitFollower(scope: NodeRef, _ ancestors: UInt64) {
        for key in 0..<program.keys.count { attempt(program.keys[key].followers, scope, ancestors) }
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
                let key = names.attributes.find(name)
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
        // A value is in its document's arena, after which two blocks can be read.
        guard var start = attribute.terminatedValue,
            textKeys.classes.prefixFilter.mayOccur(in: start, attribute.value.count)
        else { return 0 }
        var bits: UInt64 = 0
        while true {
            while start.pointee.isASCIIWhiteSpace { start += 1 }
            if start.pointee == 0 { return bits }
            let count = start.endOfWord(from: 1)
            textKeys.classes.find(start, count) { key in bits |= found(key, node, ancestors, isTried) }
            start += count
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
        textKeys.ids.find(start, count) { key in bits |= found(key, node, ancestors, isTried) }
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
        if isTried {
            attempt(key.candidates, node, ancestors)
            if key.followers.count > 0, let next = node.nextElementSibling {
                buffer.addFollower(next, key.followers)
            }
        }
        return key.ancestorBits
    }

    @inline(__always)
    private func attempt(_ candidates: Span32, _ node: NodeRef, _ ancestors: UInt64) {
        for index in candidates.start..<candidates.end {
            let candidate = program.candidates[index]
            let selector = program.selectors[candidate.selector]
            guard selector.requiredAncestors & ~ancestors == 0,
                selector.isAfterScope == isAfterScope,
                !buffer.isKnown(node, selector, program)
            else { continue }
            if context.matches(selector, node, skippedTests: candidate.skippedTests) {
                buffer.add(node, candidate.selector, selector)
            }
        }
    }
}

/// Decides from the parser's index which elements a program need not visit.
struct ElementFilter {
    /// The features by which an element may be one at which a selector is tried.
    struct Concern: OptionSet {
        let rawValue: UInt8
        /// Its name.
        static let name = Concern(rawValue: 1 << 0)
        /// One of its attributes, or a class.
        static let attributes = Concern(rawValue: 1 << 1)
        /// Some selectors are tried at every element.
        static let universal = Concern(rawValue: 1 << 2)
    }

    /// The features of an element that is not in the index.
    let all: Concern
    private let least: Concern
    private let elementNames: UInt64
    /// Without `class`: so many elements have it that its value is checked instead.
    private let attributeNames: UInt64
    private let hasClasses: Bool
    private let prefixFilter: PrefixFilter

    init(_ context: MatchContext) {
        let (names, textKeys) = (context.names, context.textKeys)
        least = context.program.universal.count > 0 ? .universal : []
        var all = least
        if !names.tags.isEmpty { all.insert(.name) }
        if !names.attributes.isEmpty || !textKeys.ids.isEmpty || !textKeys.classes.isEmpty {
            all.insert(.attributes)
        }
        self.all = all
        elementNames = names.tags.noteBits
        let id = textKeys.ids.isEmpty ? 0 : context.document.idAttribute
        attributeNames = names.attributes.noteBits | (id == 0 ? 0 : NameBits.attribute(id))
        hasClasses = !textKeys.classes.isEmpty
        prefixFilter = textKeys.classes.prefixFilter
    }

    @inline(__always)
    func concern(_ note: ParseIndexEntry) -> Concern {
        var concern = least
        if note.names & elementNames != 0 { concern.insert(.name) }
        if note.names & attributeNames != 0 || hasClasses && mayHaveClass(note) {
            concern.insert(.attributes)
        }
        return concern
    }

    @inline(__always)
    private func mayHaveClass(_ note: ParseIndexEntry) -> Bool {
        guard let classes = note.classes else { return false }
        return prefixFilter.mayOccur(in: classes, Int(note.classLength))
    }
}

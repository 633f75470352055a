/// A compound selector, compiled. Those of one selector follow each other from right to left.
///
///     "a.b > c d"      compounds   d ─.descendant→ c ─.child→ a.b ─.none
struct CompiledCompound: BitwiseCopyable {
    enum Link: BitwiseCopyable {
        /// This is the leftmost one.
        case none
        case child, descendant, descendantOrSelf, nextSibling, subsequentSibling

        init(_ combinator: Combinator) {
            switch combinator {
            case .descendant: self = .descendant
            case .child: self = .child
            case .nextSibling: self = .nextSibling
            case .subsequentSibling: self = .subsequentSibling
            case .descendantOrSelf: self = .descendantOrSelf
            }
        }
    }

    var tests: Span32
    /// To the compound on the left.
    var link: Link
    /// Stands for the node that a leading combinator starts from, which need not be an element.
    var isAnchor = false
}

/// A complex selector, compiled.
struct CompiledSelector: BitwiseCopyable {
    /// The rightmost compound.
    var compound: Int32
    /// The list that it belongs to, and its place in it.
    var list: Int32
    var rank: Int32
    /// The bits of the keys that must occur among the ancestors of whatever matches.
    var requiredAncestors: UInt64 = 0
    /// Starts with `+` or `~`, so that what it matches lies behind the scope instead of below it.
    var isBehindScope = false
    /// A take and nothing else, which means the scope itself.
    var isLoneTake = false
}

/// A selector list, compiled.
struct CompiledList: BitwiseCopyable {
    var selectors: Span32
    /// Which memory holds whether it matches an element; -1 where finding out again is as fast.
    var memo: Int32
    /// Whether only the first element is wanted that it matches.
    var isForFirst = false
}

/// A name, class, id or attribute that a walk recognises, and the selectors that it makes worth trying.
struct Key: BitwiseCopyable {
    enum Kind: BitwiseCopyable {
        case id, `class`, attribute, tag
    }

    var kind: Kind
    /// The name's index for tags and attributes.
    var name: Int32 = -1
    /// The text for ids and classes.
    var text = Span32(start: 0, count: 0)
    /// The bits that stand for it among the ancestors, one for each set of keys that selectors ask for.
    var ancestorBits: UInt64 = 0
    var candidates = Span32(start: 0, count: 0)
}

/// A selector that is worth trying where a key occurs.
struct Candidate: BitwiseCopyable {
    var selector: Int32
    /// 1 where the key is all that the rightmost compound's first test asks for.
    var skippedTests: Int32
}

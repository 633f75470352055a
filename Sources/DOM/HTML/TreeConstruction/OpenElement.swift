import CLibXML2

/// An element on the stack of open elements.
///
/// Elements are numbered from 1 and linked, so that removing one from the middle or inserting one there does not change
/// the others. ``order`` determines which of two is higher.
struct OpenElement: BitwiseCopyable {
    var node: UnsafeMutablePointer<xmlNode>
    /// Grows from the bottom of the stack to its top.
    var order: Int

    /// The neighbours; 0 if there is none.
    var below: Int32
    var above: Int32

    /// The next ones with the same name; 0 if there is none.
    var sameBelow: Int32
    var sameAbove: Int32

    /// The topmost element that ends a scope, this one or one below.
    var scopeEnd: Int32
    /// The topmost element of the special category, this one or one below.
    var special: Int32
    /// The topmost element that ends the search for an open `li`, `dd` or `dt`, this one or one below.
    var itemsEnd: Int32

    /// The index at which ``OpenElements`` stores the topmost element with this name.
    var key: Int32

    /// The element's entry in the list of active formatting elements, 0 for none; for a foreign element, the topmost
    /// HTML element below it instead.
    var extra: Int32

    var tag: Tag
    var kind: Kind
}

extension OpenElement {
    /// The rules that apply to tokens while an element is the (adjusted) current node.
    struct Kind: OptionSet {
        let rawValue: UInt8

        static let svg = Kind(rawValue: 1 << 0)
        static let mathML = Kind(rawValue: 1 << 1)
        /// A MathML text integration point (13.2.6).
        static let textIntegrationPoint = Kind(rawValue: 1 << 2)
        /// An HTML integration point.
        static let htmlIntegrationPoint = Kind(rawValue: 1 << 3)
        /// MathML's `annotation-xml`.
        static let annotation = Kind(rawValue: 1 << 4)
        /// No longer on the stack.
        static let isRemoved = Kind(rawValue: 1 << 5)
        /// The root of a fragment, which is HTML's; the other bits are those of the context.
        static let isContext = Kind(rawValue: 1 << 6)

        static let foreign: Kind = [.svg, .mathML]
    }

    /// Whether the element is HTML's.
    @inline(__always) var isHTML: Bool {
        kind.isDisjoint(with: .foreign) || kind.contains(.isContext)
    }

    /// Whether it is an HTML element with the given tag.
    @inline(__always)
    func `is`(_ tag: Tag) -> Bool {
        self.tag == tag && isHTML
    }

    /// The tag of an HTML element, ``Tag/unknown`` for a foreign one: ``TagTraits`` are those of HTML's elements.
    @inline(__always) var htmlTag: Tag { isHTML ? tag : .unknown }
}

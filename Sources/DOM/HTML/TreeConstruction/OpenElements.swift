import CLibXML2

/// The stack of open elements (HTML standard,
/// [13.2.4.2](https://html.spec.whatwg.org/multipage/parsing.html#the-stack-of-open-elements)).
///
/// No operation searches all elements: those with the same name are chained, and each refers to the topmost element below
/// it that ends a scope. A node's `_private` is its number here.
///
/// Complexity: constant for all operations except growing.
struct OpenElements: ~Copyable {
    /// By number. The element at 0 is a boundary below all others.
    private var elements = Stack<OpenElement>(capacity: 64)
    /// The free numbers, linked by `above`.
    private var free: Int32 = 0
    /// The topmost element with each name, at twice the name's number, plus one for foreign elements; 0 for none.
    private var topmost: Table<Int32>
    /// Whether a special element was removed from the middle, so that others may still refer to it.
    private var hasRemovedSpecial = false

    /// The number of the current node; 0 for an empty stack.
    private(set) var top: Int32 = 0
    /// The number of open elements.
    private(set) var count = 0
    /// Whether an element has been removed from below others on the stack. Their depth in the tree is then greater than
    /// their depth on the stack.
    private(set) var isBroken = false

    /// The difference in order between an element and the one below it, which leaves room for inserted elements.
    private static let gap = 1 << 31

    init(nameCount: Int) {
        topmost = Table(repeating: 0, count: 2 * nameCount + 128)
        // The node of the boundary is never read.
        let nowhere = UnsafeMutablePointer<xmlNode>(bitPattern: 8).unsafelyUnwrapped
        elements.append(
            OpenElement(
                node: nowhere,
                order: -1,
                below: 0,
                above: 0,
                sameBelow: 0,
                sameAbove: 0,
                scopeEnd: 0,
                special: 0,
                itemsEnd: 0,
                key: 0,
                extra: 0,
                tag: .unknown,
                kind: []
            )
        )
    }

    @inline(__always)
    subscript(number: Int32) -> OpenElement {
        unsafeAddress { UnsafePointer(elements.start + Int(number)) }
        nonmutating unsafeMutableAddress { elements.start + Int(number) }
    }

    /// The element at the bottom; 0 for an empty stack.
    @inline(__always) var bottom: Int32 { self[0].above }

    /// The number of an open node; 0 for one that is not open.
    @inline(__always)
    func number(of node: UnsafeMutablePointer<xmlNode>) -> Int32 {
        Int32(truncatingIfNeeded: Int(bitPattern: node.pointee._private))
    }

    // MARK: - Topmost elements

    /// The topmost HTML element with a tag; 0 for none.
    @inline(__always)
    func topmost(_ tag: Tag) -> Int32 {
        topmost[2 &* Int(tag.rawValue)]
    }

    /// The topmost HTML element with a name; 0 for none.
    @inline(__always)
    func topmost(_ name: Name) -> Int32 {
        let key = 2 &* name.number
        return key < topmost.count ? topmost[key] : 0
    }

    /// The topmost element of SVG or MathML whose name is the given one in lower case; 0 for none.
    @inline(__always)
    func topmostForeign(_ name: Name) -> Int32 {
        let key = 2 &* name.number &+ 1
        return key < topmost.count ? topmost[key] : 0
    }

    @inline(never)
    private mutating func growTopmost(_ key: Int) {
        topmost = topmost.enlarged(to: 2 * max(topmost.count, key + 1), filling: 0)
    }

    // MARK: - Changes

    /// Pushes a node onto the stack.
    ///
    /// - Parameter name: the token's name, which is in lower case even for a foreign element.
    @inline(__always)
    mutating func push(
        _ node: UnsafeMutablePointer<xmlNode>,
        _ name: Name,
        _ tag: Tag,
        _ traits: TagTraits,
        _ kind: OpenElement.Kind = []
    ) {
        let isForeign = !kind.isDisjoint(with: .foreign) && !kind.contains(.isContext)
        let key = 2 &* name.number &+ (isForeign ? 1 : 0)
        if key >= topmost.count { growTopmost(key) }
        let number = takeNumber()
        let below = self[top]
        let same = topmost[key]
        self[number] = OpenElement(
            node: node,
            order: below.order &+ OpenElements.gap,
            below: top,
            above: 0,
            sameBelow: same,
            sameAbove: 0,
            scopeEnd: traits.contains(.scope) ? number : below.scopeEnd,
            special: traits.contains(.special) ? number : below.special,
            itemsEnd: traits.contains(.special) && !traits.contains(.openToItems) ? number : below.itemsEnd,
            key: Int32(truncatingIfNeeded: key),
            extra: isForeign ? (below.isHTML ? top : below.extra) : 0,
            tag: tag,
            kind: kind
        )
        // This also writes to number 0, if it is not read.
        self[same].sameAbove = number
        self[top].above = number
        topmost[key] = number
        node.pointee._private = UnsafeMutableRawPointer(bitPattern: Int(number))
        top = number
        count &+= 1
    }

    @inline(__always)
    private mutating func takeNumber() -> Int32 {
        let number = free
        if number != 0 {
            free = self[number].above
            return number
        }
        elements.append(self[0])
        return Int32(truncatingIfNeeded: elements.count &- 1)
    }

    /// Pops the current node, which must exist.
    @inline(__always)
    mutating func pop() {
        let number = top
        let element = self[number]
        topmost[Int(element.key)] = element.sameBelow
        self[element.sameBelow].sameAbove = 0
        element.node.pointee._private = nil
        top = element.below
        self[top].above = 0
        self[number].above = free
        free = number
        count &-= 1
    }

    /// Removes an element from the stack, wherever it is.
    ///
    /// - Parameter reusing: whether the caller knows that no element above refers to this one, whose number may then
    ///   be given to another.
    mutating func remove(_ number: Int32, reusing: Bool = false) {
        if number == top { return pop() }
        isBroken = true
        let element = self[number]
        if element.sameAbove == 0 {
            topmost[Int(element.key)] = element.sameBelow
        } else {
            self[element.sameAbove].sameBelow = element.sameBelow
        }
        self[element.sameBelow].sameAbove = element.sameAbove
        self[element.below].above = element.above
        self[element.above].below = element.below
        element.node.pointee._private = nil
        count -= 1
        if reusing {
            self[number].above = free
            free = number
        } else {
            forward(number)
        }
    }

    /// Makes references to a removed element lead to the element below it.
    private mutating func forward(_ number: Int32) {
        if self[number].special == number { hasRemovedSpecial = true }
        self[number].kind.insert(.isRemoved)
        let below = self[self[number].below]
        self[number].special = below.special
        self[number].itemsEnd = below.itemsEnd
        self[number].scopeEnd = below.scopeEnd
    }

    /// Inserts a node immediately above another element: a copy of the element `original`, which is neither special
    /// nor foreign and, in the stack, below the other.
    ///
    /// - Returns: its number.
    /// - Complexity: linear in the number of elements of its name between the original and its place.
    @discardableResult
    mutating func insert(
        _ node: UnsafeMutablePointer<xmlNode>,
        above neighbour: Int32,
        like original: Int32
    ) -> Int32 {
        let number = takeNumber()
        let below = self[neighbour]
        var element = self[original]
        element.node = node
        element.below = neighbour
        element.above = below.above
        element.scopeEnd = below.scopeEnd
        element.special = below.special
        element.itemsEnd = below.itemsEnd
        // Right below the next, so that the room above a special element is used up one by one.
        element.order = below.above == 0 ? below.order &+ OpenElements.gap : self[below.above].order &- 1
        element.sameBelow = original
        while case let above = self[element.sameBelow].sameAbove, above != 0,
            self[above].order < element.order
        {
            element.sameBelow = above
        }
        element.sameAbove = self[element.sameBelow].sameAbove
        self[element.sameBelow].sameAbove = number
        if element.sameAbove == 0 {
            topmost[Int(element.key)] = number
        } else {
            self[element.sameAbove].sameBelow = number
        }
        self[number] = element
        self[neighbour].above = number
        if element.above == 0 { top = number } else { self[element.above].below = number }
        node.pointee._private = UnsafeMutableRawPointer(bitPattern: Int(number))
        count += 1
        return number
    }

    /// Replaces an open node with another one.
    func replace(_ number: Int32, by node: UnsafeMutablePointer<xmlNode>) {
        self[number].node.pointee._private = nil
        self[number].node = node
        node.pointee._private = UnsafeMutableRawPointer(bitPattern: Int(number))
    }

    // MARK: - Boundaries

    /// The topmost special element.
    @inline(__always) var topmostSpecial: Int32 {
        var number = self[top].special
        while hasRemovedSpecial, self[number].kind.contains(.isRemoved) { number = self[number].special }
        return number
    }

    /// The topmost element that ends the search for an open `li`, `dd` or `dt`.
    @inline(__always) var topmostItemsEnd: Int32 {
        var number = self[top].itemsEnd
        while hasRemovedSpecial, self[number].kind.contains(.isRemoved) { number = self[number].itemsEnd }
        return number
    }
}

// Whether the stack of open elements has an element in a scope (HTML standard, 13.2.4.2): whether it is open, and no
// element above it ends the scope. An element that ends scopes is in scope itself.
extension OpenElements {
    /// "Has an element in scope".
    @inline(__always)
    func hasInScope(_ tag: Tag) -> Bool {
        isInScope(topmost(tag))
    }

    /// The same for one element; false for none.
    @inline(__always)
    func isInScope(_ number: Int32) -> Bool {
        number != 0 && self[number].order >= self[self[top].scopeEnd].order
    }

    /// "Has an element in list item scope".
    @inline(__always)
    func hasInListItemScope(_ tag: Tag) -> Bool {
        let number = topmost(tag)
        return isInScope(number) && isAbove(number, .ol) && isAbove(number, .ul)
    }

    /// "Has an element in button scope".
    @inline(__always)
    func hasInButtonScope(_ tag: Tag) -> Bool {
        let number = topmost(tag)
        return isInScope(number) && isAbove(number, .button)
    }

    /// "Has an element in table scope".
    @inline(__always)
    func hasInTableScope(_ tag: Tag) -> Bool {
        let number = topmost(tag)
        return number != 0 && isAbove(number, .table) && isAbove(number, .template)
    }

    /// Whether an element is at or above the topmost one with a tag, or there is none.
    @inline(__always)
    private func isAbove(_ number: Int32, _ tag: Tag) -> Bool {
        let other = topmost(tag)
        return other == 0 || self[number].order >= self[other].order
    }

    /// Whether one of `h1` to `h6` is in scope.
    var hasHeadingInScope: Bool {
        hasInScope(.h1) || hasInScope(.h2) || hasInScope(.h3) || hasInScope(.h4) || hasInScope(.h5)
            || hasInScope(.h6)
    }

    /// Whether `tbody`, `thead` or `tfoot` is in table scope.
    var hasTableBodyInTableScope: Bool {
        hasInTableScope(.tbody) || hasInTableScope(.thead) || hasInTableScope(.tfoot)
    }
}

// Whether the stack of open elements has an element in a scope (HTML standard, 13.2.4.2): whether it is open, and no
// element above it ends the scope. An element that ends scopes is in scope itself.
extension OpenElements {
    /// "Has an element in scope".
    @inline(__always)
    func hasInScope(_ tag: Tag) -> Bool {
        isInScope(topmost(tag))
    }

    /// The same of one element; false for none.
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

    /// Whether an element is at or above the topmost one of a tag, or there is none.
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

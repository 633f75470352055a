import CLibXML2

// Attributes of a tree's elements, set and added in place.
extension NodeRef {
    /// The attribute of the given name that is in no namespace. Complexity: linear in the number of attributes.
    func plainAttribute(_ name: Name) -> UnsafeMutablePointer<xmlAttr>? {
        var next = pointer.pointee.properties
        while let attribute = next {
            if attribute.pointee.ns == nil, attribute.pointee.name == name.bytes { return attribute }
            next = attribute.pointee.next
        }
        return nil
    }

    /// Links an attribute without a place behind `last`, the element's last one; `nil` where it has none.
    @inline(__always)
    func link(
        _ attribute: UnsafeMutablePointer<xmlAttr>,
        behind last: UnsafeMutablePointer<xmlAttr>?
    ) {
        attribute.pointee.parent = pointer
        attribute.pointee.prev = last
        attribute.pointee.next = nil
        if let last { last.pointee.next = attribute } else { pointer.pointee.properties = attribute }
    }

    /// The element's last attribute. Complexity: linear in their number.
    var lastAttribute: UnsafeMutablePointer<xmlAttr>? {
        var last = pointer.pointee.properties
        while let next = last?.pointee.next { last = next }
        return last
    }
}

extension Arena {
    /// Gives an attribute another value, which stands in the arena and is ended by a zero.
    mutating func replaceValue(
        of attribute: UnsafeMutablePointer<xmlAttr>,
        _ value: UnsafeMutablePointer<UInt8>,
        _ size: ContentSize
    ) {
        var text: UnsafeMutablePointer<xmlNode>?
        if size.count > 0, let tree = attribute.pointee.doc {
            text = makeText(value, size, in: tree, at: .none)
            // An attribute begins as a node does, as far as `parent`.
            text?.pointee.parent = UnsafeMutableRawPointer(attribute).assumingMemoryBound(to: xmlNode.self)
        }
        attribute.pointee.children = text
        attribute.pointee.last = text
    }
}

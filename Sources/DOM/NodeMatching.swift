public import CLibXML2

/// What a selector engine needs of nodes besides what ``NodeRef`` has: the same without measuring strings.
extension NodeRef {
    /// Whether an element is in a namespace.
    @inlinable package var hasNamespace: Bool { pointer.pointee.ns != nil }

    /// A number that an index over the tree has given this node; 0 where none has. Whoever reads one checks that
    /// it is the index's own: several may have been made of a tree.
    @inlinable package var indexNumber: Int {
        get { Int(bitPattern: pointer.pointee._private) }
        nonmutating set { pointer.pointee._private = UnsafeMutableRawPointer(bitPattern: newValue) }
    }

    /// The node's address, for hashing.
    @inlinable package var address: UInt { UInt(bitPattern: pointer) }

}

extension AttributeRef {
    /// Whether the attribute is in a namespace.
    @inlinable package var hasNamespace: Bool { pointer.pointee.ns != nil }

    /// The value's UTF-8 bytes, ended by a zero; `nil` for an attribute without a value.
    @inlinable package var terminatedValue: UnsafePointer<UInt8>? {
        guard let text = pointer.pointee.children, let content = text.pointee.content else { return nil }
        return UnsafePointer(content)
    }
}

extension Name {
    /// The name of the given spelling where the standards have it: all documents share it.
    package static func standard(_ utf8: [UInt8]) -> Name? {
        utf8.withUnsafeBufferPointer { StandardNames.shared.find($0) }
    }

    /// The name's address, which identifies it within its document.
    @inlinable package var address: UInt { UInt(bitPattern: bytes) }
}

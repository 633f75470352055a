import CLibXML2

extension Arena {
    /// A namespace whose strings stand in the arena or for ever, each ended by a zero. No element declares it yet.
    mutating func makeNamespace(
        _ address: UnsafePointer<UInt8>,
        prefix: UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<xmlNs> {
        let namespace = allocate(MemoryLayout<xmlNs>.size).assumingMemoryBound(to: xmlNs.self)
        var fields = xmlNs()
        fields.type = XML_NAMESPACE_DECL
        fields.href = address
        fields.prefix = prefix
        namespace.initialize(to: fields)
        return namespace
    }
}

extension NodeRef {
    /// Makes an element declare a namespace. Complexity: linear in the number of those that it declares.
    func declare(_ namespace: UnsafeMutablePointer<xmlNs>) {
        guard var last = pointer.pointee.nsDef else {
            pointer.pointee.nsDef = namespace
            return
        }
        while let next = last.pointee.next { last = next }
        last.pointee.next = namespace
    }

    /// The namespace of a prefix that an element itself declares.
    func declaredNamespace(_ prefix: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<xmlNs>? {
        var next = pointer.pointee.nsDef
        while let namespace = next {
            if xmlStrEqual(namespace.pointee.prefix, prefix) == 1 { return namespace }
            next = namespace.pointee.next
        }
        return nil
    }
}

import CLibXML2

/// The namespaces that the open elements of an XML text declare.
///
/// Each is owned by the element that declares it, as libxml2 wants it.
struct XMLNamespaces {
    private struct Binding {
        let prefix: Name?
        let namespace: UnsafeMutablePointer<xmlNs>?
    }

    private let limit: Int
    /// What an element without a namespace is in: nothing, but for a part of an HTML page.
    private let unbound: UnsafeMutablePointer<xmlNs>?
    private var bindings: [Binding] = []
    private var undeclared: Set<Name> = []

    init(limit: Int, unbound: UnsafeMutablePointer<xmlNs>?) {
        self.limit = limit
        self.unbound = unbound
    }

    /// The namespace of elements without a prefix.
    var defaultNamespace: UnsafeMutablePointer<xmlNs>? {
        guard let binding = bindings.last(where: { $0.prefix == nil }) else { return unbound }
        return binding.namespace ?? unbound
    }

    /// What a prefix stands for; `nil` where it is not declared.
    subscript(prefix: Name) -> UnsafeMutablePointer<xmlNs>? {
        bindings.last { $0.prefix == prefix }?.namespace
    }

    /// Binds a prefix, or the default namespace, for an element and all in it; false where it is bound twice.
    mutating func bind(
        _ prefix: Name?,
        to address: [UInt8],
        on node: UnsafeMutablePointer<xmlNode>,
        line: Int
    ) throws(ParseError) -> Bool {
        if bindings.count >= limit { throw ParseError.tooManyNamespaces(line: line, limit: limit) }
        var namespace: UnsafeMutablePointer<xmlNs>?
        if !address.isEmpty || prefix != nil {
            namespace = xmlNewNs(node, address + [0], prefix?.bytes)
            if namespace == nil { return false }
        }
        bindings.append(Binding(prefix: prefix, namespace: namespace))
        return true
    }

    mutating func unbind(_ count: Int) {
        bindings.removeLast(min(count, bindings.count))
    }

    /// Whether a prefix that is not declared has not been met before.
    mutating func isNews(_ prefix: Name) -> Bool { undeclared.insert(prefix).inserted }

    /// The namespace of a prefix that an element itself declares.
    static func own(_ prefix: Name, of node: UnsafeMutablePointer<xmlNode>) -> UnsafeMutablePointer<xmlNs>? {
        var next = node.pointee.nsDef
        while let namespace = next {
            if let name = namespace.pointee.prefix, xmlStrEqual(name, prefix.bytes) == 1 { return namespace }
            next = namespace.pointee.next
        }
        return nil
    }
}

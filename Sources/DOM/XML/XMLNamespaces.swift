import CLibXML2

/// The namespaces that the open elements of an XML text declare.
///
/// Each is in the list of the element that declares it, as libxml2 requires, and in the document's arena.
struct XMLNamespaces {
    private struct Binding {
        let prefix: Name?
        let namespace: UnsafeMutablePointer<xmlNs>?
    }

    private let limit: Int
    /// The namespace of elements that are in none: `nil` except in a part of an HTML page.
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

    /// The namespace of a prefix; `nil` if it is not declared.
    subscript(prefix: Name) -> UnsafeMutablePointer<xmlNs>? {
        bindings.last { $0.prefix == prefix }?.namespace
    }

    /// Binds a prefix, or the default namespace, for an element and its content; returns false if the element binds it
    /// twice, or if `xml` is bound to its own namespace.
    mutating func bind(
        _ prefix: Name?,
        to address: [UInt8],
        on node: NodeRef,
        in document: Document,
        line: Int
    ) throws(ParseError) -> Bool {
        if bindings.count >= limit { throw ParseError.tooManyNamespaces(line: line, limit: limit) }
        var namespace: UnsafeMutablePointer<xmlNs>?
        if !address.isEmpty || prefix != nil {
            if node.declaredNamespace(prefix?.bytes) != nil { return false }
            if prefix?.utf8.elementsEqual("xml".utf8) == true, address.elementsEqual(Self.xmlURI.utf8) {
                return false
            }
            namespace = document.declareNamespace(prefix, address, on: node)
        }
        bindings.append(Binding(prefix: prefix, namespace: namespace))
        return true
    }

    private static let xmlURI = "http://www.w3.org/XML/1998/namespace"

    mutating func unbind(_ count: Int) {
        bindings.removeLast(min(count, bindings.count))
    }

    /// Whether an undeclared prefix is used for the first time.
    mutating func isFirstUse(of prefix: Name) -> Bool { undeclared.insert(prefix).inserted }
}

extension Document {
    /// Makes an element declare a prefix, or the default namespace.
    func declareNamespace(
        _ prefix: Name?,
        _ address: [UInt8],
        on element: NodeRef
    ) -> UnsafeMutablePointer<xmlNs> {
        let (start, _) = arena.copy(address)
        let namespace = arena.makeNamespace(start, prefix: prefix?.bytes)
        element.declare(namespace)
        return namespace
    }
}

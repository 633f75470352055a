import CLibXML2

/// Why an XPath expression has no result.
public struct XPathError: Error, Hashable, Sendable {
    /// The expression.
    public let expression: String
    /// The problem, in one line.
    public let reason: String
    /// Where the mistake was found, in UTF-8 bytes from the expression's start; `nil` if only the whole is known to be
    /// wrong.
    public let offset: Int?
}

extension XPathError: CustomStringConvertible {
    /// The message, the expression and a caret.
    public var description: String {
        guard let offset else { return "\(reason)\n  \(expression)" }
        let before = String(decoding: expression.utf8.prefix(offset), as: UTF8.self)
        let padding = before.unicodeScalars.map { $0 == "\t" ? "\t" : " " }.joined()
        return "\(reason)\n  \(expression)\n  \(padding)^"
    }
}

extension Document {
    /// The elements that an XPath 1.0 expression finds, in document order. Texts and attributes in the result are left
    /// out: ``xpathValues(_:namespaces:)`` returns those.
    ///
    /// ```swift
    /// try page.xpath("//td[a]/following-sibling::td")
    /// ```
    ///
    /// HTML elements have no namespace on an HTML page. The expression is evaluated by libxml2, which is loaded on first
    /// use. Selectors are faster, and take linear time; an expression may take longer.
    ///
    /// Specification: [XPath 1.0](https://www.w3.org/TR/1999/REC-xpath-19991116/).
    ///
    /// - Parameters:
    ///   - expression: the expression.
    ///   - namespaces: the addresses of namespaces, by the prefixes that the expression has for them.
    /// - Throws: ``XPathError`` for a wrong expression, or without libxml2.
    public func xpath(
        _ expression: String,
        namespaces: [String: String] = [:]
    ) throws(XPathError) -> Elements {
        try XPath(expression, self, node, namespaces).elements()
    }

    /// The strings that an XPath 1.0 expression finds: the values of attributes, and the text of text nodes and
    /// elements; or its result as a string, if that is a string, a number or a boolean.
    ///
    /// ```swift
    /// try page.xpathValues("//a/@href")
    /// try page.xpathValues("count(//li)")       // ["3"]
    /// ```
    ///
    /// - Throws: ``XPathError`` for a wrong expression, or without libxml2.
    public func xpathValues(
        _ expression: String,
        namespaces: [String: String] = [:]
    ) throws(XPathError) -> [String] {
        try XPath(expression, self, node, namespaces).values()
    }
}

extension Element {
    /// The elements that an XPath 1.0 expression finds from this element; see ``Document/xpath(_:namespaces:)``.
    /// `.//b` is below this element, `//b` anywhere.
    ///
    /// - Throws: ``XPathError`` for a wrong expression, or without libxml2.
    public func xpath(
        _ expression: String,
        namespaces: [String: String] = [:]
    ) throws(XPathError) -> Elements {
        try XPath(expression, document, ref, namespaces).elements()
    }

    /// The strings that an XPath 1.0 expression finds from this element; see
    /// ``Document/xpathValues(_:namespaces:)``.
    ///
    /// - Throws: ``XPathError`` for a wrong expression, or without libxml2.
    public func xpathValues(
        _ expression: String,
        namespaces: [String: String] = [:]
    ) throws(XPathError) -> [String] {
        try XPath(expression, document, ref, namespaces).values()
    }
}

/// One evaluation of an expression.
private final class XPath {
    private let expression: String
    private let document: Document
    private let library: LibXML2Library
    private let context: xmlXPathContextPtr

    init(
        _ expression: String,
        _ document: Document,
        _ node: NodeRef,
        _ namespaces: [String: String]
    ) throws(XPathError) {
        guard let library = LibXML2Library.system else {
            throw XPathError(expression: expression, reason: LibXML2Library.absence, offset: nil)
        }
        guard let context = library.makeContext(document.tree) else {
            throw XPathError(expression: expression, reason: "memory is exhausted", offset: nil)
        }
        self.expression = expression
        self.document = document
        self.library = library
        self.context = context
        context.pointee.node = node.pointer
        for (prefix, address) in namespaces { _ = library.register(context, prefix, address) }
    }

    deinit {
        library.freeContext(context)
    }

    func elements() throws(XPathError) -> Elements {
        let result = try evaluate()
        defer { library.freeObject(result) }
        guard result.pointee.type == XPATH_NODESET else {
            throw XPathError(
                expression: expression,
                reason: "the expression has no elements as its result",
                offset: nil
            )
        }
        return Elements(nodes(of: result).filter(\.isElement), in: document)
    }

    func values() throws(XPathError) -> [String] {
        let result = try evaluate()
        defer { library.freeObject(result) }
        if result.pointee.type == XPATH_NODESET { return nodes(of: result).map { string(of: $0) } }
        guard let text = library.text(result) else { return [] }
        defer { library.freeText(text) }
        return [String(cString: text)]
    }

    private func evaluate() throws(XPathError) -> xmlXPathObjectPtr {
        if let result = library.evaluate(expression, in: context) { return result }
        let error = context.pointee.lastError
        throw XPathError(
            expression: expression,
            reason: XPath.reason(error.code),
            offset: error.int1 > 0 ? min(Int(error.int1), expression.utf8.count) : nil
        )
    }

    private static func reason(_ code: Int32) -> String {
        switch UInt32(bitPattern: code) {
        case XML_XPATH_UNDEF_VARIABLE_ERROR.rawValue: "the expression uses a variable, and none is defined"
        case XML_XPATH_UNDEF_PREFIX_ERROR.rawValue: "a prefix has no namespace: give it with `namespaces:`"
        case XML_XPATH_UNKNOWN_FUNC_ERROR.rawValue: "there is no such function in XPath 1.0"
        default: "this is not an expression of XPath 1.0"
        }
    }

    private func nodes(of result: xmlXPathObjectPtr) -> [NodeRef] {
        guard let set = result.pointee.nodesetval, let table = set.pointee.nodeTab else { return [] }
        return (0..<Int(set.pointee.nodeNr)).compactMap { NodeRef(table[$0]) }
    }

    private func string(of node: NodeRef) -> String {
        if node.isElement || node.isDocument {
            return String(decoding: document.rawText(of: node), as: UTF8.self)
        }
        switch node.pointer.pointee.type {
        case XML_ATTRIBUTE_NODE:
            let attribute = UnsafeMutableRawPointer(node.pointer).assumingMemoryBound(to: xmlAttr.self)
            return AttributeRef(attribute)?.string ?? ""
        case XML_NAMESPACE_DECL:
            let namespace = UnsafeMutableRawPointer(node.pointer).assumingMemoryBound(to: xmlNs.self)
            return namespace.pointee.href.map { String(cString: $0) } ?? ""
        default: return String(decoding: node.content, as: UTF8.self)
        }
    }
}

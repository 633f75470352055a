public import CLibXML2
public import Platform

/// The documents, namespaces and strings of libxml2's trees, made and read without the library.
@usableFromInline
package enum LibXML2 {
    /// The library's file, with the interface that the headers of this build declare.
    package static let file = SCRAPE_LIBXML2_FILE

    /// The name of every text node.
    static var textName: UnsafePointer<xmlChar> { constant("text") }

    /// The name of every comment.
    static var commentName: UnsafePointer<xmlChar> { constant("comment") }

    /// A document without a root element, as libxml2's `xmlNewDoc` and `htmlNewDocNoDtD` make it; `nil` only if memory is
    /// exhausted. ``free(_:)`` frees it.
    static func newTree(html: Bool) -> UnsafeMutablePointer<xmlDoc>? {
        guard let tree: UnsafeMutablePointer<xmlDoc> = zeroed() else { return nil }
        tree.pointee.type = html ? XML_HTML_DOCUMENT_NODE : XML_DOCUMENT_NODE
        tree.pointee.doc = tree
        tree.pointee.version = html ? nil : constant("1.0")
        tree.pointee.standalone = html ? 1 : -1
        tree.pointee.compression = html ? 0 : -1
        tree.pointee.charset = XML_CHAR_ENCODING_UTF8.rawValue
        let isHTML = html ? XML_DOC_HTML.rawValue : 0
        tree.pointee.properties = Int32(XML_DOC_USERBUILT.rawValue | isHTML)
        return tree
    }

    /// Frees a document whose nodes are in an arena, and its own namespaces.
    static func free(_ tree: UnsafeMutablePointer<xmlDoc>) {
        var next = tree.pointee.oldNs
        while let namespace = next {
            next = namespace.pointee.next
            Platform.free(UnsafeMutableRawPointer(mutating: namespace.pointee.href))
            Platform.free(UnsafeMutableRawPointer(mutating: namespace.pointee.prefix))
            Platform.free(namespace)
        }
        Platform.free(tree)
    }

    /// Memory for a structure, filled with zeros; `nil` only if memory is exhausted.
    private static func zeroed<Structure>() -> UnsafeMutablePointer<Structure>? {
        calloc(1, MemoryLayout<Structure>.stride)?.assumingMemoryBound(to: Structure.self)
    }
}

// MARK: - Strings

extension LibXML2 {
    /// The length of a string in bytes; zero without one.
    @inlinable package static func length(_ string: UnsafePointer<xmlChar>?) -> Int {
        guard let string else { return 0 }
        return strlen(characters(string))
    }

    /// A string as the C library's functions take it.
    @inlinable package static func characters(_ string: UnsafePointer<xmlChar>) -> UnsafePointer<CChar> {
        UnsafeRawPointer(string).assumingMemoryBound(to: CChar.self)
    }

    /// Whether two strings have equal bytes, or neither exists.
    static func areEqual(_ first: UnsafePointer<xmlChar>?, _ second: UnsafePointer<xmlChar>?) -> Bool {
        guard let first, let second else { return first == nil && second == nil }
        return first == second || strcmp(characters(first), characters(second)) == 0
    }

    /// A literal's bytes, which are never freed.
    private static func constant(_ text: StaticString) -> UnsafePointer<xmlChar> { text.utf8Start }

    /// A copy of a string, which its owner frees; `nil` without one, or if memory is exhausted.
    private static func copy(_ string: UnsafePointer<xmlChar>?) -> UnsafePointer<xmlChar>? {
        guard let string, let copy = strdup(characters(string)) else { return nil }
        return UnsafeRawPointer(copy).assumingMemoryBound(to: xmlChar.self)
    }
}

// MARK: - Namespaces

extension LibXML2 {
    /// The namespace of the prefix `xml`, with which a document's list begins; `nil` only if memory is exhausted.
    static func xmlNamespace(of tree: UnsafeMutablePointer<xmlDoc>) -> UnsafeMutablePointer<xmlNs>? {
        if let first = tree.pointee.oldNs { return first }
        tree.pointee.oldNs = newNamespace("http://www.w3.org/XML/1998/namespace", prefix: "xml")
        return tree.pointee.oldNs
    }

    /// A new namespace of a document's own; `nil` only if memory is exhausted.
    static func makeNamespace(
        _ address: UnsafePointer<xmlChar>,
        prefix: UnsafePointer<xmlChar>?,
        in tree: UnsafeMutablePointer<xmlDoc>
    ) -> UnsafeMutablePointer<xmlNs>? {
        guard let list = xmlNamespace(of: tree), let namespace = newNamespace(address, prefix: prefix) else {
            return nil
        }
        namespace.pointee.next = list.pointee.next
        list.pointee.next = namespace
        return namespace
    }

    private static func newNamespace(
        _ address: UnsafePointer<xmlChar>,
        prefix: UnsafePointer<xmlChar>?
    ) -> UnsafeMutablePointer<xmlNs>? {
        guard let namespace: UnsafeMutablePointer<xmlNs> = zeroed() else { return nil }
        namespace.pointee.type = XML_NAMESPACE_DECL
        namespace.pointee.href = copy(address)
        namespace.pointee.prefix = copy(prefix)
        return namespace
    }

    /// The document's own namespace with the given address and prefix, created if there is none; `nil` only if memory
    /// is exhausted. Complexity: linear in the number of a document's own namespaces, which are few.
    static func namespace(
        _ address: UnsafePointer<xmlChar>,
        prefix: UnsafePointer<xmlChar>?,
        in tree: UnsafeMutablePointer<xmlDoc>
    ) -> UnsafeMutablePointer<xmlNs>? {
        var next = xmlNamespace(of: tree)
        while let namespace = next {
            if areEqual(namespace.pointee.href, address), areEqual(namespace.pointee.prefix, prefix) {
                return namespace
            }
            next = namespace.pointee.next
        }
        return makeNamespace(address, prefix: prefix, in: tree)
    }
}

/// The namespaces of an HTML page (Infra standard, 8): of foreign elements, and of the attributes that tree
/// construction adjusts (HTML standard, 13.2.6.5). HTML's own elements and attributes have none.
///
/// They are the document's own; a page without drawings and formulas needs none of them.
struct ForeignNamespaces: BitwiseCopyable {
    let svg, mathML: UnsafeMutablePointer<xmlNs>
    /// With the prefixes `xlink`, `xml` and `xmlns`.
    let xlink, xml, xmlns: UnsafeMutablePointer<xmlNs>
    /// That of the attribute `xmlns` itself, which has no prefix.
    let plainXMLNS: UnsafeMutablePointer<xmlNs>

    static let svgURI = "http://www.w3.org/2000/svg"
    static let mathMLURI = "http://www.w3.org/1998/Math/MathML"
    static let xlinkURI = "http://www.w3.org/1999/xlink"
    static let xmlnsURI = "http://www.w3.org/2000/xmlns/"

    /// Those of a document, created if there are none; `nil` only if memory is exhausted.
    init?(of tree: UnsafeMutablePointer<xmlDoc>) {
        guard let xml = LibXML2.xmlNamespace(of: tree),
            let svg = LibXML2.namespace(Self.svgURI, prefix: nil, in: tree),
            let mathML = LibXML2.namespace(Self.mathMLURI, prefix: nil, in: tree),
            let xlink = LibXML2.namespace(Self.xlinkURI, prefix: "xlink", in: tree),
            let xmlns = LibXML2.namespace(Self.xmlnsURI, prefix: "xmlns", in: tree),
            let plainXMLNS = LibXML2.namespace(Self.xmlnsURI, prefix: nil, in: tree)
        else { return nil }
        self.svg = svg
        self.mathML = mathML
        self.xlink = xlink
        self.xml = xml
        self.xmlns = xmlns
        self.plainXMLNS = plainXMLNS
    }
}

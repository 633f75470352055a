import CLibXML2

/// libxml2's global state, and its documents and namespaces.
enum LibXML2 {
    /// Initialises the library, once. It must be read before the first use of libxml2: two threads that create the first
    /// dictionary at the same time would deadlock.
    static let isReady: Bool = {
        xmlInitParser()
        return true
    }()

    /// The name of every text node.
    static var textName: UnsafePointer<xmlChar> { scrape_textName() }

    /// The name of every comment.
    static var commentName: UnsafePointer<xmlChar> { scrape_commentName() }

    /// A document without a root element; `nil` only if memory is exhausted.
    static func newTree(html: Bool) -> UnsafeMutablePointer<xmlDoc>? {
        guard isReady else { return nil }
        return html ? htmlNewDocNoDtD(nil, nil) : xmlNewDoc("1.0")
    }

    /// Frees a document whose nodes are in an arena, after detaching them.
    static func free(_ tree: UnsafeMutablePointer<xmlDoc>) {
        tree.pointee.children = nil
        tree.pointee.last = nil
        tree.pointee.intSubset = nil
        xmlFreeDoc(tree)
    }
}

// MARK: - Namespaces

extension LibXML2 {
    /// The namespace of the prefix `xml`, with which a document's list begins; `nil` only if memory is exhausted.
    static func xmlNamespace(of tree: UnsafeMutablePointer<xmlDoc>) -> UnsafeMutablePointer<xmlNs>? {
        // Asking for it makes libxml2 set the list up.
        let document = UnsafeMutableRawPointer(tree).assumingMemoryBound(to: xmlNode.self)
        return xmlSearchNs(tree, document, "xml")
    }

    /// A new namespace of a document's own; `nil` only if memory is exhausted.
    static func makeNamespace(
        _ address: UnsafePointer<xmlChar>,
        prefix: UnsafePointer<xmlChar>?,
        in tree: UnsafeMutablePointer<xmlDoc>
    ) -> UnsafeMutablePointer<xmlNs>? {
        guard let list = xmlNamespace(of: tree), let namespace = xmlNewNs(nil, address, prefix) else {
            return nil
        }
        namespace.pointee.next = list.pointee.next
        list.pointee.next = namespace
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
            if xmlStrEqual(namespace.pointee.href, address) == 1,
                xmlStrEqual(namespace.pointee.prefix, prefix) == 1
            {
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

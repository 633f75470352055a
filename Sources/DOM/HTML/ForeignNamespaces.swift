import CLibXML2

/// The namespaces of a page of HTML (Infra standard, 8): of foreign elements, and of the attributes that tree
/// construction adjusts (HTML standard, 13.2.6.5). Those of HTML have none.
///
/// They are the document's own; a page that draws nothing needs none of them.
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

    /// Those of a document, made where there are none; `nil` only when memory is exhausted.
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

import Addresses
import Basics
package import DOM
import Encoding

/// The addresses that a page declares.
package struct PageAddress {
    /// The canonical link's address, else the base's; `nil` if neither is an absolute address with `http` or `https`.
    package var own: String? { canonical ?? base.flatMap(PageAddress.webAddress)?.href }
    /// The canonical link's address, which may be relative to the base.
    private let canonical: String?
    /// The base that the page's links are relative to, as written.
    let base: String?
    /// The encoding in which browsers write the queries of the page's links.
    let encoding: Encoding

    /// - Parameter wantsOwn: whether to search for the page's own address, or only for its base.
    package init(_ document: Document, wantsOwn: Bool = true) {
        encoding = document.kind == .html ? document.encoding : .utf8
        if let root = document.rootElement, document.kind == .data {
            base = PageAddress.base(ofLinkedData: root, document)
            canonical = PageAddress.canonical(PageAddress.canonical(ofLinkedData: root, document), base: base)
            return
        }
        guard document.kind == .html, let root = document.rootElement,
            let href = document.existingName("href".utf8)
        else {
            canonical = nil
            base = nil
            return
        }
        let link = document.existingName("link".utf8)
        let baseName = document.existingName("base".utf8)
        let template = document.existingName("template".utf8)
        let relation = document.existingName("rel".utf8)
        var canonical: String?
        var base: String?
        let mayHaveBase = document.mayHaveBase
        var node: NodeRef? = root
        while let element = node, wantsOwn && canonical == nil || mayHaveBase && base == nil {
            // The contents of a template are not part of the page.
            if element.name == template, document.isHTML(element) {
                node = element.nextElementSkippingChildren(within: root)
                continue
            }
            // Elements with these names in a drawing mean nothing.
            if element.name == baseName, base == nil, document.isHTML(element) {
                base = element.attribute(href)?.string
            } else if element.name == link, canonical == nil, let relation, document.isHTML(element),
                let relations = element.attribute(relation), PageAddress.isCanonical(relations.value)
            {
                canonical = PageAddress.address(element.attribute(href))
            }
            node = element.nextElement(within: root)
        }
        self.canonical = PageAddress.canonical(canonical, base: base)
        self.base = base
    }

    /// Whether a link's relations are, among others, that to the page's own address.
    private static func isCanonical(_ relations: UnsafeBufferPointer<UInt8>) -> Bool {
        let wanted = "canonical".utf8
        var index = 0
        while index < relations.count {
            let space = WhiteSpace.length(at: index, in: relations)
            if space > 0 {
                index += space
                continue
            }
            let start = index
            while index < relations.count, WhiteSpace.length(at: index, in: relations) == 0 { index += 1 }
            if index - start == wanted.count,
                relations[start..<index].lazy.map({ $0 | 0x20 }).elementsEqual(wanted)
            {
                return true
            }
        }
        return false
    }

    /// The base that a page's linked data declares.
    private static func base(ofLinkedData root: NodeRef, _ document: Document) -> String? {
        guard root.name.string == "linked-data" else { return nil }
        return address(document.existingName("base".utf8).flatMap(root.attribute))
    }

    /// The canonical link that a page's linked data declares.
    private static func canonical(ofLinkedData root: NodeRef, _ document: Document) -> String? {
        guard root.name.string == "linked-data" else { return nil }
        let links = child("link", of: root)
        return links.flatMap { child("canonical", of: $0) }.map {
            String(decoding: document.text(of: $0), as: UTF8.self)
        }
    }

    private static func child(_ name: String, of parent: NodeRef) -> NodeRef? {
        var child = parent.firstElementChild
        while let element = child, element.name.string != name { child = element.nextElementSibling }
        return child
    }

    private static func address(_ attribute: AttributeRef?) -> String? {
        guard let text = attribute.map({ WhiteSpace.collapse($0.string) }), !text.isEmpty else { return nil }
        return text
    }

    /// The absolute address of a canonical link, which may be relative to the base.
    private static func canonical(_ link: String?, base: String?) -> String? {
        let base = base.flatMap(webAddress)
        // No page is at an address of another scheme, such as `mailto`.
        return link.flatMap { try? WebAddress($0, base: base) }.flatMap { isBase($0) ? $0.href : nil }
    }

    private static func webAddress(_ text: String) -> WebAddress? {
        (try? WebAddress(text)).flatMap { isBase($0) ? $0 : nil }
    }

    /// The address that links of the page are resolved against: its base, resolved against the page's address, as in
    /// browsers.
    ///
    /// Specification: [HTML, § 2.4.3](https://html.spec.whatwg.org/#document-base-url).
    func baseURL(given: String?) -> String? {
        let page = given ?? canonical
        guard let base else { return page }
        let fallback = page.flatMap { try? WebAddress($0) }
        guard let found = try? WebAddress(base, base: fallback, encoding: encoding),
            PageAddress.isBase(found) || found.scheme == fallback?.scheme
        else { return page }
        return found.href
    }

    /// Whether links may be relative to an address: only bases with a web scheme are used.
    private static func isBase(_ address: WebAddress) -> Bool {
        address.scheme == "http" || address.scheme == "https"
    }
}

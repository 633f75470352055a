import Basics

/// An attribute of an element.
public struct Attribute: Hashable, Sendable {
    /// The name as in scripts, with a prefix if it has one: `href`, `xlink:href`.
    public let name: String
    /// The value with its character references replaced; empty for an attribute without a value.
    public let value: String
    /// The address of the attribute's namespace; `nil` for most attributes.
    public let namespace: String?

    init(_ attribute: AttributeRef) {
        let prefix = attribute.prefix.map { String(decoding: $0, as: UTF8.self) + ":" } ?? ""
        name = prefix + attribute.name.string
        value = attribute.string
        namespace = attribute.namespaceURI.map { String(decoding: $0, as: UTF8.self) }
    }
}

extension Element {
    /// The attributes in the page's order. If several have the same name, HTML keeps the first.
    public var attributes: [Attribute] {
        var attributes: [Attribute] = []
        var next = ref.firstAttribute
        while let attribute = next {
            attributes.append(Attribute(attribute))
            next = attribute.next
        }
        return attributes
    }

    /// The value of an attribute; empty for one without a value, `nil` if there is none.
    ///
    /// ```swift
    /// link["href"]                     // as the page writes it; `url(of:)` makes it absolute
    /// link["rel"] = "nofollow"         // sets it, or adds it
    /// link["onclick"] = nil            // removes it
    /// ```
    ///
    /// Names are case-insensitive in HTML elements. A name with a colon is also found by its prefix
    /// (`xlink:href`), and one without by the attribute that has no prefix, or else by the first that has one.
    ///
    /// - Complexity: linear in the number of the element's attributes.
    public subscript(name: String) -> String? {
        get { document.attribute(name, of: ref)?.string }
        nonmutating set {
            guard let newValue else { return document.removeAttribute(name, of: ref) }
            document.setAttribute(name, of: ref, to: newValue)
        }
    }

    /// The value of the attribute with the given name, empty for one without a value, `nil` if there is none.
    public func attribute(_ name: String) -> String? { self[name] }

    /// The value of the attribute `id`; `nil` if there is none.
    public var id: String? { self["id"] }

    /// The words of the attribute `class` in order, including duplicates.
    public var classes: [String] {
        guard let value = document.attribute("class", of: ref)?.value else { return [] }
        return value.split(whereSeparator: Document.isSpace).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Whether the attribute `class` has a word; ignoring the case of ASCII letters on a page in quirks mode.
    public func hasClass(_ name: String) -> Bool {
        classes.contains { document.areSameClass($0, name) }
    }
}

extension Document {
    /// Whether two class names are the same in this document.
    func areSameClass(_ left: String, _ right: String) -> Bool {
        left == right || kind == .html && isQuirky && left.asciiLowercased == right.asciiLowercased
    }

    /// The attribute of an element by its name as in scripts.
    package func attribute(_ name: String, of element: NodeRef) -> AttributeRef? {
        // Most elements have no attributes, and need no look-up of the name.
        if element.firstAttribute == nil { return nil }
        let name = isHTML(element) ? name.asciiLowercased : name
        if let known = existingName(name.utf8), let attribute = element.attribute(known) { return attribute }
        let parts = name.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 1)
        guard parts.count == 2 else { return nil }
        var attribute = element.firstAttribute
        while let candidate = attribute {
            if let prefix = candidate.prefix, prefix.elementsEqual(parts[0]),
                candidate.name.utf8.elementsEqual(parts[1])
            {
                return candidate
            }
            attribute = candidate.next
        }
        return nil
    }

    fileprivate func setAttribute(_ name: String, of element: NodeRef, to value: String) {
        if let existing = attribute(name, of: element) {
            setValue(of: existing, to: value.utf8)
        } else if let name = intern((isHTML(element) ? name.asciiLowercased : name).utf8) {
            setAttribute(name, of: element, to: value.utf8)
        }
    }

    fileprivate func removeAttribute(_ name: String, of element: NodeRef) {
        if let attribute = attribute(name, of: element) { remove(attribute) }
    }

    /// White space of HTML's token lists.
    static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0C || byte == 0x0D
    }
}

extension String {
    /// The text with `A` to `Z` in lower case.
    fileprivate var asciiLowercased: String {
        let isUpper = { (byte: UInt8) in (0x41...0x5A).contains(byte) }
        guard utf8.contains(where: isUpper) else { return self }
        return String(decoding: utf8.map { isUpper($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}

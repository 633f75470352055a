// The text and the markup of elements, for library users.
extension Element {
    /// The text as a person reads it: what `::text` yields in a selector.
    ///
    /// White space is collapsed, except where it is preformatted. Blocks and `br` end lines. Scripts, styles and other
    /// elements that a browser does not show are left out, unless the element itself is one: then its text is its
    /// content.
    ///
    /// Specification: [HTML, § 15.3](https://html.spec.whatwg.org/multipage/rendering.html).
    ///
    /// - Complexity: linear in the size of the element's tree.
    public var text: String { document.string(of: ref, onOneLine: false) }

    /// The lines of ``text``, without empty ones: what `::lines` yields in a selector.
    public var lines: [String] { document.lines(of: ref).map { String(decoding: $0, as: UTF8.self) } }

    /// The text that is directly in the element, without that of its children: what `::own-text` yields in a selector.
    public var ownText: String { document.ownString(of: ref, onOneLine: false) }

    /// All text below the element, character for character, with scripts and hidden elements: what the DOM standard calls
    /// `textContent`.
    public var textContent: String { String(decoding: document.rawText(of: ref), as: UTF8.self) }

    /// The element with its tags: what `::html` yields in a selector, and the same as a browser's `outerHTML`.
    ///
    /// Specification: [HTML, § 13.3](https://html.spec.whatwg.org/multipage/parsing.html#serialising-html-fragments).
    ///
    /// - Complexity: linear in the size of the element's tree.
    public var html: String { String(decoding: document.outerHTML(of: ref), as: UTF8.self) }

    /// The contents between the element's tags, as HTML: what `::inner-html` yields in a selector. ``setHTML(_:)`` sets
    /// them.
    public var innerHTML: String { String(decoding: document.innerHTML(of: ref), as: UTF8.self) }

    /// The element as XML: every element closed, every text escaped, namespaces declared.
    public var xml: String { String(decoding: document.xml(of: ref), as: UTF8.self) }
}

import DOM

/// What a page is, as far as it tells in which ways it may change.
enum StressGround {
    case html
    case xml
    case json
    /// The linked data of a page, of which the tree was made.
    case linkedData
    case csv
    case text

    init(_ document: Document) {
        switch (document.kind, document.rootElement?.name.string) {
        case (.html, _): self = .html
        case (.data, "json"): self = .json
        case (.data, "linked-data"): self = .linkedData
        case (.data, "csv"): self = .csv
        case (.data, "text"): self = .text
        case (.xml, _), (.data, _): self = .xml
        }
    }
}

/// Where HTML lets which elements stand.
enum HTMLPlace {
    /// What is neither shown nor moved.
    static let fixed: Set<String> = [
        "html", "head", "body", "title", "meta", "link", "script", "style", "base", "noscript", "template",
        "option",
        "optgroup", "source", "track", "param", "col", "colgroup", "area", "br", "hr", "wbr",
    ]
    /// What only stands directly in certain others.
    static let bound: Set<String> = [
        "li", "dt", "dd", "tr", "td", "th", "tbody", "thead", "tfoot", "caption", "figcaption", "summary",
        "legend",
    ]
    /// What only holds certain others.
    static let holders: Set<String> = [
        "ul", "ol", "dl", "table", "tbody", "thead", "tfoot", "tr", "select", "picture", "video", "audio",
    ]
    /// What stands in a line.
    static let inline: Set<String> = [
        "a", "abbr", "b", "bdi", "bdo", "cite", "code", "data", "em", "i", "img", "kbd", "label", "mark", "q",
        "s",
        "small", "span", "strong", "sub", "sup", "time", "u", "var", "picture", "button", "input", "select",
        "textarea", "del", "ins", "font",
    ]
    /// What holds nothing.
    static let void: Set<String> = ["img", "input", "br", "hr", "iframe", "textarea", "object", "embed"]
    /// What may well be missing from a page.
    static let optional: Set<String> = [
        "div", "section", "aside", "nav", "p", "ul", "ol", "table", "figure", "form", "header", "footer",
        "iframe",
        "img", "script", "style", "noscript", "button", "blockquote", "picture", "video", "hr",
    ]
    /// Where every space counts.
    static let preformatted: Set<String> = ["pre", "textarea", "script", "style", "title"]
    /// Attributes that make an element a part of a page's linked data.
    static let linkedData = ["itemprop", "itemscope", "itemtype", "property", "typeof"]

    /// Whether an element holds lines of text and what stands in them.
    static func isPhrasing(_ name: String) -> Bool {
        inline.contains(name) || ["p", "h1", "h2", "h3", "h4", "h5", "h6", "pre"].contains(name)
    }
}

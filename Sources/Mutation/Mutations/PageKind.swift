import Basics
import DOM

/// The kind of a page, which determines the operators that apply to it.
enum PageKind {
    case html
    case xml
    case json
    /// The linked data of a page.
    case linkedData
    case csv
    case text

    init(_ document: Document) {
        switch (document.kind, document.rootElement?.name.string) {
        case (.html, _): self = .html
        case (.data, "json"), (.data, "inline-data"): self = .json
        case (.data, "linked-data"): self = .linkedData
        case (.data, "csv"): self = .csv
        case (.data, "text"): self = .text
        case (.xml, _), (.data, _): self = .xml
        }
    }
}

/// The content model of HTML: which elements may appear where.
enum HTMLContentModel {
    /// Elements that are not visible or cannot be moved.
    static let fixed: Set<String> = [
        "html", "head", "body", "title", "meta", "link", "script", "style", "base", "noscript", "template",
        "option",
        "optgroup", "source", "track", "param", "col", "colgroup", "area", "br", "hr", "wbr",
    ]
    /// Elements with a restricted parent.
    static let bound: Set<String> = [
        "li", "dt", "dd", "tr", "td", "th", "tbody", "thead", "tfoot", "caption", "figcaption", "summary",
        "legend",
    ]
    /// Elements with restricted children.
    static let holders: Set<String> = [
        "ul", "ol", "dl", "table", "tbody", "thead", "tfoot", "tr", "select", "picture", "video", "audio",
    ]
    /// Inline elements.
    static let inline: Set<String> = [
        "a", "abbr", "b", "bdi", "bdo", "cite", "code", "data", "em", "i", "img", "kbd", "label", "mark", "q",
        "s",
        "small", "span", "strong", "sub", "sup", "time", "u", "var", "picture", "button", "input", "select",
        "textarea", "del", "ins", "font",
    ]
    /// Elements without element children.
    static let void: Set<String> = ["img", "input", "br", "hr", "iframe", "textarea", "object", "embed"]
    /// Elements that are optional on a page.
    static let optional: Set<String> = [
        "div", "section", "aside", "nav", "p", "ul", "ol", "table", "figure", "form", "header", "footer",
        "iframe",
        "img", "script", "style", "noscript", "button", "blockquote", "picture", "video", "hr",
    ]
    /// Elements in which white space is significant.
    static let preformatted: Set<String> = ["pre", "textarea", "script", "style", "title"]
    /// Attributes of microdata and RDFa.
    static let linkedData = ["itemprop", "itemscope", "itemtype", "property", "typeof"]

    /// Whether an element has phrasing content.
    static func isPhrasing(_ name: String) -> Bool {
        inline.contains(name) || ["p", "h1", "h2", "h3", "h4", "h5", "h6", "pre"].contains(name)
    }
}

/// Queries about the elements that mutations change, and where new elements may be inserted.
enum MutationSite {
    /// Whether an element or its content may be wrapped in a new element.
    static func canWrap(_ element: NodeRef, _ kind: PageKind, _ document: Document) -> Bool {
        switch kind {
        case .html: isWrappedOutside(element) || isWrappedInside(element)
        case .xml: element.parentElement != nil
        case .json: ["object", "array"].contains(type(of: element, document))
        case .linkedData, .csv, .text: false
        }
    }

    /// Whether an HTML element may be wrapped in a `div` or `span`.
    static func isWrappedOutside(_ element: NodeRef) -> Bool {
        let name = element.name.string
        guard let parent = element.parentElement?.name.string else { return false }
        return !HTMLContentModel.fixed.contains(name) && !HTMLContentModel.bound.contains(name)
            && !HTMLContentModel.holders.contains(parent) && parent != "head" && parent != "html"
    }

    /// Whether the content of an HTML element may be wrapped in a `div` or `span`.
    static func isWrappedInside(_ element: NodeRef) -> Bool {
        let name = element.name.string
        return !HTMLContentModel.fixed.contains(name) && !HTMLContentModel.holders.contains(name)
            && !HTMLContentModel.void.contains(name) && element.firstChild != nil
    }

    /// Whether an element may be inserted before or after another.
    static func canInsert(beside element: NodeRef, _ kind: PageKind) -> Bool {
        guard let parent = element.parentElement?.name.string else { return false }
        switch kind {
        case .html:
            let name = element.name.string
            if HTMLContentModel.fixed.contains(name) || ["head", "html", "dl", "select"].contains(parent) {
                return false
            }
            return !HTMLContentModel.holders.contains(parent) || ["ul", "ol"].contains(parent) || name == "tr"
        case .xml, .json, .linkedData, .text: return true
        case .csv: return false
        }
    }

    /// The rows of an HTML table.
    static func rows(of table: NodeRef) -> [NodeRef] {
        var rows: [NodeRef] = []
        for child in table.allChildren where child.isElement {
            if child.name.string == "tr" { rows.append(child) }
            if ["tbody", "thead", "tfoot"].contains(child.name.string) {
                rows += child.allChildren.filter { $0.isElement && $0.name.string == "tr" }
            }
        }
        return rows
    }

    /// The cells of a row.
    static func cells(of row: NodeRef) -> [NodeRef] {
        row.allChildren.filter { $0.isElement && ["td", "th"].contains($0.name.string) }
    }

    /// The type of the JSON value that an element represents.
    static func type(of element: NodeRef, _ document: Document) -> String {
        document.existingName("type".utf8).flatMap(element.attribute)?.string ?? ""
    }

    /// Whether an element has its own text.
    static func hasOwnText(_ element: NodeRef) -> Bool {
        element.allChildren.contains { $0.isText && $0.content.contains { !$0.isASCIIWhiteSpace } }
    }
}

/// The classes of an HTML element.
struct ClassList {
    /// The distinct classes, in order.
    let tokens: [String]

    init(of element: NodeRef, in document: Document) {
        let value = document.existingName("class".utf8).flatMap(element.attribute)?.string ?? ""
        var known: Set<Substring> = []
        tokens = value.split(whereSeparator: \.isWhitespace).filter { known.insert($0).inserted }.map(
            String.init
        )
    }
}

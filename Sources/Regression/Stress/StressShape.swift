import DOM

/// What a page's elements are, and where others may stand beside and around them.
enum StressShape {
    /// Whether an element, or what stands in it, may be put into a new one.
    static func canWrap(_ element: NodeRef, _ ground: StressGround, _ document: Document) -> Bool {
        switch ground {
        case .html: isWrappedOutside(element) || isWrappedInside(element)
        case .xml: element.parentElement != nil
        case .json: ["object", "array"].contains(type(of: element, document))
        case .linkedData, .csv, .text: false
        }
    }

    /// Whether an element of HTML may stand in a `div` or `span` where it stands now.
    static func isWrappedOutside(_ element: NodeRef) -> Bool {
        let name = element.name.string
        guard let parent = element.parentElement?.name.string else { return false }
        return !HTMLPlace.fixed.contains(name) && !HTMLPlace.bound.contains(name)
            && !HTMLPlace.holders.contains(parent) && parent != "head" && parent != "html"
    }

    /// Whether what stands in an element of HTML may stand in a `div` or `span` there.
    static func isWrappedInside(_ element: NodeRef) -> Bool {
        let name = element.name.string
        return !HTMLPlace.fixed.contains(name) && !HTMLPlace.holders.contains(name)
            && !HTMLPlace.void.contains(name) && element.firstChild != nil
    }

    /// Whether something new may stand before and after an element.
    static func canInsert(beside element: NodeRef, _ ground: StressGround) -> Bool {
        guard let parent = element.parentElement?.name.string else { return false }
        switch ground {
        case .html:
            let name = element.name.string
            if HTMLPlace.fixed.contains(name) || ["head", "html", "dl", "select"].contains(parent) {
                return false
            }
            return !HTMLPlace.holders.contains(parent) || ["ul", "ol"].contains(parent) || name == "tr"
        case .xml, .json, .linkedData, .text: return true
        case .csv: return false
        }
    }

    /// The rows of a table of HTML.
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

    /// The cells of a row of HTML.
    static func cells(of row: NodeRef) -> [NodeRef] {
        row.allChildren.filter { $0.isElement && ["td", "th"].contains($0.name.string) }
    }

    /// The kind of value that an element of JSON's tree stands for.
    static func type(of element: NodeRef, _ document: Document) -> String {
        document.existingName("type".utf8).flatMap(element.attribute)?.string ?? ""
    }

    /// Whether there is text between an element's children.
    static func hasOwnText(_ element: NodeRef) -> Bool {
        element.allChildren.contains { $0.isText && $0.content.contains { !isSpace($0) } }
    }

    /// Whether a byte is white space as HTML and XML take it.
    static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte >= 0x09 && byte <= 0x0D && byte != 0x0B
    }
}

/// The classes of an element of HTML.
struct StressClasses {
    /// Each once, in their order.
    let tokens: [String]

    init(of element: NodeRef, in document: Document) {
        let value = document.existingName("class".utf8).flatMap(element.attribute)?.string ?? ""
        var known: Set<Substring> = []
        tokens = value.split(whereSeparator: \.isWhitespace).filter { known.insert($0).inserted }.map(
            String.init
        )
    }
}

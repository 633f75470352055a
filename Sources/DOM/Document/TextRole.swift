import Basics

/// The role of an element in the text, as a reader sees it.
///
/// The HTML standard's rendering section (15.3) defines which elements are blocks, and 15.3.1 which are not shown.
enum TextRole {
    /// Part of a line.
    case inline
    /// Starts and ends lines.
    case block
    /// A table's cell, which is separated from its neighbours by a space.
    case cell
    /// Ends the line.
    case lineBreak
    /// A block whose white space is kept.
    case preformatted
    /// Not shown. It separates the words on both sides, as in most parsers.
    case hidden

    /// The names, in a document, of the elements of SVG and MathML whose text is hidden. Titles, descriptions and
    /// annotations are text for readers, though not all browsers show them.
    static func undrawn(in document: Document) -> Set<Name> {
        let names = "script style"
        return Set(names.split(separator: " ").compactMap { document.intern($0.utf8) })
    }
}

extension Document {
    /// The role of an element. In data and XML every element that is not HTML is a block, except for drawings in HTML, and
    /// for elements of XML within a text, which only a walk through the text distinguishes.
    @inline(__always)
    func textRole(of element: NodeRef) -> TextRole {
        if element.hasNamespace || kind != .html { return otherTextRole(of: element) }
        let role = textRoles[element.name]
        return role == .hidden ? roleOfHidden(element) : role
    }

    /// The role of an HTML page's element that is usually not shown: without scripts, browsers show `noscript`.
    @inline(never)
    private func roleOfHidden(_ element: NodeRef) -> TextRole {
        !isScripting && element.name.string == "noscript" ? .inline : .hidden
    }

    /// Whether all of an element's text is written unchanged if it is the root of a text: that of a script, or of anything
    /// else that is not shown, unless it contains elements as `template` may.
    func isRawText(_ element: NodeRef) -> Bool {
        textRole(of: element) == .hidden && !(isHTML(element) && element.firstElementChild != nil)
    }

    @inline(never)
    private func otherTextRole(of element: NodeRef) -> TextRole {
        guard isHTML(element) else {
            if isHidden(element) { return .hidden }
            guard isDrawing(element) else { return .block }
            return undrawnNames.contains(element.name) ? .hidden : .inline
        }
        return textRoles[element.name]
    }
}

// Text of XML with elements in it: `H<sub>2</sub>O`.
extension Document {
    /// Whether the document may have elements of XML, in whose text others are parts of lines.
    var mayHaveMixedText: Bool { kind == .xml || markupNamespace != nil }

    /// Whether an element has text of its own that is not white space. Complexity: linear in the number of its children.
    func hasMixedText(_ element: NodeRef) -> Bool {
        var child = element.firstChild
        while let node = child {
            if node.isText, !WhiteSpace.trimmed(node.content).isEmpty { return true }
            child = node.nextSibling
        }
        return false
    }

    /// The role of an XML element in mixed text: part of a line, unless it has a name of HTML's that always means lines of its own.
    /// An empty element separates the words on both sides, as it may be a line break.
    func roleInMixedText(of element: NodeRef) -> TextRole {
        let role = textRoles.inMixedText(element.name)
        return role == .inline && element.firstChild == nil ? .cell : role
    }

    /// Whether an element is one of XML: whether it is a part of a line depends on its place.
    func isMarkup(_ element: NodeRef) -> Bool {
        !isHTML(element) && !isData(element) && !isDrawing(element)
    }
}

/// The roles of HTML's elements by the numbers of their names, which all documents share.
struct TextRoles: @unchecked Sendable {
    /// Created once, and never freed or changed.
    static let shared = TextRoles()

    /// HTML's elements whose names mean the same in XML: others, such as `title` and `address`, are words of a text there.
    private static let lines: Set<Tag> = [
        .blockquote, .br, .dd, .div, .dl, .dt, .h1, .h2, .h3, .h4, .h5, .h6, .hr, .li, .ol, .p, .pre,
        .table, .tbody, .td, .tfoot, .th, .thead, .tr, .ul,
    ]

    private let roles: UnsafePointer<TextRole>

    /// The role of an HTML element by its name; an element in none of the lists is inline.
    @inline(__always)
    subscript(name: Name) -> TextRole {
        let number = name.number
        return number < Tag.count ? roles[number] : .inline
    }

    /// The role of an XML element in mixed text by its name.
    func inMixedText(_ name: Name) -> TextRole {
        guard TextRoles.lines.contains(name.tag) else { return .inline }
        return self[name] == .preformatted ? .block : self[name]
    }

    private init() {
        let roles = UnsafeMutablePointer<TextRole>.allocate(capacity: Tag.count)
        roles.initialize(repeating: .inline, count: Tag.count)
        func enter(_ tags: [Tag], as role: TextRole) {
            for tag in tags { roles[Int(tag.rawValue)] = role }
        }
        enter(
            [
                .address, .article, .aside, .blockquote, .body, .caption, .center, .col, .colgroup, .dd,
                .details,
                .dialog, .dir, .div, .dl, .dt, .fieldset, .figcaption, .figure, .footer, .form, .frameset,
                .h1, .h2,
                .h3, .h4, .h5, .h6, .head, .header, .hgroup, .hr, .html, .legend, .li, .main, .menu, .nav,
                .ol,
                .optgroup, .option, .p, .search, .section, .summary, .table, .tbody, .tfoot, .thead, .title,
                .tr,
                .ul,
            ],
            as: .block
        )
        enter([.td, .th], as: .cell)
        enter([.br], as: .lineBreak)
        enter([.pre, .listing, .xmp, .plaintext, .textarea], as: .preformatted)
        enter(
            [.script, .style, .noscript, .template, .noembed, .noframes, .iframe, .link, .meta, .base],
            as: .hidden
        )
        self.roles = UnsafePointer(roles)
    }
}

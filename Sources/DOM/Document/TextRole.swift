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
    /// The role of an element. In data and XML every element that is not HTML is a block, except for drawings in HTML.
    @inline(__always)
    func textRole(of element: NodeRef) -> TextRole {
        element.hasNamespace || kind != .html ? otherTextRole(of: element) : textRoles[element.name]
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

/// The roles of HTML's elements by the numbers of their names, which all documents share.
struct TextRoles: @unchecked Sendable {
    /// Created once, and never freed or changed.
    static let shared = TextRoles()

    private let roles: UnsafePointer<TextRole>

    /// The role of an HTML element by its name; an element in none of the lists is inline.
    @inline(__always)
    subscript(name: Name) -> TextRole {
        let number = name.number
        return number < Tag.count ? roles[number] : .inline
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

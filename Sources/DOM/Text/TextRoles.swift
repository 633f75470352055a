/// The roles of HTML's elements by the numbers of their names, which all documents share.
struct TextRoles: @unchecked Sendable {
    /// Made once and never freed nor changed.
    static let shared = TextRoles()

    private let roles: UnsafePointer<TextRole>

    /// The role of an element of HTML by its name; one that stands in no list is inline.
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

/// What an element of HTML means for Markdown.
enum Role {
    /// Part of the line that it stands in.
    case inline
    /// Starts and ends paragraphs.
    case block
    /// Not shown.
    case hidden
    case paragraph
    case heading(Int)
    case lineBreak
    case rule
    case quote
    case preformatted
    case orderedList, bulletList, item
    case definitionList, term, definition
    case table, head, row, cell, caption
    case code
    case mark(Mark)
    case link
    case image
    case details, summary
    case control
    /// A short quotation, in quotation marks.
    case quotation
    case rubyText
    /// A page, film or sound within the page.
    case media

    /// The role of the element of a name.
    static func of(_ name: String) -> Role { roles[name] ?? .inline }

    private static let roles: [String: Role] = {
        var table: [String: Role] = [:]
        func enter(_ names: String, as role: Role) {
            for name in names.split(separator: " ") { table[String(name)] = role }
        }
        enter(
            "address article aside body center dir div fieldset figcaption figure footer form header hgroup html "
                + "legend main menu nav search section tbody tfoot colgroup dialog",
            as: .block
        )
        enter(
            "script style noscript template head title meta link base noembed noframes svg canvas select datalist "
                + "textarea annotation annotation-xml rp param source track area col map object applet embed "
                + "progress meter",
            as: .hidden
        )
        for level in 1...6 { enter("h\(level)", as: .heading(level)) }
        enter("b strong", as: .mark(.strong))
        enter("i em cite dfn var", as: .mark(.emphasis))
        enter("s strike del", as: .mark(.deletion))
        enter("sub", as: .mark(.lowered))
        enter("sup", as: .mark(.raised))
        enter("kbd", as: .mark(.key))
        enter("mark", as: .mark(.highlight))
        enter("ins", as: .mark(.insertion))
        enter("code tt samp", as: .code)
        enter("pre listing xmp plaintext", as: .preformatted)
        enter("iframe video audio", as: .media)
        let others: [String: Role] = [
            "p": .paragraph, "br": .lineBreak, "hr": .rule, "blockquote": .quote, "ol": .orderedList,
            "ul": .bulletList, "li": .item, "dl": .definitionList, "dt": .term, "dd": .definition,
            "table": .table, "thead": .head, "tr": .row, "td": .cell, "th": .cell, "caption": .caption,
            "a": .link, "img": .image, "details": .details, "summary": .summary, "input": .control,
            "q": .quotation, "rt": .rubyText,
        ]
        return table.merging(others) { $1 }
    }()
}

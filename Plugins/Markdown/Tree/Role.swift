import DOM

/// The role of an HTML element in Markdown.
enum Role {
    /// Part of a line.
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
    /// An embedded page, video or sound.
    case media

    /// The role of the element with a name.
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

// MARK: - Visibility

/// Determines which elements are not shown.
enum Visibility {
    /// Whether an element and all its descendants are left out.
    static func isHidden(_ element: Element, _ role: Role) -> Bool {
        if case .hidden = role { return true }
        let name = element.name
        if let hidden = element.attribute("hidden"), hidden.lowercased() != "until-found" { return true }
        if name == "dialog", element.attribute("open") == nil { return true }
        if let style = element.attribute("style"), isHiding(style) { return true }
        return ["span", "td", "a"].contains(name) && isLineNumber(element)
    }

    /// Whether a style attribute contains `display: none` or `visibility: hidden`.
    private static func isHiding(_ style: String) -> Bool {
        let text = style.utf8.lazy.filter { !InlineRun.isSpace($0) }.map { $0 | 0x20 }
        let declarations = Array(text).split(separator: UInt8(ascii: ";") | 0x20)
        return declarations.contains { declaration in
            ["display:none", "visibility:hidden"].contains { declaration.starts(with: $0.utf8) }
        }
    }

    /// The classes that syntax highlighters give to line numbers.
    private static let lineNumberClasses: Set<Substring> = [
        "gutter", "lineno", "linenos", "line-number", "line-numbers", "rouge-gutter", "blob-num",
    ]

    private static func isLineNumber(_ element: Element) -> Bool {
        guard let classes = element.attribute("class") else { return false }
        return classes.split(separator: " ").contains { lineNumberClasses.contains($0) }
    }
}

// MARK: - Quotations

/// Short quotations, which browsers show in quotation marks.
enum Quotation {
    /// The maximum number of events that are searched for the first text.
    private static let reach = 8
    private static let marks: Set<Unicode.Scalar> = [
        "\"", "'", "“", "”", "„", "‘", "’", "«", "»", "‹", "›", "「", "『",
    ]

    /// Whether the text of a `q` has its own quotation marks.
    static func isMarked(_ element: Element) -> Bool {
        var walk = TreeWalk(element)
        for _ in 0..<reach {
            guard case .text(let text) = walk.next() else { continue }
            let first = text.unicodeScalars.first { !$0.properties.isWhitespace }
            if let first { return marks.contains(first) }
        }
        return false
    }
}

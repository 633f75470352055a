import DOM

/// Which elements are not shown, so that what is in them is no part of the text.
enum Visibility {
    /// Whether an element and all below it is left out.
    static func isHidden(_ element: Element, _ role: Role) -> Bool {
        if case .hidden = role { return true }
        let name = element.name
        if let hidden = element.attribute("hidden"), hidden.lowercased() != "until-found" { return true }
        if name == "dialog", element.attribute("open") == nil { return true }
        if let style = element.attribute("style"), isHiding(style) { return true }
        return ["span", "td", "a"].contains(name) && isLineNumber(element)
    }

    /// Whether a style attribute says `display: none` or `visibility: hidden`.
    private static func isHiding(_ style: String) -> Bool {
        let text = style.utf8.lazy.filter { !InlineRun.isSpace($0) }.map { $0 | 0x20 }
        let declarations = Array(text).split(separator: UInt8(ascii: ";") | 0x20)
        return declarations.contains { declaration in
            ["display:none", "visibility:hidden"].contains { declaration.starts(with: $0.utf8) }
        }
    }

    /// The classes that programs which colour code give to line numbers.
    private static let lineNumberClasses: Set<Substring> = [
        "gutter", "lineno", "linenos", "line-number", "line-numbers", "rouge-gutter", "blob-num",
    ]

    private static func isLineNumber(_ element: Element) -> Bool {
        guard let classes = element.attribute("class") else { return false }
        return classes.split(separator: " ").contains { lineNumberClasses.contains($0) }
    }
}

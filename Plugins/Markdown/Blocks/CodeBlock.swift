import DOM

/// A block of code between fences (section 4.5 of CommonMark).
enum CodeBlock {
    /// Returns the block: its fences are longer than any run of backticks within it.
    static func markdown(_ code: [UInt8], language: String) -> [UInt8] {
        let lines = code[..<(code.lastIndex { !InlineRun.isSpace($0) }.map { $0 + 1 } ?? 0)]
        if lines.isEmpty { return [] }
        let length = max(3, CodeSpan.longestRun(of: UInt8(ascii: "`"), in: lines) + 1)
        let fence = [UInt8](repeating: UInt8(ascii: "`"), count: length)
        return fence + language.utf8 + [0x0A] + lines + [0x0A] + fence
    }

    /// The number of ancestors of the code that are searched for its language.
    private static let reach = 3

    /// The language of a `pre`, determined by its classes, those of the `code` in it or those of the elements around
    /// it; empty if there is none.
    static func language(of element: Element) -> String {
        if let language = ownLanguage(of: element) { return language }
        if let code = element.children.first(where: { $0.name == "code" }),
            let language = ownLanguage(of: code)
        {
            return language
        }
        var ancestor = element.parent
        for _ in 0..<reach {
            guard let parent = ancestor, parent.name != "body" else { break }
            if let language = ownLanguage(of: parent) { return language }
            ancestor = parent.parent
        }
        return ""
    }

    private static func ownLanguage(of element: Element) -> String? {
        for name in ["data-lang", "data-language"] {
            if let language = element.attribute(name).flatMap(checked) { return language }
        }
        let classes = element.attribute("class")?.split { $0 == " " || $0 == "\n" || $0 == "\t" } ?? []
        for prefix in ["language-", "lang-", "highlight-source-", "highlight-text-"] {
            for name in classes where name.hasPrefix(prefix) {
                if let language = checked(String(name.dropFirst(prefix.count))) { return language }
            }
        }
        if classes.contains("highlight"), let name = classes.first(where: { $0.hasPrefix("highlight-") }) {
            return checked(String(name.dropFirst("highlight-".count)))
        }
        if let index = classes.firstIndex(of: "brush:"), index + 1 < classes.count {
            return checked(String(classes[index + 1].prefix { $0 != ";" }))
        }
        return nil
    }

    /// Returns a language that can follow a fence; `nil` if it is not a language or a default.
    private static func checked(_ language: String) -> String? {
        let isWord = language.utf8.allSatisfy { Scalars.isAlphanumeric($0) || "+#-._".utf8.contains($0) }
        return language.isEmpty || !isWord || ["none", "default"].contains(language) ? nil : language
    }
}

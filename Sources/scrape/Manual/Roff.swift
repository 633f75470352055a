/// Text in the macros of man(7).
enum Roff {
    /// A text in which nothing is taken for a macro or an escape; its hyphens can be copied and searched for.
    static func text(_ text: String) -> String {
        let escaped = text.reduce(into: "") { result, character in
            switch character {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            default: result.append(character)
            }
        }
        return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
    }

    /// A macro with its arguments, each in quotes.
    static func macro(_ name: String, _ arguments: String...) -> String {
        ([".\(name)"]
            + arguments.map {
                "\"\(text($0).split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\(dq"))\""
            })
            .joined(separator: " ")
    }

    /// Lines that stay as they are, indented.
    static func verbatim(_ lines: [String]) -> [String] {
        [".RS 4", ".nf"] + lines.map(text) + [".fi", ".RE"]
    }

    /// A term with what is said of it.
    static func item(_ term: String, _ about: String) -> [String] { [".TP", term, text(about)] }
}

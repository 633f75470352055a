package import Records

/// Text with names in braces, each standing for a value: `{title} ({year})`. `{{` and `}}` are braces.
package struct Template: Hashable, Sendable {
    private enum Part: Hashable {
        case text(String)
        case name(String)
    }

    private var parts: [Part] = []

    /// Reads a template; throws what is wrong with it.
    package init(_ text: String) throws(StepError) {
        var rest = text[...]
        var literal = ""
        while let character = rest.popFirst() {
            if character == rest.first, character == "{" || character == "}" {
                literal.append(rest.removeFirst())
            } else if character == "}" {
                throw StepError("a \"}\" stands without its \"{\"; write }} for a brace")
            } else if character == "{" {
                guard let end = rest.firstIndex(of: "}") else {
                    throw StepError("a \"{\" stands without its \"}\"; write {{ for a brace")
                }
                if !literal.isEmpty { parts.append(.text(literal)) }
                literal = ""
                parts.append(.name(String(rest[..<end])))
                rest = rest[rest.index(after: end)...]
            } else {
                literal.append(character)
            }
        }
        if !literal.isEmpty { parts.append(.text(literal)) }
    }

    /// The names that stand for values, in their order.
    package var names: [String] {
        parts.compactMap { part in
            guard case .name(let name) = part else { return nil }
            return name
        }
    }

    /// The text with values in the place of their names; `nil` where one is missing.
    package func text(_ value: (String) -> String?) -> String? {
        var text = ""
        for part in parts {
            switch part {
            case .text(let literal): text += literal
            case .name(let name):
                guard let found = value(name) else { return nil }
                text += found
            }
        }
        return text
    }
}

import Basics

// Selectors over the tree of an answer's status and header.
extension RulesReader {
    /// Reports selectors over the answer's tree that never match.
    mutating func checkResponseSelectors() {
        var reported: Set<Range<Int>> = []
        for (text, range) in responseSelectors {
            for part in Self.withoutConditions(text).split(separator: ",") {
                guard let (problem, help) = Self.mistake(inResponse: part), reported.insert(range).inserted
                else { continue }
                error(problem, at: range, help: help)
            }
        }
    }

    /// A selector without the conditions on attributes, which may contain any text.
    private static func withoutConditions(_ selector: String) -> String {
        var isInside = false
        return selector.filter { character in
            if character == "[" { isInside = true }
            defer { if character == "]" { isInside = false } }
            return !isInside
        }.filter { $0 != "]" }
    }

    /// Why a selector never matches in the tree of an answer's status and header; `nil` if it may.
    private static func mistake(inResponse selector: Substring) -> (message: String, help: String?)? {
        let halves = selector.split(separator: "::", maxSplits: 1, omittingEmptySubsequences: false)
        guard let path = halves.first, !path.contains(where: { "()+~".contains($0) }) else { return nil }
        let attribute: Substring? =
            halves.count == 2 && halves[1].hasPrefix("attr(")
            ? halves[1].dropFirst("attr(".count).prefix { $0 != ")" } : nil
        var words = path.split { " >".contains($0) }[...]
        if words.first == "response" { words.removeFirst() }
        guard let first = words.first else {
            guard let attribute, !["status", "url"].contains(attribute) else { return nil }
            let name = String(attribute)
            return (
                "an answer has no attribute \"\(name)\"",
                Suggestion.help(for: name, among: ["status", "url"])
            )
        }
        let name = String(first.prefix { $0.isLetter || $0.isNumber || "_-".contains($0) })
        if name.isEmpty { return nil }
        if name.lowercased() == "set-cookie" {
            return ("the cookies of an answer are not in \"\(name)\"", "write \"cookies > NAME\"")
        }
        if name != name.lowercased() {
            return (
                "header fields have lowercase names here, found \"\(name)\"",
                "write \"\(name.lowercased())\""
            )
        }
        if words.count > 1, name != "cookies" {
            return (
                "\"\(name)\" has no parts in an answer",
                "an answer has its header fields by name, \"link[rel=…]\" and \"cookies > NAME\""
            )
        }
        if let attribute, name != "link" {
            return ("\"\(name)\" has no attribute \"\(attribute)\" in an answer", nil)
        }
        return nil
    }
}

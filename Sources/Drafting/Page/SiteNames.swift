import Engine
import Selectors

/// The names that a site gives to its elements, with their robustness.
enum SiteNames {
    /// A compound selector for an element.
    struct Mark: Hashable {
        /// The compound selector.
        let selector: String
        /// The robustness; 0 is best.
        let rank: Int
        /// The site's own name in it.
        let word: String
        /// Its description in a comment.
        let origin: String
    }

    /// Attributes whose values name parts of a page for tests and scripts. They change less often than classes.
    private static let markers = [
        "data-testid", "data-test", "data-test-id", "data-qa", "data-cy", "data-hook", "data-component",
        "data-role", "data-type",
        "data-element", "data-field",
    ]

    /// A cache of the marks of a page's elements.
    final class Cache {
        fileprivate var marks: [Int: [Mark]] = [:]
    }

    /// An element's marks, best first.
    static func marks(of index: Int, in outline: Outline) -> [Mark] {
        if let known = outline.marks.marks[index] { return known }
        let found = findMarks(of: index, in: outline)
        outline.marks.marks[index] = found
        return found
    }

    private static func findMarks(of index: Int, in outline: Outline) -> [Mark] {
        var marks: [Mark] = []
        for property in Outline.words(outline.attribute(\.itemprop, of: index)) where isPlain(property) {
            marks.append(
                Mark(
                    selector: "[itemprop~=\(property)]",
                    rank: 0,
                    word: property,
                    origin: "the microdata property \(property)"
                )
            )
        }
        if let type = outline.attribute(\.itemtype, of: index)?.split(separator: "/").last.map(String.init),
            isPlain(type)
        {
            marks.append(
                Mark(
                    selector: "[itemtype$='/\(type)']",
                    rank: 0,
                    word: type,
                    origin: "microdata of the type \(type)"
                )
            )
        }
        for name in markers {
            guard let value = outline.attribute(named: name, of: index), isName(value) else { continue }
            let text = isPlain(value) ? value : CSSText.string(value)
            marks.append(
                Mark(selector: "[\(name)=\(text)]", rank: 1, word: value, origin: "\(name) \"\(value)\"")
            )
        }
        let classes = outline.entries[index].classes.compactMap { name -> Mark? in
            guard let rank = rank(ofClass: name) else { return nil }
            return Mark(
                selector: "." + CSSText.identifier(name),
                rank: rank,
                word: name,
                origin: "the class \"\(name)\""
            )
        }
        return marks + classes.sorted { $0.rank < $1.rank }
    }

    /// The mark of an element's id if it looks like a name.
    static func id(of index: Int, in outline: Outline) -> Mark? {
        guard let id = outline.attribute(\.id, of: index), isName(id), !id.contains(where: \.isNumber) else {
            return nil
        }
        return Mark(selector: "#" + CSSText.identifier(id), rank: 1, word: id, origin: "the id \"\(id)\"")
    }

    /// The rank of a class: 2 for a name that describes the content, 3 for another name, 7 for one that describes the
    /// style, or `nil` for a generated name.
    static func rank(ofClass name: String) -> Int? {
        guard isName(name), !Brittleness.isGenerated(name), !isStyled(name) else { return nil }
        let words = Lexicon.words(name)
        if isUtility(name, words) { return 7 }
        if Lexicon.name(for: name) != nil { return 2 }
        return name.contains(where: \.isNumber) ? 4 : words.allSatisfy(Lexicon.layout.contains) ? 4 : 3
    }

    /// Whether a class has a prefix of a tool that generates styles.
    private static func isStyled(_ name: String) -> Bool {
        ["css-", "sc-", "jss", "emotion-", "svelte-", "styled__"].contains(where: name.hasPrefix)
    }

    /// Words of classes that depend on an element's state or its position in a list.
    private static let states: Set<String> = [
        "active", "first", "last", "odd", "even", "open", "closed", "hidden", "visible", "current",
        "selected", "disabled",
        "show", "hide", "lazy", "lazyload", "lazyloaded", "loaded", "loading", "clearfix", "cf", "sr",
        "visually", "expanded",
        "collapsed", "sticky", "animated", "fade", "in", "only", "nopin", "viewport", "not",
    ]

    /// The first words of class names in utility frameworks.
    private static let utilities: Set<String> = [
        "m", "mt", "mb", "ml", "mr", "mx", "my", "p", "pt", "pb", "pl", "pr", "px", "py", "w", "h", "d",
        "flex", "grid", "text",
        "bg", "border", "rounded", "shadow", "font", "leading", "tracking", "items", "justify", "align",
        "float", "pull", "push",
        "inline", "block", "hidden", "sm", "md", "lg", "xl", "gap", "space", "order", "overflow", "absolute",
        "relative", "fixed",
        "top", "left", "right", "bottom", "z", "opacity", "cursor", "hover", "focus", "uppercase", "truncate",
        "col", "row", "span",
        "size", "color", "has", "max", "min", "u", "is", "wp", "align",
    ]

    private static func isUtility(_ name: String, _ words: [String]) -> Bool {
        guard let first = words.first else { return true }
        if name.contains(":") || name.contains("/") || name.contains("[") { return true }
        if words.allSatisfy({ states.contains($0) || $0.allSatisfy(\.isNumber) }) { return true }
        // `text-sm`, `mt-4`: the second word is short or a number; `is-active`: a state. `text-author` is a name.
        let rest = words.dropFirst()
        return utilities.contains(first)
            && rest.allSatisfy {
                $0.count <= 3 || $0.contains(where: \.isNumber) || utilities.contains($0)
                    || colours.contains($0) || states.contains($0)
            }
    }

    private static let colours: Set<String> = [
        "gray", "grey", "red", "blue", "green", "white", "black", "yellow", "center", "start", "none", "auto",
        "full", "screen",
        "bold", "medium", "semibold", "normal", "large", "small", "primary", "secondary", "muted", "middle",
        "between", "wrap",
        "column", "pointer", "hidden",
    ]

    /// Whether a value looks like a name, not like a number or a hash.
    static func isName(_ text: String) -> Bool {
        guard text.utf8.count <= 48, let first = text.first, first.isLetter || first == "_" || first == "-",
            text.allSatisfy({ $0.isASCII && !$0.isWhitespace })
        else { return false }
        let digits = text.count(where: \.isNumber)
        if digits > 3 || text.contains("{") || text.contains("<") { return false }
        // If letters and digits alternate, the name is probably a hash.
        var changes = 0
        var wasDigit = false
        for character in text {
            if character.isNumber != wasDigit { changes += 1 }
            wasDigit = character.isNumber
        }
        let longest = Lexicon.words(text).map(\.count).max() ?? 0
        return changes <= 3 && longest > 0 && !hasNoVowel(text, longest) && !isMixed(text)
    }

    private static func hasNoVowel(_ text: String, _ longest: Int) -> Bool {
        longest > 5 && !text.lowercased().contains { "aeiouy".contains($0) }
    }

    /// Whether a part has irregular capital letters: `oXaVb`.
    private static func isMixed(_ text: String) -> Bool {
        text.split { $0 == "-" || $0 == "_" }.contains { part in
            let words = Lexicon.words(String(part))
            return words.count >= 3 && words.allSatisfy { $0.count <= 2 }
        }
    }

    /// Whether a value is valid in a selector without quotes.
    private static func isPlain(_ text: String) -> Bool {
        text.first?.isLetter == true
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
    }
}

import Basics
import DOM
import Language

/// A line that looks like a heading of a section but is none of the known ones.
struct SectionLead {
    /// Its text, with white space collapsed.
    let text: String
    /// The text after it in the same element.
    let rest: String?
    /// Whether its text is written like the known headings; otherwise it is only in bold, or a heading of the page.
    let isLikeKnown: Bool
}

/// What happens to lines that look like headings of sections but are none of the known ones.
enum UnknownLead: String, CaseIterable, Sendable {
    case warn
    case error
    /// They begin their own sections.
    case section
}

/// The known headings of sections, and how they are written.
///
/// A text resembles them if it differs in letter case, spaces and punctuation, or by one letter in five, or if it
/// begins like all of them and continues like one of them: with `A10` and `AStrong`, this applies to `A30` and `AFlow`.
struct KnownHeadings: Sendable {
    let texts: [String]
    /// The longest first: if one begins with another, the longer one applies.
    let byLength: [String]
    private let keys: [String: String]
    private let shapes: Set<String>
    /// The shapes of those with digits, regardless of letter case and spaces.
    private let numberedShapes: Set<String>
    /// The common beginning of all texts; empty if there is only one text.
    private let prefix: String
    /// Whether a text that differs only in letter case, spaces and punctuation is the heading.
    let isLoose: Bool

    init(_ texts: [String], isLoose: Bool = false) {
        self.texts = texts
        self.isLoose = isLoose
        byLength = texts.sorted { $0.utf8.count > $1.utf8.count }
        keys = Dictionary(texts.map { (KnownHeadings.key($0), $0) }) { first, _ in first }
        shapes = Set(texts.map(KnownHeadings.shape))
        numberedShapes = Set(
            texts.map { KnownHeadings.shape(KnownHeadings.key($0)) }.filter { $0.contains("0") }
        )
        let common = texts.dropFirst().reduce(texts.first ?? "") { $0.commonPrefix(with: $1) }
        prefix = texts.count > 1 ? common : ""
    }

    /// Two headings that a loose spelling does not distinguish; `nil` for none.
    var sameKeys: (String, String)? {
        texts.lazy.compactMap { text in
            let known = keys[KnownHeadings.key(text)] ?? text
            return known == text ? nil : (known, text)
        }.first
    }

    /// All texts, in quotes.
    var list: String { texts.map { "\"\($0)\"" }.joined(separator: ", ") }

    /// The known heading that a text equals except for invisible characters, and except for its spelling if that is
    /// loose.
    func heading(_ text: String) -> String? {
        let visible = text.withoutInvisible
        if let exact = texts.first(where: { $0 == visible }) { return exact }
        // A key has letters and digits alone: an additional word makes another key.
        return isLoose && visible.utf8.count <= 256 ? keys[KnownHeadings.key(visible)] : nil
    }

    /// Whether a text that is none of the headings resembles them.
    func resembles(_ text: String) -> Bool {
        let text = text.withoutInvisible
        let bare = KnownHeadings.bare(text)
        let key = KnownHeadings.key(bare)
        guard !key.isEmpty, key.utf8.count <= 256 else { return false }
        if keys[key] != nil || isNear(key) { return true }
        return hasShape(bare)
    }

    /// Whether a text at the start of a line, before other text, resembles the headings. A word that continues after a
    /// heading ("A20s are back: …") does not.
    func resembles(beforeText text: String) -> Bool {
        let text = KnownHeadings.bare(text.withoutInvisible)
        if keys[KnownHeadings.key(text)] != nil { return true }
        return hasShape(text) && !texts.contains { text.hasPrefix($0) }
    }

    /// The known heading that is most similar to a text.
    func suggestion(for text: String) -> String? {
        let bare = KnownHeadings.bare(text.withoutInvisible)
        return keys[KnownHeadings.key(bare)] ?? Suggestion.nearest(to: bare, among: texts)
    }

    /// Whether a key differs in one of five characters from that of a heading with the same beginning.
    private func isNear(_ key: String) -> Bool {
        guard key.hasPrefix(KnownHeadings.key(prefix)) else { return false }
        let bytes = Array(key.utf8)
        return keys.keys.contains { known in
            let limit = known.utf8.count / 5
            return limit > 0 && editDistance(from: bytes, to: Array(known.utf8), limit: limit) != nil
        }
    }

    private func hasShape(_ text: String) -> Bool {
        if prefix.isEmpty { return false }
        if text.hasPrefix(prefix), text != prefix, shapes.contains(KnownHeadings.shape(text)) { return true }
        // "a-30", "A 30": with digits in it, neither case nor spaces make it a word of a sentence.
        let key = KnownHeadings.key(text)
        return key.hasPrefix(KnownHeadings.key(prefix)) && numberedShapes.contains(KnownHeadings.shape(key))
    }

    /// A text without a remark in brackets and punctuation at its end.
    private static func bare(_ text: String) -> String {
        var text = Substring(text)
        if text.last == ")", let start = text.lastIndex(of: "("), start > text.startIndex {
            text = text[..<start]
        }
        while let last = text.last, last.isWhitespace || last.isPunctuation { text.removeLast() }
        return String(text)
    }

    /// The letters and digits of a text, in lower case.
    private static func key(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) {
            let letters = text.utf8.filter(\.isASCIIAlphanumeric).map(\.asciiLowercased)
            return String(decoding: letters, as: UTF8.self)
        }
        return String(text.filter { $0.isLetter || $0.isNumber }).lowercased()
    }

    /// The kinds of a text's characters: every capital letter, but one symbol for consecutive small letters or digits.
    private static func shape(_ text: String) -> String {
        var shape = ""
        for character in text {
            let kind: Character =
                character.isNumber ? "0" : character.isUppercase ? "A" : character.isLetter ? "a" : character
            if kind != shape.last || kind == "A" { shape.append(kind) }
        }
        return shape
    }
}

extension String {
    /// The text without invisible characters, such as zero-width spaces and soft hyphens.
    var withoutInvisible: String {
        guard unicodeScalars.contains(where: \.isInvisible) else { return self }
        return WhiteSpace.collapse(
            String(String.UnicodeScalarView(unicodeScalars.filter { !$0.isInvisible }))
        )
    }

    fileprivate func commonPrefix(with other: String) -> String {
        String(zip(self, other).prefix { $0 == $1 }.map(\.0))
    }

    /// The end of a text at the beginning of this one, ignoring invisible characters; `nil` if this text begins
    /// differently.
    func end(ofPrefix prefix: String) -> String.Index? {
        let scalars = unicodeScalars
        var index = scalars.startIndex
        for wanted in prefix.unicodeScalars {
            while index < scalars.endIndex, scalars[index].isInvisible { scalars.formIndex(after: &index) }
            guard index < scalars.endIndex, scalars[index] == wanted else { return nil }
            scalars.formIndex(after: &index)
        }
        while index < scalars.endIndex, scalars[index].isInvisible { scalars.formIndex(after: &index) }
        return index
    }
}

extension Unicode.Scalar {
    /// Whether it is an invisible character: U+FEFF, soft hyphens, zero-width spaces and joiners, directional marks.
    fileprivate var isInvisible: Bool {
        guard value >= 0xAD else { return false }
        switch value {
        case 0xAD, 0x034F, 0x061C, 0x180E, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x2064, 0x2066...0x206F,
            0xFE00...0xFE0F, 0xFEFF:
            return true
        default: return false
        }
    }
}

// MARK: - Emphasis

/// Which elements of a page are headings or in bold.
enum Emphasis {
    static let names: Set<String> = ["h1", "h2", "h3", "h4", "h5", "h6", "b", "strong"]

    /// Whether a node's text consists only of headings and bold text.
    static func isWhole(_ node: NodeRef) -> Bool { emphasis(of: node) == true }

    /// Whether all of a node's text is emphasized; `nil` if it has none.
    private static func emphasis(of node: NodeRef) -> Bool? {
        if node.isText {
            let text = WhiteSpace.collapse(String(decoding: node.content, as: UTF8.self))
            return text.withoutInvisible.isEmpty ? nil : false
        }
        guard node.isElement else { return nil }
        let isEmphasized = names.contains(node.name.string)
        var result: Bool?
        var child = node.firstChild
        while let next = child {
            if let inner = emphasis(of: next) {
                if !inner, !isEmphasized { return false }
                result = true
            }
            child = next.nextSibling
        }
        return result
    }

    /// The headings and bold elements below an element.
    static func elements(below root: NodeRef) -> Set<NodeRef> {
        var found: Set<NodeRef> = []
        var next = root.firstChild
        while let node = next {
            if node.isElement, names.contains(node.name.string) { found.insert(node) }
            next = node.next(within: root)
        }
        return found
    }

    /// Whether a text in bold can name a section: it has letters, and is not a sentence.
    static func canBeName(_ text: String) -> Bool {
        let words = text.split(separator: " ").count
        let isSentence = words > 3 && (text.last.map { ".!?…".contains($0) } ?? false)
        return words <= 6 && !isSentence && text.contains(where: \.isLetter)
    }
}

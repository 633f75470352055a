import Records
import Selectors

/// A possible way to find a field.
struct Candidate: Sendable {
    /// The part of the page that the selector takes, or `nil` if a label is sufficient.
    var select: String?
    /// The text that labels the value.
    var label: String?
    /// The transforms, as written in the rules file.
    var steps: [String] = []
    var type = "string"
    /// A penalty: 0 for a name that describes the value, more for names of styles and for positions.
    var doubt: Double
    /// How it is found, in words.
    var origin: String
    /// The site's own names that it depends on.
    var names: Set<String> = []

    /// Whether it takes every link or list item of a place, so that it finds all values where there are several.
    var findsAll = false
    /// The other members of its field, such as the formats of a date, as written in a rules file.
    var members: [String] = []

    /// Whether it takes something that no reader sees: linked data and the contents of the page's head.
    var isData: Bool {
        names.contains("linked-data") || names.contains("inline-data")
            || ["meta", "link", "title"].contains { tag in
                select.map { $0 == tag || $0.hasPrefix("\(tag)[") || $0.hasPrefix("\(tag):") } ?? false
            }
    }

    /// Its identity.
    var key: String {
        ([select ?? "", label ?? "", steps.joined(separator: " "), type] + members).joined(separator: "\n")
    }

    /// Its selector, or its label in place of one, for messages.
    var place: String { select ?? "label \(label ?? "")" }

    /// The number of bytes of its text: shorter ones are easier to read.
    var length: Int { (select ?? "").utf8.count + (label ?? "").utf8.count + steps.joined().utf8.count }

    /// The field as written in a rules file.
    ///
    /// - Parameter isList: whether all matches are taken.
    func definition(isList: Bool, type other: String? = nil) -> String {
        let type = other ?? self.type
        var members: [String] = []
        if let label { members.append("\"label\": \(DraftWriter.string(label))") }
        if let select { members.append("\"select\": \(DraftWriter.string(select))") }
        if !steps.isEmpty { members.append("\"apply\": [\(steps.joined(separator: ", "))]") }
        if isList {
            members.append("\"type\": [\(DraftWriter.string(type))]")
        } else if type != "string" {
            members.append("\"type\": \(DraftWriter.string(type))")
        }
        members += self.members
        if members.count == 1, let select, label == nil { return DraftWriter.string(select) }
        return "{ \(members.joined(separator: ", ")) }"
    }

    /// Whether it can be part of a rules file.
    var isValid: Bool {
        guard let select else { return label != nil }
        return (try? SelectorList(select, prefixes: .page)) != nil
    }
}

/// A selector of elements, with the names that it depends on.
struct ElementName {
    let selector: String
    let doubt: Double
    let origin: String
    let names: Set<String>
}

/// The ways to name elements of a page.
struct ElementNaming {
    let outline: Outline
    /// The words of the field's name: a class or a label with the same name is self-explanatory.
    let words: Set<String>

    init(_ outline: Outline, field: String) {
        self.outline = outline
        words = Set(Lexicon.words(field).filter { $0.count > 2 }.map(ElementNaming.singular))
    }

    /// A word without its plural ending: `ratings` has the same meaning as `rating`.
    private static func singular(_ word: String) -> String {
        word.count > 3 && word.hasSuffix("s") && !word.hasSuffix("ss") ? String(word.dropLast()) : word
    }

    /// Words that add nothing to the name that they are part of.
    private static let neutral: Set<String> = ["value", "text", "content"]
    /// Words for a property of the thing that has the name, instead of the thing itself.
    private static let about: Set<String> = [
        "best", "worst", "count", "min", "max", "total", "id", "url", "type",
    ]

    /// An element's own names, best first.
    func names(of index: Int) -> [ElementName] {
        let entry = outline.entries[index]
        var found: [ElementName] = []
        if ElementNaming.dataTags.contains(entry.tag) { return [dataName(of: index)] }
        for mark in SiteNames.marks(of: index, in: outline) {
            found.append(name(mark, rank: mark.rank == 7 ? 5.5 : Double(mark.rank)))
        }
        if let mark = SiteNames.id(of: index, in: outline) { found.append(name(mark, rank: 1)) }
        for attribute in ["property", "name", "rel", "aria-label", "data-name", "title", "for"] {
            guard let value = outline.attribute(named: attribute, of: index), value.utf8.count <= 40,
                SiteNames.isName(value)
            else { continue }
            found.append(
                ElementName(
                    selector: "\(entry.tag)[\(attribute)=\(CSSText.string(value))]",
                    doubt: 1.5 - bonus(value),
                    origin: "\(attribute) \"\(value)\"",
                    names: [value]
                )
            )
        }
        let tags = found.filter { $0.selector.hasPrefix(".") }.prefix(2).map {
            ElementName(
                selector: entry.tag + $0.selector,
                doubt: $0.doubt + 0.3,
                origin: $0.origin,
                names: $0.names
            )
        }
        return found.sorted { $0.doubt < $1.doubt } + tags + [tagName(entry.tag)]
    }

    /// An element's tag as its name.
    func tagName(_ tag: String) -> ElementName {
        let doubts: [String: Double] = [
            "h1": 1.5, "time": 3, "address": 3, "title": 2.5, "main": 2, "article": 2.5, "header": 3,
            "footer": 3, "figcaption": 3,
        ]
        return ElementName(
            selector: CSSText.identifier(tag),
            doubt: doubts[tag] ?? 6,
            origin: "the element \(tag)",
            names: []
        )
    }

    private func name(_ mark: SiteNames.Mark, rank: Double) -> ElementName {
        ElementName(
            selector: mark.selector,
            doubt: rank - bonus(mark.word),
            origin: mark.origin,
            names: [mark.word]
        )
    }

    private func bonus(_ word: String) -> Double {
        let parts = Set(Lexicon.words(word).map(ElementNaming.singular))
        if parts == words || parts.subtracting(ElementNaming.neutral) == words { return 2.5 }
        if parts.isDisjoint(with: words) { return 0 }
        return parts.subtracting(words).isDisjoint(with: ElementNaming.about) ? 1.5 : 0.5
    }

    /// Whether a label names the field.
    func bonus(ofLabel text: String) -> Double { bonus(text) }

    /// The roots of the data that preparations merge into a page.
    static let dataTags: Set<String> = ["linked-data", "inline-data"]

    private func dataName(of index: Int) -> ElementName {
        let tag = outline.entries[index].tag
        return ElementName(selector: tag, doubt: 0, origin: "the \(tag)", names: [])
    }

    /// The path of an element of the linked data or of a script's data, from its root.
    ///
    /// - Returns: `nil` for an element elsewhere.
    func dataPath(of index: Int) -> ElementName? {
        var path: [String] = []
        var place = index
        while !ElementNaming.dataTags.contains(outline.entries[place].tag) {
            path.append(outline.entries[place].tag)
            let parent = outline.entries[place].parent
            if parent == place { return nil }
            place = parent
        }
        guard !path.isEmpty else { return nil }
        let text = path.reversed().map { CSSText.identifier($0) }.joined(separator: " > ")
        let root = outline.entries[place].tag
        if root == "inline-data" {
            return ElementName(
                selector: "inline-data > " + text,
                doubt: 2.5 + 0.2 * Double(path.count) - bonus(path[0]),
                origin: "the script data's \(path.reversed().joined(separator: " > "))",
                names: ["inline-data"]
            )
        }
        let isMeta = path.last == "meta" || path.last == "link" || path.last == "title"
        return ElementName(
            selector: "linked-data > " + text,
            doubt: (isMeta ? 2.2 : 1.2) + 0.4 * Double(max(0, path.count - 2)) - bonus(path[0]),
            origin: "the linked data's \(path.reversed().joined(separator: " > "))",
            names: ["linked-data"]
        )
    }
}

import Basics
import DOM

/// The names and values of a page that are similar to those of a selector: at an edit distance of one or two, or with
/// most of their words.
struct NearNames {
    /// The kind of thing that has the name.
    enum Kind: Hashable {
        case element
        case `class`
        case id
        case attribute
        /// The value of the attribute with this name.
        case value(ByteText)
    }

    /// A name of the page, and its edit distance.
    struct Near: Hashable {
        let name: ByteText
        /// The edit distance; 3 or 4 for a name that shares words.
        let edits: Int
        /// The case-sensitive distance.
        let caseEdits: Int
    }

    private struct Known: Hashable {
        let kind: Kind
        let name: ByteText

        init(_ kind: Kind, _ name: ByteText) {
            self.kind = kind
            self.name = name
        }
    }

    /// The names that are searched for, by kind.
    private var wanted: [Kind: [ByteText]] = [:]
    private(set) var near: [ByteText: [Kind: Set<Near>]] = [:]
    /// The sought names that the page has.
    private var present: Set<Known> = []
    /// The names that have been compared with a sought one.
    private var compared: [ByteText: Set<Known>] = [:]
    /// The names of the page, by the kinds that are sought.
    private var names: [Kind: Set<ByteText>] = [:]

    /// The maximum edit distance, and the maximum length of a name that is compared.
    static let edits = 2
    private static let length = 64
    /// The minimum similarity of words, and the limit for a high similarity.
    private static let similarity = 0.6
    private static let greatSimilarity = 0.75
    /// The maximum number of different names that are compared with one.
    private static let nameLimit = 20_000

    /// Searches a page for the names of selectors.
    ///
    /// Complexity: linear in the size of the page; names of similar length are compared, each once.
    ///
    /// - Parameter known: names that share words with others but are something else.
    init(_ selectors: [ComplexSelector], in document: Document, known: Set<String> = []) {
        for simple in selectors.flatMap(\.compounds).flatMap(\.simples) { want(simple) }
        if wanted.isEmpty { return }
        let values = wanted.keys.compactMap { kind -> (name: ByteText, kind: Kind)? in
            guard case .value(let name) = kind else { return nil }
            return (name, kind)
        }
        let classAttribute = document.existingName("class".utf8)
        let idAttribute = document.existingName("id".utf8)
        var next = document.rootElement
        while let element = next {
            index(element.name.utf8, .element)
            var attribute = element.firstAttribute
            while let candidate = attribute {
                index(candidate.name.utf8, .attribute)
                if candidate.name == classAttribute {
                    for word in candidate.value.split(whereSeparator: { $0 <= 0x20 }) { index(word, .class) }
                } else if candidate.name == idAttribute {
                    index(candidate.value, .id)
                }
                for value in values where candidate.name.utf8.elementsEqual(value.name.utf8) {
                    index(candidate.value, value.kind)
                }
                attribute = candidate.next
            }
            next = element.nextElement(within: document.node)
        }
        for (kind, wanted) in wanted {
            for want in wanted where !present.contains(Known(kind, want)) {
                addSimilar(to: want, kind, except: known)
            }
        }
    }

    /// Adds the names that have most of the words of a name, and are not similar to it by their letters.
    private mutating func addSimilar(to want: ByteText, _ kind: Kind, except others: Set<String>) {
        let words = NameWords(want.string)
        if words.words.isEmpty { return }
        let known = Set(near[want]?[kind]?.map(\.name) ?? [])
        for name in names[kind] ?? [] where !known.contains(name) && !others.contains(name.string) {
            let similarity = words.similarity(to: NameWords(name.string))
            guard similarity >= NearNames.similarity else { continue }
            let edits = NearNames.edits + (similarity >= NearNames.greatSimilarity ? 1 : 2)
            near[want, default: [:]][kind, default: []].insert(
                Near(name: name, edits: edits, caseEdits: Int((1 - similarity) * 100))
            )
        }
    }

    /// Whether the page has a name.
    func has(_ name: ByteText, _ kind: Kind) -> Bool { present.contains(Known(kind, name)) }

    /// The names that are similar to one, the most similar first.
    func names(near name: ByteText, _ kind: Kind) -> [Near] {
        (near[name]?[kind] ?? []).sorted {
            ($0.edits, $0.caseEdits, $0.name.string) < ($1.edits, $1.caseEdits, $1.name.string)
        }
    }

    private mutating func want(_ simple: SimpleSelector) {
        switch simple {
        case .type(_, let name): wanted[.element, default: []].append(name)
        case .class(let name): wanted[.class, default: []].append(name)
        case .id(let name): wanted[.id, default: []].append(name)
        case .attribute(let attribute):
            guard case .named(_, let name) = attribute.subject else { return }
            wanted[.attribute, default: []].append(name)
            if let condition = attribute.condition, condition.operator != .notEquals {
                wanted[.value(name), default: []].append(condition.value)
            }
        case .universal, .pseudoClass, .pseudoElement, .leaf, .nesting: break
        }
    }

    private mutating func index(_ name: some Collection<UInt8>, _ kind: Kind) {
        guard let wanted = wanted[kind], name.count <= NearNames.length else { return }
        if names[kind, default: []].count < NearNames.nameLimit {
            names[kind, default: []].insert(ByteText(utf8: Array(name)))
        }
        for want in wanted where abs(want.utf8.count - name.count) <= NearNames.edits {
            let found = ByteText(utf8: Array(name))
            if found == want { present.insert(Known(kind, want)) }
            let isNew = compared[want, default: []].count < NearNames.nameLimit
            guard found != want, isNew, compared[want, default: []].insert(Known(kind, found)).inserted else {
                continue
            }
            // One edit changes a good part of a short name, and two change all of it.
            let limit = min(NearNames.edits, want.utf8.count / 2)
            let (folded, foundFolded) = (want.asciiLowercased.utf8, found.asciiLowercased.utf8)
            guard let edits = editDistance(from: folded, to: foundFolded, limit: limit),
                let caseEdits = editDistance(from: want.utf8, to: found.utf8, limit: .max)
            else { continue }
            near[want, default: [:]][kind, default: []].insert(
                Near(name: found, edits: edits, caseEdits: caseEdits)
            )
        }
    }
}

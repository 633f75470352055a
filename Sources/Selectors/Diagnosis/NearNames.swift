import DOM

/// The names and values of a page that are one or two edits away from those of a selector.
struct NearNames {
    /// What a name is the name of.
    enum Kind: Hashable {
        case element
        case `class`
        case id
        case attribute
        /// The value of the attribute of this name.
        case value(ByteText)
    }

    /// A name of the page, and how many edits it takes.
    struct Near: Hashable {
        let name: ByteText
        let edits: Int
        /// The same where the case of letters counts.
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

    /// What is looked for, by its kind.
    private var wanted: [Kind: [ByteText]] = [:]
    private(set) var near: [ByteText: [Kind: Set<Near>]] = [:]
    /// What is wanted and stands in the page as it is.
    private var present: Set<Known> = []
    /// What has been compared with a wanted name.
    private var compared: [ByteText: Set<Known>] = [:]

    /// How many edits are near, and how long a name is compared at most.
    private static let edits = 2
    private static let length = 64
    /// How many different names are compared with one.
    private static let nameLimit = 20_000

    /// Looks for what selectors name in a page.
    ///
    /// Complexity: linear in the size of the page; names of about the wanted length are compared, each once.
    init(_ selectors: [ComplexSelector], in document: Document) {
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
            note(element.name.utf8, .element)
            var attribute = element.firstAttribute
            while let candidate = attribute {
                note(candidate.name.utf8, .attribute)
                if candidate.name == classAttribute {
                    for word in candidate.value.split(whereSeparator: { $0 <= 0x20 }) { note(word, .class) }
                } else if candidate.name == idAttribute {
                    note(candidate.value, .id)
                }
                for value in values where candidate.name.utf8.elementsEqual(value.name.utf8) {
                    note(candidate.value, value.kind)
                }
                attribute = candidate.next
            }
            next = element.nextElement(within: document.node)
        }
    }

    /// Whether a name stands in the page as it is.
    func has(_ name: ByteText, _ kind: Kind) -> Bool { present.contains(Known(kind, name)) }

    /// The names that are near to one, the nearest first.
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

    private mutating func note(_ name: some Collection<UInt8>, _ kind: Kind) {
        guard let wanted = wanted[kind], name.count <= NearNames.length else { return }
        for want in wanted where abs(want.utf8.count - name.count) <= NearNames.edits {
            let found = ByteText(utf8: Array(name))
            if found == want { present.insert(Known(kind, want)) }
            let isNew = compared[want, default: []].count < NearNames.nameLimit
            guard found != want, isNew, compared[want, default: []].insert(Known(kind, found)).inserted else {
                continue
            }
            let edits = NearestName.edits(from: want.asciiLowercased.utf8, to: found.asciiLowercased.utf8)
            // Of a short name one letter is a good part, and of two other ones nothing is left.
            guard edits <= min(NearNames.edits, want.utf8.count / 2) else { continue }
            let caseEdits = NearestName.edits(from: want.utf8, to: found.utf8)
            near[want, default: [:]][kind, default: []].insert(
                Near(name: found, edits: edits, caseEdits: caseEdits)
            )
        }
    }
}

package import DOM

/// What all of several elements have in common that a selector can ask for: `a`, `.price`, `[itemprop="price"]`.
package struct ElementTraits: Hashable, Sendable {
    /// The name that all have; `nil` where they differ.
    package private(set) var name: String?
    /// Classes, an id and telling attributes, as compound selectors; sorted.
    package private(set) var conditions: [String]

    /// Whether they are data: a key further down is not the same key.
    package private(set) var isData: Bool

    /// How many elements are looked at: more would hardly have less in common.
    private static let limit = 64

    /// Attributes whose values tell what an element is.
    private static let telling: Set<String> = ["itemprop", "itemtype", "property", "rel", "name", "role"]

    /// The common traits of elements of one document; `nil` where there are none.
    package init?(_ elements: [NodeRef], in document: Document) {
        let sample = elements.prefix(ElementTraits.limit).filter(\.isElement)
        guard let first = sample.first else { return nil }
        name = sample.allSatisfy { $0.name == first.name } ? CSSText.identifier(first.name.string) : nil
        isData = sample.contains { document.isData($0) }
        var common = ElementTraits.conditions(of: first, in: document)
        for element in sample.dropFirst() where !common.isEmpty {
            common.formIntersection(ElementTraits.conditions(of: element, in: document))
        }
        conditions = common.sorted()
    }

    /// What these elements and others have in common.
    package mutating func formIntersection(_ other: ElementTraits) {
        if name != other.name { name = nil }
        isData = isData || other.isData
        conditions.removeAll { !other.conditions.contains($0) }
    }

    private static func conditions(of element: NodeRef, in document: Document) -> Set<String> {
        // The attributes of data say what kind of value it is, not which.
        guard !document.isData(element) else { return [] }
        var conditions: Set<String> = []
        var next = element.firstAttribute
        while let attribute = next {
            next = attribute.next
            let name = attribute.name.string
            let value = attribute.string
            switch name {
            case "class":
                for token in value.split(whereSeparator: \.isWhitespace) where !isGenerated(token) {
                    conditions.insert("." + CSSText.identifier(String(token)))
                }
            case "id": if !isGenerated(value[...]) { conditions.insert("#" + CSSText.identifier(value)) }
            case _ where telling.contains(name) || name.hasPrefix("data-"):
                let text = CSSText.identifier(name)
                if name.hasPrefix("data-") { conditions.insert("[\(text)]") }
                if value.utf8.count <= 60, !value.isEmpty, !isGenerated(value[...]) {
                    conditions.insert("[\(text)=\(CSSText.string(value))]")
                }
            default: break
            }
        }
        return conditions
    }

    /// Whether a name looks like one that a tool makes or that counts: it will be another one tomorrow.
    private static func isGenerated(_ name: Substring) -> Bool {
        let digits = name.utf8.count { $0 >= 0x30 && $0 <= 0x39 }
        let isMixed = name.contains(where: \.isUppercase) && name.contains(where: \.isLowercase)
        return name.isEmpty || digits >= 3 || digits > 0 && (isMixed || name.contains("__"))
    }
}

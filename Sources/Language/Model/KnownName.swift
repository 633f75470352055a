package import Records

/// Where a name that the rules ask for is on the site's pages, and what is beside it: what `scrape expect` has learned
/// of it.
///
/// An element, an attribute or a value of the page is described by a short text: `div.price`, `article#main`,
/// `author > name`.
package struct KnownName: Sendable {
    /// The name: `.price`, `#main`, `[data-id]`, `[itemprop=price]`, or in data a key after that of its object,
    /// `author > name`.
    package let name: String
    /// What else is known, by the key of the language.
    package var facts: [Fact: Set<String>] = [:]
    /// Its place in the rules file.
    package let range: Range<Int>

    package init(_ name: String, range: Range<Int> = 0..<0) {
        self.name = name
        self.range = range
    }

    /// What is known of a name.
    package enum Fact: String, CaseIterable, Sendable {
        /// The elements that have it.
        case element = "is"
        /// What these are in.
        case parent = "in"
        /// What is before them.
        case previous = "after"
        /// What is after them.
        case next = "before"
        /// The shapes of their texts or values.
        case shape = "like"
        /// Names that are on all pages that have it.
        case companions = "with"
        /// Other names that are in such places.
        case others = "not"

        /// What it is, in one line.
        var about: String {
            switch self {
            case .element: "the elements that have the name"
            case .parent: "what these are in"
            case .previous: "what is before them"
            case .next: "what is after them"
            case .shape: "the shapes of their texts or values"
            case .companions: "names that are on every page that has it"
            case .others: "other names that are in such places"
            }
        }
    }
}

extension KnownName {
    /// The name's facts as rules files write them: texts, and lists of several.
    package var value: Value {
        .object(
            Fact.allCases.compactMap { fact in
                guard let texts = facts[fact]?.sorted(), !texts.isEmpty else { return nil }
                let value: Value = texts.count == 1 ? .string(texts[0]) : .list(texts.map(Value.string))
                return Value.Member(fact.rawValue, value)
            }
        )
    }
}

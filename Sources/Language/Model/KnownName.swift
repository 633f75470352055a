/// Where a name that the rules use is on the site's pages, and which names surround it, as learned by `scrape expect`.
///
/// An element, an attribute or a value of the page is described by a short text: `div.price`, `article#main`,
/// `author > name`.
package struct KnownName: Sendable {
    /// The name: `.price`, `#main`, `[data-id]`, `[itemprop=price]`, or in data a key preceded by that of its object,
    /// `author > name`.
    package let name: String
    /// The other facts.
    package var facts: [Fact: Set<String>] = [:]
    /// Its place in the rules file.
    package let range: Range<Int>

    package init(_ name: String, range: Range<Int> = 0..<0) {
        self.name = name
        self.range = range
    }

    /// The facts about a name.
    package enum Fact: String, CaseIterable, Sendable {
        /// The elements that have it.
        case element = "is"
        /// The elements that these are in.
        case parent = "in"
        /// The elements before them.
        case previous = "after"
        /// The elements after them.
        case next = "before"
        /// The shapes of their texts or values.
        case shape = "like"
        /// Names that are on all pages that have it.
        case companions = "with"
        /// Record types that have records on all pages with the name, and on no others.
        case records = "gives"
        /// Other names that occur in such places.
        case others = "not"
    }
}

extension KnownName {
    /// The facts as written in rules files: `is span; in div.offer; after b|i; before -; like number`. Texts are
    /// separated by vertical bars; a hyphen represents nothing.
    package var text: String {
        let parts = Fact.allCases.compactMap { fact -> String? in
            let texts = (facts[fact] ?? []).filter(KnownName.isWritable).sorted()
            if texts.isEmpty { return nil }
            return "\(fact.rawValue) " + texts.map { $0.isEmpty ? "-" : $0 }.joined(separator: "|")
        }
        return parts.joined(separator: "; ")
    }

    /// Whether a text contains none of the separators, and is not the hyphen that represents no text.
    private static func isWritable(_ text: String) -> Bool {
        !text.contains("|") && !text.contains(";") && text != "-"
    }

    /// Reads the facts about a name.
    ///
    /// - Returns: the part that is not understood, or `nil`.
    package mutating func read(_ text: String) -> String? {
        for part in text.split(separator: ";") {
            let part = part.drop { $0 == " " }
            let word = part.prefix { $0 != " " }
            guard let fact = Fact(rawValue: String(word)), part.count > word.count + 1 else {
                return String(part)
            }
            let texts = part.dropFirst(word.count + 1).split(separator: "|", omittingEmptySubsequences: false)
            facts[fact, default: []].formUnion(texts.map { $0 == "-" ? "" : String($0) })
        }
        return nil
    }
}

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

    /// Reads the facts about a name: byte by byte, since rules have many and are read at each start.
    ///
    /// - Returns: the part that is not understood, or `nil`.
    package mutating func read(_ text: String) -> String? {
        for part in text.utf8.split(separator: UInt8(ascii: ";")) {
            let part = part.drop { $0 == 0x20 }
            let word = part.prefix { $0 != 0x20 }
            let list = part.dropFirst(word.count + 1)
            guard let fact = Fact(rawValue: String(decoding: word, as: UTF8.self)), !list.isEmpty else {
                return String(decoding: part, as: UTF8.self)
            }
            let texts = list.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
            facts[fact, default: []].formUnion(
                texts.map { $0.elementsEqual("-".utf8) ? "" : String(decoding: $0, as: UTF8.self) }
            )
        }
        return nil
    }
}

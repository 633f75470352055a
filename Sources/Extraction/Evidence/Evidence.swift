import DOM
import Language
import Selectors

/// A name on a page in place of one that the rules use.
struct Replacement {
    /// The name that is nowhere on the page.
    let entry: NameIndex.Entry
    /// A name in its place.
    let name: String
    /// The first element that has it.
    let place: NamePlace
    /// The number of elements that have it, at most ``Evidence/sampleCount``.
    let count: Int
}

/// Searches a page for names that have replaced missing ones.
///
/// A name that the rules use, and that is nowhere on the page, has been replaced if elements with the same surroundings
/// and the same kind of text have an unknown name. Its absence alone means nothing: a page may not need it.
struct Evidence {
    private let index: NameIndex
    private let names: PageNames

    /// The maximum number of places of a name that are compared.
    static let sampleCount = 16

    init(_ index: NameIndex, _ document: Document) {
        self.index = index
        names = PageNames(document, index.consulted)
    }

    /// The names that have been replaced.
    ///
    /// - Complexity: linear in the size of the page.
    func replacements() -> [Replacement] {
        let present = NamePresence(index, names).present
        let absent = index.entries.values.filter { entry in
            if present.contains(entry.known.name) { return false }
            // Pages with the name have other names too: a page of another kind does not lack it.
            let companions = entry.known.facts[.companions] ?? []
            return companions.count { present.contains($0) } * 3 >= companions.count * 2
                && (!present.isEmpty || companions.isEmpty)
        }
        return absent.isEmpty ? [] : replacements(of: absent)
    }

    /// The names that fit in the place of some known names, whether the page has these or not.
    func replacements(of absent: [NameIndex.Entry]) -> [Replacement] {
        var byPlace: [Key: [NameIndex.Entry]] = [:]
        for entry in absent {
            for parent in entry.known.facts[.parent] ?? [""] {
                byPlace[Key(group: Evidence.group(entry.known.name), parent: parent), default: []]
                    .append(entry)
            }
        }
        let groups = Set(byPlace.keys.map(\.group))
        var found: [Replacement] = []
        for candidate in candidates(groups) {
            let isCommon = candidate.places.first.map(CommonNames.contains) == true
            var fits: [String: (entry: NameIndex.Entry, first: NamePlace, count: Int)] = [:]
            for place in candidate.places {
                let context = names.context(of: place)
                let key = Key(group: Evidence.group(place.known), parent: context.parent)
                for entry in byPlace[key] ?? []
                where context.fits(entry.known) && entry.known.facts[.others]?.contains(place.name) != true {
                    // A standard name keeps its own meaning, unless it is the old one with something added.
                    if isCommon, !place.name.contains(Evidence.word(entry.known.name)) { continue }
                    fits[entry.known.name, default: (entry, place, 0)].count += 1
                }
            }
            for fit in fits.values where fit.count * 2 >= candidate.places.count {
                // A single place must fit on both sides, and so must an attribute.
                let isLone = fit.count == 1 || fit.first.family == .attribute
                if isLone, !names.context(of: fit.first).fitsBetween(fit.entry.known) { continue }
                let replacement = Replacement(
                    entry: fit.entry,
                    name: fit.first.name,
                    place: fit.first,
                    count: fit.count
                )
                found.append(replacement)
            }
        }
        return found
    }

    private struct Key: Hashable {
        let group: String
        let parent: String
    }

    /// An unknown name, with its first places.
    private struct Candidate {
        var places: [NamePlace]
    }

    /// The names of the page that the rules do not use, in the order of their first places.
    private func candidates(_ groups: Set<String>) -> [Candidate] {
        var places: [String: Int] = [:]
        var candidates: [Candidate] = []
        var next = names.document.rootElement
        while let element = next {
            next = element.nextElement(within: names.document.node)
            names.forEachName(of: element) { place in
                let known = place.known
                guard groups.contains(Evidence.group(known)), !names.isConsulted(place) else { return }
                if let number = places[known] {
                    if candidates[number].places.count < Evidence.sampleCount {
                        candidates[number].places.append(place)
                    }
                } else {
                    places[known] = candidates.count
                    candidates.append(Candidate(places: [place]))
                }
            }
        }
        return candidates
    }

    /// A name without its sign, its attribute or its object.
    private static func word(_ known: String) -> String {
        let word = String(known.dropFirst(group(known).count))
        let marks: Set<Character> = known.hasPrefix("[") ? ["[", "=", "]"] : [" ", ">"]
        return word.filter { !marks.contains($0) }
    }

    /// The common part of a name and one that can replace it: its sign, its attribute, or its object.
    private static func group(_ known: String) -> String {
        if known.hasPrefix(".") || known.hasPrefix("#") { return String(known.prefix(1)) }
        if known.hasPrefix("[") { return known.firstIndex(of: "=").map { String(known[..<$0]) } ?? "[" }
        guard let range = known.range(ofLast: " > ") else { return "" }
        return String(known[..<range])
    }
}

extension String {
    /// Where the last occurrence of a text begins.
    fileprivate func range(ofLast text: String) -> String.Index? {
        ranges(of: text).last?.lowerBound
    }
}

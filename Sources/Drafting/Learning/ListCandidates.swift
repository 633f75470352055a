import DOM
import Records
import Selectors

// Ways to find the values of a list.
extension CandidateSearch {
    mutating func searchList(_ wanted: [String]) {
        let keys = wanted.map(LearningText.key)
        var all = keys.map { text.places(of: $0) }
        // The only item of a list has the text of the list.
        if all.count == 1 { all[0] = innermost(all[0]) }
        for places in alike(all) { addList(places, Reading()) }
        if keys.contains(where: { $0.contains("/") }) {
            for places in alike(wanted.map { text.places(ofAddress: $0) }) {
                addList(places, Reading(type: "url"))
            }
        }
        // Or one text with all of them.
        for separator in [", ", ",", "; ", " | ", " / ", " · ", " • ", " "] where keys.count > 1 {
            let joined = LearningText.key(keys.joined(separator: separator))
            let pattern = separator == " " ? "\\s+" : "\\s*\(CandidateSearch.pattern(separator.trimmed))\\s*"
            let split = "{ \"split\": { \"pattern\": \(DraftWriter.string(pattern)) } }"
            for place in text.places(of: joined).prefix(6) {
                add(place, Reading(steps: [split], doubt: separator == " " ? 4 : 1))
            }
            for place in text.placesWithin(of: joined).prefix(3) {
                if let reading = Reading(within: place.text, joined) {
                    add(
                        place,
                        Reading(
                            steps: reading.steps + [split],
                            doubt: reading.doubt + (separator == " " ? 4 : 1)
                        )
                    )
                }
            }
        }
    }

    /// Elements that usually consist of others.
    private static let containers: Set<String> = [
        "article", "div", "dl", "ol", "p", "section", "table", "tbody", "tr", "ul",
    ]

    /// The places of a text without the containers of other places.
    private func innermost(_ places: [PageText.Entry]) -> [PageText.Entry] {
        let elements = places.filter { $0.part == .text }.map(\.element)
        return places.filter { place in
            !CandidateSearch.containers.contains(outline.entries[place.element].tag)
                || !elements.contains { $0 != place.element && outline.contains(place.element, $0) }
        }
    }

    /// Groups of similar places, with a place for at least nine tenths of the values.
    func alike(_ places: [[PageText.Entry]]) -> [[PageText.Entry]] {
        let allowed = places.count / 10
        guard places.count(where: \.isEmpty) <= allowed else { return [] }
        var groups: [[PageText.Entry]] = []
        var shapes: Set<String> = []
        for place in places.prefix(allowed + 1).flatMap({ $0.prefix(CandidateSearch.placeLimit) }) {
            let shape = shape(of: place)
            guard shapes.insert(shape).inserted else { continue }
            let fitting = places.map { others in others.filter { self.shape(of: $0) == shape } }
            if fitting.count(where: \.isEmpty) <= allowed { groups.append(fitting.flatMap(\.self)) }
        }
        return groups
    }

    /// The elements above a place, and the part of the element that is taken.
    func shape(of place: PageText.Entry) -> String {
        var parts: [String] = [CandidateSearch.part(place.part)]
        var index = place.element
        for _ in 0..<4 {
            parts.append(outline.entries[index].tag)
            let parent = outline.entries[index].parent
            if parent == index { break }
            index = parent
        }
        return parts.joined(separator: "<")
    }

    /// Adds the ways to find several elements, and no others if possible.
    mutating func addList(_ places: [PageText.Entry], _ reading: Reading) {
        let part = CandidateSearch.part(places[0].part)
        let elements = Array(Set(places.map(\.element))).sorted()
        if text.isData(elements[0]) {
            if part.isEmpty, let path = naming.dataPath(of: elements[0]) { add(path, part, reading) }
            return
        }
        let own = common(elements)
        for name in own.prefix(8) { add(name, part, reading) }
        addLeaders(elements, part, reading)
        addPosition(elements, own, part, reading)
        addAncestors(elements, own, part, reading)
        // What is next to its own heading: `h2 + ul > li`.
        let above = outline.entries[elements[0]].parent
        if elements.allSatisfy({ outline.entries[$0].parent == above }) {
            var list = CandidateSearch(text, field: field)
            list.addNeighbours(above, "", Reading())
            let tag = CSSText.identifier(outline.entries[elements[0]].tag)
            for candidate in list.candidates {
                guard let select = candidate.select else { continue }
                add(
                    ElementName(
                        selector: "\(select) > \(tag)",
                        doubt: candidate.doubt + 0.2,
                        origin: "\(tag) in \(candidate.origin)",
                        names: candidate.names
                    ),
                    part,
                    reading
                )
            }
        }
        for label in labels(of: above) + labels(of: elements[0]) {
            let tag = CSSText.identifier(outline.entries[elements[0]].tag)
            let bonus = naming.bonus(ofLabel: label)
            appendLabelled(label, tag + part, reading, doubt: 2 - bonus)
            appendLabelled(label, nil, reading, doubt: 1.8 - bonus)
        }
    }
}

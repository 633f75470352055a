import DOM
import Records
import Selectors

/// Finds possible ways to find the value of a field on a page, from the places where it occurs.
struct CandidateSearch {
    let text: PageText
    let field: String
    let naming: ElementNaming
    var outline: Outline { text.outline }
    private(set) var candidates: [Candidate] = []
    var known: Set<String> = []
    /// Whether the candidates that are added next find all links or list items of a place; see ``Candidate/findsAll``.
    private var findsAll = false

    /// The number of places of one value that are examined, and of ancestors of each.
    static let placeLimit = 24
    static let depth = 7

    init(_ text: PageText, field: String) {
        self.text = text
        self.field = field
        naming = ElementNaming(text.outline, field: field)
    }

    // MARK: - Single values

    /// Adds the ways to find a value.
    mutating func search(for value: ExampleValue) {
        switch value {
        case .nothing, .unsupported: return
        case .text(let wanted):
            let key = LearningText.key(wanted)
            let whole = text.places(of: key)
            for place in whole.prefix(CandidateSearch.placeLimit) { add(place, Reading()) }
            if key.contains("/") {
                for place in text.places(ofAddress: wanted).prefix(CandidateSearch.placeLimit) {
                    add(place, Reading(type: "url"))
                }
            }
            for place in text.placesWithin(of: key).prefix(CandidateSearch.placeLimit / 2) {
                for reading in Reading.readings(within: place.text, key) {
                    add(place, reading)
                    addPrefixed(place, key, reading)
                }
            }
            addLines(of: key)
            for (place, reading) in DateSearch.places(of: key, in: text) { add(place, reading) }
            if let number = CandidateSearch.number(key) {
                for place in text.places(ofNumber: number).prefix(CandidateSearch.placeLimit) {
                    for var reading in Reading.readings(of: number, in: place.text) {
                        reading.doubt += 0.5
                        add(place, reading)
                    }
                }
            }
        case .number(let wanted):
            for place in text.places(ofNumber: wanted).prefix(CandidateSearch.placeLimit) {
                for var reading in Reading.readings(of: wanted, in: place.text) {
                    // A number in a menu is usually there by chance.
                    if outline.entries[place.element].region == .chrome { reading.doubt += 2 }
                    add(place, reading)
                }
            }
            for line in text.lines where line.text.utf8.count <= 60 {
                for reading in Reading.readings(of: wanted, in: line.text) { add(line, reading) }
            }
        case .list(let wanted): searchList(wanted)
        }
    }

    /// Adds the labels of lines that consist of a text or contain it.
    mutating func addLines(of key: String) {
        let loose = LearningText.looseKey(key)
        for line in text.lines {
            if LearningText.looseKey(line.text) == loose {
                add(line, Reading())
            } else if line.text.utf8.count <= key.utf8.count + 120, line.text.contains(key) {
                for reading in Reading.readings(within: line.text, key) { add(line, reading) }
            }
        }
    }

    mutating func add(_ line: PageText.LabelledLine, _ reading: Reading) {
        append(
            Candidate(
                select: nil,
                label: line.label,
                steps: reading.steps,
                type: reading.type,
                doubt: 1.2 - naming.bonus(ofLabel: line.label) + reading.doubt,
                origin: "what \"\(line.label)\" labels",
                names: [CandidateSearch.labelName(line.label)],
                members: reading.members
            )
        )
    }

    /// A text that is a number, as written on the command line and in tables; codes with leading zeros and long ones
    /// are not numbers.
    static func number(_ text: String) -> String? {
        guard text.utf8.count <= 9, text.first != "0" || text.hasPrefix("0."), Double(text) != nil,
            text.allSatisfy({ $0.isNumber || $0 == "." })
        else { return nil }
        return text
    }

    /// Adds the ways to find the value at a place.
    mutating func add(_ place: PageText.Entry, _ reading: Reading) {
        let part = CandidateSearch.part(place.part)
        let element = place.element
        if text.isData(element) || ElementNaming.dataTags.contains(outline.entries[element].tag) {
            if place.part == .text, let path = naming.dataPath(of: element) { add(path, part, reading) }
            return
        }
        let own = naming.names(of: element)
        let isRepeatable =
            place.part == .text && reading.steps.isEmpty
            && ["a", "li"].contains(outline.entries[element].tag)
        findsAll = isRepeatable
        for name in own.prefix(8) { add(name, part, reading) }
        addLabels(element, place.part, part, reading)
        addLedAncestors(element, part, reading)
        addAncestors([element], own, part, reading)
        findsAll = false
        addNeighbours(element, part, reading)
        addLeaders([element], part, reading)
        addPath(element, part, reading)
        addPosition([element], own, part, reading)
    }

    mutating func add(_ name: ElementName, _ part: String, _ reading: Reading) {
        append(
            Candidate(
                select: name.selector + part,
                steps: reading.steps,
                type: reading.type,
                doubt: name.doubt + reading.doubt,
                origin: name.origin,
                names: name.names,
                members: reading.members
            )
        )
    }

    mutating func append(_ candidate: Candidate) {
        guard known.insert(candidate.key).inserted, candidate.isValid else { return }
        candidates.append(candidate)
        candidates[candidates.count - 1].findsAll = findsAll && candidate.select != nil
    }

    static func part(_ part: PageText.Part) -> String {
        switch part {
        case .text: ""
        case .ownText: "::own-text"
        case .attribute(let name): "::attr(\(CSSText.identifier(name)))"
        }
    }

    /// Names of elements below names of their ancestors: the names that all of the elements have in common.
    mutating func addAncestors(
        _ elements: [Int],
        _ own: [ElementName],
        _ part: String,
        _ reading: Reading
    ) {
        var places = elements
        let tag = naming.tagName(outline.entries[elements[0]].tag)
        var selves = Array(own.prefix(4))
        if !selves.contains(where: { $0.selector == tag.selector }) { selves.append(tag) }
        for level in 1...CandidateSearch.depth {
            places = places.map { outline.entries[$0].parent }
            if places.contains(0) { return }
            let above = common(places).filter { $0.doubt < 6 }
            for (index, name) in above.prefix(3).enumerated() {
                for own in selves {
                    let doubt =
                        min(name.doubt, own.doubt) * 0.7 + 0.5 * max(0, min(6, max(name.doubt, own.doubt)))
                        * 0.5 + 0.5
                        + 0.1 * Double(level + index)
                    let both = ElementName(
                        selector: "\(name.selector) \(own.selector)",
                        doubt: doubt,
                        origin: "\(own.origin) in \(name.origin)",
                        names: name.names.union(own.names)
                    )
                    add(both, part, reading)
                    if level == 1 {
                        let child = ElementName(
                            selector: "\(name.selector) > \(own.selector)",
                            doubt: doubt + 0.1,
                            origin: both.origin,
                            names: both.names
                        )
                        add(child, part, reading)
                    }
                }
                // The element's parent between: `.facts p b`.
                if level == 2, outline.entries[elements[0]].parent > 0 {
                    let parent = outline.entries[outline.entries[elements[0]].parent].tag
                    add(
                        ElementName(
                            selector: "\(name.selector) > \(CSSText.identifier(parent)) > \(tag.selector)",
                            doubt: name.doubt * 0.7 + 3.2,
                            origin: "\(tag.origin) in \(name.origin)",
                            names: name.names
                        ),
                        part,
                        reading
                    )
                }
            }
        }
    }

    /// An element in one that follows a named one: `h1 + p > a`.
    mutating func addLedAncestors(_ element: Int, _ part: String, _ reading: Reading) {
        let parent = outline.entries[element].parent
        guard parent > 0, let before = outline.entries[parent].node.previousElementSibling,
            let leader = index(of: before, near: parent)
        else { return }
        let tag = CSSText.identifier(outline.entries[element].tag)
        let above = CSSText.identifier(outline.entries[parent].tag)
        for name in naming.names(of: leader).prefix(2) {
            add(
                ElementName(
                    selector: "\(name.selector) + \(above) > \(tag)",
                    doubt: max(0, name.doubt) + 3,
                    origin: "\(tag) in \(above) after \(name.origin)",
                    names: name.names
                ),
                part,
                reading
            )
        }
    }

    /// The path from the page's body, or the nearest id, to an element: the last resort.
    mutating func addPath(_ element: Int, _ part: String, _ reading: Reading) {
        var steps: [String] = []
        var index = element
        while steps.count < 12 {
            let entry = outline.entries[index]
            if entry.tag == "body" {
                steps.append("body")
                break
            }
            if let id = SiteNames.id(of: index, in: outline) {
                steps.append(id.selector)
                break
            }
            guard index != entry.parent else { return }
            let place = SiblingPlace(entry.node)
            let tag = CSSText.identifier(entry.tag)
            steps.append(place.before + place.after == 0 ? tag : "\(tag):nth-of-type(\(place.before + 1))")
            index = entry.parent
        }
        guard steps.count > 1, steps.count < 12 else { return }
        add(
            ElementName(
                selector: steps.reversed().joined(separator: " > "),
                doubt: 6.5 + 0.2 * Double(steps.count),
                origin: "its place on the page",
                names: []
            ),
            part,
            reading
        )
    }

    /// The names that all of some elements have.
    func common(_ elements: [Int]) -> [ElementName] {
        let first = naming.names(of: elements[0])
        var seen: Set<Int> = [elements[0]]
        var shared = Set(first.map(\.selector))
        for element in elements.dropFirst() where seen.insert(element).inserted {
            shared.formIntersection(naming.names(of: element).map(\.selector))
        }
        return first.filter { shared.contains($0.selector) }
    }

    /// Elements by their position among their siblings, if all have the same position.
    mutating func addPosition(
        _ elements: [Int],
        _ own: [ElementName],
        _ part: String,
        _ reading: Reading
    ) {
        let places = Set(elements.map { SiblingPlace(outline.entries[$0].node) })
        let tag = outline.entries[elements[0]].tag
        let above = common(elements.map { outline.entries[$0].parent }).filter { $0.doubt < 6 }.prefix(3)
        func add(_ place: String, _ doubt: Double, _ trial: inout CandidateSearch) {
            for name in above {
                // Breadcrumbs lead from the general to the specific: the last one is closest to the product.
                let isTrail =
                    name.names.contains { $0.lowercased().contains("crumb") } && place.contains("last")
                trial.add(
                    ElementName(
                        selector: "\(name.selector) > \(CSSText.identifier(tag)):\(place)",
                        doubt: max(0, name.doubt) * 0.7 + doubt - (isTrail ? 1 : 0),
                        origin: "a place in \(name.origin)",
                        names: name.names
                    ),
                    part,
                    reading
                )
            }
            for name in own.prefix(3) where !name.names.isEmpty {
                trial.add(
                    ElementName(
                        selector: "\(name.selector):\(place)",
                        doubt: max(0, name.doubt) * 0.7 + doubt,
                        origin: "a place among \(name.origin)",
                        names: name.names
                    ),
                    part,
                    reading
                )
            }
        }
        let before = Set(places.map(\.before))
        let after = Set(places.map(\.after))
        guard before != [0] || after != [0] else { return }
        if before.count == 1, let count = before.first, count < 40 {
            add(count == 0 ? "first-of-type" : "nth-of-type(\(count + 1))", 3.8 + 0.1 * Double(count), &self)
        }
        if after.count == 1, let count = after.first, count < 40 {
            add(
                count == 0 ? "last-of-type" : "nth-last-of-type(\(count + 1))",
                3.9 + 0.1 * Double(count),
                &self
            )
        }
        addFollowers(elements, part, reading)
    }

    /// Elements by the name of the element that follows them.
    mutating func addFollowers(_ elements: [Int], _ part: String, _ reading: Reading) {
        let tag = CSSText.identifier(outline.entries[elements[0]].tag)
        let next = elements.map { element -> Int? in
            let end = outline.entries[element].end
            guard end < outline.entries.count, outline.entries[end].parent == outline.entries[element].parent
            else {
                return nil
            }
            return end
        }
        guard !next.contains(nil) else { return }
        for name in common(next.compactMap(\.self)).prefix(2) where !name.names.isEmpty {
            add(
                ElementName(
                    selector: "\(tag):has(+ \(name.selector))",
                    doubt: max(0, min(name.doubt, 2.5)) + 2,
                    origin: "\(tag) before \(name.origin)",
                    names: name.names
                ),
                part,
                reading
            )
        }
    }

    /// Elements by the name of the element directly before them.
    mutating func addLeaders(_ elements: [Int], _ part: String, _ reading: Reading) {
        let tag = CSSText.identifier(outline.entries[elements[0]].tag)
        let leaders = elements.map { element in
            outline.entries[element].node.previousElementSibling.flatMap { index(of: $0, near: element) }
        }
        guard !leaders.contains(nil) else { return }
        let before = leaders.compactMap(\.self)
        for name in common(before).prefix(3) {
            add(
                ElementName(
                    selector: "\(name.selector) + \(tag)",
                    doubt: max(0, name.doubt) + 2.2,
                    origin: "\(tag) after \(name.origin)",
                    names: name.names
                ),
                part,
                reading
            )
        }
        // Or further before: `.name + p + p`.
        let further = before.map { element in
            outline.entries[element].node.previousElementSibling.flatMap { index(of: $0, near: element) }
        }
        guard !further.contains(nil) else { return }
        let between = Set(before.map { outline.entries[$0].tag })
        guard between.count == 1, let middle = between.first else { return }
        for name in common(further.compactMap(\.self)).prefix(2) where !name.names.isEmpty {
            add(
                ElementName(
                    selector: "\(name.selector) + \(CSSText.identifier(middle)) + \(tag)",
                    doubt: max(0, name.doubt) + 2.8,
                    origin: "\(tag) after \(name.origin)",
                    names: name.names
                ),
                part,
                reading
            )
        }
    }
}

/// The number of siblings with the same name that an element has on either side.
private struct SiblingPlace: Hashable {
    var before = 0
    var after = 0

    init(_ node: NodeRef) {
        var sibling = node.previousElementSibling
        while let other = sibling {
            if other.name == node.name { before += 1 }
            sibling = other.previousElementSibling
        }
        sibling = node.nextElementSibling
        while let other = sibling {
            if other.name == node.name { after += 1 }
            sibling = other.nextElementSibling
        }
    }
}

import DOM
import Records
import Selectors

/// Finds possible ways to find the value of a field on a page, from the places where it occurs.
struct CandidateSearch {
    let text: PageText
    let field: String
    private let naming: ElementNaming
    private var outline: Outline { text.outline }
    private(set) var candidates: [Candidate] = []
    private var known: Set<String> = []

    /// The number of places of one value that are examined, and of ancestors of each.
    private static let placeLimit = 24
    private static let depth = 7

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
                for reading in Reading.readings(within: place.text, key) { add(place, reading) }
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
    private mutating func addLines(of key: String) {
        let loose = LearningText.looseKey(key)
        for line in text.lines {
            if LearningText.looseKey(line.text) == loose {
                add(line, Reading())
            } else if line.text.utf8.count <= key.utf8.count + 120, line.text.contains(key) {
                for reading in Reading.readings(within: line.text, key) { add(line, reading) }
            }
        }
    }

    private mutating func add(_ line: PageText.LabelledLine, _ reading: Reading) {
        append(
            Candidate(
                select: nil,
                label: line.label,
                steps: reading.steps,
                type: reading.type,
                doubt: 1.2 - naming.bonus(ofLabel: line.label) + reading.doubt,
                origin: "what \"\(line.label)\" labels",
                names: ["label " + line.label],
                members: reading.members
            )
        )
    }

    /// A text that is a number, as written on the command line and in tables; codes with leading zeros and long ones
    /// are not numbers.
    private static func number(_ text: String) -> String? {
        guard text.utf8.count <= 9, text.first != "0" || text.hasPrefix("0."), Double(text) != nil,
            text.allSatisfy({ $0.isNumber || $0 == "." })
        else { return nil }
        return text
    }

    /// Adds the ways to find the value at a place.
    private mutating func add(_ place: PageText.Entry, _ reading: Reading) {
        let part = CandidateSearch.part(place.part)
        let element = place.element
        if text.isData(element) || ElementNaming.dataTags.contains(outline.entries[element].tag) {
            if place.part == .text, let path = naming.dataPath(of: element) { add(path, part, reading) }
            return
        }
        let own = naming.names(of: element)
        for name in own.prefix(8) { add(name, part, reading) }
        addLabels(element, place.part, part, reading)
        addNeighbours(element, part, reading)
        addLeaders([element], part, reading)
        addLedAncestors(element, part, reading)
        addPath(element, part, reading)
        addPosition([element], own, part, reading)
        addAncestors([element], own, part, reading)
    }

    private mutating func add(_ name: ElementName, _ part: String, _ reading: Reading) {
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
        if known.insert(candidate.key).inserted, candidate.isValid { candidates.append(candidate) }
    }

    private static func part(_ part: PageText.Part) -> String {
        switch part {
        case .text: ""
        case .ownText: "::own-text"
        case .attribute(let name): "::attr(\(CSSText.identifier(name)))"
        }
    }

    /// Names of elements below names of their ancestors: the names that all of the elements have in common.
    private mutating func addAncestors(
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
    private mutating func addLedAncestors(_ element: Int, _ part: String, _ reading: Reading) {
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
    private mutating func addPath(_ element: Int, _ part: String, _ reading: Reading) {
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
    private func common(_ elements: [Int]) -> [ElementName] {
        let first = naming.names(of: elements[0])
        var seen: Set<Int> = [elements[0]]
        var shared = Set(first.map(\.selector))
        for element in elements.dropFirst() where seen.insert(element).inserted {
            shared.formIntersection(naming.names(of: element).map(\.selector))
        }
        return first.filter { shared.contains($0.selector) }
    }

    /// Elements by their position among their siblings, if it is the same for all.
    private mutating func addPosition(
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
                // The way to a product leads from the general to the special: its end is nearer.
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
    private mutating func addFollowers(_ elements: [Int], _ part: String, _ reading: Reading) {
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
    private mutating func addLeaders(_ elements: [Int], _ part: String, _ reading: Reading) {
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
        // Or before that: `.name + p + p`.
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

    // MARK: - Labels

    private mutating func addLabels(_ element: Int, _ kind: PageText.Part, _ part: String, _ reading: Reading)
    {
        for label in labels(of: element) {
            let doubt = 1.2 - naming.bonus(ofLabel: label) + reading.doubt
            switch kind {
            case .text, .ownText:
                append(
                    Candidate(
                        select: nil,
                        label: label,
                        steps: reading.steps,
                        type: reading.type,
                        doubt: doubt,
                        origin: "what \"\(label)\" labels",
                        names: ["label " + label],
                        members: reading.members
                    )
                )
            case .attribute: break
            }
            let tag = CSSText.identifier(outline.entries[element].tag)
            append(
                Candidate(
                    select: tag + part,
                    label: label,
                    steps: reading.steps,
                    type: reading.type,
                    doubt: doubt + 0.5,
                    origin: "what \"\(label)\" labels",
                    names: ["label " + label],
                    members: reading.members
                )
            )
        }
    }

    /// Elements that are labels of the following elements.
    private static let labelling: Set<String> = [
        "dt", "th", "b", "strong", "label", "em", "legend", "h2", "h3", "h4", "h5", "h6", "summary",
    ]

    /// Texts that may label an element: before it on its line, in its row, or the term of its description.
    private func labels(of element: Int) -> [String] {
        var found: [String] = []
        func note(_ text: String) {
            var text = text
            while let last = text.last, ": \u{FF1A}".contains(last) { text.removeLast() }
            if let colon = text.firstIndex(of: ":"), colon != text.startIndex {
                // The label of a line that the value is on.
                text = String(text[..<colon])
            }
            text = text.trimmed
            guard (2...40).contains(text.count), text.contains(where: \.isLetter),
                text.count(where: \.isNumber) < 3,
                !found.contains(text), !self.text.titles.contains(LearningText.looseKey(text))
            else { return }
            found.append(text)
        }
        var place = element
        for level in 0..<3 {
            let node = outline.entries[place].node
            if let sibling = node.previousElementSibling {
                let text = LearningText.key(outline.document.string(of: sibling, onOneLine: true))
                let isLabel =
                    text.hasSuffix(":") || CandidateSearch.labelling.contains(sibling.name.string)
                    || outline.entries[place].tag == "td"
                if text.utf8.count <= 50, isLabel { note(text) }
            }
            // The text right before it.
            if let before = node.previousSibling, before.isText {
                note(LearningText.key(String(decoding: before.content, as: UTF8.self)))
            }
            if level == 0 {
                let text = LearningText.key(outline.document.string(of: node, onOneLine: true))
                if text.utf8.count <= 300, text.contains(":") { note(text) }
                if let first = node.firstElementChild, CandidateSearch.labelling.contains(first.name.string) {
                    note(LearningText.key(outline.document.string(of: first, onOneLine: true)))
                }
            }
            let tag = outline.entries[place].tag
            if tag == "td", let first = node.parentElement?.firstElementChild {
                note(LearningText.key(outline.document.string(of: first, onOneLine: true)))
            }
            if tag == "dd" {
                var sibling = node.previousElementSibling
                while let other = sibling, other.name.string == "dd" {
                    sibling = other.previousElementSibling
                }
                if let term = sibling {
                    note(LearningText.key(outline.document.string(of: term, onOneLine: true)))
                }
            }
            let parent = outline.entries[place].parent
            // Only while the ancestor says little more than the element.
            guard parent != place,
                outline.sum(outline.text, in: parent) <= outline.sum(outline.text, in: element) + 60
            else { break }
            place = parent
            if level == 0 {
                let text = LearningText.key(
                    outline.document.string(of: outline.entries[parent].node, onOneLine: true)
                )
                if text.contains(":") { note(text) }
            }
        }
        return Array(found.prefix(4))
    }

    /// An element by the element before it: a heading or a label with a constant text.
    private mutating func addNeighbours(_ element: Int, _ part: String, _ reading: Reading) {
        let node = outline.entries[element].node
        let tag = CSSText.identifier(outline.entries[element].tag)
        var sibling = node.previousElementSibling
        var distance = 0
        while let other = sibling, distance < 4 {
            defer {
                sibling = other.previousElementSibling
                distance += 1
            }
            let name = other.name.string
            let text = LearningText.key(outline.document.string(of: other, onOneLine: true))
            let isHeading = [
                "h1", "h2", "h3", "h4", "h5", "h6", "dt", "th", "b", "strong", "label", "legend",
            ].contains(name)
            let link = distance == 0 ? "+" : "~"
            if isHeading, !self.text.titles.contains(LearningText.looseKey(text)),
                (2...40).contains(text.count), text.contains(where: \.isLetter), name != "h1"
            {
                let condition =
                    "\(name):matches(\(CSSText.string("(?i)^" + CandidateSearch.pattern(text) + "$")))"
                add(
                    ElementName(
                        selector: "\(condition) \(link) \(tag)",
                        doubt: 2.4 - naming.bonus(ofLabel: text) + 0.5 * Double(distance),
                        origin: "\(tag) after the heading \"\(text)\"",
                        names: ["label " + text]
                    ),
                    part,
                    reading
                )
                if distance > 0 { return }
            }
            if distance == 0 {
                if let colon = text.firstIndex(of: ":"), text[..<colon].count <= 30,
                    text[..<colon].contains(where: \.isLetter)
                {
                    let label = text[...colon]
                    add(
                        ElementName(
                            selector:
                                "\(name):matches(\(CSSText.string("^" + CandidateSearch.pattern(String(label))))) + \(tag)",
                            doubt: 3.2,
                            origin: "\(tag) after \"\(label)\"",
                            names: ["label " + label]
                        ),
                        part,
                        reading
                    )
                }
            }
        }
    }

    private func index(of node: NodeRef, near element: Int) -> Int? {
        var index = element - 1
        let parent = outline.entries[element].parent
        while index > parent {
            if outline.entries[index].node == node { return index }
            let up = outline.entries[index].parent
            index = up == parent ? index - 1 : up
        }
        return nil
    }

    /// A text as a regular expression.
    static func pattern(_ text: String) -> String {
        var pattern = ""
        for character in text {
            if character == " " {
                pattern += "\\s+"
            } else {
                if "\\^$.|?*+()[]{}/".contains(character) { pattern += "\\" }
                pattern.append(character)
            }
        }
        return pattern
    }

    // MARK: - Lists

    private mutating func searchList(_ wanted: [String]) {
        let keys = wanted.map(LearningText.key)
        for places in alike(keys.map { text.places(of: $0) }) { addList(places, Reading()) }
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

    /// Groups of similar places, with a place for at least nine tenths of the values.
    private func alike(_ places: [[PageText.Entry]]) -> [[PageText.Entry]] {
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
    private func shape(of place: PageText.Entry) -> String {
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
            append(
                Candidate(
                    select: CSSText.identifier(outline.entries[elements[0]].tag) + part,
                    label: label,
                    steps: reading.steps,
                    type: reading.type,
                    doubt: 2 - naming.bonus(ofLabel: label),
                    origin: "what \"\(label)\" labels",
                    names: ["label " + label]
                )
            )
            append(
                Candidate(
                    select: nil,
                    label: label,
                    steps: reading.steps,
                    type: reading.type,
                    doubt: 1.8 - naming.bonus(ofLabel: label),
                    origin: "what \"\(label)\" labels",
                    names: ["label " + label]
                )
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

/// How a value is made from the part of an element that is taken.
struct Reading {
    var steps: [String] = []
    var type = "string"
    var doubt = 0.0
    /// Other members of the field: the formats of a date.
    var members: [String] = []

    init(steps: [String] = [], type: String = "string", doubt: Double = 0) {
        self.steps = steps
        self.type = type
        self.doubt = doubt
    }

    /// A part of a longer text, between constant parts.
    init?(within text: String, _ wanted: String) {
        guard let range = text.firstRange(of: wanted) else { return nil }
        let before = String(text[..<range.lowerBound])
        let after = String(text[range.upperBound...])
        func isConstant(_ part: String) -> Bool { part.count <= 40 && !part.contains(where: \.isNumber) }
        guard isConstant(before), isConstant(after) else { return nil }
        let start = before.isEmpty ? "^" : "^" + CandidateSearch.pattern(before.trimmed) + "\\s*"
        let end = after.isEmpty ? "$" : "\\s*" + CandidateSearch.pattern(after.trimmed) + "$"
        steps = ["{ \"match\": \(DraftWriter.string(start + "(.+?)" + end)) }"]
        doubt = 1.2 + 0.13 * Double(before.count + after.count)
    }

    /// The ways to take a part of a longer text: between all the text around it, or between the words next to it.
    static func readings(within text: String, _ wanted: String) -> [Reading] {
        guard let range = text.firstRange(of: wanted) else { return [] }
        var readings: [Reading] = []
        if let whole = Reading(within: text, wanted) { readings.append(whole) }
        let before = text[..<range.lowerBound]
        let after = text[range.upperBound...]
        guard let first = nearest(before, isBefore: true), let last = nearest(after, isBefore: false) else {
            return readings
        }
        let pattern = first + "(.+?)" + last
        // A colon or a bracket says more about what is next to it than a word.
        let isMarked = before.trimmed.last.map { ":([{".contains($0) } ?? false
        readings.append(
            Reading(steps: ["{ \"match\": \(DraftWriter.string(pattern)) }"], doubt: isMarked ? 2.5 : 3.6)
        )
        return readings
    }

    /// The word or the mark next to a part of a text, as a regular expression; `nil` if it may vary.
    private static func nearest(_ text: Substring, isBefore: Bool) -> String? {
        let rest = text.trimmed
        guard !rest.isEmpty else { return isBefore ? "^\\s*" : "\\s*$" }
        let words = rest.split(separator: " ")
        guard var word = (isBefore ? words.last : words.first).map(String.init) else { return nil }
        // A mark next to the part is better evidence than a word, which may differ each time; a colon ends a label.
        if let mark = isBefore ? word.last : word.first, !mark.isLetter, !mark.isNumber, mark != ":" {
            word = String(mark)
        }
        guard !word.contains(where: \.isNumber), word.count <= 24 else { return nil }
        let pattern = CandidateSearch.pattern(word)
        let isSpaced = isBefore ? text.last?.isWhitespace == true : text.first?.isWhitespace == true
        let space = isSpaced ? "\\s+" : "\\s*"
        if isBefore { return (word.first?.isLetter == true ? "\\b" : "") + pattern + space }
        return space + pattern + (word.last?.isLetter == true ? "\\b" : "")
    }

    /// Whether a text has the word of a unit of time: "40 m" may be metres.
    private static func isDuration(_ text: String) -> Bool {
        let lower = text.lowercased()
        return ["min", "hour", "hr", "pt", "std", "stund", "heure", "uur", "timer", "hora", "sec"].contains {
            lower.contains($0)
        }
    }

    /// The ways to read a number in a text.
    static func readings(of wanted: String, in text: String) -> [Reading] {
        var readings: [Reading] = []
        let isWhole = !wanted.contains(".")
        let type = isWhole ? "integer" : "decimal"
        let numbers = LearningText.numbers(in: text)
        if let minutes = LearningText.minutes(in: text), let value = Double(wanted),
            abs(minutes - value) < 0.5
        {
            readings.append(
                Reading(
                    steps: [
                        "\"uppercase\"",
                        #"{ "match": { "pattern": "[\\d.]+\\s*[DHMS]", "all": true } }"#,
                        #"{ "size": { "units": { "D": 1440, "H": 60, "M": 1, "S": 0.0166666667 } } }"#,
                        "\"sum\"",
                        "\"round\"",
                    ],
                    type: "integer",
                    doubt: isDuration(text) ? 0.2 : 1.5
                )
            )
        }
        if numbers.count == 1 {
            let steps = numbers[0] == text ? [] : ["\"number\""]
            readings.append(
                Reading(steps: pointed(steps, wanted, numbers[0]), type: type, doubt: 0.3)
            )
        } else if numbers.count > 1,
            let own = numbers.first(where: { Double($0.replacing(",", with: "")) == Double(wanted) }),
            let range = text.firstRange(of: own), !isInCode(text, range)
        {
            let after = text[range.upperBound...].prefix { !$0.isNumber }.trimmed
            let before = String(text[..<range.lowerBound].reversed().prefix { !$0.isNumber }.reversed())
                .trimmed
            if (1...20).contains(after.count) {
                let pattern = "(\\d[\\d.,]*)\\s*" + CandidateSearch.pattern(after)
                let steps = ["{ \"match\": \(DraftWriter.string(pattern)) }", "\"number\""]
                readings.append(Reading(steps: pointed(steps, wanted, own), type: type, doubt: 1.5))
            }
            if (1...20).contains(before.count) {
                let pattern = CandidateSearch.pattern(before) + "\\s*(\\d[\\d.,]*)"
                let steps = ["{ \"match\": \(DraftWriter.string(pattern)) }", "\"number\""]
                readings.append(Reading(steps: pointed(steps, wanted, own), type: type, doubt: 1.5))
            }
        }
        return readings
    }

    /// Whether a number is a part of a code, such as `5` in `x5eKd`.
    private static func isInCode(_ text: String, _ range: Range<String.Index>) -> Bool {
        func isPart(_ character: Character) -> Bool {
            character.isLetter || character.isNumber || character == "_"
        }
        let after = text[range.upperBound...].prefix(while: isPart)
        let before = text[..<range.lowerBound].reversed().prefix(while: isPart)
        return before.contains(where: \.isLetter) || after.contains(where: \.isNumber) || after.count > 12
    }

    /// The steps for reading a number that the example writes with a point, as in programming languages, and the page
    /// does not.
    private static func pointed(_ steps: [String], _ wanted: String, _ own: String) -> [String] {
        guard wanted.hasSuffix(".0"), !own.contains("."), !own.contains(",") else { return steps }
        let point = #"{ "replace": ["^(\\d+)$", "$1.0"] }"#
        if steps.isEmpty { return [point] }
        let number = #"{ "match": "\\d[\\d.,]*" }"#
        return steps.dropLast() + (steps.count == 1 ? [number, point] : [point])
    }
}

extension StringProtocol {
    /// The text without white space at its ends.
    var trimmed: String {
        let start = firstIndex { !$0.isWhitespace } ?? endIndex
        let end = lastIndex { !$0.isWhitespace }.map { index(after: $0) } ?? start
        return start < end ? String(self[start..<end]) : ""
    }
}

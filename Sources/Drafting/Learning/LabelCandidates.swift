import DOM
import Records
import Selectors

// Ways to find a value by the label beside it.
extension CandidateSearch {
    mutating func addLabels(_ element: Int, _ kind: PageText.Part, _ part: String, _ reading: Reading) {
        for label in labels(of: element) {
            let doubt = 1.2 - naming.bonus(ofLabel: label) + reading.doubt
            switch kind {
            case .text, .ownText: appendLabelled(label, nil, reading, doubt: doubt)
            case .attribute: break
            }
            let tag = CSSText.identifier(outline.entries[element].tag)
            appendLabelled(label, tag + part, reading, doubt: doubt + 0.5)
        }
    }

    /// The name of a label among those that a candidate depends on: without its colon.
    static func labelName(_ text: some StringProtocol) -> String {
        "label " + String(text.trimmed.prefix { $0 != ":" }).trimmed
    }

    /// Adds the value that a label has, or what a selector finds there.
    mutating func appendLabelled(_ label: String, _ select: String?, _ reading: Reading, doubt: Double) {
        append(
            Candidate(
                select: select,
                label: label,
                steps: reading.steps,
                type: reading.type,
                doubt: doubt,
                origin: "what \"\(label)\" labels",
                names: [CandidateSearch.labelName(label)],
                members: reading.members
            )
        )
    }

    /// Elements that are labels of the following elements.
    static let labelling: Set<String> = [
        "dt", "th", "b", "strong", "label", "em", "legend", "h2", "h3", "h4", "h5", "h6", "summary",
    ]

    /// Texts that may label an element: before it on its line, in its row, or the term of its description.
    func labels(of element: Int) -> [String] {
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
                !found.contains(text), !self.text.subjects.contains(LearningText.looseKey(text))
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
    mutating func addNeighbours(_ element: Int, _ part: String, _ reading: Reading) {
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
            if isHeading, !self.text.subjects.contains(LearningText.looseKey(text)),
                (2...40).contains(text.count), text.contains(where: \.isLetter), name != "h1"
            {
                let condition =
                    "\(name):matches(\(CSSText.string("(?i)^" + CandidateSearch.pattern(text) + "$")))"
                add(
                    ElementName(
                        selector: "\(condition) \(link) \(tag)",
                        doubt: 2.4 - naming.bonus(ofLabel: text) + 0.5 * Double(distance),
                        origin: "\(tag) after the heading \"\(text)\"",
                        names: [CandidateSearch.labelName(text)]
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
                            names: [CandidateSearch.labelName(label)]
                        ),
                        part,
                        reading
                    )
                } else if !isHeading, name != outline.entries[element].tag, (2...30).contains(text.count),
                    text.contains(where: \.isLetter),
                    !text.contains(where: \.isNumber),
                    !self.text.subjects.contains(LearningText.looseKey(text))
                {
                    let condition = CSSText.string("^" + CandidateSearch.pattern(text) + "$")
                    add(
                        ElementName(
                            selector: "\(name):matches(\(condition)) + \(tag)",
                            doubt: 2.9 - naming.bonus(ofLabel: text),
                            origin: "\(tag) after \"\(text)\"",
                            names: [CandidateSearch.labelName(text)]
                        ),
                        part,
                        reading
                    )
                }
            }
        }
    }

    /// An element by the words that its text begins with: `p:matches("^Published\\s+by")`.
    mutating func addPrefixed(_ place: PageText.Entry, _ wanted: String, _ reading: Reading) {
        guard place.part == .text, !text.isData(place.element), let range = place.text.firstRange(of: wanted)
        else { return }
        let words = place.text[..<range.lowerBound].trimmed
        guard (2...30).contains(words.count), words.contains(where: \.isLetter),
            !words.contains(where: \.isNumber), !text.subjects.contains(LearningText.looseKey(words))
        else { return }
        let tag = CSSText.identifier(outline.entries[place.element].tag)
        let condition = CSSText.string("^" + CandidateSearch.pattern(words))
        let own = ElementName(
            selector: "\(tag):matches(\(condition))",
            doubt: 2.6 - naming.bonus(ofLabel: words),
            origin: "\(tag) that begins with \"\(words)\"",
            names: [CandidateSearch.labelName(words)]
        )
        add(own, "", reading)
        var above = place.element
        for level in 1...3 {
            above = outline.entries[above].parent
            guard above > 0, let name = naming.names(of: above).first, name.doubt < 6 else { continue }
            add(
                ElementName(
                    selector: "\(name.selector) \(own.selector)",
                    doubt: own.doubt + 0.2 + 0.1 * Double(level) + 0.1 * max(0, name.doubt),
                    origin: "\(own.origin) in \(name.origin)",
                    names: own.names.union(name.names)
                ),
                "",
                reading
            )
        }
    }

    func index(of node: NodeRef, near element: Int) -> Int? {
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
    ///
    /// - Parameter anyNumber: whether digits match any others.
    static func pattern(_ text: String, anyNumber: Bool = false) -> String {
        var pattern = ""
        for character in text {
            if anyNumber, character.isASCIIDigit {
                if !pattern.hasSuffix("\\d+") { pattern += "\\d+" }
            } else if character == " " {
                pattern += "\\s+"
            } else {
                if "\\^$.|?*+()[]{}/".contains(character) { pattern += "\\" }
                pattern.append(character)
            }
        }
        return pattern
    }
}

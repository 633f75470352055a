import DOM
import Engine
import Records
import Selectors

/// Learns rules for pages with several records: the selector of their elements, then the fields within these.
struct RecordSearch {
    let learner: Learner
    let examples: [LearningExample]
    let names: [String]
    /// The part of the rules file before its records.
    var header = LearningHeader.plain
    /// The pages as trees, if they are known.
    var known: [PageText?]?
    /// Whether the examples are only some of the records, so that a selector that finds only them is not better.
    var allowsOthers = false
    /// The plugins that the header uses.
    var registry = Registry()

    /// The elements of a page's records, one for each in the order of the examples.
    private struct Elements {
        let page: Int
        let places: [Int]
    }

    /// A selector of all records' elements.
    private struct Each {
        let candidate: Candidate
        /// The elements that are records of examples, by page.
        let elements: [Elements]
        /// The number of other elements.
        let extras: Int
        /// The number of values that the elements contain.
        let held: Int

        /// A penalty: the number of elements beyond the examples, if these are all records.
        func doubt(allowingOthers: Bool) -> Double {
            candidate.doubt + (allowingOthers ? 0 : min(3, 0.5 * Double(extras)))
        }
    }

    /// The maximum number of records whose fields are learned; all are tested.
    private static let sample = 12
    /// The maximum number of selectors of records whose fields are learned.
    private static let limit = 4

    func learn(_ record: String) -> LearnedRules {
        let texts = known ?? Learner.texts(of: examples)
        var best: LearnedRules?
        for each in selectors(texts).prefix(RecordSearch.limit) {
            var learned = rules(each, record, texts)
            learned.origin = each.candidate.origin
            learned.extras = each.extras
            let count = learned.fields.count { $0.status == .found }
            if count > (best?.fields.count { $0.status == .found } ?? 0) { best = learned }
            if count == names.count { break }
        }
        if let best { return best }
        var none = LearnedRules(
            record: record,
            fields: names.map { LearnedField(name: $0, status: .notFound) }
        )
        none.lacksElements = true
        return none
    }

    /// Learns fields within known elements: one for each example of the only page.
    func learn(_ record: String, within elements: [Int], of selector: String) -> LearnedRules {
        let each = Each(
            candidate: Candidate(select: selector, doubt: 0, origin: "as before"),
            elements: [Elements(page: 0, places: elements)],
            extras: 0,
            held: 0
        )
        return rules(each, record, known ?? Learner.texts(of: examples))
    }

    // MARK: - The elements of records

    /// The selectors of the records' elements, best first.
    private func selectors(_ texts: [PageText?]) -> [Each] {
        var found: [Each] = []
        for level in 0..<4 {
            let all = examples.indices.map { page in
                texts[page].map { elements(of: page, $0, level) } ?? []
            }
            // One group of elements for each page, of the same tag.
            guard let first = all.first(where: { !$0.isEmpty }), let shape = first.first else { continue }
            var groups: [Elements] = []
            for (page, own) in all.enumerated() {
                guard let text = texts[page], !examples[page].records.isEmpty else { continue }
                let tag = self.tag(shape, texts)
                guard let group = own.first(where: { text.outline.entries[$0.places[0]].tag == tag }) else {
                    continue
                }
                groups.append(group)
            }
            guard groups.count == examples.count(where: { !$0.records.isEmpty }) else { continue }
            found += candidates(groups, texts)
        }
        return found.sorted {
            ($1.held, $0.doubt(allowingOthers: allowsOthers), $0.candidate.length)
                < ($0.held, $1.doubt(allowingOthers: allowsOthers), $1.candidate.length)
        }
    }

    private func tag(_ elements: Elements, _ texts: [PageText?]) -> String {
        texts[elements.page]?.outline.entries[elements.places[0]].tag ?? ""
    }

    /// The elements of the records of a page: the ancestors of their values' places that contain no value of another
    /// record.
    ///
    /// - Parameter level: the number of levels below the outermost such elements.
    private func elements(of page: Int, _ text: PageText, _ level: Int) -> [Elements] {
        var found: [Elements] = []
        let records = examples[page].records
        for name in names {
            let places = records.map { record in
                record.last { $0.name == name }.map { self.places(of: ExampleValue($0.value), in: text) }
                    ?? []
            }
            guard !places.contains(where: \.isEmpty) else { continue }
            for anchors in anchors(places, in: text).prefix(3) {
                let group = around(anchors, level, in: text)
                if let group, !found.contains(where: { $0.places == group }) {
                    found.append(Elements(page: page, places: group))
                }
            }
        }
        // Those that contain the most values come first.
        return found.enumerated().sorted {
            (-held($0.element, text), $0.offset) < (-held($1.element, text), $1.offset)
        }
        .map(\.element)
    }

    /// The number of values that the elements of a page contain.
    private func held(_ elements: Elements, _ text: PageText) -> Int {
        var count = 0
        for (element, record) in zip(elements.places, examples[elements.page].records) {
            for member in record {
                let places = places(of: ExampleValue(member.value), in: text)
                if places.contains(where: { text.outline.contains(element, $0.element) }) { count += 1 }
            }
        }
        return count
    }

    private func places(of value: ExampleValue, in text: PageText) -> [PageText.Entry] {
        let found: [PageText.Entry]
        switch value {
        case .nothing, .unsupported: found = []
        case .text(let wanted):
            let key = LearningText.key(wanted)
            let whole = text.places(of: key) + (key.contains("/") ? text.places(ofAddress: wanted) : [])
            found = whole.isEmpty ? text.placesWithin(of: key) : whole
        case .number(let wanted): found = text.places(ofNumber: wanted)
        case .list(let wanted): found = wanted.first.map { text.places(of: LearningText.key($0)) } ?? []
        }
        return found.filter { !text.isData($0.element) }
    }

    /// A place for each record: with the same form, in the order of the page, all of them different.
    private func anchors(_ places: [[PageText.Entry]], in text: PageText) -> [[Int]] {
        var found: [[Int]] = []
        var shapes: Set<[String]> = []
        for place in places[0].prefix(8) {
            let shape = self.shape(of: place, text)
            guard shapes.insert(shape).inserted else { continue }
            var anchors: [Int] = []
            for own in places {
                let next = own.map(\.element).filter { $0 > anchors.last ?? -1 }.sorted()
                    .first { element in
                        own.contains { $0.element == element && self.shape(of: $0, text) == shape }
                    }
                guard let next else { break }
                anchors.append(next)
            }
            if anchors.count == places.count { found.append(anchors) }
        }
        return found
    }

    private func shape(of place: PageText.Entry, _ text: PageText) -> [String] {
        var tags: [String] = []
        var index = place.element
        for _ in 0..<3 {
            tags.append(text.outline.entries[index].tag)
            let parent = text.outline.entries[index].parent
            if parent == index { break }
            index = parent
        }
        return tags
    }

    /// The ancestors of anchors that contain no other anchor, some levels below the outermost ones.
    private func around(_ anchors: [Int], _ level: Int, in text: PageText) -> [Int]? {
        let outline = text.outline
        guard anchors.count > 1 else { return around(single: anchors, level, in: text) }
        return same(
            anchors.enumerated().map { index, anchor in
                // Anchors are in document order: only the neighbours can be in the same element.
                let neighbours = [index - 1, index + 1].filter(anchors.indices.contains).map { anchors[$0] }
                return path(from: anchor, in: text) { element in
                    !neighbours.contains { outline.contains(element, $0) }
                }
            },
            level,
            in: text
        )
    }

    /// The only record of a page: as many levels around it as there are elements with similar siblings.
    private func around(single anchors: [Int], _ level: Int, in text: PageText) -> [Int]? {
        guard let anchor = anchors.first else { return nil }
        let outline = text.outline
        let path = path(from: anchor, in: text) {
            !["body", "html", "main"].contains(outline.entries[$0].tag)
        }
        return same([path], level, in: text)
    }

    /// The elements from an anchor outwards, as long as a condition is satisfied.
    private func path(from anchor: Int, in text: PageText, while condition: (Int) -> Bool) -> [Int] {
        var path: [Int] = []
        var index = anchor
        while condition(index) {
            path.append(index)
            let parent = text.outline.entries[index].parent
            if parent == index { break }
            index = parent
        }
        return path
    }

    private func same(_ paths: [[Int]], _ level: Int, in text: PageText) -> [Int]? {
        let elements = paths.compactMap { $0.count > level ? $0[$0.count - 1 - level] : nil }
        guard elements.count == paths.count, Set(elements.map { text.outline.entries[$0].tag }).count == 1
        else { return nil }
        return elements
    }

    /// The selectors that find the elements on all pages.
    private func candidates(_ groups: [Elements], _ texts: [PageText?]) -> [Each] {
        guard let group = groups.max(by: { $0.places.count < $1.places.count }), let text = texts[group.page]
        else { return [] }
        let held = groups.reduce(0) { sum, group in
            sum + (texts[group.page].map { self.held(group, $0) } ?? 0)
        }
        var search = CandidateSearch(text, field: "item")
        search.addList(group.places.map { PageText.Entry(element: $0, part: .text, text: "") }, Reading())
        var found: [Each] = []
        for candidate in search.candidates where candidate.label == nil && candidate.steps.isEmpty {
            guard let select = candidate.select, !select.contains("::"),
                let list = try? SelectorList(select, prefixes: .page)
            else { continue }
            var extras = 0
            var holds = true
            for group in groups {
                guard let text = texts[group.page] else { continue }
                let document = text.outline.document
                let nodes = Matcher(document).select(list, from: document.node, includingScope: false).map(
                    \.node
                )
                let wanted = group.places.map { text.outline.entries[$0].node }
                // All of them, in their order.
                var rest = wanted[...]
                for node in nodes where node == rest.first { rest.removeFirst() }
                if !rest.isEmpty { holds = false }
                extras += nodes.count - wanted.count
            }
            if holds {
                found.append(Each(candidate: candidate, elements: groups, extras: extras, held: held))
            }
        }
        // Exactly the examples, if that is possible.
        let exact = found.filter { $0.extras == 0 }
        return exact.isEmpty || allowsOthers ? found : exact
    }

    // MARK: - Fields

    /// The rules with the fields that are learned within the elements, each element treated as a page.
    private func rules(_ each: Each, _ record: String, _ texts: [PageText?]) -> LearnedRules {
        var parts: [LearningExample] = []
        for group in each.elements {
            guard let text = texts[group.page] else { continue }
            for (element, values) in zip(group.places, examples[group.page].records)
            where parts.count < RecordSearch.sample {
                parts.append(LearningExample(part(element, text), values: values))
            }
        }
        let learned = learner.fields(names, parts, .plain)
        let fields = tested(learned, each)
        return LearnedRules(record: record, fields: fields, each: each.candidate.select)
    }

    /// An element as a page.
    private func part(_ element: Int, _ text: PageText) -> Page {
        let entry = text.outline.entries[element]
        var html = text.outline.document.outerHTML(of: entry.node)
        let around: [String: (String, String)] = [
            "tr": ("<table><tbody>", "</tbody></table>"), "td": ("<table><tr>", "</tr></table>"),
            "tbody": ("<table>", "</table>"), "th": ("<table><tr>", "</tr></table>"),
        ]
        if let (before, after) = around[entry.tag] { html = Array(before.utf8) + html + Array(after.utf8) }
        return Page(
            name: "\(text.page.name), line \(entry.node.line)",
            bytes: Array("<!doctype html>".utf8) + html,
            url: text.page.url,
            encoding: .utf8,
            clock: text.page.clock
        )
    }

    /// The fields, each with only those candidates that yield the values of all records when tried on the whole pages.
    private func tested(_ fields: [LearnedField], _ each: Each) -> [LearnedField] {
        // An element without any value is a record too.
        var members = ["\"element\": \"::name\""]
        for (field, learned) in fields.enumerated() {
            for (way, finalist) in learned.all.enumerated() {
                members.append(
                    "\"f\(field)c\(way)\": \(finalist.candidate.definition(isList: learned.isList))"
                )
            }
        }
        let source = """
            { \(header.text) "records": { "Record": { "each": \(DraftWriter.string(each.candidate.select ?? "")), "fields": {
            \(members.joined(separator: ",\n")) } } } }
            """
        guard
            let rules = try? Rules(
                SourceText(name: "records", bytes: Array(source.utf8)),
                registry: registry
            )
        else {
            return fields.map { LearnedField(name: $0.name, status: .notFound) }
        }
        var holds = fields.map { $0.all.map { _ in true } }
        for group in each.elements {
            let page = examples[group.page]
            let records = rules.scrape(page.page).records.map(\.value)
            for (field, learned) in fields.enumerated() {
                for way in learned.all.indices where holds[field][way] {
                    holds[field][way] = fits(
                        records.map { $0["f\(field)c\(way)"] ?? .null },
                        page.records,
                        learned.name
                    )
                }
            }
        }
        return fields.enumerated().map { index, learned in
            learned.choosing(learned.all.indices.filter { holds[index][$0] }.map { learned.all[$0] })
        }
    }

    /// Whether the values of all elements contain those of the records in the same order: without others in between if
    /// their numbers are equal.
    private func fits(_ values: [Value], _ records: [[Value.Member]], _ name: String) -> Bool {
        let wanted = records.map { record in record.last { $0.name == name }.map { ExampleValue($0.value) } }
        func isSame(_ value: Value, _ wanted: ExampleValue?) -> Bool {
            guard let wanted else { return true }
            let elements: [Value] =
                if case .list(let all) = value { all } else { value == .null ? [] : [value] }
            return wanted.difference(from: elements) != nil
        }
        if values.count == wanted.count { return zip(values, wanted).allSatisfy(isSame) }
        var rest = wanted[...]
        for value in values {
            if let next = rest.first, isSame(value, next) { rest.removeFirst() }
        }
        return rest.isEmpty
    }
}

import DOM
import Engine
import Mutation
import Records
import Selectors

/// A reading of a page or of a mutant: its values, and the elements that the rules' selectors matched.
///
/// Elements are identified by their index on the original page, so that two readings can be compared. A node that a
/// preparation inserted is identified with its parent.
final class MutantReading {
    /// An evaluation of a selector, with its scope as an index.
    struct Question: Hashable {
        let list: SelectorList
        let kind: SelectorSearch.Kind
        let scope: Int
    }

    /// The index of the nodes that a mutation inserted.
    private static let new = -1
    /// The index of the document.
    private static let page = -2

    let values: FieldSnapshot
    private let reading: ObservedReading
    private var places: [NodeRef: Int] = [:]
    /// The elements that each selector matched in any scope.
    private(set) var matches: [SelectorList: Set<Int>] = [:]
    /// The elements that the mutation removed.
    private let removed: Set<Int>

    /// Reads a page, or its mutant.
    init(_ page: Page, _ rules: Rules, _ fields: [FieldSelectors], _ mutation: PageMutation? = nil) {
        var places: [NodeRef: Int] = [:]
        var removed: Set<Int> = []
        reading = ObservedReading(page, rules) { document in
            let index = ElementIndex(document)
            for (place, element) in index.elements.enumerated() { places[element] = place }
            if let mutation {
                var mutator = Mutator(mutation, in: document)
                mutator.apply(to: index.elements)
                for root in mutator.removed {
                    var next: NodeRef? = root
                    while let element = next {
                        if let place = places[element] { removed.insert(place) }
                        next = element.nextElement(within: root)
                    }
                }
                for element in mutator.made { places[element] = MutantReading.new }
            }
        }
        values = FieldSnapshot(reading.outcome, fields)
        self.removed = removed
        self.places = places
        for question in questions {
            var found = Set(question.matches.map(place))
            // A preparation may match inserted elements: it removes them.
            if question.kind == .preparation { found.remove(MutantReading.new) }
            matches[question.list, default: []].formUnion(found)
        }
    }

    private var questions: [SelectorSearch] { reading.log.searches }

    /// Whether a selector matched different elements than on the original page, apart from removed ones.
    func isDifferent(_ list: SelectorList, _ original: MutantReading) -> Bool {
        original.matches[list]?.subtracting(removed) != matches[list]
    }

    /// The index of a node, or of its nearest ancestor that has one.
    private func place(_ node: NodeRef) -> Int {
        var next: NodeRef? = node
        while let candidate = next {
            if let place = places[candidate] { return place }
            next = candidate.parent
        }
        return MutantReading.page
    }

    /// The elements that any selector matched.
    var usedElements: Set<Int> { Set(matches.values.joined()) }

    /// The elements that values may come from: those that selectors of records matched.
    var valueElements: Set<Int> {
        var elements: Set<Int> = []
        for question in questions where question.kind != .preparation {
            elements.formUnion(question.matches.map(place))
        }
        return elements
    }

    /// The selectors of preparations, in order.
    var preparationSelectors: [SelectorList] {
        var known: Set<SelectorList> = []
        return questions.filter { $0.kind == .preparation && known.insert($0.list).inserted }.map(\.list)
    }

    /// The matches of each selector of records in each scope. Scopes with the same index but different matches, such as
    /// elements that a preparation inserted, cannot be compared and are left out.
    func matchesByQuestion() -> [Question: [Int]] {
        var matches: [Question: [Int]] = [:]
        var ambiguous: Set<Question> = []
        for question in questions where question.kind != .preparation {
            let key = self.question(question)
            let found = question.matches.map(place)
            if let old = matches[key], old != found { ambiguous.insert(key) }
            matches[key] = found
        }
        for key in ambiguous { matches[key] = nil }
        return matches
    }

    private func question(_ question: SelectorSearch) -> Question {
        Question(list: question.list, kind: question.kind, scope: place(question.scope))
    }

    /// The indices of the evaluations of each selector of records.
    private lazy var numbers = Dictionary(
        grouping: questions.indices.filter { questions[$0].kind != .preparation }
    ) { questions[$0].list }

    /// The matcher of the page, which caches intermediate results.
    private lazy var matcher = reading.document.map { Matcher($0) }

    /// Returns at most `limit` evaluations of a selector of records, spread over the page.
    func questions(_ list: SelectorList, limit: Int) -> [SelectorSearch] {
        let all = numbers[list] ?? []
        let step = max(1, (all.count + limit - 1) / max(1, limit))
        return stride(from: 0, to: all.count, by: step).map { questions[all[$0]] }
    }

    /// Whether a selector has the same matches as another one had in the same scope on the original page. Returns `nil`
    /// if that was not evaluated there.
    func holds(
        _ list: SelectorList,
        _ evaluated: SelectorSearch,
        _ expected: [Question: [Int]]
    ) -> Bool? {
        guard evaluated.kind != .preparation, let matcher, let expected = expected[question(evaluated)],
            let found = list == evaluated.list ? evaluated.matches : evaluated.matches(of: list, matcher)
        else { return nil }
        return found.map(place) == expected
    }

    /// Whether two selectors have the same matches wherever one of them was evaluated, even if only the first was
    /// requested.
    func isSame(_ candidate: SelectorList, as list: SelectorList) -> Bool {
        guard let matcher else { return true }
        return questions(list, limit: 400).allSatisfy { question in
            func all(_ list: SelectorList) -> [NodeRef] {
                matcher.select(list, from: question.scope, includingScope: true).map(\.node)
            }
            return question.kind != .first || all(candidate) == all(list)
        }
    }

    /// The common traits of the elements that a selector matched.
    func traits(_ list: SelectorList) -> ElementTraits? {
        guard let document = reading.document else { return nil }
        var elements: [NodeRef] = []
        for question in questions where question.list == list && question.kind != .preparation {
            elements += question.matches.prefix(8)
            if elements.count >= 64 { break }
        }
        return ElementTraits(elements, in: document)
    }
}

/// The values of a page's records by field, for comparison with another reading.
struct FieldSnapshot {
    /// A field of a record type, or the type itself if there is no path.
    struct Key: Hashable {
        let record: String
        let path: String?
    }

    private var counts: [String: Int] = [:]
    /// The value of each record, in the order of the records.
    private var values: [Key: [Value?]] = [:]
    /// The paths of fields whose objects have another field's fields: `comments` for `replies`.
    private let aliases: [Key: String]

    /// Creates a snapshot of an outcome. Complexity: linear in the size of its records.
    init(_ outcome: Outcome, _ fields: [FieldSelectors]) {
        aliases = Dictionary(
            fields.compactMap { field in
                field.alias.map { (Key(record: field.record, path: field.path), $0) }
            }
        ) { first, _ in first }
        for record in outcome.records {
            var found: [Key: [Value]] = [:]
            gather(record.fields, of: record.type, below: "", &found)
            let index = counts[record.type, default: 0]
            counts[record.type] = index + 1
            for (key, list) in found {
                // Appended in place: a copy for each record would be quadratic.
                let missing = index - (values[key]?.count ?? 0)
                values[key, default: []] += Array(repeating: nil, count: missing)
                values[key, default: []].append(list.count == 1 ? list[0] : .list(list))
            }
        }
    }

    /// Gathers the values of an object's fields and of nested ones. The value of a field with objects is the
    /// number of these.
    private func gather(
        _ members: [Value.Member],
        of record: String,
        below prefix: String,
        _ found: inout [Key: [Value]]
    ) {
        var open = members.map { (path: prefix + $0.name, value: $0.value) }[...]
        while let (path, value) = open.popFirst() {
            let key = Key(record: record, path: path)
            let inner = (aliases[key] ?? path) + "."
            if let members = value.object {
                found[key, default: []].append(.boolean(true))
                open += members.map { (inner + $0.name, $0.value) }
            } else if let list = value.list, list.contains(where: { $0.object != nil }) {
                found[key, default: []].append(.number(Number(list.count)))
                for object in list { open += (object.object ?? []).map { (inner + $0.name, $0.value) } }
            } else {
                found[key, default: []].append(value)
            }
        }
    }

    /// Whether a field has any value, or a record type any record.
    func has(_ key: Key) -> Bool {
        key.path == nil ? counts[key.record] != nil : values[key] != nil
    }

    /// Whether a field has the same values in both, record by record, or in the same order if the numbers of records
    /// differ. A record type is compared by its number of records.
    func isSame(_ other: FieldSnapshot, _ key: Key) -> Bool {
        let (count, otherCount) = (counts[key.record] ?? 0, other.counts[key.record] ?? 0)
        if key.path == nil { return count == otherCount }
        let (old, new) = (values[key] ?? [], other.values[key] ?? [])
        if count != otherCount { return old.compactMap { $0 } == new.compactMap { $0 } }
        for index in 0..<count {
            let left = old.indices.contains(index) ? old[index] : nil
            let right = new.indices.contains(index) ? new[index] : nil
            if left != right { return false }
        }
        return true
    }
}

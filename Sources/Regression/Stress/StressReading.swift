import DOM
import Records
import Scraping
import Selectors

/// One reading of a page, as it is or changed: its values, and which elements the rules' selectors matched.
///
/// Elements are told by their places in the page as it was, so that two readings can be compared. What a preparation
/// has made counts as what it stands in.
final class StressReading {
    /// What was asked where, with elements by their places.
    struct Question: Hashable {
        let list: SelectorList
        let kind: SelectorQuestion.Kind
        let scope: Int
    }

    /// The place of what a mutation has put into the page.
    private static let new = -1
    /// The place of the page itself.
    private static let page = -2

    let values: StressValues
    private(set) var document: Document?
    private var places: [NodeRef: Int] = [:]
    private let log = SelectorLog(keepsQuestions: true)
    /// The elements that each selector matched, wherever it was asked.
    private(set) var matches: [SelectorList: Set<Int>] = [:]
    /// The elements that the mutation has taken out of the page.
    private let removed: Set<Int>

    /// Reads a page.
    init(_ page: Page, _ rules: Rules, _ fields: [FieldSelectors], _ mutation: StressMutation? = nil) {
        var places: [NodeRef: Int] = [:]
        var changed: Document?
        var removed: Set<Int> = []
        let outcome = rules.scrape(page, log: log) { document in
            let index = ElementIndex(document)
            for (place, element) in index.elements.enumerated() { places[element] = place }
            if let mutation {
                var change = StressChange(mutation, in: document)
                change.apply(to: index.elements)
                for root in change.removed {
                    var next: NodeRef? = root
                    while let element = next {
                        if let place = places[element] { removed.insert(place) }
                        next = element.nextElement(within: root)
                    }
                }
                for element in change.made { places[element] = StressReading.new }
            }
            changed = document
        }
        values = StressValues(outcome, fields)
        document = changed
        self.removed = removed
        self.places = places
        for question in log.questions {
            var found = Set(question.matches.map(place))
            // What a preparation smooths out is not looked for: it may be there more often.
            if question.kind == .preparation { found.remove(StressReading.new) }
            matches[question.list, default: []].formUnion(found)
        }
    }

    /// Whether a selector matched other elements than on the page as it was. What is not there any more cannot be
    /// matched.
    func isDifferent(_ list: SelectorList, _ original: StressReading) -> Bool {
        original.matches[list]?.subtracting(removed) != matches[list]
    }

    /// Where a node stands: its own place, or that of the nearest around it which has one.
    private func place(_ node: NodeRef) -> Int {
        var next: NodeRef? = node
        while let candidate = next {
            if let place = places[candidate] { return place }
            next = candidate.parent
        }
        return StressReading.page
    }

    /// The places that the rules look at.
    var lookedAt: Set<Int> { Set(matches.values.joined()) }

    /// The places that values may come from: all that selectors of records matched.
    var kept: Set<Int> {
        var kept: Set<Int> = []
        for question in log.questions where question.kind != .preparation {
            kept.formUnion(question.matches.map(place))
        }
        return kept
    }

    /// The selectors that preparations asked for, in their order.
    var preparing: [SelectorList] {
        var known: Set<SelectorList> = []
        return log.questions.filter { $0.kind == .preparation && known.insert($0.list).inserted }.map(\.list)
    }

    /// What each selector of records was asked for at a place and gave; what is asked several times at one place, as
    /// at elements that a preparation has made, and differs, cannot be compared.
    func answers() -> [Question: [Int]] {
        var answers: [Question: [Int]] = [:]
        var isUnclear: Set<Question> = []
        for question in log.questions where question.kind != .preparation {
            let key = self.question(question)
            let found = question.matches.map(place)
            if let old = answers[key], old != found { isUnclear.insert(key) }
            answers[key] = found
        }
        for key in isUnclear { answers[key] = nil }
        return answers
    }

    private func question(_ question: SelectorQuestion) -> Question {
        Question(list: question.list, kind: question.kind, scope: place(question.scope))
    }

    /// The questions that each selector of records was asked, by their numbers.
    private lazy var numbers = Dictionary(
        grouping: log.questions.indices.filter { log.questions[$0].kind != .preparation }
    ) { log.questions[$0].list }

    /// What matches selectors in the page as it is now; it remembers what is costly to find.
    private lazy var matcher = document.map { Matcher($0) }

    /// The questions that a selector of records was asked, at most `limit` of them, spread over the page.
    func questions(_ list: SelectorList, limit: Int) -> [SelectorQuestion] {
        let all = numbers[list] ?? []
        let step = max(1, (all.count + limit - 1) / max(1, limit))
        return stride(from: 0, to: all.count, by: step).map { log.questions[all[$0]] }
    }

    /// Whether a selector gives what another one gave at the same place of the page as it was; `nil` where it was not
    /// asked there.
    func holds(
        _ list: SelectorList,
        _ asked: SelectorQuestion,
        _ answers: [Question: [Int]]
    ) -> Bool? {
        guard let matcher, let expected = answers[question(asked)] else { return nil }
        let found: [NodeRef]
        switch asked.kind {
        case .preparation: return nil
        case _ where list == asked.list: found = asked.matches
        case .below: found = matcher.select(list, from: asked.scope, includingScope: false).map(\.node)
        case .all: found = matcher.select(list, from: asked.scope, includingScope: true).map(\.node)
        case .first:
            found = matcher.firstMatch(list, from: asked.scope, includingScope: true).map { [$0.node] } ?? []
        case .closest: found = matcher.closest(list, from: asked.scope).map { [$0] } ?? []
        }
        return found.map(place) == expected
    }

    /// What the elements that a selector matched have in common.
    func traits(_ list: SelectorList) -> ElementTraits? {
        guard let document else { return nil }
        var elements: [NodeRef] = []
        for question in log.questions where question.list == list && question.kind != .preparation {
            elements += question.matches.prefix(8)
            if elements.count >= 64 { break }
        }
        return ElementTraits(elements, in: document)
    }
}

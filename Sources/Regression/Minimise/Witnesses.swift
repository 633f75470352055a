import DOM
import Scraping
import Selectors

/// What a page shows of the rules' selectors that its records do not: elements that a selector rejects, and one that
/// asks for one thing less would not.
///
/// Of a page on which all list items are wanted, `li.plant` and `li` say the same. A page that tells them apart goes on
/// telling them apart however much is cut.
struct Witnesses {
    /// A selector and a looser one that finds something else somewhere on the page.
    private struct Witness {
        let list: SelectorList
        let looser: SelectorList
    }

    private var witnesses: [Witness] = []

    /// How many questions of a page are asked once more at most: each is as much work as the page's own.
    private static let questionLimit = 20_000

    /// What a page shows.
    init(_ rules: Rules, _ reading: LoggedReading) {
        var known: Set<SelectorList> = []
        for use in rules.selectors where known.insert(use.list).inserted {
            witnesses += use.list.looser.map { Witness(list: use.list, looser: $0) }
        }
        let shown = shown(in: reading)
        witnesses = witnesses.indices.filter(shown.contains).map { witnesses[$0] }
    }

    /// How many there are.
    var count: Int { witnesses.count }

    /// Whether a page still shows all of it.
    func hold(in reading: LoggedReading) -> Bool { shown(in: reading).count == witnesses.count }

    private func shown(in reading: LoggedReading) -> Set<Int> {
        guard !witnesses.isEmpty, let document = reading.document else { return [] }
        let matcher = Matcher(document)
        let questions = Dictionary(
            grouping: reading.log.questions.filter { $0.kind != .preparation },
            by: \.list
        )
        var shown: Set<Int> = []
        var asked = 0
        for (index, witness) in witnesses.enumerated() {
            for question in questions[witness.list] ?? [] where asked < Witnesses.questionLimit {
                asked += 1
                guard Witnesses.isToldApart(witness.looser, question, matcher) else { continue }
                shown.insert(index)
                break
            }
        }
        return shown
    }

    /// Whether a looser selector finds something else than was found where the selector was asked.
    private static func isToldApart(
        _ looser: SelectorList,
        _ asked: SelectorQuestion,
        _ matcher: Matcher
    ) -> Bool {
        let found: [NodeRef]
        switch asked.kind {
        case .preparation: return false
        case .below: found = matcher.select(looser, from: asked.scope, includingScope: false).map(\.node)
        case .all: found = matcher.select(looser, from: asked.scope, includingScope: true).map(\.node)
        case .first:
            found =
                matcher.firstMatch(looser, from: asked.scope, includingScope: true).map { [$0.node] } ?? []
        case .closest: found = matcher.closest(looser, from: asked.scope).map { [$0] } ?? []
        }
        return found != asked.matches
    }
}

/// A reading of a page with all that it looked for.
struct LoggedReading {
    let facts: ReadingFacts
    let trace: Trace
    let outcome: Outcome
    /// The tree as the preparations have left it; `nil` where there is none.
    let document: Document?
    let log = SelectorLog(keepsQuestions: true)

    init(_ page: Page, _ rules: Rules) {
        let reading = rules.loggedReading(page, log: log)
        (outcome, trace, document) = (reading.outcome, reading.trace, reading.document)
        facts = ReadingFacts(outcome, trace)
    }
}

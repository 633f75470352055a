import Engine
import Records

// Values that some pages have in one place and the others in another, such as the price of a product on sale.
extension Learner {
    /// The number of examples with a value that two places need: with fewer examples, some pair of places would contain
    /// any two values.
    private static let leastForAlternatives = 3

    /// How a candidate reads the examples.
    private struct Coverage {
        let candidate: Candidate
        /// The numbers of the examples whose value it yields.
        let right: Set<Int>
        /// The numbers of those for which it yields another value.
        let wrong: Set<Int>
    }

    /// A field with two alternatives: the first yields the values of some pages, and nothing on the others; the second
    /// yields those of the others.
    ///
    /// - Returns: `nil` if there are no two such candidates.
    func alternatives(for name: String, _ examples: [LearningExample]) -> LearnedField? {
        let known = examples.indices.filter { examples[$0].value(of: name) != nil }
        let given = known.filter { examples[$0].value(of: name) != .nothing }
        guard given.count >= Learner.leastForAlternatives else { return nil }
        let isList = Learner.isList(name, examples)
        let found = candidates(of: name, examples, Learner.texts(of: examples)).filter {
            $0.doubt <= Learner.chance
        }
        var trial = CandidateTrial(fields: [(name, found)]).loadable()
        if isList { trial.lists = [0] }
        guard let values = trial.values(on: examples.map(\.page), all: false) else { return nil }
        let all = trial.fields[0].candidates.enumerated().map { index, candidate in
            var (right, wrong): (Set<Int>, Set<Int>) = ([], [])
            for page in known {
                let read = values[page][0][index]
                if read.isEmpty { continue }
                let isRight = examples[page].value(of: name)?.difference(from: read) == 0
                if isRight { right.insert(page) } else { wrong.insert(page) }
            }
            return Coverage(candidate: candidate, right: right, wrong: wrong)
        }
        var best: (first: Candidate, second: Candidate, doubt: Double)?
        for first in all where first.wrong.isEmpty && !first.right.isEmpty {
            let rest = Set(given).subtracting(first.right)
            for second in all
            where rest.isSubset(of: second.right) && second.wrong.isSubset(of: first.right)
                && max(first.right.count, rest.count) > 1
            {
                let doubt = first.candidate.doubt + second.candidate.doubt
                if doubt < best?.doubt ?? .infinity { best = (first.candidate, second.candidate, doubt) }
            }
        }
        guard let best else { return nil }
        let pair = CandidateTrial(fields: [(name, [best.first, best.second])])
        let shares =
            mutations > 0 ? pair.survival(on: examples.map(\.page), mutations: mutations)[0] : [1, 1]
        var field = LearnedField(name: name, status: .found)
        field.isList = isList
        field.examples = given.count
        field.chosen = zip([best.first, best.second], shares).map {
            LearnedField.Finalist(candidate: $0, survival: $1, doubt: best.doubt)
        }
        field.all = field.chosen
        return field
    }
}

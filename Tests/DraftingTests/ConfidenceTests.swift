import Testing

@testable import Drafting

/// The confidence in what a repair has found.
@Suite struct ConfidenceTests {
    private func confidence(_ doubt: Double, weight: Double = 1) -> Double {
        let candidate = Candidate(select: ".name", doubt: doubt, origin: "the class name")
        return PageRepair.confidence(
            LearnedField.Finalist(candidate: candidate, survival: 1, doubt: doubt),
            weight: weight
        )
    }

    /// A doubt of 20 is only a mark of ways that come last.
    @Test(arguments: [(20.0, 0.0), (20.5, 0.5), (24, 4), (-3, 0)])
    func doubtsOfTheSameConfidence(_ doubt: Double, _ same: Double) {
        #expect(confidence(doubt) == confidence(same))
        #expect(confidence(doubt, weight: 0.7) == confidence(same, weight: 0.7))
    }

    @Test(arguments: [(4.0, 1.0), (19.5, 4), (5, 20), (8, 24)])
    func largerDoubts(_ doubt: Double, _ smaller: Double) {
        #expect(confidence(doubt) < confidence(smaller))
        #expect(confidence(smaller, weight: 0.7) < confidence(smaller))
    }
}

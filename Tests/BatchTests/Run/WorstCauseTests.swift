import Records
import Testing

@testable import Batch

/// The worst of several causes, which decides the exit status of a run.
@Suite struct WorstCauseTests {
    /// In ascending order of severity.
    private static let causes: [Diagnostic.Cause] = [.page, .rules, .input]

    @Test func theWorstOfTwoIsTheSameInBothOrders() {
        for (one, first) in WorstCauseTests.causes.enumerated() {
            #expect(Diagnostic.Cause.worse(nil, first) == first)
            for (other, second) in WorstCauseTests.causes.enumerated() {
                #expect(Diagnostic.Cause.worse(first, second) == WorstCauseTests.causes[max(one, other)])
            }
        }
    }
}

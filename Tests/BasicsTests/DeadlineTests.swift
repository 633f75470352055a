import Basics
import Platform
import Testing

/// The time by which a page must be read.
@Suite struct DeadlineTests {
    private static let day = Duration.seconds(86_400)

    @Test func isPastAtItsEnd() {
        #expect(Deadline(after: .zero).isPast)
        #expect(Deadline(after: .zero).remaining == .zero)
        #expect(!Deadline(after: DeadlineTests.day).isPast)
        #expect(Deadline(after: DeadlineTests.day).remaining > .seconds(80_000))
    }

    /// Once it is past, it remains so.
    @Test func isPastAfterANumberOfQuestions() {
        let deadline = Deadline(after: DeadlineTests.day, questions: 3)
        #expect((0..<6).map { _ in deadline.isPast } == [false, false, false, true, true, true])
        let other = Deadline(after: DeadlineTests.day, questions: 2)
        #expect((0..<4).map { _ in other.isProbablyPast } == [false, false, true, true])
        #expect(other.questions == 4)
    }

    /// The clock is read for every 32nd question.
    @Test func isProbablyPast() {
        let deadline = Deadline(after: .zero)
        #expect((0..<40).map { _ in deadline.isProbablyPast }.firstIndex(of: true) == 31)
    }

    @Test func excludesTime() {
        let deadline = Deadline(after: .zero)
        deadline.exclude(DeadlineTests.day)
        #expect(!deadline.isPast)
        #expect(deadline.remaining > .seconds(80_000))
    }

    /// It belongs to the thread, and to the innermost work.
    @Test func isTheThreads() throws {
        struct Failure: Error {}
        #expect(Deadline.current == nil)
        #expect(!Deadline.isPast && !Deadline.isProbablyPast)
        let (outer, inner) = (Deadline(after: .zero), Deadline(after: DeadlineTests.day))
        outer.bound {
            #expect(Deadline.current === outer)
            #expect(Deadline.isPast)
            inner.bound { #expect(Deadline.current === inner && !Deadline.isPast) }
            #expect(throws: Failure.self) { try inner.bound { throw Failure() } }
            #expect(Deadline.current === outer)
        }
        #expect(Deadline.current == nil)
    }
}

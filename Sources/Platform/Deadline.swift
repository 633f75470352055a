/// The time by which a page must be read.
///
/// All work whose time depends on the page asks for it: parsing, preparing, selecting, patterns, steps. What finds it past
/// stops as soon as it can, with any result: what began the page reports the limit, and uses nothing that was found after it.
///
/// The deadline belongs to the thread that reads the page. Otherwise it would have to be passed on through all rooms, down to
/// each search with a pattern.
package final class Deadline: @unchecked Sendable {
    /// The time limit for the page.
    package let limit: Duration
    private var end: MonotonicTime
    /// The number of questions after which the time is over as well.
    private let allowed: Int
    /// The number of times that it was asked.
    package private(set) var questions = 0
    private var wasPast = false

    /// - Parameters:
    ///   - limit: the time from now.
    ///   - questions: the number of questions after which the time is over as well: for tests, which measure no time.
    package init(after limit: Duration, questions: Int = .max) {
        self.limit = limit
        end = .now + limit
        allowed = questions
    }

    /// The time until then, at least 0.
    package var remaining: Duration { max(.zero, end - .now) }

    /// Moves the end, since the work on the page has waited for something else, such as the output of other pages.
    package func exclude(_ time: Duration) { end += time }

    /// Whether the time is over; once it is, it remains so.
    package var isPast: Bool {
        questions &+= 1
        if !wasPast { wasPast = questions > allowed || MonotonicTime.now >= end }
        return wasPast
    }

    /// The same, for callers that ask very often: the clock is read only occasionally.
    package var isProbablyPast: Bool {
        questions &+= 1
        if !wasPast, questions & 31 == 0 || questions > allowed {
            wasPast = questions > allowed || MonotonicTime.now >= end
        }
        return wasPast
    }

    // MARK: - The thread's page

    /// The deadline of the page that this thread reads; `nil` if it has no time limit.
    package static var current: Deadline? {
        pthread_getspecific(key).map { Unmanaged<Deadline>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Whether the page that this thread reads has a deadline, and it is past.
    package static var isPast: Bool { current?.isPast ?? false }

    /// The same, for callers that ask very often.
    package static var isProbablyPast: Bool { current?.isProbablyPast ?? false }

    /// Does work on a page that must be done by this deadline.
    package func bound<Result, Failure: Error>(
        _ work: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let outer = pthread_getspecific(Deadline.key)
        pthread_setspecific(Deadline.key, Unmanaged.passUnretained(self).toOpaque())
        defer {
            pthread_setspecific(Deadline.key, outer)
            withExtendedLifetime(self) {}
        }
        return try work()
    }

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()
}

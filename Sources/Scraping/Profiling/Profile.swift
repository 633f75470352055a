/// How long each phase has taken for some pages.
///
/// Profiles add up: each thread has one of its own, and at the end they are summed.
package struct Profile: Sendable, Equatable {
    /// What a phase has taken.
    package struct Share: Sendable, Equatable {
        /// Time by the machine's clock; what was done in another phase meanwhile is not in it.
        package var nanoseconds: UInt64
        /// How often the phase was entered.
        package var count: Int

        package init(nanoseconds: UInt64 = 0, count: Int = 0) {
            self.nanoseconds = nanoseconds
            self.count = count
        }
    }

    private var shares = [Share](repeating: Share(), count: Phase.allCases.count)
    /// How many pages have been read.
    package var pages = 0
    /// How many bytes they had.
    package var bytes = 0

    /// The profile of no page.
    package init() {}

    /// What a phase has taken.
    package subscript(phase: Phase) -> Share {
        get { shares[phase.rawValue] }
        set { shares[phase.rawValue] = newValue }
    }

    /// The time of all phases.
    package var total: UInt64 { shares.reduce(0) { $0 &+ $1.nanoseconds } }

    /// Adds the phases and pages of another profile.
    package static func += (profile: inout Profile, other: Profile) {
        for phase in Phase.allCases {
            profile[phase].nanoseconds &+= other[phase].nanoseconds
            profile[phase].count &+= other[phase].count
        }
        profile.pages &+= other.pages
        profile.bytes &+= other.bytes
    }

    /// Does some work of one phase, such as reading a page's file.
    package mutating func measure<Result, Failure: Error>(
        _ phase: Phase,
        _ work: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let profiler = Profiler(in: phase)
        defer { self += profiler.end() }
        return try work()
    }
}

extension Optional<Profile> {
    /// Does some work of one phase, which is measured where there is a profile.
    package mutating func measure<Result, Failure: Error>(
        _ phase: Phase,
        _ work: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard self != nil else { return try work() }
        let profiler = Profiler(in: phase)
        defer { self? += profiler.end() }
        return try work()
    }
}

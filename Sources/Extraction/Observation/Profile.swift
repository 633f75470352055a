import Platform
package import Sources

/// How long each phase has taken for some pages.
///
/// Each thread has its own profile; they are added up at the end.
package struct Profile: Sendable, Equatable {
    /// The time and count of a phase.
    package struct Share: Sendable, Equatable {
        /// Wall-clock time, without that of nested phases.
        package var nanoseconds: UInt64
        /// How often the phase was entered.
        package var count: Int

        package init(nanoseconds: UInt64 = 0, count: Int = 0) {
            self.nanoseconds = nanoseconds
            self.count = count
        }
    }

    private var shares = [Share](repeating: Share(), count: Phase.allCases.count)
    /// The number of pages that have been read.
    package var pages = 0
    /// The number of their bytes.
    package var bytes = 0

    /// An empty profile.
    package init() {}

    /// The time and count of a phase.
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

    /// The profile of a page that a profiler has measured.
    package init(_ profiler: Profiler, bytes: Int) {
        self = profiler.end()
        pages = 1
        self.bytes = bytes
    }
}

extension Profile {
    /// The profile as a table: a line for each phase in order, and the total.
    ///
    ///     phase           ms      %  ns/byte     count
    ///     parse        140.2   59.1     4.84       313
    ///     …
    ///     total        237.3  100.0     8.19
    ///     313 pages, 28973173 bytes
    package var text: String {
        let all = total
        var lines = [Profile.line("phase", "ms", "%", "ns/byte", "count")]
        for phase in Phase.allCases {
            let share = self[phase]
            lines.append(line(phase.name, share.nanoseconds, of: all, "\(share.count)"))
        }
        lines.append(line("total", all, of: all, ""))
        lines.append("\(pages) \(pages == 1 ? "page" : "pages"), \(bytes) \(bytes == 1 ? "byte" : "bytes")")
        return lines.joined(separator: "\n") + "\n"
    }

    private func line(_ name: String, _ nanoseconds: UInt64, of all: UInt64, _ count: String) -> String {
        let time = Double(nanoseconds)
        return Profile.line(
            name,
            Profile.text(time / 1e6, digits: 1),
            all == 0 ? "-" : Profile.text(100 * time / Double(all), digits: 1),
            bytes == 0 ? "-" : Profile.text(time / Double(bytes), digits: 2),
            count
        )
    }

    private static func line(_ name: String, _ cells: String...) -> String {
        let widths = [10, 7, 9, 10]
        let padded = zip(cells, widths).map { cell, width in
            String(repeating: " ", count: max(0, width - cell.utf8.count)) + cell
        }
        let line = name + String(repeating: " ", count: max(0, 8 - name.utf8.count)) + padded.joined()
        return String(line.reversed().drop { $0 == " " }.reversed())
    }

    /// A number with the given digits after the point.
    private static func text(_ number: Double, digits: Int) -> String {
        let scale = digits == 1 ? 10 : 100
        guard let scaled = Int(exactly: (number * Double(scale)).rounded()) else { return "-" }
        let fraction = String(scaled % scale)
        return "\(scaled / scale)." + String(repeating: "0", count: digits - fraction.utf8.count) + fraction
    }
}

/// Measures the phases of one thread's work. Only one phase is current at a time, so no time is counted twice.
package final class Profiler: ScrapeObserver {
    private var profile = Profile()
    private var current: Phase
    private var outer: [Phase] = []
    private var start = Profiler.now()

    /// A profiler whose current phase is the given one.
    package init(in phase: Phase) {
        current = phase
        profile[phase].count = 1
    }

    package func observe(_ event: @autoclosure () -> ReadingEvent) {}

    package func enter(_ phase: Phase) {
        outer.append(current)
        change(to: phase)
        profile[phase].count += 1
    }

    package func leave() {
        if let phase = outer.popLast() { change(to: phase) }
    }

    /// The profile of all phases so far.
    package func end() -> Profile {
        change(to: current)
        return profile
    }

    private func change(to phase: Phase) {
        let time = Profiler.now()
        profile[current].nanoseconds &+= time &- start
        start = time
        current = phase
    }

    /// The monotonic clock: it is read twice for each value, and reading the thread's own clock takes ten times as
    /// long.
    private static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        let seconds = UInt64(truncatingIfNeeded: time.tv_sec)
        return seconds &* 1_000_000_000 &+ UInt64(truncatingIfNeeded: time.tv_nsec)
    }
}

import Engine
public import Records
import Values

/// The age above which a saved page causes a warning, at a given time.
public struct AgeLimit: Hashable, Sendable {
    /// The maximum age of a page.
    public let age: Age
    /// The time of the run, in seconds since 1970.
    public let now: Int

    /// Creates a limit.
    public init(_ age: Age, now: Int) {
        self.age = age
        self.now = now
    }

    /// The warning that a case's page is too old or of unknown age, or `nil` if it is recent enough.
    public func warning(for test: Case, _ facts: Case.Facts) -> Diagnostic? {
        let location = Location(file: "\(test.folder)/case.json")
        guard let saved = facts.saved, let instant = PageClock(saved)?.instant else {
            return Diagnostic(
                .input,
                "\(test) does not say when its page was saved",
                severity: .warning,
                at: location,
                help: "add \"saved\", such as \"\(PageClock.text(ofInstant: now))\""
            )
        }
        guard instant < age.instant(before: now) else { return nil }
        let days = (now - instant) / 86_400
        return Diagnostic(
            .input,
            "the page of \(test) was saved \(days) days ago, which is more than \(age)",
            severity: .warning,
            at: location,
            help: "save the page again; any difference is a change of the site"
        )
    }
}

/// An age of a saved page: `180d`, `26w`, `6m`, `1y`.
public struct Age: Hashable, Sendable {
    /// A unit of time.
    public enum Unit: String, Hashable, Sendable, CaseIterable {
        case days = "d"
        case weeks = "w"
        case months = "m"
        case years = "y"
    }

    /// The number of units.
    public let count: Int
    /// The unit.
    public let unit: Unit

    /// Parses an age: a whole number up to 9999 and its unit. Returns `nil` for any other text.
    public init?(_ text: String) {
        guard let unit = text.last.flatMap({ Unit(rawValue: String($0)) }),
            text.utf8.dropLast().allSatisfy({ (0x30...0x39).contains($0) }),
            let count = Int(text.dropLast()), count <= 9999
        else { return nil }
        self.count = count
        self.unit = unit
    }

    /// The instant that precedes another by the age, both in seconds since 1970. Months and years follow the calendar
    /// in UTC.
    public func instant(before now: Int) -> Int {
        switch unit {
        case .days: now - count * 86_400
        case .weeks: now - count * 7 * 86_400
        case .months: Moment(instant: now, offset: 0).adding(months: -count).localSeconds
        case .years: Moment(instant: now, offset: 0).adding(months: -count * 12).localSeconds
        }
    }
}

extension Age: CustomStringConvertible {
    /// The age in the form that ``init(_:)`` parses.
    public var description: String { "\(count)\(unit.rawValue)" }
}

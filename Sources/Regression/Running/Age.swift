import Foundation

/// How old a saved page may be: `180d`, `26w`, `6m`, `1y`.
public struct Age: Hashable, Sendable {
    /// What is counted.
    public enum Unit: String, Hashable, Sendable, CaseIterable {
        case days = "d"
        case weeks = "w"
        case months = "m"
        case years = "y"
    }

    /// How many of the unit.
    public let count: Int
    /// What is counted.
    public let unit: Unit

    /// Reads an age: a whole number up to 9999 and its unit; `nil` for any other text.
    public init?(_ text: String) {
        guard let unit = text.last.flatMap({ Unit(rawValue: String($0)) }),
            text.utf8.dropLast().allSatisfy({ (0x30...0x39).contains($0) }),
            let count = Int(text.dropLast()), count <= 9999
        else { return nil }
        self.count = count
        self.unit = unit
    }

    /// The instant that lies the age before another, both in seconds since 1970. Months and years are those of the
    /// calendar, in UTC.
    public func instant(before now: Int) -> Int {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let (component, count): (Calendar.Component, Int) =
            switch unit {
            case .days: (.day, count)
            case .weeks: (.day, count * 7)
            case .months: (.month, count)
            case .years: (.year, count)
            }
        let date = Date(timeIntervalSince1970: Double(now))
        let before = calendar.date(byAdding: component, value: -count, to: date) ?? date
        return Int(before.timeIntervalSince1970.rounded(.down))
    }
}

extension Age: CustomStringConvertible {
    /// The age as it is written.
    public var description: String { "\(count)\(unit.rawValue)" }
}

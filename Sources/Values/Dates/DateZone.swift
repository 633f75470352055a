package import Foundation
import Records

/// A time zone: what tells the offset of a local time.
package enum DateZone: Sendable, Hashable {
    /// Minutes east of UTC.
    case offset(Int)
    /// A zone with its history of offsets.
    case named(TimeZone)
    /// A zone's standard or summer time by name, whatever the season: EST is five hours west of UTC in July too.
    case season(TimeZone, isSummer: Bool)

    /// A zone as rules files name it: `Europe/Berlin`, `UTC`, `+02:00`.
    init?(_ name: String) {
        var scanner = DateScanner(DateText.fold(name))
        if let offset = scanner.offset(), scanner.isAtEnd {
            guard (-18 * 60...18 * 60).contains(offset) else { return nil }
            self = .offset(offset)
        } else if let zone = DateZone.database(name) {
            self = .named(zone)
        } else {
            return nil
        }
    }

    /// A zone by the name that the zone database gives it, an older name among them; abbreviations are none.
    static func database(_ name: String) -> TimeZone? {
        name.contains("/") ? TimeZone(identifier: name) : nil
    }

    /// The names of zones to suggest.
    static let names = TimeZone.knownTimeZoneIdentifiers

    /// The offset in minutes of a time as a clock in the zone shows it.
    ///
    /// Where the clock showed the time twice, as summer time ends, the first is meant. A time that it never showed,
    /// as summer time begins, is an error.
    func offset(at local: Moment) throws(StepError) -> Int {
        switch self {
        case .offset(let minutes): return minutes
        case .season(let zone, let isSummer):
            let date = Date(timeIntervalSince1970: Double(local.localSeconds))
            let standard = zone.secondsFromGMT(for: date) - Int(zone.daylightSavingTimeOffset(for: date))
            return standard / 60 + (isSummer ? 60 : 0)
        case .named(let zone):
            let seconds = local.localSeconds
            let before = DateZone.offset(of: zone, at: seconds - 86_400)
            let after = DateZone.offset(of: zone, at: seconds + 86_400)
            // Nearly every time: nothing changed for a day to either side.
            for offset in before == after ? [before] : [before, after]
            where DateZone.offset(of: zone, at: seconds - offset) == offset {
                return try DateZone.minutes(offset, local, zone)
            }
            guard before != after else { return try DateZone.minutes(before, local, zone) }
            throw StepError(
                "\"\(local.text)\" never was in \(zone.identifier): the clocks were put forward over it"
            )
        }
    }

    /// The offset of a local time, or where there is no such time the one before the clocks were put forward.
    func nearestOffset(at local: Moment) -> Int {
        (try? offset(at: local)) ?? offset(atInstant: local.localSeconds - 86_400)
    }

    /// The offset in minutes at an instant, in seconds since 1970.
    func offset(atInstant instant: Int) -> Int {
        switch self {
        case .offset(let minutes): minutes
        case .named(let zone), .season(let zone, _): DateZone.offset(of: zone, at: instant) / 60
        }
    }

    private static func offset(of zone: TimeZone, at instant: Int) -> Int {
        zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant)))
    }

    /// Before zones were agreed on, clocks showed the sun's time, to the second.
    private static func minutes(_ seconds: Int, _ local: Moment, _ zone: TimeZone) throws(StepError) -> Int {
        guard seconds % 60 == 0 else {
            throw StepError("\"\(local.text)\" had no offset of whole minutes in \(zone.identifier)")
        }
        return seconds / 60
    }
}

import Basics
import Records

/// A time zone: determines the offset of a local time.
package enum DateZone: Sendable, Hashable {
    /// Minutes east of UTC.
    case offset(Int)
    /// A zone with its history of offsets.
    case named(NamedZone)
    /// A zone's standard or summer time by name, in every season: EST is five hours west of UTC in July too.
    case season(NamedZone, isSummer: Bool)

    /// One of several zones that share an abbreviation: it is not known which one.
    case shared(SharedAbbreviation)

    /// A zone by its name in rules files: `Europe/Berlin`, `UTC`, `EST` (another name of the database), `+02:00`.
    package init?(_ name: String) {
        var scanner = DateScanner(DateText.fold(name))
        if ["GMT0", "Greenwich", "UCT", "Universal", "Zulu"].contains(name) {
            self = .offset(0)
        } else if let offset = scanner.offset(), scanner.isAtEnd {
            self = .offset(offset)
        } else if let zone = NamedZone(identifier: NamedZone.olderNames[name] ?? name) {
            self = .named(zone)
        } else {
            return nil
        }
    }

    /// The names of zones to suggest.
    static var names: [String] { NamedZone.identifiers }

    /// The offset in minutes of a local time in the zone.
    ///
    /// If a time occurs twice, when summer time ends, the first is used. A time that does not exist, when summer time
    /// begins, is an error.
    func offset(at local: Moment) throws(StepError) -> Int {
        switch self {
        case .offset(let minutes): return minutes
        case .shared(let abbreviation): throw abbreviation.refusal
        case .season(let zone, let isSummer):
            return zone.standardOffset(at: local.localSeconds) / 60 + (isSummer ? 60 : 0)
        case .named(let zone):
            let seconds = local.localSeconds
            let before = zone.offset(at: seconds - 86_400)
            let after = zone.offset(at: seconds + 86_400)
            // Nearly always nothing changes within a day to either side.
            for offset in before == after ? [before] : [before, after]
            where zone.offset(at: seconds - offset) == offset {
                return try DateZone.minutes(offset, local, zone)
            }
            guard before != after else { return try DateZone.minutes(before, local, zone) }
            throw StepError(
                "\"\(local.text)\" does not exist in \(zone.identifier): the clocks were put forward over it"
            )
        }
    }

    /// The offset of a local time, or the one before the clocks were put forward if it does not exist.
    func nearestOffset(at local: Moment) -> Int {
        (try? offset(at: local)) ?? offset(atInstant: local.localSeconds - 86_400)
    }

    /// The offset in minutes at an instant, in seconds since 1970.
    func offset(atInstant instant: Int) -> Int {
        switch self {
        case .offset(let minutes): minutes
        case .shared(let abbreviation): abbreviation.offsets[0]
        case .named(let zone), .season(let zone, _): zone.offset(at: instant) / 60
        }
    }

    /// Before standard time, clocks showed the sun's time, to the second.
    private static func minutes(_ seconds: Int, _ local: Moment, _ zone: NamedZone) throws(StepError) -> Int {
        guard seconds % 60 == 0 else {
            throw StepError("\"\(local.text)\" had no offset of whole minutes in \(zone.identifier)")
        }
        return seconds / 60
    }
}

/// The names of time zones in texts: `CEST`, `Pacific Time`, `heure normale du Japon`.
///
/// An abbreviation is a name of one zone in all locales; the long names are those of a locale. If zones share a name,
/// the zone of an abbreviation takes precedence.
struct ZoneNames: Sendable {
    /// The names with the codes of ``DateZone/init(code:)``.
    private let names: FoldedNames

    /// Only the abbreviations.
    static let abbreviations = ZoneNames(abbreviated)

    private static let known = LocaleCache<ZoneNames> { locale in
        ZoneNames(LocaleData(locale).names(.zones).merging(abbreviated) { _, abbreviation in abbreviation })
    }

    /// The names of a locale, cached.
    static func of(locale: String) -> ZoneNames { known[locale] }

    /// The zone and season of each abbreviation.
    private static let abbreviated: [[UInt8]: Int] = {
        var names: [[UInt8]: Int] = [Array("ut".utf8): DateZone.universal]
        var reader = TableReader(ZoneTable.abbreviations, from: 1)
        reader.change(&names)
        // Russian texts write it in their own letters, and CLDR does not have it.
        names[Array("мск".utf8)] = names[Array("msk".utf8)]
        return names
    }()

    private init(_ names: [[UInt8]: Int]) {
        self.names = FoldedNames(folded: names)
    }

    /// Reads a zone: an offset, or the longest name that ends at the end of a word.
    func read(_ scanner: inout DateScanner) -> DateZone? {
        var attempt = scanner
        if let offset = attempt.offset(), !attempt.isInWord {
            scanner = attempt
            return .offset(offset)
        }
        if let shared = SharedAbbreviation.read(&scanner) { return .shared(shared) }
        attempt = scanner
        guard let number = attempt.name(names), !attempt.isInWord else { return nil }
        scanner = attempt
        return DateZone(code: number)
    }

    /// Reads a zone by its name in the zone database, `America/New_York`, in any case.
    static func readIdentifier(_ scanner: inout DateScanner) -> DateZone? {
        let word = scanner.rest.prefix { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "/"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "+"):
                true
            default: false
            }
        }
        guard word.contains(UInt8(ascii: "/")), let zone = NamedZone(folded: word), scanner.text(word) else {
            return nil
        }
        return .named(zone)
    }
}

// MARK: - Names of tables

extension DateZone {
    /// The code of UTC.
    static let universal = -1

    /// A zone by a code of the tables: three times its number, plus 1 for its standard time or 2 for its summer time.
    init(code: Int) {
        guard code >= 0 else {
            self = .offset(0)
            return
        }
        let zone = NamedZone(number: code / 3)
        self = code % 3 == 0 ? .named(zone) : .season(zone, isSummer: code % 3 == 2)
    }
}

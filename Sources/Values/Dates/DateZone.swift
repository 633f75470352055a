package import Foundation
import Records

/// A time zone: determines the offset of a local time.
package enum DateZone: Sendable, Hashable {
    /// Minutes east of UTC.
    case offset(Int)
    /// A zone with its history of offsets.
    case named(TimeZone)
    /// A zone's standard or summer time by name, in every season: EST is five hours west of UTC in July too.
    case season(TimeZone, isSummer: Bool)

    /// A zone by its name in rules files: `Europe/Berlin`, `UTC`, `+02:00`.
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

    /// A zone by its current or older name in the zone database, which does not include abbreviations.
    static func database(_ name: String) -> TimeZone? {
        name.contains("/") ? TimeZone(identifier: name) : nil
    }

    /// The names of zones to suggest.
    static let names = TimeZone.knownTimeZoneIdentifiers

    /// The offset in minutes of a local time in the zone.
    ///
    /// Of a time that occurs twice, as summer time ends, the first is used. A time that does not occur, as summer time
    /// begins, is an error.
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
            // Nearly always nothing changes within a day to either side.
            for offset in before == after ? [before] : [before, after]
            where DateZone.offset(of: zone, at: seconds - offset) == offset {
                return try DateZone.minutes(offset, local, zone)
            }
            guard before != after else { return try DateZone.minutes(before, local, zone) }
            throw StepError(
                "\"\(local.text)\" does not exist in \(zone.identifier): the clocks were put forward over it"
            )
        }
    }

    /// The offset of a local time, or the one before the clocks were put forward where it does not exist.
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

    /// Before standard time, clocks showed the sun's time, to the second.
    private static func minutes(_ seconds: Int, _ local: Moment, _ zone: TimeZone) throws(StepError) -> Int {
        guard seconds % 60 == 0 else {
            throw StepError("\"\(local.text)\" had no offset of whole minutes in \(zone.identifier)")
        }
        return seconds / 60
    }
}

/// The names of time zones in texts: `CEST`, `Pacific Time`, `heure normale du Japon`.
///
/// The abbreviations are Foundation's, each for one zone; the long names are those of a locale. Where zones share a
/// name, the zone of an abbreviation takes precedence.
struct ZoneNames: Sendable {
    private let zones: [DateZone]
    private let names: NameTable

    /// The abbreviations alone.
    static let abbreviations = ZoneNames(abbreviated)

    private static let known = LocaleCache<ZoneNames> { ZoneNames(locale: $0) }

    /// The names of a locale, made once.
    static func of(locale: String) -> ZoneNames { known[locale] }

    private init(_ named: [(name: String, zone: DateZone)]) {
        var zones: [DateZone] = []
        var numbers: [[UInt8]: Int] = [:]
        for (name, zone) in named {
            let folded = DateText.fold(name)
            if numbers[folded] != nil { continue }
            numbers[folded] = zones.count
            zones.append(zone)
        }
        self.zones = zones
        names = NameTable(numbers.map { (text: String(decoding: $0.key, as: UTF8.self), number: $0.value) })
    }

    /// Reads a zone: an offset, or the longest name that ends at the end of a word.
    func read(_ scanner: inout DateScanner) -> DateZone? {
        var attempt = scanner
        if let offset = attempt.offset(), !attempt.isInWord {
            scanner = attempt
            return .offset(offset)
        }
        attempt = scanner
        guard let number = attempt.name(names), !attempt.isInWord else { return nil }
        scanner = attempt
        return zones[number]
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
        // The database capitalizes each word but a few short ones.
        let written = String(decoding: word, as: UTF8.self).split(separator: "/").map(capitalized)
        guard let zone = DateZone.database(written.joined(separator: "/")), scanner.text(word) else {
            return nil
        }
        return .named(zone)
    }

    private static func capitalized(_ part: Substring) -> String {
        let words = part.split(separator: "_").map { word in
            word.split(separator: "-").map { part in
                ["of", "es", "au", "sur"].contains(part) ? String(part) : part.capitalized
            }.joined(separator: "-")
        }
        return words.joined(separator: "_")
    }
}

// MARK: - Sources of the names

extension ZoneNames {
    /// Each abbreviation with its zone's season.
    private static let abbreviated: [(name: String, zone: DateZone)] = {
        let known = TimeZone.abbreviationDictionary
        let british = Locale(identifier: "en_GB")
        return [("UT", .offset(0))]
            + known.sorted { $0.key < $1.key }.compactMap { name, identifier in
                guard let zone = TimeZone(identifier: identifier) else { return nil }
                return (name, .season(zone, isSummer: isSummer(name, zone, known, british)))
            }
    }()

    /// Whether an abbreviation is that of summer time: EDT, CEST, BST.
    private static func isSummer(
        _ name: String,
        _ zone: TimeZone,
        _ known: [String: String],
        _ british: Locale
    ) -> Bool {
        if name.hasSuffix("D") || name.hasSuffix("DT") && name != "BDT" { return true }
        let plain = name.replacing("S", with: "")
        if plain != name, known[plain] == known[name] { return true }
        return zone.localizedName(for: .shortDaylightSaving, locale: british) == name
    }

    private init(locale identifier: String) {
        let locale = Locale(identifier: identifier)
        let first = Set(TimeZone.abbreviationDictionary.values).sorted()
        let others = TimeZone.knownTimeZoneIdentifiers.filter { !first.contains($0) }
        var named = ZoneNames.abbreviated
        for (identifiers, isMain) in [(first, true), (others, false)] {
            for zone in identifiers.compactMap({ TimeZone(identifier: $0) }) {
                named += ZoneNames.names(of: zone, locale, withGeneric: isMain)
            }
        }
        self.init(named)
    }

    /// A zone's names in a locale. A name for the whole year, "Pacific Time", is only reliable for the main zones.
    private static func names(
        of zone: TimeZone,
        _ locale: Locale,
        withGeneric: Bool
    ) -> [(name: String, zone: DateZone)] {
        var styles: [(TimeZone.NameStyle, DateZone)] = [
            (.standard, .season(zone, isSummer: false)), (.shortStandard, .season(zone, isSummer: false)),
            (.daylightSaving, .season(zone, isSummer: true)),
            (.shortDaylightSaving, .season(zone, isSummer: true)),
        ]
        if withGeneric { styles += [(.generic, .named(zone)), (.shortGeneric, .named(zone))] }
        return styles.compactMap { style, namedZone in
            guard let name = zone.localizedName(for: style, locale: locale), !name.isEmpty,
                !name.contains("GMT"), !name.contains("UTC"), name.contains(where: \.isLetter)
            else { return nil }
            return (name, namedZone)
        }
    }
}

import Foundation

/// The names of time zones as people write them: `CEST`, `Pacific Time`, `heure normale du Japon`.
///
/// The abbreviations are those that Foundation knows, each for one zone; the long names are those of a locale. Where
/// zones share a name, the zone of an abbreviation is meant before any other.
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

    /// Reads a zone: an offset, or the longest name that ends where a word does.
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

    /// Reads a zone by the name that the zone database gives it, `America/New_York`, in any case.
    static func readIdentifier(_ scanner: inout DateScanner) -> DateZone? {
        let word = scanner.rest.prefix { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "/"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "+"):
                true
            default: false
            }
        }
        // The database writes each word with a capital, but for a few small ones.
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

// MARK: - Where the names come from

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

    /// Whether an abbreviation is that of summer time: EDT, CEST beside CET, BST.
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

    /// A zone's names in a locale. A name for the whole year, "Pacific Time", is only sure for the main zones.
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
        return styles.compactMap { style, meant in
            guard let name = zone.localizedName(for: style, locale: locale), !name.isEmpty,
                !name.contains("GMT"), !name.contains("UTC"), name.contains(where: \.isLetter)
            else { return nil }
            return (name, meant)
        }
    }
}

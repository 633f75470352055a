import Basics
import Foundation
import TestSupport
import Testing

@testable import Values

/// The tables of time zones in the sources contain the zones that the toolchain's ICU returns.
@Suite struct ZoneTableTests {
    private static let toolchain = ToolchainZones()

    @Test func theZonesAreThoseOfTheToolchain() {
        let zones = ZoneTableTests.toolchain
        #expect(
            (0..<ZoneTable.count).map { NamedZone(number: $0).identifier } == zones.identifiers,
            LocaleTableTests.help
        )
        #expect(Set(NamedZone.identifiers) == zones.known, LocaleTableTests.help)
        for (number, identifier) in zones.identifiers.enumerated() {
            #expect(NamedZone(identifier: identifier)?.number == number)
            #expect(NamedZone(folded: Array(identifier.lowercased().utf8)[...])?.number == number)
        }
    }

    @Test(arguments: ["", "/", "Europe/Berli", "Europe/Berlinn", "europe/berlin", "Zulu", "~"])
    func otherZonesAreNotKnown(_ identifier: String) {
        #expect(NamedZone(identifier: identifier) == nil)
    }

    /// The second before each change until 2050, the second of the change, and instants in all years.
    @Test func offsets() throws {
        for identifier in ZoneTableTests.toolchain.identifiers {
            let expected = try #require(TimeZone(identifier: identifier))
            let zone = try #require(NamedZone(identifier: identifier))
            var instants = Array(stride(from: -62_135_596_800, to: 253_402_300_799, by: 1_932_432_111))
            for change in ToolchainHistory.changes(expected) where change.instant < 2_524_608_000 {
                instants += [change.instant - 1, change.instant]
            }
            let wrong = instants.filter { instant in
                let date = Date(timeIntervalSince1970: Double(instant))
                let offset = expected.secondsFromGMT(for: date)
                let summer = Int(expected.daylightSavingTimeOffset(for: date))
                return zone.offset(at: instant) != offset
                    || zone.standardOffset(at: instant) != offset - summer
            }
            #expect(wrong.isEmpty, "\(identifier): \(LocaleTableTests.help)")
        }
    }

    @Test func names() {
        let zones = ZoneTableTests.toolchain
        for locale in Sample.every(8, of: Tables.identifiers) {
            let names = LocaleData(locale).names(.zones).map {
                (String(decoding: $0.key, as: UTF8.self), $0.value)
            }
            let expected = zones.names(locale: locale)
            let isSame = Dictionary(uniqueKeysWithValues: names) == expected
            #expect(isSame, "\(locale): \(LocaleTableTests.help)")
        }
    }

    @Test func abbreviations() {
        var names: [[UInt8]: Int] = [:]
        var reader = TableReader(ZoneTable.abbreviations, from: 1)
        reader.change(&names)
        let found = Dictionary(
            uniqueKeysWithValues: names.map { (String(decoding: $0.key, as: UTF8.self), $0.value) }
        )
        #expect(found == ZoneTableTests.toolchain.abbreviations, LocaleTableTests.help)
    }
}

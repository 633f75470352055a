import Foundation
import TestSupport
import Testing

@testable import Values

/// The tables of names in the sources contain the names that the toolchain's Foundation and ICU return, for every
/// locale.
@Suite struct LocaleTableTests {
    /// The advice if the toolchain's data has changed.
    static let help: Comment = "write the tables again with Tests/TableGenerator/generate.sh"

    @Test func theLocalesAreThoseOfTheToolchain() {
        #expect(LocaleData.identifiers == Tables.identifiers, LocaleTableTests.help)
        for identifier in Tables.identifiers {
            #expect(LocaleData.isKnown(identifier))
            #expect(LocaleData.isKnown(String(identifier.map { $0 == "_" ? "-" : $0 })))
        }
    }

    @Test(arguments: ["", "_", "xx", "d", "de_XX", "DE", "en_US_POSIX_", "de_AT_", "aa_aa_aa_aa_aa_aa_aa_aa"])
    func otherLocalesAreNotKnown(_ identifier: String) {
        #expect(!LocaleData.isKnown(identifier))
    }

    @Test(arguments: [
        ("de_XX", "de"), ("de_AT_XX", "de_AT"), ("de-AT-XX", "de_AT"), ("xx", "en_US_POSIX"),
        ("", "en_US_POSIX"),
    ])
    func anUnknownLocaleHasTheNamesOfTheNearest(_ identifier: String, _ nearest: String) {
        for kind in LocaleData.Names.allCases {
            #expect(LocaleData(identifier).names(kind) == LocaleData(nearest).names(kind))
        }
    }

    @Test func dates() {
        for locale in Tables.identifiers {
            let expected = ToolchainDates(locale: locale)
            let data = LocaleData(locale)
            #expect(text(data.names(.months)) == expected.months, "\(locale): \(LocaleTableTests.help)")
            #expect(text(data.names(.weekdays)) == expected.weekdays, "\(locale): \(LocaleTableTests.help)")
            #expect(
                text(data.names(.dayPeriods)) == expected.dayPeriods,
                "\(locale): \(LocaleTableTests.help)"
            )
            #expect(data.notation().keepsAccents == expected.accents, "\(locale): \(LocaleTableTests.help)")
        }
    }

    @Test func relativeDates() {
        for locale in Sample.every(5, of: Tables.identifiers) {
            let expected = ToolchainRelative(locale: locale)
            let data = LocaleData(locale)
            let named = expected.named.mapValues { phrase in
                ((phrase.count + 128) * 8 + phrase.unit) * 2 + (phrase.isDay ? 1 : 0)
            }
            #expect(text(data.names(.phrases)) == named, "\(locale): \(LocaleTableTests.help)")
            let counted = data.countedPhrases().map { phrase in
                ToolchainRelative.Counted(
                    before: String(decoding: phrase.before, as: UTF8.self),
                    after: String(decoding: phrase.after, as: UTF8.self),
                    unit: phrase.unit.rawValue,
                    isPast: phrase.isPast,
                    style: phrase.style
                )
            }
            #expect(counted == expected.counted, "\(locale): \(LocaleTableTests.help)")
            let words = ToolchainRelative.numberWords(locale: locale)
            #expect(text(data.names(.numbers)) == words, "\(locale): \(LocaleTableTests.help)")
        }
    }

    @Test func notation() {
        for locale in Tables.identifiers {
            let notation = LocaleData(locale).notation()
            let times = ToolchainTimes(locale: locale)
            let glue = notation.glue.map { String(decoding: $0, as: UTF8.self) }
            #expect(notation.times == times.patterns, "\(locale): \(LocaleTableTests.help)")
            #expect(glue == times.glue, "\(locale): \(LocaleTableTests.help)")
            let marks = ToolchainNumbers.marks(locale: locale)
            #expect([notation.decimal, notation.group] == marks, "\(locale): \(LocaleTableTests.help)")
            let conjunction = String(decoding: notation.conjunction, as: UTF8.self)
            let expected = ToolchainRelative.conjunction(locale: locale)
            #expect(conjunction == expected, "\(locale): \(LocaleTableTests.help)")
        }
    }

    @Test func currencies() {
        let letters = (UInt8(ascii: "A")...UInt8(ascii: "Z")).map { String(Unicode.Scalar($0)) }
        let codes = letters.flatMap { first in
            letters.flatMap { second in letters.map { first + second + $0 } }
        }
        #expect(codes.filter(LocaleData.isCurrency) == ToolchainNumbers.currencies, LocaleTableTests.help)
        for other in ["", "EU", "EURO", "eur", "ÄÖ"] { #expect(!LocaleData.isCurrency(other)) }
    }

    private func text(_ names: [[UInt8]: Int]) -> NumberedNames {
        Dictionary(uniqueKeysWithValues: names.map { (String(decoding: $0.key, as: UTF8.self), $0.value) })
    }
}

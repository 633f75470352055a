import Basics
import Synchronization

/// The data for dates and numbers that differ between languages and regions: a row of ``LocaleTable``.
///
/// The tables contain data of CLDR 46 in the form in which it is compared (see ``DateText``): names of months, days,
/// times of day and time zones, phrases of relative times, number words, marks in numbers. The 1,034 locales have 421
/// distinct rows of 1,782 distinct parts, 1.5 MB, two thirds of it names of time zones. Names are written as differences
/// from those of another locale of the language if that is shorter. A part is decoded when it is first read.
///
/// `Tests/TableGenerator/generate.sh` writes the tables from the toolchain's Foundation and ICU, and `ValuesTests`
/// compares them with it.
struct LocaleData: Sendable {
    /// A table of names.
    enum Names: Int, CaseIterable {
        /// January is 1.
        case months
        /// Sunday is 0.
        case weekdays
        /// Each number is a set of hours, in which bit 0 is the hour from midnight on.
        case dayPeriods
        /// Phrases such as "yesterday"; the numbers are read by ``RelativePhrase``.
        case phrases
        /// The words for the numbers from 1 to 12.
        case numbers
        /// Time zones; the numbers are read by ``DateZone``.
        case zones
    }

    private let row: Int
    private static let width = 8

    /// The data of a locale, or of the most similar one that exists: `de_XX` is `de`, and a language without data is
    /// POSIX.
    init(_ identifier: String) {
        var name = LocaleData.bytes(identifier)[...]
        while true {
            if let row = LocaleData.row(name) {
                self.row = row
                return
            }
            guard let end = name.lastIndex(of: UInt8(ascii: "_")) else { break }
            name = name[..<end]
        }
        row = LocaleData.row(Array("en_US_POSIX".utf8)[...]) ?? 0
    }

    /// Whether the tables have a locale, written with hyphens or underscores.
    static func isKnown(_ identifier: String) -> Bool { row(bytes(identifier)[...]) != nil }

    /// All locales, sorted by their bytes.
    static var identifiers: [String] {
        var reader = TableReader(LocaleTable.index)
        return (0..<LocaleTable.count).map { _ in
            let name = String(decoding: reader.bytes(16).prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self)
            _ = reader.fixed(digits: 2)
            return name
        }
    }

    private static func bytes(_ identifier: String) -> [UInt8] {
        identifier.utf8.map { $0 == UInt8(ascii: "-") ? UInt8(ascii: "_") : $0 }
    }

    private static func row(_ name: ArraySlice<UInt8>) -> Int? {
        guard !name.isEmpty else { return nil }
        let index = TableSearch.index(of: LocaleTable.count) { index in
            var reader = TableReader(LocaleTable.index, from: index * 18)
            let row = reader.bytes(16)
            let length = row.firstIndex(of: UInt8(ascii: " ")) ?? row.count
            return TableSearch.order(UnsafeBufferPointer(rebasing: row[..<length]), name)
        }
        guard let index else { return nil }
        var reader = TableReader(LocaleTable.index, from: index * 18 + 16)
        return reader.fixed(digits: 2)
    }

    private func part(_ kind: Int) -> TableReader {
        var reader = TableReader(LocaleTable.rows, from: (row * LocaleData.width + kind) * 2)
        return LocaleData.reader(ofPart: reader.fixed(digits: 2))
    }

    private static func reader(ofPart number: Int) -> TableReader {
        var offset = TableReader(LocaleTable.offsets, from: number * 4)
        return TableReader(LocaleTable.parts, from: offset.fixed(digits: 4))
    }

    /// Names with their numbers, folded.
    ///
    /// Complexity: linear in their number.
    func names(_ kind: Names) -> [[UInt8]: Int] {
        var names: [[UInt8]: Int] = [:]
        LocaleData.read(part(kind.rawValue), into: &names)
        return names
    }

    private static func read(_ part: TableReader, into names: inout [[UInt8]: Int]) {
        var reader = part
        let base = reader.number()
        if base > 0 { read(LocaleData.reader(ofPart: base - 1), into: &names) }
        reader.change(&names)
    }

    /// Phrases with a count, in the order in which they are tried.
    func countedPhrases() -> [CountedPhrase] {
        var reader = part(6)
        return (0..<reader.number()).compactMap { _ in
            let code = reader.number()
            let (before, after) = (reader.text(), reader.text())
            guard let unit = RelativeUnit(rawValue: code / 2 % 7) else { return nil }
            return CountedPhrase(
                before: before,
                after: after,
                unit: unit,
                isPast: code & 1 == 1,
                style: code / 14
            )
        }
    }

    /// The small parts.
    struct Notation: Sendable {
        /// Whether accents are kept in names because some differ only in them, like Slovak's Wednesday and Thursday.
        let keepsAccents: Bool
        let decimal: String
        let group: String
        /// The word by which the last two of a list are joined: "and".
        let conjunction: [UInt8]
        /// The formats of the time, short and medium.
        let times: [String]
        /// Words between the day and the time.
        let glue: [[UInt8]]
    }

    /// The small parts.
    func notation() -> Notation {
        var reader = part(7)
        return Notation(
            keepsAccents: reader.number() == 1,
            decimal: reader.string(),
            group: reader.string(),
            conjunction: reader.text(),
            times: (0..<reader.number()).map { _ in reader.string() },
            glue: (0..<reader.number()).map { _ in reader.text() }
        )
    }

    /// Whether a currency with this code exists (ISO 4217).
    static func isCurrency(_ code: String) -> Bool {
        let code = Array(code.utf8)
        guard code.count == 3 else { return false }
        return TableSearch.index(of: LocaleTable.currencies.utf8CodeUnitCount / 3) { index in
            var reader = TableReader(LocaleTable.currencies, from: index * 3)
            return TableSearch.order(reader.bytes(3), code)
        } != nil
    }
}

/// A value per locale, cached.
final class LocaleCache<Content: Sendable>: Sendable {
    private let make: @Sendable (String) -> Content
    private let made = Mutex<[String: Content]>([:])

    init(_ make: @escaping @Sendable (String) -> Content) {
        self.make = make
    }

    subscript(locale: String) -> Content {
        made.withLock { made in
            if let content = made[locale] { return content }
            let content = make(locale)
            made[locale] = content
            return content
        }
    }
}

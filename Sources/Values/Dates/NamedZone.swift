import Basics
import Synchronization

/// A zone of the time zone database, with its history of offsets: a row of ``ZoneTable``.
///
/// The tables, 95 kB, contain release 2025b of the database, including older names, every change of the offsets, and
/// the rules for changes in later years. `Tests/TableGenerator/generate.sh` writes them from the toolchain's ICU, and
/// `ValuesTests` compares them with it. Results therefore do not depend on the machine's own zone files.
package struct NamedZone: Hashable, Sendable {
    /// The row.
    let number: Int

    init(number: Int) {
        self.number = number
    }

    /// The database's names without a region, each with the zone that it is a link to.
    static let olderNames = [
        "EST": "America/Panama", "MST": "America/Phoenix", "HST": "Pacific/Honolulu",
        "EST5EDT": "America/New_York",
        "CST6CDT": "America/Chicago", "MST7MDT": "America/Denver", "PST8PDT": "America/Los_Angeles",
        "CET": "Europe/Brussels", "MET": "Europe/Brussels", "EET": "Europe/Athens", "WET": "Europe/Lisbon",
        "Cuba": "America/Havana", "Egypt": "Africa/Cairo", "Eire": "Europe/Dublin", "GB": "Europe/London",
        "GB-Eire": "Europe/London", "Hongkong": "Asia/Hong_Kong", "Iceland": "Africa/Abidjan",
        "Iran": "Asia/Tehran",
        "Israel": "Asia/Jerusalem", "Jamaica": "America/Jamaica", "Japan": "Asia/Tokyo",
        "Kwajalein": "Pacific/Kwajalein", "Libya": "Africa/Tripoli", "NZ": "Pacific/Auckland",
        "NZ-CHAT": "Pacific/Chatham", "Navajo": "America/Denver", "PRC": "Asia/Shanghai",
        "Poland": "Europe/Warsaw",
        "Portugal": "Europe/Lisbon", "ROC": "Asia/Taipei", "ROK": "Asia/Seoul", "Singapore": "Asia/Singapore",
        "Turkey": "Europe/Istanbul", "W-SU": "Europe/Moscow",
    ]

    /// A zone by its current or older name: `Europe/Berlin`.
    init?(identifier: String) {
        let name = Array(identifier.utf8)
        let index = TableSearch.index(of: ZoneTable.count) { TableSearch.order(NamedZone.name($0), name) }
        guard let index else { return nil }
        number = index
    }

    /// A zone by its name in lower case.
    ///
    /// Complexity: linear in the number of zones.
    init?(folded name: ArraySlice<UInt8>) {
        let index = (0..<ZoneTable.count).first { index in
            let found = NamedZone.name(index)
            return found.count == name.count && zip(found, name).allSatisfy { $0.asciiLowercased == $1 }
        }
        guard let index else { return nil }
        number = index
    }

    /// Its name.
    var identifier: String { String(decoding: NamedZone.name(number), as: UTF8.self) }

    private static func start(_ number: Int) -> (name: Int, history: Int) {
        var reader = TableReader(ZoneTable.index, from: number * 5)
        return (reader.fixed(digits: 3), reader.fixed(digits: 2))
    }

    private static func name(_ number: Int) -> UnsafeBufferPointer<UInt8> {
        let start = start(number).name
        var reader = TableReader(ZoneTable.names, from: start)
        return reader.bytes(NamedZone.start(number + 1).name - start)
    }

    /// The names of zones to suggest, without older ones.
    static var identifiers: [String] {
        (0..<ZoneTable.count).filter { start($0).history & 1 == 1 }.map { NamedZone(number: $0).identifier }
    }

    /// The offset from UTC in seconds at an instant, in seconds since 1970.
    func offset(at instant: Int) -> Int {
        let offsets = history.offsets(at: instant)
        return offsets.standard + offsets.summer
    }

    /// The offset without summer time.
    func standardOffset(at instant: Int) -> Int { history.offsets(at: instant).standard }

    private static let histories = Mutex<[Int: ZoneHistory]>([:])

    /// Its history, decoded once.
    private var history: ZoneHistory {
        let number = NamedZone.start(number).history >> 1
        return NamedZone.histories.withLock { histories in
            if let history = histories[number] { return history }
            let history = ZoneHistory(number: number)
            histories[number] = history
            return history
        }
    }
}

/// The offsets of a zone over time.
private struct ZoneHistory: Sendable {
    /// Offsets in seconds.
    struct Offsets: Sendable {
        let standard: Int
        let summer: Int
    }

    /// The beginning of summer or standard time in every year: the weekday on or after a day of a month.
    private struct Rule: Sendable {
        let month: Int
        let day: Int
        let weekday: Int
        /// Seconds from that day's midnight, with the previous offset.
        let second: Int
        let offsets: Offsets
    }

    private let first: Offsets
    /// The instants of the changes, with the offsets from then on.
    private let changes: [(instant: Int, offsets: Offsets)]
    /// The rules for the years from `firstYear` on, in the order of the year; empty if nothing changes.
    private let rules: [Rule]
    private let firstYear: Int

    init(number: Int) {
        var start = TableReader(ZoneTable.offsets, from: number * 3)
        var reader = TableReader(ZoneTable.histories, from: start.fixed(digits: 3))
        let kinds = (0..<reader.number()).map { _ in
            Offsets(standard: reader.signed(), summer: reader.signed())
        }
        var last: Int?
        changes = (0..<reader.number()).map { _ in
            let code = reader.number()
            let distance = last == nil ? reader.signed() : reader.number()
            let instant = (last ?? 0) + (code & 1 == 1 ? distance * 900 : distance)
            last = instant
            return (instant, kinds[code >> 1])
        }
        first = kinds[0]
        firstYear = reader.number()
        rules = (0..<(firstYear > 0 ? 2 : 0)).map { _ in
            Rule(
                month: reader.number(),
                day: reader.number(),
                weekday: reader.number(),
                second: reader.number(),
                offsets: kinds[reader.number()]
            )
        }
    }

    /// The offsets at an instant.
    ///
    /// Complexity: logarithmic in the number of changes.
    func offsets(at instant: Int) -> Offsets {
        if let offsets = ruled(at: instant) { return offsets }
        var (low, high) = (0, changes.count)
        while low < high {
            let middle = (low + high) / 2
            if changes[middle].instant <= instant { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? changes[low - 1].offsets : first
    }

    /// The offsets according to the rules; `nil` before their first year.
    private func ruled(at instant: Int) -> Offsets? {
        guard rules.count == 2 else { return nil }
        // No change is within two days of the year's ends.
        let year = Moment(instant: instant, offset: 0).year
        guard year >= firstYear else { return nil }
        var offsets = year == firstYear ? changes.last?.offsets ?? first : rules[1].offsets
        for rule in rules {
            let begin = ZoneHistory.begin(of: rule, in: year) - offsets.standard - offsets.summer
            if instant < begin { return offsets }
            offsets = rule.offsets
        }
        return offsets
    }

    /// The local time in seconds at which a rule's offsets begin in a year.
    private static func begin(of rule: Rule, in year: Int) -> Int {
        let day = Moment(year: year, month: rule.month, day: rule.day)
        let distance = (rule.weekday - day.weekday + 7) % 7
        return (day.dayNumber + distance) * 86_400 + rule.second
    }
}

import Foundation

/// The source files of all tables, made from the toolchain's data.
enum Tables {
    /// A file's path in `Sources` with its text.
    static func files() -> [(name: String, text: String)] {
        let zones = ToolchainZones()
        return [
            ("Values/Tables/ZoneTable.swift", self.zones(zones)),
            ("Basics/Unicode/DecompositionTable.swift", decompositions()),
            ("Addresses/Hosts/HostTable.swift", hosts()),
            ("Values/Tables/LocaleTable.swift", locales(zones)),
        ]
    }

    /// The locales of the toolchain, in the order of their bytes.
    static let identifiers = Locale.availableIdentifiers.sorted {
        $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
}

// MARK: - Locales

extension Tables {
    private static func locales(_ zones: ToolchainZones) -> String {
        var contents = LocaleContents()
        var rows: [[Int]] = []
        var numbers: [[Int]: Int] = [:]
        var index = TableWriter()
        for locale in identifiers {
            let row = contents.row(locale, zones)
            let number = numbers[row] ?? rows.count
            if numbers[row] == nil {
                numbers[row] = number
                rows.append(row)
            }
            index.raw(locale.padding(toLength: 16, withPad: " ", startingAt: 0))
            index.fixed(number, digits: 2)
        }
        var list = TableWriter()
        for row in rows { for part in row { list.fixed(part, digits: 2) } }
        var offsets = TableWriter()
        var bytes: [UInt8] = []
        for part in contents.parts {
            offsets.fixed(bytes.count, digits: 4)
            bytes += part
        }
        var file = TableFile("What differs between locales. `LocaleData` reads it.", name: "LocaleTable")
        file.add("count", "The number of locales.", identifiers.count)
        file.add("index", "Each locale in 16 characters and the number of its row, sorted.", index.bytes)
        file.add("rows", "The parts of each row, one of each kind.", list.bytes)
        file.add("offsets", "The start of each part.", offsets.bytes)
        file.add("parts", "The parts: names and phrases, folded.", bytes)
        var currencies: [UInt8] = []
        let codes = ToolchainNumbers.currencies.filter { $0.utf8.count == 3 }
        precondition(codes.count == ToolchainNumbers.currencies.count)
        for code in codes { currencies += code.utf8 }
        file.add("currencies", "The codes of ISO 4217, sorted.", currencies)
        return file.contents
    }
}

/// The distinct parts of all locales.
private struct LocaleContents {
    private(set) var parts: [[UInt8]] = []
    private var numbers: [[UInt8]: Int] = [:]
    /// The names of a part, for writing others as differences from them.
    private var names: [Int: (kind: Int, language: Substring, names: NumberedNames)] = [:]
    private var known: [NamedPart: Int] = [:]

    private struct NamedPart: Hashable {
        let kind: Int
        let language: Substring
        let names: NumberedNames
    }

    mutating func row(_ locale: String, _ zones: ToolchainZones) -> [Int] {
        let dates = ToolchainDates(locale: locale)
        let relative = ToolchainRelative(locale: locale)
        let language = locale.prefix { $0 != "_" }
        let named = relative.named.mapValues { phrase in
            ((phrase.count + 128) * 8 + phrase.unit) * 2 + (phrase.isDay ? 1 : 0)
        }
        let tables = [
            dates.months, dates.weekdays, dates.dayPeriods, named,
            ToolchainRelative.numberWords(locale: locale),
            zones.names(locale: locale),
        ]
        var row = tables.enumerated().map { add($1, kind: $0, language) }
        row.append(add(counted(relative.counted)))
        row.append(add(small(locale, dates.accents)))
        return row
    }

    private func counted(_ phrases: [ToolchainRelative.Counted]) -> [UInt8] {
        var writer = TableWriter()
        writer.number(phrases.count)
        for phrase in phrases {
            writer.number((phrase.style * 7 + phrase.unit) * 2 + (phrase.isPast ? 1 : 0))
            writer.text(phrase.before)
            writer.text(phrase.after)
        }
        return writer.bytes
    }

    private func small(_ locale: String, _ accents: Bool) -> [UInt8] {
        var writer = TableWriter()
        writer.number(accents ? 1 : 0)
        for mark in ToolchainNumbers.marks(locale: locale) { writer.text(mark) }
        writer.text(ToolchainRelative.conjunction(locale: locale))
        let times = ToolchainTimes(locale: locale)
        for list in [times.patterns, times.glue] {
            writer.number(list.count)
            for text in list { writer.text(text) }
        }
        return writer.bytes
    }

    private mutating func add(_ bytes: [UInt8]) -> Int {
        if let number = numbers[bytes] { return number }
        numbers[bytes] = parts.count
        parts.append(bytes)
        return parts.count - 1
    }

    /// Adds names as the smallest differences from other names of the language, or from none.
    private mutating func add(_ names: NumberedNames, kind: Int, _ language: Substring) -> Int {
        let key = NamedPart(kind: kind, language: language, names: names)
        if let number = known[key] { return number }
        var best = LocaleContents.part(names, from: [:], number: 0)
        for (number, other) in self.names.sorted(by: { $0.key < $1.key })
        where other.kind == kind && other.language == language {
            let part = LocaleContents.part(names, from: other.names, number: number + 1)
            if part.count < best.count { best = part }
        }
        let number = add(best)
        known[key] = number
        self.names[number] = (kind, language, names)
        return number
    }

    private static func part(_ names: NumberedNames, from base: NumberedNames, number: Int) -> [UInt8] {
        var writer = TableWriter()
        writer.number(number)
        writer.names(names, from: base)
        return writer.bytes
    }
}

// MARK: - Time zones

extension Tables {
    private static func zones(_ zones: ToolchainZones) -> String {
        var histories: [ToolchainHistory] = []
        var numbers: [ToolchainHistory: Int] = [:]
        var index = TableWriter()
        var names: [UInt8] = []
        for identifier in zones.identifiers {
            guard let zone = zones.zone(identifier) else { fatalError("no zone \(identifier)") }
            let history = ToolchainHistory(zone)
            let number = numbers[history] ?? histories.count
            if numbers[history] == nil {
                numbers[history] = number
                histories.append(history)
            }
            index.fixed(names.count, digits: 3)
            index.fixed(number * 2 + (zones.known.contains(identifier) ? 1 : 0), digits: 2)
            names += identifier.utf8
        }
        index.fixed(names.count, digits: 3)
        index.fixed(0, digits: 2)
        var offsets = TableWriter()
        var bytes: [UInt8] = []
        for history in histories {
            offsets.fixed(bytes.count, digits: 3)
            bytes += written(history)
        }
        var abbreviations = TableWriter()
        abbreviations.number(0)
        abbreviations.names(zones.abbreviations, from: [:])
        var file = TableFile("The time zones. `NamedZone` reads it.", name: "ZoneTable")
        file.add("count", "The number of zones.", zones.identifiers.count)
        file.add(
            "index",
            "The start of each zone's name, and its history with a bit that it is suggested.",
            index.bytes
        )
        file.add("names", "The zones' names, sorted.", names)
        file.add("offsets", "The start of each history.", offsets.bytes)
        file.add("histories", "The offsets of each history, and the rules of later years.", bytes)
        file.add("abbreviations", "Abbreviations with the zone and the season.", abbreviations.bytes)
        return file.contents
    }

    private static func written(_ history: ToolchainHistory) -> [UInt8] {
        var writer = TableWriter()
        var kinds: [ToolchainHistory.Offsets] = []
        func kind(_ offsets: ToolchainHistory.Offsets) -> Int {
            if let known = kinds.firstIndex(of: offsets) { return known }
            kinds.append(offsets)
            return kinds.count - 1
        }
        let first = kind(history.first)
        let changes = history.changes.map { (instant: $0.instant, kind: kind($0.offsets)) }
        let rules = history.rules.map { (rule: $0, kind: kind($0.offsets)) }
        precondition(first == 0 && rules.count <= 2)
        writer.number(kinds.count)
        for kind in kinds {
            writer.signed(kind.standard)
            writer.signed(kind.summer)
        }
        writer.number(changes.count)
        var last = 0
        for change in changes {
            // Nearly all changes are at full quarters of an hour.
            let distance = change.instant - last
            let isQuarter = distance % 900 == 0
            writer.number(change.kind * 2 + (isQuarter ? 1 : 0))
            if change.instant == changes[0].instant {
                writer.signed(isQuarter ? distance / 900 : distance)
            } else {
                writer.number(isQuarter ? distance / 900 : distance)
            }
            last = change.instant
        }
        writer.number(history.firstYear)
        if history.firstYear > 0 {
            for (rule, kind) in rules {
                for number in [rule.month, rule.day, rule.weekday, rule.second, kind] {
                    writer.number(number)
                }
            }
        }
        return writer.bytes
    }
}

// MARK: - Unicode

extension Tables {
    /// Distinct sequences of scalars in one table.
    private struct Sequences {
        var writer = TableWriter()
        private var starts: [[UInt32]: Int] = [:]
        private var count = 0

        mutating func start(_ sequence: [UInt32]) -> Int {
            if let start = starts[sequence] { return start }
            let start = count
            starts[sequence] = start
            for scalar in sequence { writer.fixed(Int(scalar), digits: 4) }
            count += sequence.count
            return start
        }
    }

    private static func decompositions() -> String {
        var sequences = Sequences()
        func table(_ entries: [(UInt32, [UInt32])]) -> [UInt8] {
            var writer = TableWriter()
            for (scalar, parts) in entries {
                writer.fixed(Int(scalar), digits: 4)
                writer.fixed(sequences.start(parts), digits: 3)
                writer.fixed(parts.count, digits: 1)
            }
            return writer.bytes
        }
        let canonical = ToolchainUnicode.canonical()
        let compatibility = ToolchainUnicode.compatibility()
        let canonicalTable = table(canonical)
        let compatibilityTable = table(compatibility)
        var pairs = TableWriter()
        for (first, second, composed) in ToolchainUnicode.compositions() {
            for scalar in [first, second, composed] { pairs.fixed(Int(scalar), digits: 4) }
        }
        var file = TableFile(
            "Unicode's decompositions. `Normalization` reads it.",
            name: "DecompositionTable"
        )
        let about = "Each scalar with the start and the count of its"
        file.add("canonical", "\(about) canonical decomposition.", canonicalTable)
        file.add("compatibility", "\(about) other decomposition by compatibility.", compatibilityTable)
        file.add("sequences", "The decompositions.", sequences.writer.bytes)
        file.add("pairs", "Two scalars and the one into which they compose.", pairs.bytes)
        return file.contents
    }

    /// A scalar in lower case, decomposed by compatibility.
    private static func usual(_ scalar: Unicode.Scalar) -> [UInt32] {
        String(scalar).decomposedStringWithCompatibilityMapping.unicodeScalars
            .map { $0.properties.lowercaseMapping }.joined()
            .decomposedStringWithCanonicalMapping.unicodeScalars.map(\.value)
    }

    private static func hosts() -> String {
        var mappings = TableWriter()
        var last: UInt32 = 0x80
        let runs = ToolchainUnicode.hostMappings(usual: usual)
        mappings.number(runs.count)
        for (first, mapping) in runs {
            mappings.number(Int(first - last))
            last = first
            switch mapping {
            case .usual: mappings.number(0)
            case .disallowed: mappings.number(1)
            case .mapped(let scalars):
                mappings.number(2 + scalars.count)
                for scalar in scalars { mappings.number(Int(scalar)) }
            }
        }
        var file = TableFile(
            "What internationalized host names need of Unicode, with the characters of Unicode 17. `HostTables` reads it.",
            name: "HostTable"
        )
        file.add("mappings", "Runs of scalars with their mapping (UTS #46).", mappings.bytes)
        file.add(
            "directions",
            "Runs of scalars with their direction.",
            written(ToolchainUnicode.directions())
        )
        file.add(
            "joiningTypes",
            "Runs of scalars with their joining type.",
            written(ToolchainUnicode.joiningTypes())
        )
        return file.contents
    }

    private static func written(_ runs: [(first: UInt32, value: Int)]) -> [UInt8] {
        var writer = TableWriter()
        writer.number(runs.count)
        var last: UInt32 = 0
        for run in runs {
            writer.number(Int(run.first - last))
            writer.number(run.value)
            last = run.first
        }
        return writer.bytes
    }
}

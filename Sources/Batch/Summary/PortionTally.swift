import Records

/// The counts of a portion of pages. A journal records them, so that the summary of a resumed run covers the whole run.
struct PortionTally {
    /// The counts of one rules file's pages.
    struct RulesTally {
        let name: String
        var pages = 0
        var failed = 0
        var types: [PageTally.TypeTally]
    }

    /// The number of pages that were read or could not be read.
    var pages = 0
    var failed = 0
    var warnings = 0
    var bytes = 0
    /// The number of pages that were left out, by the reason.
    var leftOut: [(reason: String, count: Int)] = []
    var rules: [RulesTally] = []

    init() {}

    /// The counts of some pages.
    init(_ pages: [FinishedPage]) {
        for page in pages { add(page) }
    }

    private mutating func add(_ page: FinishedPage) {
        if let reason = page.result.leftOut {
            if let known = leftOut.firstIndex(where: { $0.reason == reason }) {
                leftOut[known].count += 1
            } else {
                leftOut.append((reason, 1))
            }
            return
        }
        pages += 1
        bytes += page.result.bytes
        warnings += page.result.warnings
        if page.result.isFailed { failed += 1 }
        guard let name = page.result.tally.rules else { return }
        let place =
            rules.firstIndex { $0.name == name }
            ?? {
                rules.append(RulesTally(name: name, types: []))
                return rules.count - 1
            }()
        rules[place].pages += 1
        if page.result.isFailed { rules[place].failed += 1 }
        for (index, type) in page.result.tally.types.enumerated() { rules[place].add(type, at: index) }
    }
}

extension PortionTally.RulesTally {
    /// Adds a type's records. The type usually has the same index on every page of these rules.
    fileprivate mutating func add(_ type: PageTally.TypeTally, at index: Int) {
        let isThere = types.indices.contains(index) && types[index].hasLayout(of: type)
        guard let place = isThere ? index : types.firstIndex(where: { $0.hasLayout(of: type) }) else {
            types.append(type)
            return
        }
        types[place].add(type)
    }
}

extension PageTally.TypeTally {
    fileprivate func hasLayout(of other: PageTally.TypeTally) -> Bool {
        // Those of the same rules are the same object.
        names === other.names || names.type == other.names.type && names.all == other.names.all
    }
}

/// Encodes tallies for a journal as numbers. The names of types and fields are written once, with the first tally of their
/// rules, so that the journal does not grow with them.
///
///     "fields":[["plants",["Plant","name","height"]]],"tally":[["plants",2,1,[31,31,30]]]
///
/// For example, these rules have read two pages, one of which failed. All of 31 plants have a name, and 30 have a
/// height.
struct TallyLayouts: Sendable {
    /// By the name of rules, the name of each type followed by the names of its fields.
    private var layouts: [String: [[String]]] = [:]

    /// The highest valid count.
    private static let highest = 1 << 40

    /// A tally as members of a note. Zeros are omitted except for the bytes, which mark a tally.
    mutating func members(_ tally: PortionTally) -> [Value.Member] {
        var members = [Value.Member("bytes", .number(Number(tally.bytes)))]
        if tally.failed > 0 { members.append(Value.Member("failed", .number(Number(tally.failed)))) }
        if tally.warnings > 0 { members.append(Value.Member("warnings", .number(Number(tally.warnings)))) }
        if !tally.leftOut.isEmpty {
            let reasons = tally.leftOut.map { Value.Member($0.reason, .number(Number($0.count))) }
            members.append(Value.Member("leftOut", .object(reasons)))
        }
        if tally.rules.isEmpty { return members }
        let new = tally.rules.compactMap { newLayout($0) }
        if !new.isEmpty { members.append(Value.Member("fields", .list(new))) }
        members.append(Value.Member("tally", .list(tally.rules.map(TallyLayouts.numbers))))
        return members
    }

    /// The layout of rules if it is not in the journal yet.
    private mutating func newLayout(_ rules: PortionTally.RulesTally) -> Value? {
        let layout = rules.types.map { [$0.name] + $0.names.all }
        if layouts[rules.name] == layout { return nil }
        layouts[rules.name] = layout
        return .list([.string(rules.name)] + layout.map { .list($0.map(Value.string)) })
    }

    private static func numbers(_ rules: PortionTally.RulesTally) -> Value {
        let types = rules.types.map { type in
            Value.list([.number(Number(type.count))] + type.counts.map { .number(Number($0)) })
        }
        return .list(
            [.string(rules.name), .number(Number(rules.pages)), .number(Number(rules.failed))] + types
        )
    }

    // MARK: - Reading

    /// Reads the tally of a note.
    ///
    /// - Parameter places: the number of pages that the note is about.
    /// - Returns: `nil` if the note has no tally or an invalid one.
    mutating func tally(_ note: Value, of places: Int) -> PortionTally? {
        guard let bytes = TallyLayouts.count(note["bytes"]) else { return nil }
        var tally = PortionTally()
        tally.bytes = bytes
        tally.failed = TallyLayouts.count(note["failed"]) ?? 0
        tally.warnings = TallyLayouts.count(note["warnings"]) ?? 0
        for member in note["leftOut"]?.object ?? [] {
            guard let count = TallyLayouts.count(member.value) else { return nil }
            tally.leftOut.append((member.name, count))
        }
        tally.pages = max(0, places - tally.leftOut.reduce(0) { $0 &+ $1.count })
        for layout in note["fields"]?.list ?? [] {
            guard let parts = layout.list, let name = parts.first?.string else { return nil }
            layouts[name] = parts.dropFirst().map { ($0.list ?? []).compactMap(\.string) }
        }
        for numbers in note["tally"]?.list ?? [] {
            guard let rules = rules(numbers.list ?? []) else { return nil }
            tally.rules.append(rules)
        }
        return tally
    }

    private func rules(_ parts: [Value]) -> PortionTally.RulesTally? {
        guard parts.count >= 3, let name = parts[0].string, let layout = layouts[name],
            let pages = TallyLayouts.count(parts[1]), let failed = TallyLayouts.count(parts[2]),
            parts.count == layout.count + 3
        else { return nil }
        var rules = PortionTally.RulesTally(name: name, pages: pages, failed: failed, types: [])
        for (names, numbers) in zip(layout, parts.dropFirst(3)) {
            let counts = (numbers.list ?? []).compactMap(TallyLayouts.count)
            guard let type = PageTally.TypeTally(names, counts) else { return nil }
            rules.types.append(type)
        }
        return rules
    }

    private static func count(_ value: Value?) -> Int? {
        guard let count = value?.number?.integer, (0...highest).contains(count) else { return nil }
        return count
    }
}

extension PageTally.TypeTally {
    /// A tally from the name of a type and the names of its fields, with a number for each.
    fileprivate init?(_ names: [String], _ counts: [Int]) {
        guard let name = names.first, names.count == counts.count else { return nil }
        self.names = CountNames(type: name, Array(names.dropFirst()))
        count = counts[0]
        self.counts = Array(counts.dropFirst())
    }
}

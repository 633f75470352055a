import Records

/// Tallies as a journal has them: numbers alone. What they count, the types and fields of rules, the journal tells once,
/// with the first tally of these rules, so that it does not grow with the names of fields.
///
///     "fields":[["plants",["Plant","name","height"]]],"tally":[["plants",2,1,[31,31,30]]]
///
/// Two pages have been read by these rules, one of which failed; of 31 plants all have a name and 30 a height.
struct TallyLayouts: Sendable {
    /// Of rules by their name: each type's name, and behind it its fields'.
    private var layouts: [String: [[String]]] = [:]

    /// No more than this is counted; a journal that says so is none of ours.
    private static let highest = 1 << 40

    /// A tally as members of a note. What is nothing is left out, but for the bytes, by which a tally is known.
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

    /// The layout of rules, where the journal has not told it.
    private mutating func newLayout(_ rules: PortionTally.RulesTally) -> Value? {
        let layout = rules.types.map { [$0.name] + $0.filled.map(\.field) }
        if layouts[rules.name] == layout { return nil }
        layouts[rules.name] = layout
        return .list([.string(rules.name)] + layout.map { .list($0.map(Value.string)) })
    }

    private static func numbers(_ rules: PortionTally.RulesTally) -> Value {
        let types = rules.types.map { type in
            Value.list([.number(Number(type.count))] + type.filled.map { .number(Number($0.count)) })
        }
        return .list(
            [.string(rules.name), .number(Number(rules.pages)), .number(Number(rules.failed))] + types
        )
    }

    // MARK: - Reading

    /// Reads the tally of a note about so many pages.
    ///
    /// - Returns: `nil` where the note has none, or one that cannot be.
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
    /// A type's tally of its name and those of its fields, and a number for each.
    fileprivate init?(_ names: [String], _ counts: [Int]) {
        guard let name = names.first, names.count == counts.count else { return nil }
        self.name = name
        count = counts[0]
        filled = zip(names, counts).dropFirst().map { ($0, $1) }
    }
}

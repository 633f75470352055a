package import Records
package import Selectors
package import Values

/// What a page's records of one type are normally like: an entry of `expect`.
package struct Expectation: Sendable {
    /// What is expected at a path.
    package struct Entry<Bound: Sendable>: Sendable {
        package let path: RecordPath
        package let bound: Bound
        /// Its place in the rules file.
        package let range: Range<Int>
    }

    /// How many of the records, or of the objects in them, have a field; how many of its values differ.
    package enum Filling: Sendable {
        /// The least share, from 0 to 1.
        case share(Double)
        case count(ClosedRange<Int>)
    }

    /// How many records there are.
    package var count: Entry<ClosedRange<Int>>?
    /// How many elements lists have.
    package var lengths: [Entry<ClosedRange<Int>>] = []
    package var filled: [Entry<Filling>] = []
    /// What values are like.
    package var values: [Entry<ValueConstraint>] = []
    /// How many of a field's values on a page differ from each other.
    package var distinct: [Entry<Filling>] = []
    /// What must match in a page for the expectation to apply; `nil` for every page.
    package var condition: SelectorList?
    /// The layout of the record type that it is for; `nil` for all.
    package var layout: Int?
    /// Its place in the rules file.
    package var range: Range<Int>
}

/// What records are not like though they are expected to be.
package struct Shortfall: Sendable {
    /// What is wrong.
    package enum Kind: Sendable {
        /// The number of records.
        case records
        /// Fields without a value, among them lists without elements.
        case missing
        /// Lists of another length.
        case length
        /// Values of another form.
        case value
        /// Values that do not differ.
        case repeated
    }

    package let kind: Kind
    /// The key of `expect` that says so.
    package let key: String
    package let path: RecordPath
    /// What was expected and what was found, in one line.
    package let message: String
    /// The place of the expectation in the rules file.
    package let range: Range<Int>
    /// How many places are concerned, and of how many.
    package let lost: Int
    package let total: Int
    /// With how many more values nothing would be missing; `nil` where values cannot mend it.
    package var needed: Int?
    /// The index of the first record concerned; `nil` where none is.
    package let record: Int?
    /// How many places in that record precede the first one concerned.
    package let place: Int

    /// The path as the rules have it.
    package var writtenPath: RecordPath { key == "count" ? path.elements : path }
}

extension Expectation {
    /// Compares the records of a page with what is expected: a shortfall for each entry that is not met, none for what is
    /// only missing with the object or list that it is in.
    ///
    /// - Parameter empty: the number of elements without any field and so without a record: each lacks every field.
    /// - Complexity: linear in the size of the records for each path.
    package func shortfalls(_ records: [Record], empty: Int, of type: String) -> [Shortfall] {
        var found: [Shortfall] = []
        if let count, !count.bound.contains(records.count) {
            found.append(
                Shortfall(
                    kind: .records,
                    key: "count",
                    path: .records,
                    message: "expected \(count.bound.countText) records of type \(type), "
                        + "found \(records.count)",
                    range: count.range,
                    lost: max(0, count.bound.lowerBound - records.count),
                    total: records.count,
                    record: nil,
                    place: 0
                )
            )
        }
        for entry in filled {
            if let one = shortfall(entry, records, empty: empty, of: type) { found.append(one) }
        }
        for entry in lengths { if let one = shortfall(entry, records, of: type) { found.append(one) } }
        for entry in values { if let one = shortfall(entry, records, of: type) { found.append(one) } }
        for entry in distinct {
            if let one = shortfall(differing: entry, records, of: type) { found.append(one) }
        }
        return found
    }

    /// The places at a path that are wrong.
    private struct Tally {
        var total = 0
        var lost = 0
        var first: (record: Int, place: Int)?

        mutating func add(isLost: Bool, record: Int, place: Int) {
            total += 1
            guard isLost else { return }
            lost += 1
            if first == nil { first = (record, place) }
        }

        /// Counts the places at a path of all records.
        init(_ path: RecordPath, _ records: [Record], isLost: (Value?) -> Bool) {
            for (index, record) in records.enumerated() {
                var place = 0
                path.forEachValue(in: record.fields) { value in
                    add(isLost: isLost(value), record: index, place: place)
                    place += 1
                }
            }
        }

        func shortfall(
            _ kind: Shortfall.Kind,
            _ key: String,
            _ path: RecordPath,
            _ message: String,
            _ range: Range<Int>
        )
            -> Shortfall
        {
            Shortfall(
                kind: kind,
                key: key,
                path: path,
                message: message,
                range: range,
                lost: lost,
                total: total,
                record: first?.record,
                place: first?.place ?? 0
            )
        }
    }

    private func shortfall(
        _ entry: Entry<Filling>,
        _ records: [Record],
        empty: Int,
        of type: String
    ) -> Shortfall? {
        var tally = Tally(entry.path, records) { !RecordPath.isFilled($0) }
        let isDeep = entry.path.steps.count > 1
        if !isDeep {
            tally.total += empty
            tally.lost += empty
        }
        if tally.total == 0 { return nil }
        let found = tally.total - tally.lost
        let wanted: String
        var needed: Int?
        let what = isDeep ? "objects" : "records"
        switch entry.bound {
        case .share(let share):
            let least = share * Double(tally.total)
            if Double(found) >= least { return nil }
            needed = Int(least.rounded(.up)) - found
            wanted = share == 1 ? "all \(what)" : "\(Expectation.percent(share))% of the \(what)"
        case .count(let range):
            if range.contains(found) { return nil }
            if found < range.lowerBound { needed = range.lowerBound - found }
            wanted = "\(range.countText) of the \(what)"
        }
        let message =
            "expected \(type).\(entry.path) in \(wanted), found it in \(found) of \(tally.total)"
        var shortfall = tally.shortfall(.missing, "filled", entry.path, message, entry.range)
        shortfall.needed = needed
        return shortfall
    }

    private static func percent(_ share: Double) -> String {
        let tenths = Int((share * 1000).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }

    private func shortfall(
        _ entry: Entry<ClosedRange<Int>>,
        _ records: [Record],
        of type: String
    ) -> Shortfall? {
        var least = Int.max
        var greatest = 0
        let list = entry.path.list
        let tally = Tally(list, records) { value in
            let count = value.map { $0.list?.count ?? 1 } ?? 0
            guard !entry.bound.contains(count) else { return false }
            least = min(least, count)
            greatest = max(greatest, count)
            return true
        }
        guard tally.lost > 0 else { return nil }
        let found = least == greatest ? "\(least)" : "\(least) to \(greatest)"
        let noun = entry.bound == 1...1 || entry.bound == 1...Int.max ? "element" : "elements"
        let message =
            "expected \(entry.bound.countText) \(noun) in \(type).\(list), found \(found)"
            + " in \(tally.lost) of \(tally.total)"
        return tally.shortfall(greatest == 0 ? .missing : .length, "count", list, message, entry.range)
    }

    private func shortfall(
        _ entry: Entry<ValueConstraint>,
        _ records: [Record],
        of type: String
    ) -> Shortfall? {
        var example: (value: Value, problem: String)?
        var count = 0
        let tally = Tally(entry.path, records) { value in
            guard let value, RecordPath.isFilled(value) else { return false }
            count += 1
            guard let problem = entry.bound.problem(with: value) else { return false }
            if example == nil { example = (value, problem) }
            return true
        }
        guard tally.lost > 0, let example else { return nil }
        let message =
            "expected \(type).\(entry.path) \(entry.bound.wording), "
            + "\(tally.lost) of \(count) \(tally.lost == 1 ? "does" : "do") not: "
            + "\(example.value.quoted) \(example.problem)"
        return tally.shortfall(.value, entry.bound.key, entry.path, message, entry.range)
    }

    private func shortfall(
        differing entry: Entry<Filling>,
        _ records: [Record],
        of type: String
    ) -> Shortfall? {
        var seen: Set<Value> = []
        var count = 0
        let tally = Tally(entry.path, records) { value in
            guard let value, RecordPath.isFilled(value) else { return false }
            count += 1
            return !seen.insert(value).inserted
        }
        if count == 0 { return nil }
        let wanted: String
        switch entry.bound {
        case .share(let share):
            if Double(seen.count) >= share * Double(count) { return nil }
            wanted = share == 1 ? "all" : "\(Expectation.percent(share))% of the"
        case .count(let range):
            if range.contains(seen.count) { return nil }
            wanted = range.countText
        }
        let message =
            "expected \(wanted) values of \(type).\(entry.path) to differ, found \(seen.count) different "
            + "among \(count)"
        return tally.shortfall(.repeated, "distinct", entry.path, message, entry.range)
    }
}

// MARK: - Rules

extension Expectation {
    /// The keys of `expect` that say something of records, in the order in which they are written.
    package static var keys: [String] {
        LanguageKey.expectation.map(\.name).filter { !["when", "about"].contains($0) }
    }
}

extension RecordRule {
    /// What records of a layout are; of all layouts for `nil`.
    package func schema(ofLayout layout: Int?) -> Schema.RecordType {
        guard let layout, case .nodes(let layouts) = content else { return schema }
        return Schema.RecordType(name: name, fields: layouts[layout].schema)
    }

    /// The fields of a path, of all its layouts; none in data of any shape and for groups.
    package func fieldRules(at path: RecordPath) -> [FieldRule] {
        guard case .nodes(let layouts) = content else { return [] }
        return layouts.flatMap { layout in
            FieldRule.find(path.steps[...], in: layout.fields, enclosing: [])
        }
    }
}

extension FieldRule {
    /// - Parameter enclosing: the fields that are lists of objects around these, with their own fields.
    fileprivate static func find(
        _ steps: ArraySlice<RecordPath.Step>,
        in rules: [FieldRule],
        enclosing: [(name: String, rules: [FieldRule])]
    ) -> [FieldRule] {
        guard let step = steps.first else { return [] }
        return rules.filter { $0.name == step.name }.flatMap { rule -> [FieldRule] in
            if steps.count == 1 { return [rule] }
            return rule.alternatives.flatMap { alternative -> [FieldRule] in
                guard case .nested(_, let fields) = alternative.origin else { return [] }
                let inner: [FieldRule]
                switch fields {
                case .own(let own): inner = own
                case .enclosing(let name): inner = enclosing.last { $0.name == name }?.rules ?? []
                }
                let name = fields.name ?? rule.name
                return find(steps.dropFirst(), in: inner, enclosing: enclosing + [(name, inner)])
            }
        }
    }
}

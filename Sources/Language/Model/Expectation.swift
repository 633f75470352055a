import DOM
package import Records
package import Selectors
package import Values

/// Properties that a page's records of one type normally have: an entry of `expect`.
package struct Expectation: Sendable {
    /// What is expected at a path.
    package struct Entry<Bound: Sendable>: Sendable {
        package let path: RecordPath
        package let bound: Bound
        /// Its place in the rules file.
        package let range: Range<Int>
    }

    /// A bound on how many of the records, or of the objects in them, have a field, or on how many of its values
    /// differ.
    package enum Filling: Sendable {
        /// The minimum share, from 0 to 1.
        case share(Double)
        case count(ClosedRange<Int>)
    }

    /// A bound on how many of the values differ, which are compared as values of a type.
    package struct Distinctness: Sendable {
        package let bound: Filling
        package let type: Schema.FieldType
    }

    /// The number of records.
    package var count: Entry<ClosedRange<Int>>?
    /// The numbers of elements in lists.
    package var lengths: [Entry<ClosedRange<Int>>] = []
    package var filled: [Entry<Filling>] = []
    /// The form of values.
    package var values: [Entry<ValueConstraint>] = []
    /// How many of a field's values on a page differ from each other.
    package var distinct: [Entry<Distinctness>] = []
    /// A selector that must match in a page for the expectation to apply; `nil` for every page.
    package var condition: SelectorList?
    /// The layout of the record type that it applies to; `nil` for all.
    package var layout: Int?
    /// Its place in the rules file.
    package var range: Range<Int>
}

/// An expectation that the records do not meet.
package struct Shortfall: Sendable {
    /// The kind of the problem.
    package enum Kind: Sendable {
        /// A wrong number of records.
        case records
        /// Fields without a value, including lists without elements.
        case missing
        /// Lists with a wrong number of elements.
        case length
        /// Values that do not have the expected form.
        case value
        /// Values that are the same although they should differ.
        case repeated
    }

    package let kind: Kind
    /// The key of the violated entry of `expect`.
    package let key: String
    package let path: RecordPath
    /// What was expected and what was found, in one line.
    package let message: String
    /// The place of the expectation in the rules file.
    package let range: Range<Int>
    /// The number of places concerned, and of all places.
    package let lost: Int
    package let total: Int
    /// The number of additional values with which nothing would be missing; `nil` if values cannot correct it.
    package var needed: Int?
    /// Whether more records or objects have a field than the maximum, so that nothing is missing anywhere.
    package var isExcess = false
    /// The index of the first record concerned; `nil` if none is.
    package let record: Int?
    /// The number of places in that record before the first one concerned.
    package let place: Int

    /// The same, without counting some records at the beginning.
    package func dropping(_ count: Int) -> Shortfall {
        Shortfall(
            kind: kind,
            key: key,
            path: path,
            message: message,
            range: range,
            lost: lost,
            total: total,
            record: record.map { $0 - count },
            place: place
        )
    }

    /// The path as written in the rules.
    package var writtenPath: RecordPath { key == "count" ? path.elements : path }
}

extension Expectation {
    /// Compares the records of a page with the expectations. The result is a shortfall for each entry that is not met,
    /// but none for a value that is missing only because the object or list around it is missing.
    ///
    /// - Parameter empty: the number of elements without any field, and therefore without a record: each lacks every
    ///   field.
    /// - Complexity: linear in the size of the records for each path.
    package func shortfalls(_ records: [Record], empty: Int, of type: String) -> [Shortfall] {
        var tally = ExpectationTally(self, of: type)
        tally.add(records)
        return tally.shortfalls(empty: empty)
    }

    fileprivate static func percent(_ share: Double) -> String {
        let tenths = Int((share * 1000).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
}

/// The comparison of an expectation with the records of a page that have been read so far.
package struct ExpectationTally {
    private let expectation: Expectation
    private let type: String
    private var records = 0
    private var filled: [PlaceTally]
    private var lengths: [LengthTally]
    private var values: [ValueTally]
    private var distinct: [DistinctTally]

    /// An empty tally for records of a type.
    package init(_ expectation: Expectation, of type: String) {
        self.expectation = expectation
        self.type = type
        filled = expectation.filled.map { _ in PlaceTally() }
        lengths = expectation.lengths.map { _ in LengthTally() }
        values = expectation.values.map { _ in ValueTally() }
        distinct = expectation.distinct.map { _ in DistinctTally() }
    }

    /// Adds the records that follow.
    package mutating func add(_ more: [Record]) {
        let questions = filled.count + lengths.count + values.count + distinct.count
        for record in more {
            let members = MemberTable(record.fields, questions: questions)
            for (index, entry) in expectation.filled.enumerated() {
                filled[index].add(entry.path, members, records) { !RecordPath.isFilled($0) }
            }
            for (index, entry) in expectation.lengths.enumerated() {
                lengths[index].add(entry, members, records)
            }
            for (index, entry) in expectation.values.enumerated() {
                values[index].add(entry, members, records)
            }
            for (index, entry) in expectation.distinct.enumerated() {
                distinct[index].add(entry, members, records)
            }
            records += 1
        }
    }

    /// About the number of bytes that are kept.
    package var size: Int { distinct.reduce(0) { $0 + $1.size } }

    /// The first violations so far, whatever their permitted number is: shortfalls of all entries that have a
    /// violation, as if the page ended here.
    package var wrongPlaces: [Shortfall] {
        let filled = zip(expectation.filled, filled).map {
            $1.shortfall(.missing, "filled", $0.path, "", $0.range)
        }
        let lengths = zip(expectation.lengths, lengths).map { entry, tally in
            tally.places.shortfall(.length, "count", entry.path.list, "", entry.range)
        }
        let values = zip(expectation.values, values).map { entry, tally in
            tally.places.shortfall(.value, entry.bound.key, entry.path, "", entry.range)
        }
        let distinct = zip(expectation.distinct, distinct).map { entry, tally in
            tally.places.shortfall(.repeated, "distinct", entry.path, "", entry.range)
        }
        return (filled + lengths + values + distinct).filter { $0.record != nil }
    }

    /// A shortfall for each entry that the records do not meet.
    ///
    /// - Parameter empty: the number of elements without any field, and therefore without a record: each lacks every
    ///   field.
    package func shortfalls(empty: Int) -> [Shortfall] {
        var found: [Shortfall] = []
        if let count = expectation.count, !count.bound.contains(records) {
            found.append(
                Shortfall(
                    kind: .records,
                    key: "count",
                    path: .records,
                    message: "expected \(count.bound.countText) records of type \(type), "
                        + "found \(records)",
                    range: count.range,
                    lost: max(0, count.bound.lowerBound - records),
                    total: records,
                    record: nil,
                    place: 0
                )
            )
        }
        found += zip(expectation.filled, filled).compactMap { shortfall($0, $1, empty: empty) }
        found += zip(expectation.lengths, lengths).compactMap { shortfall($0, $1) }
        found += zip(expectation.values, values).compactMap { shortfall($0, $1) }
        found += zip(expectation.distinct, distinct).compactMap { shortfall(differing: $0, $1) }
        return found
    }

    /// The violations at a path.
    private struct PlaceTally {
        var total = 0
        var lost = 0
        private var first: (record: Int, place: Int)?

        mutating func add(_ path: RecordPath, _ record: MemberTable, _ index: Int, isLost: (Value?) -> Bool) {
            var place = 0
            path.forEachValue(in: record) { value in
                total += 1
                if isLost(value) {
                    lost += 1
                    if first == nil { first = (index, place) }
                }
                place += 1
            }
        }

        func shortfall(
            _ kind: Shortfall.Kind,
            _ key: String,
            _ path: RecordPath,
            _ message: String,
            _ range: Range<Int>
        ) -> Shortfall {
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

    /// Lists with a wrong number of elements.
    private struct LengthTally {
        var places = PlaceTally()
        var least = Int.max
        var greatest = 0

        mutating func add(_ entry: Expectation.Entry<ClosedRange<Int>>, _ record: MemberTable, _ index: Int) {
            var (least, greatest) = (least, greatest)
            places.add(entry.path.list, record, index) { value in
                let count = value.map { $0.list?.count ?? 1 } ?? 0
                guard !entry.bound.contains(count) else { return false }
                least = min(least, count)
                greatest = max(greatest, count)
                return true
            }
            (self.least, self.greatest) = (least, greatest)
        }
    }

    /// Values that do not have the expected form.
    private struct ValueTally {
        var places = PlaceTally()
        var count = 0
        var example: (value: Value, problem: String)?

        mutating func add(_ entry: Expectation.Entry<ValueConstraint>, _ record: MemberTable, _ index: Int) {
            var (count, example) = (count, example)
            places.add(entry.path, record, index) { value in
                guard let value, RecordPath.isFilled(value) else { return false }
                count += 1
                guard let problem = entry.bound.problem(with: value) else { return false }
                if example == nil { example = (value, problem) }
                return true
            }
            (self.count, self.example) = (count, example)
        }
    }

    /// Values that are the same although they should differ.
    private struct DistinctTally {
        var places = PlaceTally()
        var count = 0
        var seen: Set<Value> = []
        /// About the number of bytes of the values, each in a table that is at most half full.
        var size = 0

        mutating func add(
            _ entry: Expectation.Entry<Expectation.Distinctness>,
            _ record: MemberTable,
            _ index: Int
        ) {
            var (count, size) = (count, size)
            var values: [Value] = []
            var isLost: [Bool] = []
            entry.path.forEachValue(in: record) { value in
                guard let value, RecordPath.isFilled(value) else { return }
                values.append(value)
            }
            for value in values {
                count += 1
                let value = value.compared(as: entry.bound.type)
                let isNew = seen.insert(value).inserted
                if isNew { size += 2 * value.size }
                isLost.append(!isNew)
            }
            var next = isLost.makeIterator()
            places.add(entry.path, record, index) { value in
                guard let value, RecordPath.isFilled(value) else { return false }
                return next.next() ?? false
            }
            (self.count, self.size) = (count, size)
        }
    }

    private func shortfall(
        _ entry: Expectation.Entry<Expectation.Filling>,
        _ places: PlaceTally,
        empty: Int
    ) -> Shortfall? {
        var tally = places
        let isDeep = entry.path.steps.count > 1
        if !isDeep {
            tally.total += empty
            tally.lost += empty
        }
        if tally.total == 0 { return nil }
        let found = tally.total - tally.lost
        let wanted: String
        var needed: Int?
        var isExcess = false
        let what = isDeep ? "objects" : "records"
        switch entry.bound {
        case .share(let share):
            let least = share * Double(tally.total)
            if Double(found) >= least { return nil }
            needed = Int(least.rounded(.up)) - found
            wanted = share == 1 ? "all \(what)" : "\(Expectation.percent(share))% of the \(what)"
        case .count(let range):
            if range.contains(found) { return nil }
            if found < range.lowerBound { needed = range.lowerBound - found } else { isExcess = true }
            wanted = "\(range.countText) of the \(what)"
        }
        let message =
            "expected \(type).\(entry.path) in \(wanted), found it in \(found) of \(tally.total)"
        var shortfall = tally.shortfall(.missing, "filled", entry.path, message, entry.range)
        shortfall.needed = needed
        shortfall.isExcess = isExcess
        return shortfall
    }

    private func shortfall(
        _ entry: Expectation.Entry<ClosedRange<Int>>,
        _ length: LengthTally
    ) -> Shortfall? {
        let tally = length.places
        guard tally.lost > 0 else { return nil }
        let (least, greatest) = (length.least, length.greatest)
        let list = entry.path.list
        let found = least == greatest ? "\(least)" : "\(least) to \(greatest)"
        let noun = entry.bound == 1...1 || entry.bound == 1...Int.max ? "element" : "elements"
        let message =
            "expected \(entry.bound.countText) \(noun) in \(type).\(list), found \(found)"
            + " in \(tally.lost) of \(tally.total)"
        return tally.shortfall(greatest == 0 ? .missing : .length, "count", list, message, entry.range)
    }

    private func shortfall(_ entry: Expectation.Entry<ValueConstraint>, _ value: ValueTally) -> Shortfall? {
        let tally = value.places
        guard tally.lost > 0, let example = value.example else { return nil }
        let message =
            "expected \(type).\(entry.path) \(entry.bound.wording), "
            + "\(tally.lost) of \(value.count) \(tally.lost == 1 ? "does" : "do") not: "
            + "\(example.value.quoted) \(example.problem)"
        return tally.shortfall(.value, entry.bound.key, entry.path, message, entry.range)
    }

    private func shortfall(
        differing entry: Expectation.Entry<Expectation.Distinctness>,
        _ tally: DistinctTally
    ) -> Shortfall? {
        let count = tally.count
        if count == 0 { return nil }
        let different = tally.seen.count
        let wanted: String
        switch entry.bound.bound {
        case .share(let share):
            if Double(different) >= share * Double(count) { return nil }
            wanted = share == 1 ? "all" : "\(Expectation.percent(share))% of the"
        case .count(let range):
            if range.contains(different) { return nil }
            wanted = range.countText
        }
        let message =
            "expected \(wanted) values of \(type).\(entry.path) to differ, found \(different) different "
            + "among \(count)"
        return tally.places.shortfall(.repeated, "distinct", entry.path, message, entry.range)
    }
}

// MARK: - Memory

extension Value {
    /// An estimate of the number of bytes that it takes in memory.
    package var size: Int {
        switch self {
        case .string(let text): text.utf8.count &+ ValueMemory.sizeOfValue
        case .null, .boolean, .number: ValueMemory.sizeOfValue
        case .list(let elements): elements.reduce(ValueMemory.sizeOfValue) { $0 &+ $1.size }
        case .object(let members):
            members.reduce(ValueMemory.sizeOfValue) { $0 &+ $1.name.utf8.count &+ $1.value.size }
        }
    }
}

// MARK: - Rules

extension Expectation {
    /// The keys of `expect` that describe records, in the order in which they are written.
    package static var keys: [String] {
        LanguageKey.expectation.map(\.name).filter { !["when", "about"].contains($0) }
    }
}

extension RecordRule {
    /// The type of the records of a layout; of all layouts for `nil`.
    package func schema(ofLayout layout: Int?) -> Schema.RecordType {
        guard let layout, case .nodes(let layouts) = content else { return schema }
        return Schema.RecordType(name: name, fields: layouts[layout].schema)
    }

    /// The fields at a path, from all its layouts; none for data of any shape and for groups.
    package func fieldRules(at path: RecordPath) -> [FieldRule] {
        guard case .nodes(let layouts) = content else { return [] }
        return layouts.flatMap { layout in
            FieldRule.find(path.steps[...], in: layout.fields, enclosing: [])
        }
    }
}

extension FieldRule {
    /// - Parameter enclosing: the enclosing fields that are lists of objects, with their own fields.
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

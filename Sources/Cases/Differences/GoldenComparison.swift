import Records

/// A comparison of the expected and the actual output of a page.
public struct GoldenComparison: Sendable {
    /// The expected output.
    public let old: Golden
    /// The actual output.
    public let new: Golden
    /// The unique fields of records, by record type.
    public let keys: [String: [String]]

    /// Creates a comparison.
    ///
    /// - `keys`: the unique fields by record type, as in `Rules/uniqueKeys`. Records of other types
    ///   are matched by order and similarity, with insertions and deletions.
    public init(_ old: Golden, _ new: Golden, keys: [String: [String]] = [:]) {
        self.old = old
        self.new = new
        self.keys = keys
    }

    /// All differences: by record type, in the order of the new records, then the diagnostics. Empty if the outputs are
    /// equal.
    ///
    /// - Complexity: O((n + m) · d) for d inserted and removed records up to a limit, O(n log n) beyond it.
    public var differences: [Difference] {
        if old == new { return [] }
        var differences: [Difference] = []
        _ = resolved { difference in
            differences.append(difference)
            return true
        }
        // Unequal outputs always have a difference: here the types are interleaved in another way.
        return differences.isEmpty ? [typeDifference(all: true)] : differences
    }

    /// Returns the old output with some differences accepted.
    ///
    /// - Parameter isAccepted: decides each of ``differences``, in order.
    public func accepting(_ isAccepted: (Difference) -> Bool) -> Golden {
        var isWhole = true
        let golden = resolved { difference in
            let answer = isAccepted(difference)
            isWhole = isWhole && answer
            return answer
        }
        return isWhole ? new : golden
    }
}

// MARK: - Records

extension GoldenComparison {
    private static func type(_ record: Value) -> String { record[Record.typeKey]?.string ?? "record" }

    private static func types(_ records: [Value]) -> [String] {
        var known: Set<String> = []
        return records.map(type).filter { known.insert($0).inserted }
    }

    private func resolved(_ decide: ValueEdit.Decision) -> Golden {
        let newTypes = GoldenComparison.types(new.records)
        let oldTypes = GoldenComparison.types(old.records)
        var olds = Dictionary(grouping: old.records, by: GoldenComparison.type)
        var news = Dictionary(grouping: new.records, by: GoldenComparison.type)
        var records: [String: [Value]] = [:]
        for type in newTypes + oldTypes where records[type] == nil {
            records[type] = resolved(
                type,
                olds.removeValue(forKey: type) ?? [],
                news.removeValue(forKey: type) ?? [],
                decide
            )
        }
        var order = newTypes + oldTypes.filter { !newTypes.contains($0) }
        if oldTypes.filter(newTypes.contains) != newTypes.filter(oldTypes.contains),
            !decide(typeDifference(all: false))
        {
            order = oldTypes + newTypes.filter { !oldTypes.contains($0) }
        }
        var golden = old
        golden.records = order.flatMap { records[$0] ?? [] }
        golden.diagnostics = diagnostics(decide)
        return golden
    }

    private func resolved(
        _ type: String,
        _ olds: [Value],
        _ news: [Value],
        _ decide: ValueEdit.Decision
    ) -> [Value] {
        let keys = keys[type] ?? []
        var items: [(item: Value, position: Int?)] = []
        for step in RecordMatching(olds, news, keys: keys).steps {
            let one = step.old.map { olds[$0] }
            let other = step.new.map { news[$0] }
            let place = RecordPlace(
                type: type,
                key: (other ?? one).map { RecordMatching.key(of: $0, keys) } ?? [],
                oldNumber: step.old.map { $0 + 1 },
                newNumber: step.new.map { $0 + 1 }
            )
            var position = step.old
            if step.isMoved, let from = place.oldNumber, let to = place.newNumber,
                decide(Difference(.record(place), .moved, old: Value(from), new: Value(to)))
            {
                position = nil
            }
            let edit: ValueEdit? =
                switch (one, other) {
                case (let one?, let other?): ValueEdit.between(one, other)
                case (let one?, nil): .removed(one)
                case (nil, let other?): .inserted(other)
                case (nil, nil): nil
                }
            if let value = edit?.resolved(place, DifferencePath(), decide) { items.append((value, position)) }
        }
        return Slots.arranged(items)
    }

    private func typeDifference(all: Bool) -> Difference {
        func list(_ records: [Value]) -> Value {
            let types = all ? records.map(GoldenComparison.type) : GoldenComparison.types(records)
            return .list(types.map(Value.string))
        }
        return Difference(.types, .reordered, old: list(old.records), new: list(new.records))
    }
}

// MARK: - Diagnostics

extension GoldenComparison {
    private func diagnostics(_ decide: ValueEdit.Decision) -> [String] {
        let olds = old.diagnostics.map(Value.string)
        let news = new.diagnostics.map(Value.string)
        return Alignment.steps(olds, news).compactMap { step in
            let one = step.old.map { olds[$0] }
            let other = step.new.map { news[$0] }
            if one == other { return one?.string }
            let kind: Difference.Kind = one == nil ? .inserted : other == nil ? .removed : .changed
            let number = (step.new ?? step.old ?? 0) + 1
            return decide(Difference(.diagnostic(number), kind, old: one, new: other))
                ? other?.string : one?.string
        }
    }
}

extension Value {
    fileprivate init(_ number: Int) { self = .number(Number(number)) }
}

extension Golden {
    /// Returns all differences from the output of a page.
    ///
    /// - `keys`: the unique fields by record type.
    public func differences(to found: Golden, keys: [String: [String]] = [:]) -> [Difference] {
        GoldenComparison(self, found, keys: keys).differences
    }
}

/// Matches the old and new records of one type: by key if the rules declare one, otherwise by order and similarity.
struct RecordMatching {
    /// A record with its positions.
    struct Step {
        /// The index in the old list, or `nil` for an inserted record.
        let old: Int?
        /// The index in the new list, or `nil` for a removed record.
        let new: Int?
        /// Whether its position relative to the others changed.
        var isMoved = false
    }

    private let old: [Value]
    private let new: [Value]
    private let keys: [String]
    /// The index of the old record of each new one.
    private var origins: [Int?]

    init(_ old: [Value], _ new: [Value], keys: [String]) {
        self.old = old
        self.new = new
        self.keys = keys
        origins = Array(repeating: nil, count: new.count)
        if !keys.isEmpty { matchKeys() }
        matchRest()
        matchMoved()
    }

    /// The key fields that a record has.
    static func key(of record: Value, _ keys: [String]) -> [Value.Member] {
        keys.compactMap { name in record[name].map { Value.Member(name, $0) } }
    }

    private mutating func matchKeys() {
        var places: [[Value.Member]: Int] = [:]
        for (index, record) in old.enumerated() {
            let key = RecordMatching.key(of: record, keys)
            if !key.isEmpty, places[key] == nil { places[key] = index }
        }
        for (index, record) in new.enumerated() {
            origins[index] = places.removeValue(forKey: RecordMatching.key(of: record, keys))
        }
    }

    /// Matches the records without a key, and those whose key is only in one list, since a key may change.
    private mutating func matchRest() {
        let (olds, news) = rest
        let steps = Alignment.steps(olds.map { old[$0] }, news.map { new[$0] }, isStrict: !keys.isEmpty)
        for case .both(let one, let other) in steps { origins[news[other]] = olds[one] }
    }

    /// Matches equal records that are removed at one position and inserted at another.
    private mutating func matchMoved() {
        let (olds, news) = rest
        var places: [Value: [Int]] = [:]
        for index in olds.reversed() { places[old[index], default: []].append(index) }
        for index in news { origins[index] = places[new[index]]?.popLast() }
    }

    /// The indices of the records without a match.
    private var rest: (olds: [Int], news: [Int]) {
        let matched = Set(origins.compactMap { $0 })
        return (old.indices.filter { !matched.contains($0) }, new.indices.filter { origins[$0] == nil })
    }

    /// All records in the order of the new list. A removed record precedes the record that followed it.
    var steps: [Step] {
        let pairs = origins.enumerated().compactMap { new, old in old.map { (new, $0) } }
        let staying = Set(Anchors.longestIncreasing(pairs).map(\.0))
        var removed = rest.olds[...]
        var steps: [Step] = []
        for (index, origin) in origins.enumerated() {
            guard let origin else {
                steps.append(Step(old: nil, new: index))
                continue
            }
            let isMoved = !staying.contains(index)
            while !isMoved, let first = removed.first, first < origin {
                steps.append(Step(old: first, new: nil))
                removed.removeFirst()
            }
            steps.append(Step(old: origin, new: index, isMoved: isMoved))
        }
        return steps + removed.map { Step(old: $0, new: nil) }
    }
}

import Records

/// Two sets of what came out of a page, laid over each other.
public struct GoldenComparison: Sendable {
    /// What must come out.
    public let old: Golden
    /// What came out.
    public let new: Golden
    /// The fields that make the keys of records, by the records' types.
    public let keys: [String: [String]]

    /// Compares what came out with what must.
    ///
    /// - Parameter keys: the fields whose values no two records of a type share, by the type, as
    ///   ``Scraping/Rules/uniqueKeys`` tells them. Records of other types are matched by their order, in which
    ///   insertions and deletions are recognised.
    public init(_ old: Golden, _ new: Golden, keys: [String: [String]] = [:]) {
        self.old = old
        self.new = new
        self.keys = keys
    }

    /// All differences: by record type, in the order of the new records, then what is told of the page. None where
    /// both are the same.
    ///
    /// - Complexity: O((n + m) · d) for d inserted and removed records up to a limit, above it O(n log n).
    public var differences: [Difference] {
        if old == new { return [] }
        var differences: [Difference] = []
        _ = resolved { difference in
            differences.append(difference)
            return true
        }
        // Never nothing where there is something: types that stand among each other in another way.
        return differences.isEmpty ? [typeDifference(all: true)] : differences
    }

    /// The old golden file with some differences accepted.
    ///
    /// - Parameter isAccepted: is asked of each of ``differences`` in their order.
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
            if let value = edit?.resolved(place, FieldPath(), decide) { items.append((value, position)) }
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
    /// All differences to what came out of the page.
    ///
    /// - Parameter keys: the fields whose values no two records of a type share, by the type.
    public func differences(to found: Golden, keys: [String: [String]] = [:]) -> [Difference] {
        GoldenComparison(self, found, keys: keys).differences
    }
}

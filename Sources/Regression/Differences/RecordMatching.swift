import Records

/// Which record of one type was which: by the key that the rules name, else by order and likeness.
struct RecordMatching {
    /// What became of a record.
    struct Step {
        /// The index in the old list.
        let old: Int?
        /// The index in the new list.
        let new: Int?
        /// Whether it stands elsewhere among the others.
        var isMoved = false
    }

    private let old: [Value]
    private let new: [Value]
    private let keys: [String]
    /// The index of the old record for each new one.
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

    /// The fields that make the key of a record, as far as it has them.
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

    /// Matches what has no key, or one that the other list has not: a key can be what has changed.
    private mutating func matchRest() {
        let (olds, news) = rest
        let steps = Alignment.steps(olds.map { old[$0] }, news.map { new[$0] }, isStrict: !keys.isEmpty)
        for case .both(let one, let other) in steps { origins[news[other]] = olds[one] }
    }

    /// What is gone in one place and the same in another has moved.
    private mutating func matchMoved() {
        let (olds, news) = rest
        var places: [Value: [Int]] = [:]
        for index in olds.reversed() { places[old[index], default: []].append(index) }
        for index in news { origins[index] = places[new[index]]?.popLast() }
    }

    /// The indices of the records that are not matched yet.
    private var rest: (olds: [Int], news: [Int]) {
        let matched = Set(origins.compactMap { $0 })
        return (old.indices.filter { !matched.contains($0) }, new.indices.filter { origins[$0] == nil })
    }

    /// What became of each record, in the new list's order; what is gone stands before what followed it.
    var steps: [Step] {
        let pairs = origins.enumerated().compactMap { new, old in old.map { (new, $0) } }
        let staying = Set(Anchors.rising(pairs).map(\.0))
        var gone = rest.olds[...]
        var steps: [Step] = []
        for (index, origin) in origins.enumerated() {
            guard let origin else {
                steps.append(Step(old: nil, new: index))
                continue
            }
            let isMoved = !staying.contains(index)
            while !isMoved, let first = gone.first, first < origin {
                steps.append(Step(old: first, new: nil))
                gone.removeFirst()
            }
            steps.append(Step(old: origin, new: index, isMoved: isMoved))
        }
        return steps + gone.map { Step(old: $0, new: nil) }
    }
}

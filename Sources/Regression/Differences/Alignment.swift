import Records

/// Which element of a new list was which of an old one: equal ones first (Myers' shortest edit script), then by
/// likeness between those.
///
/// Complexity: O((n + m) · d) for d insertions and deletions up to a limit, above it O((n + m) log(n + m)); what is
/// compared by likeness has a limit as well, above which the order decides.
enum Alignment {
    /// What became of an element.
    enum Step: Hashable {
        case both(Int, Int)
        case removed(Int)
        case inserted(Int)

        /// The index in the old list.
        var old: Int? {
            switch self {
            case .both(let old, _), .removed(let old): old
            case .inserted: nil
            }
        }

        /// The index in the new list.
        var new: Int? {
            switch self {
            case .both(_, let new), .inserted(let new): new
            case .removed: nil
            }
        }

        func edit(_ olds: [Value], _ news: [Value]) -> ValueEdit {
            switch self {
            case .both(let old, let new): ValueEdit.between(olds[old], news[new])
            case .removed(let old): .removed(olds[old])
            case .inserted(let new): .inserted(news[new])
            }
        }
    }

    /// What became of each element, in the order of both lists; what is gone comes before what is new.
    ///
    /// - Parameter isStrict: whether only likeness makes two elements one, and neither their number nor their order.
    static func steps(_ old: [Value], _ new: [Value], isStrict: Bool = false) -> [Step] {
        var likeness = Likeness(old, new, isStrict: isStrict)
        var steps: [Step] = []
        var (i, j) = (0, 0)
        for pair in equalPairs(old, new) + [(old.count, new.count)] {
            let gap = likeness.pairs(i..<pair.0, j..<pair.1)
            for inner in gap + [pair] {
                steps += (i..<inner.0).map(Step.removed)
                steps += (j..<inner.1).map(Step.inserted)
                if inner.0 < old.count, inner.1 < new.count { steps.append(.both(inner.0, inner.1)) }
                (i, j) = (inner.0 + 1, inner.1 + 1)
            }
        }
        return steps
    }

    /// The indices of equal elements, both rising.
    private static func equalPairs(_ old: [Value], _ new: [Value]) -> [(Int, Int)] {
        var names: [Value: Int] = [:]
        func name(_ value: Value) -> Int {
            if let known = names[value] { return known }
            names[value] = names.count
            return names.count - 1
        }
        let left = old.map(name)
        let right = new.map(name)
        let start = zip(left, right).prefix { $0 == $1 }.count
        let rest = min(left.count, right.count) - start
        let end = zip(left.reversed(), right.reversed()).prefix { $0 == $1 }.prefix(rest).count
        let middle =
            Myers.pairs(left[start..<left.count - end], right[start..<right.count - end])
            ?? Anchors.pairs(left[start..<left.count - end], right[start..<right.count - end])
        return (0..<start).map { ($0, $0) } + middle
            + (0..<end).map { (left.count - end + $0, right.count - end + $0) }
    }
}

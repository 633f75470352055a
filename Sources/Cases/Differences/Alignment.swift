import Records

/// Aligns the elements of an old and a new list: equal elements first (Myers' shortest edit script), then similar
/// elements between those.
///
/// Complexity: O((n + m) · d) for d insertions and deletions up to a limit, O((n + m) log(n + m)) beyond it. The number
/// of comparisons by similarity is limited as well. Beyond that limit, the order decides.
enum Alignment {
    /// An element of either list, or a matched pair.
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

    /// Returns the steps in the order of both lists. Removed elements precede inserted ones.
    ///
    /// - Parameter isStrict: whether unequal elements match only by similarity, never by their number or order.
    static func steps(_ old: [Value], _ new: [Value], isStrict: Bool = false) -> [Step] {
        var matching = SimilarityMatching(old, new, isStrict: isStrict)
        var steps: [Step] = []
        var (i, j) = (0, 0)
        for pair in equalPairs(old, new) + [(old.count, new.count)] {
            let gap = matching.pairs(i..<pair.0, j..<pair.1)
            for inner in gap + [pair] {
                steps += (i..<inner.0).map(Step.removed)
                steps += (j..<inner.1).map(Step.inserted)
                if inner.0 < old.count, inner.1 < new.count { steps.append(.both(inner.0, inner.1)) }
                (i, j) = (inner.0 + 1, inner.1 + 1)
            }
        }
        return steps
    }

    /// The indices of equal elements, both ascending.
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

/// The shortest edit script between two lists (Myers, 1986: "An O(ND) difference algorithm and its variations").
enum Myers {
    /// The maximum number of insertions and deletions. Memory grows with its square.
    private static let limit = 1000

    /// Returns the indices of equal elements, both ascending, or `nil` if the lists need more insertions and deletions
    /// than the limit.
    ///
    /// Complexity: O((n + m) · d) for d insertions and deletions.
    static func pairs(_ old: ArraySlice<Int>, _ new: ArraySlice<Int>) -> [(Int, Int)]? {
        // Without a common element, everything is inserted and deleted.
        if Set(old).isDisjoint(with: new) { return [] }
        let (n, m) = (old.count, new.count)
        let most = min(n + m, limit)
        // The furthest x on each diagonal k, at index k + most + 1.
        var reach = [Int](repeating: 0, count: 2 * most + 3)
        // The diagonals -d...d before step d.
        var trace: [ArraySlice<Int>] = []
        for d in 0...most {
            trace.append(reach[(most + 1 - d - 1)...(most + 1 + d + 1)])
            for k in stride(from: -d, through: d, by: 2) {
                let at = k + most + 1
                let isDown = k == -d || (k != d && reach[at - 1] < reach[at + 1])
                var x = isDown ? reach[at + 1] : reach[at - 1] + 1
                while x < n, x - k < m, old[old.startIndex + x] == new[new.startIndex + x - k] { x += 1 }
                reach[at] = x
                if x >= n, x - k >= m { return backtracked(through: trace, most, (n, m), old, new) }
            }
        }
        return nil
    }

    /// Follows the path back from the end. Equal elements are its diagonal moves.
    private static func backtracked(
        through trace: [ArraySlice<Int>],
        _ most: Int,
        _ end: (Int, Int),
        _ old: ArraySlice<Int>,
        _ new: ArraySlice<Int>
    ) -> [(Int, Int)] {
        var pairs: [(Int, Int)] = []
        var (x, y) = end
        for d in trace.indices.reversed() {
            let reach = trace[d]
            let k = x - y
            let at = k + most + 1
            let isDown = k == -d || (k != d && reach[at - 1] < reach[at + 1])
            let before = d == 0 ? 0 : isDown ? reach[at + 1] : reach[at - 1]
            let start = d == 0 ? (0, 0) : isDown ? (before, before - k) : (before + 1, before + 1 - k)
            while x > start.0, y > start.1 {
                (x, y) = (x - 1, y - 1)
                pairs.append((old.startIndex + x, new.startIndex + y))
            }
            (x, y) = isDown ? (before, before - k - 1) : (before, before - k + 1)
        }
        return pairs.reversed()
    }
}

/// Elements that occur once in each list, as anchors of an alignment of long lists.
enum Anchors {
    /// Returns the indices of equal elements that occur once in each list, both ascending.
    ///
    /// Complexity: O((n + m) log(n + m)).
    static func pairs(_ old: ArraySlice<Int>, _ new: ArraySlice<Int>) -> [(Int, Int)] {
        let places = single(new)
        let common = single(old).compactMap { element, index in places[element].map { (index, $0) } }
        return longestIncreasing(common.sorted { $0.0 < $1.0 })
    }

    private static func single(_ elements: ArraySlice<Int>) -> [Int: Int] {
        var places: [Int: Int] = [:]
        var several: Set<Int> = []
        for index in elements.indices where places.updateValue(index, forKey: elements[index]) != nil {
            several.insert(elements[index])
        }
        return places.filter { !several.contains($0.key) }
    }

    /// Returns the longest subsequence of pairs with ascending second indices. The first ones are ascending.
    ///
    /// Complexity: O(n log n).
    static func longestIncreasing(_ pairs: [(Int, Int)]) -> [(Int, Int)] {
        // The pairs that end the shortest, second shortest, … increasing subsequence, by index in `pairs`.
        var ends: [Int] = []
        var before = [Int](repeating: -1, count: pairs.count)
        for index in pairs.indices {
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if pairs[ends[middle]].1 < pairs[index].1 { low = middle + 1 } else { high = middle }
            }
            if low > 0 { before[index] = ends[low - 1] }
            if low == ends.count { ends.append(index) } else { ends[low] = index }
        }
        var sequence: [(Int, Int)] = []
        var index = ends.last ?? -1
        while index >= 0 {
            sequence.append(pairs[index])
            index = before[index]
        }
        return sequence.reversed()
    }
}

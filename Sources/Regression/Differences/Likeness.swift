import Records

/// Which of the elements between equal ones were which: those that are most alike, in one order.
struct Likeness {
    private let old: [Value]
    private let new: [Value]
    private var oldFeatures: [Int: Features] = [:]
    private var newFeatures: [Int: Features] = [:]
    /// How many pairs may still be compared.
    private var budget = 400_000

    /// How many pairs are compared between two equal elements.
    private static let limit = 40_000
    /// Whether only likeness makes two elements one, and neither their number nor their order.
    private let isStrict: Bool

    init(_ old: [Value], _ new: [Value], isStrict: Bool = false) {
        self.old = old
        self.new = new
        self.isStrict = isStrict
    }

    /// The pairs among two ranges of elements of which none are equal, both indices rising.
    mutating func pairs(_ olds: Range<Int>, _ news: Range<Int>) -> [(Int, Int)] {
        if olds.isEmpty || news.isEmpty { return [] }
        for index in olds where oldFeatures[index] == nil { oldFeatures[index] = Features(old[index]) }
        for index in news where newFeatures[index] == nil { newFeatures[index] = Features(new[index]) }
        if olds.count * news.count <= Likeness.limit { return best(olds, news) }
        var pairs: [(Int, Int)] = []
        var (i, j) = (olds.lowerBound, news.lowerBound)
        for anchor in anchors(olds, news) + [(olds.upperBound, news.upperBound)] {
            pairs += best(i..<anchor.0, j..<anchor.1)
            if anchor.0 < olds.upperBound { pairs.append(anchor) }
            (i, j) = (anchor.0 + 1, anchor.1 + 1)
        }
        return pairs
    }

    /// The pairs that share most of the features that stand once in either range.
    ///
    /// Complexity: linear in the number of features, but for sorting.
    private func anchors(_ olds: Range<Int>, _ news: Range<Int>) -> [(Int, Int)] {
        let places = Likeness.single(news, newFeatures)
        var votes: [Int: [Int: Int]] = [:]
        for (feature, index) in Likeness.single(olds, oldFeatures) {
            if let place = places[feature] { votes[index, default: [:]][place, default: 0] += 1 }
        }
        // Each elects one, and of several that elect the same the one that shares most with it.
        var elected: [Int: (index: Int, count: Int)] = [:]
        for (index, votes) in votes.sorted(by: { $0.key < $1.key }) {
            guard let best = votes.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }) else { continue }
            if elected[best.key]?.count ?? 0 < best.value { elected[best.key] = (index, best.value) }
        }
        let pairs = elected.map { ($0.value.index, $0.key) }
        return Anchors.rising(pairs.sorted { $0.0 < $1.0 })
    }

    private static func single(_ range: Range<Int>, _ features: [Int: Features]) -> [Int: Int] {
        var places: [Int: Int] = [:]
        var several: Set<Int> = []
        for index in range {
            for feature in Set(features[index]?.all ?? [])
            where places.updateValue(index, forKey: feature) != nil { several.insert(feature) }
        }
        return places.filter { !several.contains($0.key) }
    }

    /// The pairs, both rising, that are most alike altogether; where that is too much to compare, by their order.
    private mutating func best(_ olds: Range<Int>, _ news: Range<Int>) -> [(Int, Int)] {
        if olds.isEmpty || news.isEmpty { return [] }
        let (n, m) = (olds.count, news.count)
        let cells = n.multipliedReportingOverflow(by: m)
        guard !cells.overflow, cells.partialValue <= Likeness.limit, cells.partialValue <= budget else {
            return isStrict ? [] : Array(zip(olds, news))
        }
        budget -= cells.partialValue
        // The best sum for the first i and j elements, and the score of the pair before.
        var sums = [Double](repeating: 0, count: (n + 1) * (m + 1))
        var scores = [Double](repeating: -1, count: (n + 1) * (m + 1))
        for i in 1...n {
            for j in 1...m {
                let cell = i * (m + 1) + j
                let score = score(olds.lowerBound + i - 1, news.lowerBound + j - 1, isEven: n == m)
                scores[cell] = score
                sums[cell] = max(
                    sums[cell - m - 1],
                    sums[cell - 1],
                    score < 0 ? 0 : sums[cell - m - 2] + score
                )
            }
        }
        return Likeness.walked(back: sums, scores, olds, news)
    }

    private static func walked(
        back sums: [Double],
        _ scores: [Double],
        _ olds: Range<Int>,
        _ news: Range<Int>
    ) -> [(Int, Int)] {
        var pairs: [(Int, Int)] = []
        var (i, j) = (olds.count, news.count)
        let width = news.count + 1
        // From the end back, what is left over is left at the end: the first of several equal ways is taken.
        while i > 0, j > 0 {
            let cell = i * width + j
            if sums[cell] == sums[cell - 1] {
                j -= 1
            } else if sums[cell] == sums[cell - width] {
                i -= 1
            } else {
                (i, j) = (i - 1, j - 1)
                pairs.append((olds.lowerBound + i, news.lowerBound + j))
            }
        }
        return pairs.reversed()
    }

    /// How alike two elements are, a little more than nothing where they may be one all the same; below 0 where they
    /// are not one.
    private func score(_ i: Int, _ j: Int, isEven: Bool) -> Double {
        guard let one = oldFeatures[i], let other = newFeatures[j] else { return -1 }
        let likeness = one.likeness(to: other)
        if isStrict { return likeness >= 0.5 ? likeness : -1 }
        // As many as before are probably the same, and a single value has nothing else to be known by.
        let isSmall = max(one.leaves, other.leaves) <= 2
        return likeness >= 0.3 || isEven || isSmall ? likeness + 0.001 : -1
    }
}

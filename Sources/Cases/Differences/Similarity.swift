import Records

/// Matches the elements between equal ones by similarity, preserving their order.
struct SimilarityMatching {
    private let old: [Value]
    private let new: [Value]
    private var oldFeatures: [Int: ValueFeatures] = [:]
    private var newFeatures: [Int: ValueFeatures] = [:]
    /// The remaining number of comparisons.
    private var budget = 400_000

    /// The maximum number of comparisons between two equal elements.
    private static let limit = 40_000
    /// Whether elements match only by similarity, never by their number or order.
    private let isStrict: Bool

    init(_ old: [Value], _ new: [Value], isStrict: Bool = false) {
        self.old = old
        self.new = new
        self.isStrict = isStrict
    }

    /// Returns the pairs of two ranges without equal elements, both indices ascending.
    mutating func pairs(_ olds: Range<Int>, _ news: Range<Int>) -> [(Int, Int)] {
        if olds.isEmpty || news.isEmpty { return [] }
        for index in olds where oldFeatures[index] == nil { oldFeatures[index] = ValueFeatures(old[index]) }
        for index in news where newFeatures[index] == nil { newFeatures[index] = ValueFeatures(new[index]) }
        if olds.count * news.count <= SimilarityMatching.limit { return best(olds, news) }
        var pairs: [(Int, Int)] = []
        var (i, j) = (olds.lowerBound, news.lowerBound)
        for anchor in anchors(olds, news) + [(olds.upperBound, news.upperBound)] {
            pairs += best(i..<anchor.0, j..<anchor.1)
            if anchor.0 < olds.upperBound { pairs.append(anchor) }
            (i, j) = (anchor.0 + 1, anchor.1 + 1)
        }
        return pairs
    }

    /// The pairs that share the most of the features that occur once in each range.
    ///
    /// Complexity: linear in the number of features, apart from sorting.
    private func anchors(_ olds: Range<Int>, _ news: Range<Int>) -> [(Int, Int)] {
        let places = SimilarityMatching.single(news, newFeatures)
        var votes: [Int: [Int: Int]] = [:]
        for (feature, index) in SimilarityMatching.single(olds, oldFeatures) {
            if let place = places[feature] { votes[index, default: [:]][place, default: 0] += 1 }
        }
        // Each old element elects a new one. Of several that elect the same, the one with the most votes wins.
        var elected: [Int: (index: Int, count: Int)] = [:]
        for (index, votes) in votes.sorted(by: { $0.key < $1.key }) {
            guard let best = votes.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }) else { continue }
            if elected[best.key]?.count ?? 0 < best.value { elected[best.key] = (index, best.value) }
        }
        let pairs = elected.map { ($0.value.index, $0.key) }
        return Anchors.longestIncreasing(pairs.sorted { $0.0 < $1.0 })
    }

    private static func single(_ range: Range<Int>, _ features: [Int: ValueFeatures]) -> [Int: Int] {
        var places: [Int: Int] = [:]
        var several: Set<Int> = []
        for index in range {
            for feature in Set(features[index]?.all ?? [])
            where places.updateValue(index, forKey: feature) != nil { several.insert(feature) }
        }
        return places.filter { !several.contains($0.key) }
    }

    /// The pairs, both ascending, with the highest total similarity. Beyond the limit, pairs by order.
    private mutating func best(_ olds: Range<Int>, _ news: Range<Int>) -> [(Int, Int)] {
        if olds.isEmpty || news.isEmpty { return [] }
        let (n, m) = (olds.count, news.count)
        let cells = n.multipliedReportingOverflow(by: m)
        guard !cells.overflow, cells.partialValue <= SimilarityMatching.limit, cells.partialValue <= budget
        else {
            return isStrict ? [] : Array(zip(olds, news))
        }
        budget -= cells.partialValue
        // The best sum for the first i and j elements, and the score of the pair at (i - 1, j - 1).
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
        return SimilarityMatching.backtracked(through: sums, scores, olds, news)
    }

    private static func backtracked(
        through sums: [Double],
        _ scores: [Double],
        _ olds: Range<Int>,
        _ news: Range<Int>
    ) -> [(Int, Int)] {
        var pairs: [(Int, Int)] = []
        var (i, j) = (olds.count, news.count)
        let width = news.count + 1
        // Backwards from the end, so that of several optimal paths the one that leaves elements at the end wins.
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

    /// The similarity of two elements: slightly above 0 if they may match even if dissimilar, below 0 if they may not.
    private func score(_ i: Int, _ j: Int, isEven: Bool) -> Double {
        guard let one = oldFeatures[i], let other = newFeatures[j] else { return -1 }
        let similarity = one.similarity(to: other)
        if isStrict { return similarity >= 0.5 ? similarity : -1 }
        // If there are as many as before, they are probably the same, and a single value has no other features.
        let isSmall = max(one.leaves, other.leaves) <= 2
        return similarity >= 0.3 || isEven || isSmall ? similarity + 0.001 : -1
    }
}

/// The features that identify a changed value: its leaves and the words of its texts, each with its path of names.
struct ValueFeatures {
    /// The features' hashes, ascending.
    let all: [Int]
    /// The number of leaves.
    let leaves: Int

    /// The maximum number of features. The first ones are used.
    private static let limit = 256
    /// The maximum number of words of a text.
    private static let words = 12

    init(_ value: Value) {
        var hashes: [Int] = []
        var leaves = 0
        var rest = [(value, 0)]
        while let (value, path) = rest.popLast(), hashes.count < ValueFeatures.limit {
            switch value {
            case .object(let members):
                for member in members.reversed() where member.name != Record.typeKey {
                    rest.append((member.value, ValueFeatures.hash(path, member.name)))
                }
            case .list(let elements):
                for element in elements.reversed() { rest.append((element, path)) }
            case .null, .boolean, .number: hashes.append(ValueFeatures.hash(path, value))
            case .string(let text):
                hashes.append(ValueFeatures.hash(path, value))
                for word in text.utf8.split(separator: 0x20).prefix(ValueFeatures.words) {
                    hashes.append(ValueFeatures.hash(path, Array(word)))
                }
            }
            if value.list == nil, value.object == nil { leaves += 1 }
        }
        all = hashes.sorted()
        self.leaves = leaves
    }

    private static func hash(_ path: Int, _ value: some Hashable) -> Int {
        var hasher = Hasher()
        hasher.combine(path)
        hasher.combine(value)
        return hasher.finalize()
    }

    /// Returns the share of common features, from 0 to 1.
    ///
    /// Complexity: linear in the number of features.
    func similarity(to other: ValueFeatures) -> Double {
        let total = all.count + other.all.count
        if total == 0 { return 1 }
        var (i, j, common) = (0, 0, 0)
        while i < all.count, j < other.all.count {
            if all[i] == other.all[j] {
                (i, j, common) = (i + 1, j + 1, common + 1)
            } else if all[i] < other.all[j] {
                i += 1
            } else {
                j += 1
            }
        }
        return Double(2 * common) / Double(total)
    }
}

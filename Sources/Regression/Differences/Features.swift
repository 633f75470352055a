import Records

/// What a value is recognised by when it is no longer the same: its leaves, and the words of its texts, each with the
/// names that lead to it.
struct Features {
    /// The features' hashes, rising.
    let all: [Int]
    /// How many leaves there are.
    let leaves: Int

    /// Of a value with more, the first count.
    private static let limit = 256
    /// How many words of a text count.
    private static let words = 12

    init(_ value: Value) {
        var hashes: [Int] = []
        var leaves = 0
        var rest = [(value, 0)]
        while let (value, path) = rest.popLast(), hashes.count < Features.limit {
            switch value {
            case .object(let members):
                for member in members.reversed() where member.name != Record.typeKey {
                    rest.append((member.value, Features.hash(path, member.name)))
                }
            case .list(let elements):
                for element in elements.reversed() { rest.append((element, path)) }
            case .null, .boolean, .number: hashes.append(Features.hash(path, value))
            case .string(let text):
                hashes.append(Features.hash(path, value))
                for word in text.utf8.split(separator: 0x20).prefix(Features.words) {
                    hashes.append(Features.hash(path, Array(word)))
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

    /// The share of features that two values have in common, from 0 to 1.
    ///
    /// Complexity: linear in the number of features.
    func likeness(to other: Features) -> Double {
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

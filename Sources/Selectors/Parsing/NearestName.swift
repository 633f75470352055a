/// "Did you mean": the known name nearest to a wrong one.
enum NearestName {
    /// The candidate that fewest edits (insertion, deletion, replacement, swapped neighbours) lead to; `nil`
    /// where none is near. Complexity: number of candidates × length².
    static func find(_ name: String, among candidates: [String]) -> String? {
        guard !name.isEmpty, name.utf8.count <= 64 else { return nil }
        let wrong = Array(name.asciiLowercased.utf8)
        var best: (edits: Int, name: String)?
        for candidate in candidates {
            let edits = edits(from: wrong, to: Array(candidate.asciiLowercased.utf8))
            if edits <= max(1, wrong.count / 3), edits < best?.edits ?? .max { best = (edits, candidate) }
        }
        return best?.name
    }

    /// How many edits lead from one name to another.
    static func edits(from left: [UInt8], to right: [UInt8]) -> Int {
        var beforePrevious: [Int] = []
        var previous = Array(0...right.count)
        for i in left.indices {
            var current = [i + 1]
            for j in right.indices {
                let replaced = previous[j] + (left[i] == right[j] ? 0 : 1)
                var edits = min(previous[j + 1] + 1, current[j] + 1, replaced)
                if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
                    edits = min(edits, beforePrevious[j - 1] + 1)
                }
                current.append(edits)
            }
            beforePrevious = previous
            previous = current
        }
        return previous[right.count]
    }
}

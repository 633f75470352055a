/// Finds the known name that a wrong one was probably meant to be, by edit distance.
enum NearestName {
    /// The candidate with the smallest edit distance; `nil` where none is near. ASCII case is ignored.
    ///
    /// Complexity: number of candidates × length². Names of more than 64 bytes have no suggestion.
    static func find(_ name: String, among candidates: [String]) -> String? {
        guard !name.isEmpty, name.utf8.count <= 64 else { return nil }
        let wrong = Array(name.asciiLowercased.utf8)
        var best: (distance: Int, name: String)?
        for candidate in candidates {
            let distance = distance(wrong, Array(candidate.asciiLowercased.utf8))
            if distance <= max(1, wrong.count / 3), distance < best?.distance ?? .max {
                best = (distance, candidate)
            }
        }
        return best?.name
    }

    /// The Damerau–Levenshtein distance in its restricted form (optimal string alignment): insertions, deletions,
    /// replacements and swaps of neighbours.
    static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var beforePrevious: [Int] = []
        var previous = Array(0...right.count)
        for i in left.indices {
            var current = [i + 1]
            for j in right.indices {
                let replaced = previous[j] + (left[i] == right[j] ? 0 : 1)
                var distance = min(previous[j + 1] + 1, current[j] + 1, replaced)
                if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
                    distance = min(distance, beforePrevious[j - 1] + 1)
                }
                current.append(distance)
            }
            beforePrevious = previous
            previous = current
        }
        return previous[right.count]
    }
}

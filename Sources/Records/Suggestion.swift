/// "Did you mean": finds the known name that a wrong one was probably meant to be.
public enum Suggestion {
    /// The candidate nearest to `name` by edits (insertion, deletion, replacement, swapped neighbours), or `nil`
    /// where none is near. Letter case counts for less than a letter.
    ///
    /// Complexity: number of candidates × length². Names of more than 64 bytes get no suggestion.
    public static func nearest(to name: String, among candidates: some Sequence<String>) -> String? {
        guard name.utf8.count <= 64, !name.isEmpty else { return nil }
        var best: (distance: Int, name: String)?
        for candidate in candidates where candidate.utf8.count <= 64 && candidate != name {
            let distance = distance(name.lowercased(), candidate.lowercased())
            let limit = max(1, max(name.utf8.count, candidate.utf8.count) / 3)
            if distance <= limit, distance < best?.distance ?? .max { best = (distance, candidate) }
        }
        return best?.name
    }

    /// The help line for a wrong name: the nearest candidate, else a short list of all.
    public static func help(for name: String, among candidates: [String]) -> String? {
        if let nearest = nearest(to: name, among: candidates) { return "did you mean \"\(nearest)\"?" }
        guard !candidates.isEmpty else { return nil }
        return "known are " + candidates.map { "\"\($0)\"" }.joined(separator: ", ")
    }

    /// Damerau and Levenshtein's distance in its restricted form ("optimal string alignment").
    static func distance(_ left: String, _ right: String) -> Int {
        let left = Array(left.utf8)
        let right = Array(right.utf8)
        var beforePrevious: [Int] = []
        var previous = Array(0...right.count)
        for i in left.indices {
            var current = [i + 1]
            for j in right.indices {
                var distance = min(previous[j + 1] + 1, current[j] + 1)
                distance = min(distance, previous[j] + (left[i] == right[j] ? 0 : 1))
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

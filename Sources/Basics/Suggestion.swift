/// "Did you mean": the known name that is most similar to a wrong one.
public enum Suggestion {
    /// Longer names get no suggestion.
    private static let lengthLimit = 64

    /// Returns the candidate most similar to `name` by `editDistance`, ignoring letter case, or `nil` if none is within
    /// a third of the longer name's length.
    ///
    /// Complexity: number of candidates × length². Names of more than 64 bytes get no suggestion.
    public static func nearest(to name: String, among candidates: some Sequence<String>) -> String? {
        guard name.utf8.count <= lengthLimit, !name.isEmpty else { return nil }
        let wrong = Array(name.lowercased().utf8)
        var best: (distance: Int, name: String)?
        for candidate in candidates where candidate.utf8.count <= lengthLimit && candidate != name {
            let longer = max(name.utf8.count, candidate.utf8.count)
            // A name of one letter is another name, unless only its case differs.
            let near = longer == 1 ? 0 : max(1, longer / 3)
            let limit = min(near, (best?.distance ?? .max) - 1)
            let known = Array(candidate.lowercased().utf8)
            if let distance = editDistance(from: wrong, to: known, limit: limit) {
                best = (distance, candidate)
            }
        }
        return best?.name
    }

    /// Returns the help line for a wrong name: the most similar candidate, or else a list of all.
    public static func help(for name: String, among candidates: [String]) -> String? {
        if let nearest = nearest(to: name, among: candidates) { return "did you mean \"\(nearest)\"?" }
        guard !candidates.isEmpty else { return nil }
        return "expected one of " + candidates.map { "\"\($0)\"" }.joined(separator: ", ")
    }
}

/// Returns the number of edits that turn one text into another, or `nil` if it exceeds `limit`.
///
/// An edit inserts, deletes or replaces a byte, or swaps two neighbours: Damerau and Levenshtein's distance in its
/// restricted form ("optimal string alignment"), in which no byte is edited twice.
///
/// Complexity: O(*n* × min(`limit`, *m*)) for texts of *n* and *m* bytes; constant if their lengths differ by more than
/// `limit`.
package func editDistance(from left: [UInt8], to right: [UInt8], limit: Int) -> Int? {
    guard abs(left.count - right.count) <= limit else { return nil }
    if left.isEmpty || right.isEmpty { return max(left.count, right.count) }
    // A cell further than `limit` from the diagonal costs more than `limit`; so does one that is not computed.
    let limit = min(limit, max(left.count, right.count))
    let tooFar = limit + 1
    var beforePrevious = [Int](repeating: tooFar, count: right.count + 1)
    var previous = (0...right.count).map { min($0, tooFar) }
    var current = beforePrevious
    for i in 1...left.count {
        let first = max(1, i - limit)
        let last = min(right.count, i + limit)
        guard first <= last else { return nil }
        current[first - 1] = first == 1 ? min(i, tooFar) : tooFar
        for j in first...last {
            let replacement = previous[j - 1] + (left[i - 1] == right[j - 1] ? 0 : 1)
            var distance = min(replacement, previous[j] + 1, current[j - 1] + 1)
            if i > 1, j > 1, left[i - 1] == right[j - 2], left[i - 2] == right[j - 1] {
                distance = min(distance, beforePrevious[j - 2] + 1)
            }
            current[j] = min(distance, tooFar)
        }
        if last < right.count { current[last + 1] = tooFar }
        (beforePrevious, previous, current) = (previous, current, beforePrevious)
    }
    return previous[right.count] <= limit ? previous[right.count] : nil
}

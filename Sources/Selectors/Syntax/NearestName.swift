import Basics

/// Finds the known name that was probably intended by a wrong one, by edit distance.
enum NearestName {
    /// The candidate with the smallest edit distance; `nil` if none is similar. ASCII case is ignored.
    ///
    /// Complexity: number of candidates × length². Names of more than 64 bytes have no suggestion.
    static func find(_ name: String, among candidates: [String]) -> String? {
        guard !name.isEmpty, name.utf8.count <= 64 else { return nil }
        let wrong = Array(name.asciiLowercased.utf8)
        var best: (distance: Int, name: String)?
        for candidate in candidates {
            let limit = min(max(1, wrong.count / 3), (best?.distance ?? .max) - 1)
            let known = Array(candidate.asciiLowercased.utf8)
            if let distance = editDistance(from: wrong, to: known, limit: limit) {
                best = (distance, candidate)
            }
        }
        return best?.name
    }
}

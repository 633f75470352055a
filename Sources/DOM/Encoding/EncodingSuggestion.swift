extension Encoding {
    /// "Did you mean": the known label that is nearest to one that names no encoding, or `nil` where none is near.
    ///
    /// Complexity: number of labels × length². Labels of more than 40 bytes get no suggestion.
    public static func suggestion(for label: String) -> String? {
        let wrong = normalized(label.utf8)
        guard !wrong.isEmpty else { return nil }
        // An encoding's own name comes before its other labels, and the order never depends on hashing.
        let names = Set(ID.allCases.map { $0.rawValue.lowercased() })
        let candidates = names.sorted() + labels.keys.filter { !names.contains($0) }.sorted()
        let limit = max(1, letters(wrong).count / 3)
        var best: (distance: Int, label: String)?
        for candidate in candidates {
            let distance = distance(letters(wrong), letters(candidate))
            if distance <= limit, distance < best?.distance ?? .max { best = (distance, candidate) }
        }
        return best?.label
    }

    /// What is left of a label without hyphens, underscores and the like, where most mistakes are made.
    private static func letters(_ label: String) -> [UInt8] {
        label.utf8.filter { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
    }

    /// Levenshtein's distance: how many letters to insert, delete or replace.
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var previous = Array(0...right.count)
        for (row, letter) in left.enumerated() {
            var current = [row + 1]
            for (column, other) in right.enumerated() {
                let replaced = previous[column] + (letter == other ? 0 : 1)
                current.append(min(previous[column + 1] + 1, current[column] + 1, replaced))
            }
            previous = current
        }
        return previous[right.count]
    }
}

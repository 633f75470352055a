import Engine

/// Finds the text of a page that is most similar to a value.
enum NearText {
    static func nearest(to value: ExampleValue, in page: PageText) -> String? {
        let wanted: String
        switch value {
        case .text(let text): wanted = LearningText.key(text)
        case .number(let text): wanted = text
        case .list(let texts):
            guard
                let missing = texts.first(where: { page.places(of: LearningText.key($0)).isEmpty })
                    ?? texts.first
            else {
                return nil
            }
            wanted = LearningText.key(missing)
        case .nothing, .unsupported: return nil
        }
        let words = Set(wanted.lowercased().split(separator: " "))
        var best: (share: Double, text: String)?
        for entry in page.entries
        where entry.part == .text && entry.text.utf8.count <= wanted.utf8.count * 3 + 40 {
            let own = Set(entry.text.lowercased().split(separator: " "))
            let share = Double(own.intersection(words).count) / Double(max(1, own.union(words).count))
            if share > (best?.share ?? 0.2) { best = (share, entry.text) }
        }
        return best?.text
    }
}

/// Whether a page's bytes contain a value at all, as data in a script would.
enum InlineText {
    static func mayHave(_ value: ExampleValue?, _ page: Page) -> Bool {
        let text: String
        switch value {
        case .text(let wanted), .number(let wanted): text = wanted
        case .list(let wanted): text = wanted.first ?? ""
        case .nothing, .unsupported, nil: return false
        }
        // The longest part that is written the same in every encoding and script.
        let parts = text.split { !$0.isASCII || "\"\\/<>&'".contains($0) }
        guard let part = parts.max(by: { $0.utf8.count < $1.utf8.count }) else { return true }
        let wanted = Array(part.utf8.prefix(24))
        guard let first = wanted.first, page.bytes.count >= wanted.count else { return false }
        return page.bytes.withUnsafeBufferPointer { bytes in
            for start in 0...bytes.count - wanted.count where bytes[start] == first {
                if wanted.indices.allSatisfy({ bytes[start + $0] == wanted[$0] }) { return true }
            }
            return false
        }
    }
}

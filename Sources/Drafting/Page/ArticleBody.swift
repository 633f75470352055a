/// Finds the element that an article's text stands in: that with most text in paragraphs of its own.
struct ArticleBody {
    private let outlines: [Outline]
    /// Its place on each page; empty where a page has none.
    private let bodies: [Int]

    init(_ outlines: [Outline]) {
        self.outlines = outlines
        let found = outlines.compactMap { ArticleBody.body(of: $0) }
        bodies = found.count == outlines.count ? found : []
    }

    private static func body(of outline: Outline) -> Int? {
        var sums: [Int: (text: Int, paragraphs: Int)] = [:]
        for (index, entry) in outline.entries.enumerated() where entry.tag == "p" && entry.region != .chrome {
            let text = outline.sum(outline.text, in: index)
            guard text > 40 else { continue }
            sums[entry.parent, default: (0, 0)].text += text
            sums[entry.parent, default: (0, 0)].paragraphs += 1
        }
        return sums.filter { $0.value.paragraphs > 1 }.max {
            ($0.value.text, $1.key) < ($1.value.text, $0.key)
        }?.key
    }

    /// Whether its paragraphs alone make most of every page.
    var isLong: Bool {
        !bodies.isEmpty
            && zip(outlines, bodies).allSatisfy { outline, body in
                let text = outline.sum(outline.text, in: body)
                return text > 1_500 && text * 2 > (outline.text.last ?? 0)
            }
    }

    /// A selector that matches it and nothing else, on every page.
    func selector() -> (selector: String, origin: String)? {
        guard let outline = outlines.first, var index = bodies.first else { return nil }
        // It may be one of several parts; what is around them has a name then.
        for _ in 0..<4 {
            let id = SiteNames.id(of: index, in: outline).map { [$0] } ?? []
            let tag = outline.entries[index].tag
            var marks = SiteNames.marks(of: index, in: outline).filter { $0.rank < 5 }
            if tag == "article" || tag == "main" {
                marks.append(SiteNames.Mark(selector: tag, rank: 4, word: tag, origin: "the element \(tag)"))
            }
            for mark in id + marks where isExact(mark.selector) { return (mark.selector, mark.origin) }
            index = outline.entries[index].parent
        }
        return nil
    }

    /// Whether a selector matches one element of each page, in which the text stands.
    private func isExact(_ selector: String) -> Bool {
        zip(outlines, bodies).allSatisfy { outline, body in
            var index = body
            for _ in 0..<4 {
                if ExactMatch.holds(selector, for: [outline.entries[index].node], in: [outline.document]) {
                    return true
                }
                index = outline.entries[index].parent
            }
            return false
        }
    }
}

import Scraping

/// The sketch of plain text, which tells nothing of its structure: a record for each line.
enum TextSketch {
    static func sketch(_ pages: [Page]) -> (Sketch, notes: [String]) {
        var field = FieldSketch(selectors: ["::text"], origin: "the whole line")
        field.hints.given = "text"
        var sketch = Sketch(about: "The lines of \(pages[0].name.lastPathComponent)", source: "\"text\"")
        sketch.records = [
            RecordSketch(
                name: "Line",
                comment:
                    "plain text does not say what its lines mean: \"apply\" and \"match\" take them apart",
                each: "line",
                fields: [field]
            )
        ]
        return (
            sketch,
            ["Plain text needs a hand: the draft has a record for each line, take it apart with \"match\"."]
        )
    }
}

extension String {
    /// What stands behind the last slash of a path.
    var lastPathComponent: String { split(separator: "/").last.map(String.init) ?? self }
}

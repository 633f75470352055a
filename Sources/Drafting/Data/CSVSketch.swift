import Records
import Scraping
import Selectors

/// The sketch of a table of comma-separated values: a record for each row.
extension DataSketch {
    static func csv(_ pages: [Page]) throws(Diagnostics) -> (Sketch, notes: [String]) {
        _ = try PageTrees.read(pages, as: "csv")
        let line = CSVHeader(pages[0].bytes)
        var notes: [String] = []
        var options: [String] = []
        if line.separator != "," { options.append("\"separator\": \(SketchWriter.string(line.separator))") }
        var names = line.cells
        if !line.isHeader {
            names = names.indices.map { "column\($0 + 1)" }
            options.append("\"header\": [\(names.map(SketchWriter.string).joined(separator: ", "))]")
            notes.append(
                "The table's first line holds values, not names: give the columns names in \"header\"."
            )
        }
        var sketch = Sketch(about: "The rows of \(pages[0].name.lastPathComponent)")
        sketch.source = options.isEmpty ? "\"csv\"" : "{ \"csv\": { \(options.joined(separator: ", ")) } }"
        let fields = names.filter { !$0.isEmpty }.map { name in
            var field = FieldSketch(selectors: [CSSText.identifier(name)], origin: "the column \"\(name)\"")
            field.hints.given = DataNames.field([name])
            field.hints.words = [name]
            return field
        }
        sketch.records = [
            RecordSketch(name: "Row", comment: "a record for each row", each: "row", fields: fields)
        ]
        return (sketch, notes)
    }
}

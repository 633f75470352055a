import Records

/// Writes a sketch as the text of a rules file, in the style of `scrape fmt`.
struct SketchWriter {
    private var lines: [String] = []

    /// The text; with provisional names and types where fields have no others yet.
    static func text(of sketch: Sketch) -> [UInt8] {
        var writer = SketchWriter()
        writer.write(sketch)
        let text = Array((writer.lines.joined(separator: "\n") + "\n").utf8)
        return JSONFormatter.format(text).text ?? text
    }

    private mutating func write(_ sketch: Sketch) {
        lines.append("{")
        lines.append("\"about\": \(SketchWriter.string(sketch.about)),")
        if !sketch.match.isEmpty {
            lines.append("\"match\": [\(sketch.match.map(SketchWriter.string).joined(separator: ", "))],")
        }
        comment(sketch.sourceComment ?? "")
        if let source = sketch.source { lines.append("\"source\": \(source),") }
        if sketch.growsLinkedData {
            lines.append("\"prepare\": [")
            comment("What the page says of itself becomes a part of the tree.")
            lines.append("{ \"linked-data\": \"html\" }")
            lines.append("],")
        }
        lines.append("\"records\": {")
        for (index, record) in sketch.records.enumerated() {
            write(record, isLast: index == sketch.records.count - 1)
        }
        lines.append("}")
        lines.append("}")
    }

    private mutating func write(_ record: RecordSketch, isLast: Bool) {
        comment(record.comment)
        lines.append("\(SketchWriter.string(record.name)): {")
        if let each = record.each { lines.append("\"each\": \(SketchWriter.string(each)),") }
        lines.append("\"fields\": {")
        for (index, field) in record.fields.enumerated() {
            comment([field.origin, field.evidence].filter { !$0.isEmpty }.joined(separator: ": "))
            let end = index == record.fields.count - 1 ? "" : ","
            lines.append(SketchWriter.member(field) + end)
        }
        lines.append("}")
        lines.append(isLast ? "}" : "},")
    }

    private mutating func comment(_ text: String) {
        if !text.isEmpty { lines.append("// \(text)") }
    }

    /// A field with its name.
    static func member(_ field: FieldSketch) -> String { "\(string(field.name)): \(value(field))" }

    private static func value(_ field: FieldSketch) -> String {
        let selectors = field.selectors.map(string)
        let select = selectors.count == 1 ? selectors[0] : "[\(selectors.joined(separator: ", "))]"
        var members: [String] = []
        if let column = field.column { members.append("\"column\": \(string(column))") }
        if !selectors.isEmpty { members.append("\"select\": \(select)") }
        let steps = field.reading.steps
        if !steps.isEmpty { members.append("\"apply\": [\(steps.joined(separator: ", "))]") }
        if field.isList {
            members.append("\"type\": [\(string(field.reading.type))]")
        } else if field.reading.type != "string" {
            members.append("\"type\": \(string(field.reading.type))")
        }
        let formats = field.reading.formats.map(string)
        if formats.count == 1 { members.append("\"format\": \(formats[0])") }
        if formats.count > 1 { members.append("\"format\": [\(formats.joined(separator: ", "))]") }
        if field.isRequired { members.append("\"required\": true") }
        // A lone selector needs no object.
        if members.count == 1, field.selectors.count == 1, field.column == nil { return select }
        return "{ \(members.joined(separator: ", ")) }"
    }

    static func string(_ text: String) -> String { JSONWriter.compact(.string(text)) }
}

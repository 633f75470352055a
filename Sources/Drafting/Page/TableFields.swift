import DOM

/// The fields of a table's rows: its columns by their headers.
struct TableFields {
    let outlines: [Outline]
    let block: Block

    /// The columns, `nil` where the group is no table with headers.
    func fields() -> [FieldSketch]? {
        guard let outline = outlines.first, let row = block.members.first?.first,
            outline.entries[row].tag == "tr",
            let table = table(around: row, in: outline)
        else { return nil }
        let headers = headers(of: table, in: outline)
        guard Set(headers).count > 1 else { return nil }
        var fields: [FieldSketch] = []
        var seen: Set<String> = []
        for header in headers where seen.insert(header.lowercased()).inserted {
            var field = FieldSketch(column: header)
            field.origin = "the column \"\(FieldValues.shortened(header))\""
            field.hints.given = DataNames.field([header])
            field.hints.words = [header]
            fields.append(field)
        }
        if let linked = seen.first(where: { $0 == headers[0].lowercased() }), !linked.isEmpty {
            var field = FieldSketch(selectors: ["a::attr(href)"], column: headers[0])
            field.origin = "the link in the column \"\(FieldValues.shortened(headers[0]))\""
            field.hints.given = "url"
            field.hints.kind = .link
            fields.append(field)
        }
        return fields
    }

    private func table(around row: Int, in outline: Outline) -> Int? {
        var index = row
        while outline.entries[index].tag != "table" {
            let parent = outline.entries[index].parent
            if parent == index { return nil }
            index = parent
        }
        return index
    }

    /// The texts of the cells of the first row, where they are headers.
    private func headers(of table: Int, in outline: Outline) -> [String] {
        guard
            let first = (table + 1..<outline.entries[table].end).first(where: {
                outline.entries[$0].tag == "tr"
            })
        else { return [] }
        let cells = (first + 1..<outline.entries[first].end).filter { outline.entries[$0].parent == first }
        guard cells.count > 1, cells.allSatisfy({ outline.entries[$0].tag == "th" }) else { return [] }
        return cells.map { cell in
            WhiteSpace.collapse(
                String(decoding: outline.document.text(of: outline.entries[cell].node), as: UTF8.self)
            )
        }.filter { !$0.isEmpty && $0.utf8.count < 80 }
    }
}

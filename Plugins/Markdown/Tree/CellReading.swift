import DOM

/// A table's cell as its tag tells of it.
enum CellReading {
    /// The HTML standard's limits of spans.
    private static let columnLimit = 1_000
    private static let rowLimit = 65_534

    /// The cell, still empty.
    static func cell(_ element: Element) -> Table.Cell {
        Table.Cell(
            isHeader: element.name == "th",
            alignment: alignment(of: element),
            columns: span(element, "colspan", limit: columnLimit),
            rows: span(element, "rowspan", limit: rowLimit)
        )
    }

    private static func span(_ element: Element, _ name: String, limit: Int) -> Int {
        guard let value = element.attribute(name) else { return 1 }
        let digits = value.drop { $0 == " " }.prefix { ("0"..."9").contains($0) }
        return min(max(Int(digits) ?? 1, 1), limit)
    }

    private static func alignment(of element: Element) -> Table.Alignment {
        let attribute = element.attribute("align")?.lowercased()
        switch attribute ?? element.attribute("style").flatMap(textAlign) {
        case "left": return .left
        case "center": return .center
        case "right": return .right
        default: return .none
        }
    }

    /// What a style attribute says of `text-align`.
    private static func textAlign(_ style: String) -> String? {
        for declaration in style.lowercased().split(separator: ";") {
            let parts = declaration.split(separator: ":", maxSplits: 1).map { part in
                String(part.filter { !$0.isWhitespace })
            }
            if parts.count == 2, parts[0] == "text-align" { return parts[1] }
        }
        return nil
    }
}

import Regression

/// The differences of a case as HTML: what was expected and what was found beside each other.
enum DifferenceTable {
    /// How many differences are shown, and how many characters of a value.
    private static let limit = 1000
    private static let width = 600

    /// The table; nothing where there are no differences.
    static func html(_ differences: [Difference], page: String) -> String {
        if differences.isEmpty { return "" }
        let count = differences.count == 1 ? "1 difference" : "\(differences.count) differences"
        var html = "<h3>\(count)</h3>\n<table class=\"differences\"><thead><tr>"
        html += "<th scope=\"col\">Where</th><th scope=\"col\">Expected</th><th scope=\"col\">Found</th>"
        html += "</tr></thead><tbody>\n"
        for difference in differences.prefix(limit) { html += row(difference, page) }
        html += "</tbody></table>\n"
        if differences.count > limit { html += "<p>and \(differences.count - limit) more</p>\n" }
        return html
    }

    private static func row(_ difference: Difference, _ page: String) -> String {
        let lines = DifferenceText(difference, width: width).lines
        var html = "<tr><th scope=\"row\">\(place(difference, page))</th>"
        if lines.count == 3 {
            html += "<td>\(cell(lines[1]))</td><td>\(cell(lines[2]))</td>"
        } else {
            html +=
                "<td colspan=\"2\">\(lines.dropFirst().map { cell($0[...]) }.joined(separator: "<br>"))</td>"
        }
        return html + "</tr>\n"
    }

    /// A line without the word that says which of both it is: the column does.
    private static func cell(_ line: [DifferenceText.Span]) -> String { cell(line.dropFirst()) }

    private static func cell(_ line: ArraySlice<DifferenceText.Span>) -> String {
        line.map { span in
            let text = HTMLText.escaped(span.text)
            return switch span.role {
            case .place, .label, .old, .new: text
            case .oldPart: "<del>\(text)</del>"
            case .newPart: "<ins>\(text)</ins>"
            }
        }.joined()
    }

    /// The place, as a link to its record where that is there.
    private static func place(_ difference: Difference, _ page: String) -> String {
        let text = HTMLText.escaped(difference.place)
        switch difference.subject {
        case .record(let record), .field(let record, _):
            guard let number = record.newNumber else { return text }
            let id = RecordList.id(page: page, type: record.type, number: number)
            return "<a href=\"#\(HTMLText.escaped(id))\">\(text)</a>"
        case .types, .diagnostic: return text
        }
    }
}

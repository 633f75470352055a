import Records

/// Diagnostics as HTML, each with its places on the page and in the rules.
enum DiagnosticList {
    /// How many are shown.
    private static let limit = 1000

    /// The list; nothing where there are none.
    static func html(_ diagnostics: [Diagnostic]) -> String {
        if diagnostics.isEmpty { return "" }
        var html = "<h3>Diagnostics</h3>\n<ul class=\"diagnostics\">\n"
        for diagnostic in diagnostics.prefix(limit) {
            html += "<li><b class=\"\(diagnostic.severity.rawValue)\">\(diagnostic.severity.rawValue)</b> "
            html += HTMLText.escaped(diagnostic.message)
            if let place = diagnostic.location { html += code(place) }
            if let help = diagnostic.help { html += "<br>help: \(HTMLText.escaped(help))" }
            for note in diagnostic.notes {
                html += "<br>\(HTMLText.escaped(note.message))\(code(note.location))"
            }
            html += "</li>\n"
        }
        if diagnostics.count > limit { html += "<li>and \(diagnostics.count - limit) more</li>\n" }
        return html + "</ul>\n"
    }

    private static func code(_ place: Location) -> String {
        " <code>\(HTMLText.escaped(place.description))</code>"
    }
}

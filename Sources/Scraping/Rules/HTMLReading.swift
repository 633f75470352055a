import DOM
import Records

// How a rules file has HTML read: its keys "parser" and "scripting".
extension RulesReader {
    private static let keys = ["parser", "scripting"]

    /// How HTML is read, for something that reads it.
    mutating func htmlOptions() -> HTMLOptions {
        readsHTML = true
        return html
    }

    /// How what a plugin gives is read.
    mutating func function(of source: Source) -> Decoder.Function {
        switch source {
        case .html, .htmlFragment: source.decode(htmlOptions())
        case .xml, .json, .csv, .text: source.decode(html)
        }
    }

    /// Reads the keys, before anything is that reads HTML.
    mutating func readHTMLKeys(_ members: [String: JSON]) {
        var own = HTMLOptions()
        if let json = members["parser"], let parser = readParser(json) { own.parser = parser }
        if let json = members["scripting"], let scripting = boolean(json, "\"scripting\"") {
            own.scripting = scripting
        }
        html = registry.reading.html(own)
    }

    private mutating func readParser(_ json: JSON) -> HTMLOptions.Parser? {
        guard let name = string(json, "\"parser\"") else { return nil }
        if let parser = HTMLOptions.Parser(rawValue: name) { return parser }
        let known = HTMLOptions.Parser.allCases.map(\.rawValue)
        error(
            "unknown parser \"\(name)\"",
            at: json.range,
            help: Suggestion.help(for: name, among: known)
        )
        return nil
    }

    /// Tells the keys where nothing is read as HTML.
    mutating func checkHTMLKeys(_ members: [String: JSON], _ sources: [SourceRule]) {
        // Of sources that could not be read no one can tell.
        guard !readsHTML, !sources.isEmpty else { return }
        let names = sources.map(\.decoder.name).joined(separator: " and ")
        for key in RulesReader.keys {
            guard let json = members[key] else { continue }
            error(
                "\"\(key)\" tells how HTML is read, and these rules read \(names)",
                at: json.range,
                help: "leave it out"
            )
        }
    }
}

import Basics
import Encoding
import Extraction
package import Language
import OneRepMax
import Records
package import Scraping

/// Reads a page with the text of a rules file, as the command does.
package func scrape(
    _ rules: String,
    _ page: String,
    url: String? = nil,
    clock: String? = nil,
    limits: Limits = Limits()
) throws -> Outcome {
    // Pages in tests are UTF-8, so that none has to declare it.
    let page = Page(name: "page", bytes: Array(page.utf8), url: url, encoding: .utf8, clock: clock)
    return try load(rules).scrape(page, limits: limits)
}

/// Loads a rules file from its text.
package func load(_ rules: String) throws -> Rules {
    try Rules(
        SourceText(name: "rules.json", bytes: Array(rules.utf8)),
        registry: Registry([OneRepMax.plugin])
    )
}

/// The errors in a rules file, in the form that the user reads.
package func errors(_ rules: String) -> String {
    do {
        _ = try load(rules)
        return ""
    } catch let diagnostics as Diagnostics {
        return diagnostics.description
    } catch {
        return "\(error)"
    }
}

extension Outcome {
    /// The records as JSON, one per line.
    package var lines: [String] { records.map { JSONWriter.compact($0.value) } }

    /// The first line of each diagnostic.
    package var messages: [String] {
        diagnostics.map { String($0.description.prefix { $0 != "\n" }) }
    }
}

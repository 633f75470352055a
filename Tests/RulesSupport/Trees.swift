package import DOM
import Records
import Scraping

/// The tree that a source makes from a page, as an outline, and the diagnostics for the page.
package func tree(
    _ source: String,
    _ page: String,
    limits: Limits = Limits()
) throws -> (outline: String, reported: [String]) {
    guard let reader = PageReader(source: source) else { return ("no such source", []) }
    let result = reader.parse(Page(name: "page", bytes: Array(page.utf8)), limits: limits)
    var outline = ""
    if let document = result.document { TreeDump.dump(document, style: .outline) { outline += $0 } }
    return (outline, result.diagnostics.map { String($0.description.prefix { $0 != "\n" }) })
}

public import Records
public import Scraping

/// A rules file made from saved pages: a start for an author, to be read and changed.
///
/// ```swift
/// let draft = try Draft.rules(for: [Page(name: "list.html", bytes: bytes, url: "https://plants.example/list")])
/// print(draft.text)
/// ```
///
/// It holds what the pages themselves offer: linked data, meta properties, and blocks that repeat and look like
/// records; of JSON, CSV and XML the objects, rows and elements. Every field has been read out of every page: what
/// stands in the draft yields records from all of them, and the types fit all values.
public struct Draft: Sendable {
    /// The rules file's text, in the style of `scrape fmt`, with comments that say where each selector came from.
    public let text: String
    /// What an author should know of what was found and what was not, a sentence each.
    public let notes: [String]

    /// Drafts rules that hold on every one of some pages of one kind.
    ///
    /// - Parameter pages: at least one; of several, what all of them have is taken.
    /// - Throws: why a page cannot be read, or that the pages have nothing in common.
    /// - Complexity: linear in the pages' length.
    public static func rules(for pages: [Page]) throws(Diagnostics) -> Draft {
        guard let first = pages.first else {
            throw Diagnostics([Diagnostic(.rules, "no page is given")])
        }
        let source = PageReader.probableSource(of: first)
        for page in pages.dropFirst() where PageReader.probableSource(of: page) != source {
            throw Diagnostics([
                Diagnostic(
                    .rules,
                    "\(page.name) is \(PageReader.probableSource(of: page)), \(first.name) is \(source)",
                    help: "rules are for pages of one kind"
                )
            ])
        }
        var (sketch, notes) = try sketch(of: pages, source)
        sketch.match = PageAddresses.patterns(for: pages)
        if sketch.match.isEmpty {
            notes.append(
                "The pages do not tell their address: say in \"match\" which pages the rules are for."
            )
        }
        guard let final = SketchFitting(pages: pages).fitted(sketch, &notes) else {
            throw Diagnostics([
                Diagnostic(
                    .rules,
                    "nothing is found that could be a record",
                    at: Location(file: first.name),
                    help: "look at the page with scrape tree, and write the rules by hand"
                )
            ])
        }
        let text = SketchWriter.text(of: final)
        return Draft(text: String(decoding: text, as: UTF8.self), notes: notes)
    }

    private static func sketch(
        of pages: [Page],
        _ source: String
    ) throws(Diagnostics) -> (Sketch, notes: [String]) {
        switch source {
        case "json": try DataSketch.json(pages)
        case "xml": try DataSketch.xml(pages)
        case "csv": try DataSketch.csv(pages)
        case "text": TextSketch.sketch(pages)
        default: try PageSketch.sketch(pages)
        }
    }
}

extension Draft {
    /// The address of a page: as it was given, or as the page itself tells it; `nil` where neither does.
    public static func address(of page: Page) -> String? { PageAddresses.address(of: page) }
}

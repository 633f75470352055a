import DOM
public import Engine
public import Records

/// A rules file that is drafted from saved pages, as a starting point for its author (wrapper induction).
///
/// ```swift
/// let draft = try Draft.rules(for: [Page(name: "list.html", bytes: bytes, url: "https://plants.example/list")])
/// print(draft.text)
/// ```
///
/// For HTML, a draft uses linked data, meta properties, and repeated blocks that look like records. For JSON, CSV and XML,
/// it uses objects, rows and elements. The draft is tested on all pages: it yields records from each, and the types fit all
/// values.
public struct Draft: Sendable {
    /// The text of the rules file, in the style of `scrape fmt`, with a comment on the origin of each selector.
    public let text: String
    /// Notes for the author, one sentence each.
    public let notes: [String]

    /// Drafts rules for pages of one kind.
    ///
    /// - Parameter pages: at least one page. If there are several, their common parts are used.
    /// - Throws: if a page cannot be read, or the pages have nothing in common.
    /// - Complexity: linear in the pages' length.
    public static func rules(for pages: [Page]) throws(Diagnostics) -> Draft {
        var (draft, notes) = try draft(of: pages)
        draft.match = PageAddresses.patterns(for: pages)
        if draft.match.isEmpty {
            notes.append(
                "The pages do not declare their address: list the addresses of the site in \"match\"."
            )
        }
        guard let final = DraftFitting(pages: pages).fitted(draft, &notes) else {
            throw Diagnostics([
                Diagnostic(
                    .rules,
                    "found nothing that could be a record",
                    at: Location(file: pages[0].name),
                    help: "inspect the page with scrape tree and write the rules by hand"
                )
            ])
        }
        let text = DraftWriter.text(of: final)
        return Draft(text: String(decoding: text, as: UTF8.self), notes: notes)
    }

    /// The draft for pages of one kind, before it is fitted to them.
    static func draft(of pages: [Page]) throws(Diagnostics) -> (RulesDraft, notes: [String]) {
        guard let first = pages.first else {
            throw Diagnostics([Diagnostic(.rules, "no page given")])
        }
        let source = PageReader.probableSource(of: first)
        for page in pages.dropFirst() where PageReader.probableSource(of: page) != source {
            throw Diagnostics([
                Diagnostic(
                    .rules,
                    "\(page.name) is \(PageReader.probableSource(of: page)), \(first.name) is \(source)",
                    help: "draft rules from pages of one kind"
                )
            ])
        }
        return switch source {
        case "json": try DataDraft.json(pages)
        case "xml": try DataDraft.xml(pages)
        case "csv": try DataDraft.csv(pages)
        case "text": TextDraft.draft(pages)
        default: try PageDraft.draft(pages)
        }
    }
}

extension Draft {
    /// The address of a page: as given, or as the page declares it. `nil` if neither does.
    public static func address(of page: Page) -> String? { PageAddresses.address(of: page) }
}

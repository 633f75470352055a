import Addresses
import DOM
import Engine
import Language
import Records

/// Rules that are drafted with the requests for a whole site, from the first page of a list.
///
/// The page offers links to its next page, and to pages of its entries. ``confirm(by:)`` tries the former on the second
/// page. Rules without records then fetch pages of both kinds, from which ``rules(lists:details:)`` drafts their
/// records.
package struct CrawlDraft {
    private let first: Page
    private let address: WebAddress
    private var links: PageLinks?
    private var next: NextPage?
    private var details: DetailLinks?
    /// Notes for the author, one sentence each.
    package private(set) var notes: [String] = []

    /// The names of the record types by which ``outline`` distinguishes pages.
    package static let (listType, detailType) = ("List", "Detail")

    /// Searches a page for links to a next page and to pages of entries.
    ///
    /// - Parameter page: the first page of a list, with its address.
    package init(_ page: Page) throws(Diagnostics) {
        guard let url = page.url, let address = try? WebAddress(url).withoutFragment,
            address.origin != nil
        else {
            throw Diagnostics([
                Diagnostic(.rules, "the page has no web address", at: Location(file: page.name))
            ])
        }
        first = page
        self.address = address
        guard PageReader.probableSource(of: page) == "html" else {
            notes.append(
                "The page is not HTML: add by hand how the list continues; see \"next\" and \"follow\"."
            )
            return
        }
        guard let links = try PageLinks(page) else { return }
        self.links = links
        next = NextPage(links)
        details = DetailLinks(links, next: next?.target)
    }

    /// The address of the second page of the list; `nil` if none is offered.
    package var nextAddress: String? { next?.target.href }
    /// The number of pages of entries that the first page links to.
    package var detailCount: Int { details?.addresses.count ?? 0 }

    /// Keeps the ways to find the next page that also work on the second page.
    package mutating func confirm(by second: Page) throws(Diagnostics) {
        guard let links = try PageLinks(second) else { return }
        next?.confirm(by: links, after: address)
        if next?.isEmpty == true { dropNext("it has no link to a next page") }
    }

    /// Leaves out the next page.
    package mutating func dropNext(_ reason: String) {
        guard let address = nextAddress else { return }
        next = nil
        notes.append("The next page seems to be \(address), but \(reason): add \"next\" by hand.")
    }

    /// The findings, in sentences.
    package var findings: [String] {
        var findings: [String] = []
        if let next {
            let way = next.candidates.first?.origin ?? next.pages?.origin ?? ""
            findings.append("The next page is \(next.target.href), found by \(way).")
        }
        if let details {
            findings.append("It links to \(details.addresses.count) pages like \(details.pattern).")
        }
        if findings.isEmpty {
            findings.append(
                "No next page and no pages of entries were found: the rules request this page only."
            )
        }
        return findings + notes
    }

    // MARK: - Rules

    /// Rules that fetch the pages, with the address of each: ``listType`` for lists and ``detailType`` for entries.
    package var outline: [UInt8] {
        func record(_ name: String) -> RecordDraft {
            let url = FieldDraft(name: "url", selectors: ["::attr(url)"], isOfRequest: true)
            return RecordDraft(name: name, comment: "", each: nil, fields: [url])
        }
        var draft = RulesDraft(about: "the pages of \(address.href)", match: patterns)
        draft.records =
            [record(CrawlDraft.listType)] + (details == nil ? [] : [record(CrawlDraft.detailType)])
        draft.requests = requests(list: [CrawlDraft.listType], detail: [CrawlDraft.detailType])
        return DraftWriter.text(of: draft)
    }

    /// The rules with the records of fetched pages.
    ///
    /// - Parameters:
    ///   - lists: pages of the list, in order.
    ///   - details: pages of its entries.
    package mutating func rules(lists: [Page], details: [Page]) throws(Diagnostics) -> [UInt8] {
        let hasDetails = self.details != nil && !details.isEmpty
        var list = try drafted(lists, isList: true, hasDetails: hasDetails)
        var detail = hasDetails ? try drafted(details, isList: false, hasDetails: true) : nil
        if let entries = self.details, let found = detail, let own = list {
            // If each entry has its own page, that page repeats what the list says about the entry.
            let most = own.records.compactMap { count($0, own) }.max() ?? 0
            if most <= entries.addresses.count, !found.records.isEmpty {
                list = nil
                if !own.records.isEmpty {
                    notes.append("The list's own entries are left out, since each has a page.")
                }
            }
        }
        name(&list, &detail)
        guard list?.records.isEmpty == false || detail?.records.isEmpty == false else {
            throw Diagnostics([
                Diagnostic(
                    .rules,
                    "found nothing that could be a record",
                    at: Location(file: first.name),
                    help: "inspect the page with scrape tree and write the rules by hand"
                )
            ])
        }
        let host = address.origin.flatMap { $0.split(separator: "/").last.map(String.init) } ?? ""
        var draft = RulesDraft(about: "What \(host) shows", match: patterns)
        draft.source = list?.source
        draft.sourceComment = list?.sourceComment
        draft.records = (list?.records ?? []) + (detail?.records ?? [])
        draft.requests = requests(
            list: list?.records.map(\.name) ?? [],
            detail: detail?.records.map(\.name) ?? []
        )
        for index in draft.requests.indices {
            let own = draft.requests[index].get == nil ? detail : list
            draft.requests[index].mergesLinkedData = own?.mergesLinkedData ?? false
            draft.requests[index].mergesInlineData = own?.mergesInlineData ?? false
        }
        return DraftWriter.text(of: draft)
    }

    /// The draft for one kind of pages; for a list that leads to details, only the repeated elements.
    private mutating func drafted(
        _ pages: [Page],
        isList: Bool,
        hasDetails: Bool
    ) throws(Diagnostics) -> RulesDraft? {
        guard !pages.isEmpty else { return nil }
        var (draft, found) = try Draft.draft(of: pages)
        if isList, hasDetails || next != nil, draft.records.contains(where: { $0.each != nil }) {
            draft.records.removeAll { $0.each == nil }
        } else if isList, hasDetails {
            return nil
        }
        let fitted = DraftFitting(pages: pages).fitted(draft, &found)
        if fitted != nil { notes += found.filter { !notes.contains($0) } }
        return fitted
    }

    /// The number of elements on the first page for a record type.
    private func count(_ record: RecordDraft, _ draft: RulesDraft) -> Int? {
        guard record.each != nil else { return nil }
        var alone = draft
        alone.records = [record]
        let text = SourceText(name: "draft", bytes: DraftWriter.text(of: alone))
        return (try? Rules(text, registry: Registry()))?.scrape(first).records.count
    }

    /// Names the page of an entry by its kind, so that the types of lists differ from those of entries.
    private func name(_ list: inout RulesDraft?, _ detail: inout RulesDraft?) {
        guard var pages = detail else { return }
        if let details, details.name != "page" {
            for index in pages.records.indices where pages.records[index].name == "Page" {
                let name = details.name.capitalizedFirst
                if !pages.records.contains(where: { $0.name == name }) { pages.records[index].name = name }
            }
        }
        detail = pages
        let taken = Set(pages.records.map(\.name))
        guard var own = list else { return }
        for index in own.records.indices where taken.contains(own.records[index].name) {
            own.records[index].name += "Entry"
        }
        list = own
    }

    private func requests(list: [String], detail: [String]) -> [RequestDraft] {
        let isList = next != nil || details != nil
        var first = RequestDraft(name: isList ? "list" : "page", get: address.href, records: list)
        if let next {
            if let way = next.candidates.first {
                first.next = (way.selector, way.origin)
            } else if let pages = next.pages {
                first.follow.append((first.name, pages.selector, pages.origin))
            }
        }
        guard let details else { return [first] }
        let name = details.name == first.name ? "page" : details.name
        first.follow.insert(
            (name, details.selector, "\(details.addresses.count) links on the first page"),
            at: 0
        )
        // Its pages are all those that its `match` covers and that are not pages of the list.
        return [first, RequestDraft(name: name, match: details.pattern, records: detail)]
    }

    /// The addresses that the rules may request: those of the list, and those of its entries.
    private var patterns: [String] {
        var patterns = [address.href.contains("*") ? (address.origin ?? "") + "/*" : address.href]
        if let next {
            patterns.append(CrawlDraft.pattern(next.target, of: address))
        }
        if let details { patterns.append(details.pattern) }
        return patterns
    }

    /// The pattern of a list's pages after the first one, with a star for their number.
    private static func pattern(_ target: WebAddress, of first: WebAddress) -> String {
        let (text, other) = (Array(target.href), Array(first.href))
        var start = 0
        while start < min(text.count, other.count), text[start] == other[start] { start += 1 }
        // From the point where the two differ, each number may be that of a page.
        var pattern = String(text[..<start])
        if start < min(text.count, other.count), text[start].isASCIIDigit {
            while let last = pattern.last, last.isASCIIDigit { pattern.removeLast() }
        }
        var isNumber = false
        for character in text[pattern.count...] {
            if character.isASCIIDigit {
                if !isNumber { pattern.append("*") }
                isNumber = true
            } else {
                pattern.append(character)
                isNumber = false
            }
        }
        // A cursor is not a number.
        return pattern.contains("*") ? pattern : pattern.prefix { $0 != "?" } + "*"
    }
}

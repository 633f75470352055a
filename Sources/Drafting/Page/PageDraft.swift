import DOM
import Engine
import Platform
import Records
import Selectors

/// Drafts rules for HTML pages: from linked data, repeated blocks, and the head.
struct PageDraft {
    private let outlines: [Outline]
    /// The maximum number of record types from blocks.
    private static let blockLimit = 2

    static func draft(_ pages: [Page]) throws(Diagnostics) -> (RulesDraft, notes: [String]) {
        let trees = try PageTrees.read(pages, as: "html")
        let linkedData = try LinkedDataDraft(pages)
        let outlines = trees.map { Outline($0) }
        var draft = RulesDraft(about: "What \(PageDraft.site(of: pages)) shows")
        var notes: [String] = []
        draft.records = linkedData.records()
        draft.mergesLinkedData = !draft.records.isEmpty
        let others = linkedData.otherTypes()
        if !others.isEmpty { notes.append("The linked data also has \(others.joined(separator: ", ")).") }
        let inline = DataDraft.inline(pages)
        draft.mergesInlineData = !inline.records.isEmpty
        draft.records += inline.records
        if !inline.names.isEmpty {
            let what = inline.names.prefix(8).joined(separator: ", ") + (inline.names.count > 8 ? ", …" : "")
            notes.append(
                "The page's scripts contain data: \(what). scrape tree --source inline-data shows it."
            )
        }
        draft.records += PageDraft(outlines: outlines).blocks()
        let hasArticle = draft.records.contains {
            ["Article", "BlogPosting", "Recipe", "Report"].contains(where: $0.name.hasSuffix)
        }
        var head = HeadDraft(outlines).record(withArticle: !hasArticle)
        head.fields += LabelFields(outlines).fields()
        // A fragment of a page may have no head, only text.
        draft.records += head.fields.isEmpty && draft.records.isEmpty ? [PageDraft.wholeText] : [head]
        draft.records = PageDraft.withOwnNames(draft.records)
        return (draft, notes)
    }

    private static var wholeText: RecordDraft {
        var field = FieldDraft(selectors: ["::text"], origin: "the text of the page")
        field.hints.given = "text"
        return RecordDraft(
            name: "Page",
            comment: "no part of the page repeats or has a name",
            each: nil,
            fields: [field]
        )
    }

    private static func site(of pages: [Page]) -> String {
        let host = pages.lazy.compactMap { PageAddresses.address(of: $0) }.compactMap {
            PageAddresses.split($0)?.host
        }.first
        guard let host else { return pages[0].name.lastPathComponent }
        let end = Array(host.utf8).firstRange(of: "://".utf8)?.upperBound ?? 0
        return String(decoding: host.utf8.dropFirst(end), as: UTF8.self)
    }

    private static func withOwnNames(_ records: [RecordDraft]) -> [RecordDraft] {
        var taken: Set<String> = []
        return records.map { record in
            var record = record
            var number = 2
            let name = record.name
            while !taken.insert(record.name).inserted {
                record.name = "\(name)\(number)"
                number += 1
            }
            return record
        }
    }

    // MARK: - Blocks

    /// The record types of the blocks that look most like records. No block contains another.
    private func blocks() -> [RecordDraft] {
        let scored = BlockSearch(outlines).blocks().compactMap { scoredBlock($0) }.sorted {
            $0.score > $1.score
        }
        var chosen: [ScoredBlock] = []
        for block in scored where chosen.count < PageDraft.blockLimit {
            guard block.isLikely, block.score * 2 > scored[0].score,
                chosen.allSatisfy({ areDisjoint($0.block, block.block) }),
                let each = BlockSelector(outlines).selector(of: block.block)
            else { continue }
            var block = block
            block.record.each = each.selector
            block.record.comment = "\(block.block.count) elements by \(each.origin)"
            chosen.append(block)
        }
        return chosen.map(\.record)
    }

    private struct ScoredBlock {
        let block: Block
        var record: RecordDraft
        let score: Double
        /// Whether it has most of the page's text.
        let isMostOfPage: Bool
        /// Whether it is two entries of a list that are built alike, with several parts.
        let isListOfTwo: Bool

        var isLikely: Bool { score > 6 || isMostOfPage && score > 3 || isListOfTwo && score > 2.5 }
    }

    private func scoredBlock(_ block: Block) -> ScoredBlock? {
        let table = TableFields(outlines: outlines, block: block).fields()
        let (fields, value) =
            table.map { ($0, Double($0.count) * 1.5) }
            ?? BlockFields(outlines: outlines, block: block).fields()
        // Two elements are usually parts of a layout, not records, unless they have the same structure.
        let isSure =
            block.count > 2 * outlines.count || block.marks[0].rank == 0
            || block.marks.contains { $0.selector == "article" } || isList(block) || isPair(block)
        guard fields.count > 1, isSure else { return nil }
        let content = zip(outlines, block.members).flatMap { outline, members in
            members.map { outline.entries[$0].region }
        }
        let place = content.allSatisfy { $0 == .content } ? 1 : 0.4
        let text = zip(outlines, block.members).reduce(0) { sum, page in
            sum + page.1.reduce(0) { $0 + page.0.sum(page.0.text, in: $1) }
        }
        let whole = max(1, outlines.reduce(0) { $0 + ($1.text.last ?? 0) })
        let share = (Double(text) / Double(whole)).squareRoot()
        let name = block.marks[0].rank < 4 ? 1 : block.marks[0].rank < 8 ? 0.8 : 0.5
        let score = value * name * log2(Double(block.count + 1)) * place * (0.3 + share)
        let record = RecordDraft(
            name: BlockNaming.name(of: block, outlines),
            comment: "",
            each: nil,
            fields: fields
        )
        return ScoredBlock(
            block: block,
            record: record,
            score: score,
            isMostOfPage: share > 0.8,
            isListOfTwo: fields.count > 2 && block.count == 2 * outlines.count && isList(block)
                && isPair(block)
        )
    }

    /// Whether all members are entries of a list, or rows: of these, two are enough.
    private func isList(_ block: Block) -> Bool {
        zip(outlines, block.members).allSatisfy { outline, members in
            members.allSatisfy { ["li", "tr"].contains(outline.entries[$0].tag) }
        }
    }

    /// Whether all members are siblings of the same name with a heading or a link, and mostly the same elements in them.
    private func isPair(_ block: Block) -> Bool {
        zip(outlines, block.members).allSatisfy { outline, members in
            guard let first = members.first else { return false }
            let (entry, own) = (outline.entries[first], elements(of: first, in: outline))
            guard own.contains(where: { PageDraft.titles.contains($0.prefix { $0 != "." }.description) })
            else {
                return false
            }
            return members.dropFirst().allSatisfy { member in
                let other = elements(of: member, in: outline)
                return outline.entries[member].parent == entry.parent
                    && outline.entries[member].tag == entry.tag
                    && own.intersection(other).count * 10 >= own.union(other).count * 7
            }
        }
    }

    private static let titles: Set<String> = ["a", "h1", "h2", "h3", "h4", "h5", "h6"]

    /// The names of the elements in an element, with their first classes.
    private func elements(of index: Int, in outline: Outline) -> Set<String> {
        Set(
            outline.entries[index + 1..<outline.entries[index].end].map { entry in
                entry.classes.first.map { "\(entry.tag).\($0)" } ?? entry.tag
            }
        )
    }

    /// Whether no member of one block contains one of the other.
    private func areDisjoint(_ one: Block, _ other: Block) -> Bool {
        zip(outlines, zip(one.members, other.members)).allSatisfy { outline, members in
            let all = (members.0 + members.1).sorted()
            return zip(all, all.dropFirst()).allSatisfy { outline.entries[$0].end <= $1 }
        }
    }
}

/// Drafts the record of the page itself: from the properties in its head, and from the text of an article.
struct HeadDraft {
    private let outlines: [Outline]
    private let matchers: [Matcher]

    init(_ outlines: [Outline]) {
        self.outlines = outlines
        matchers = outlines.map { Matcher($0.document) }
    }

    private struct Property {
        let name: String
        let selectors: [String]
        var kind = NameHints.Kind.text
    }

    private static let head: [Property] = [
        Property(name: "title", selectors: meta("og:title") + meta("twitter:title") + ["h1", "title"]),
        Property(
            name: "description",
            selectors: meta("og:description") + meta("description") + meta("twitter:description")
        ),
        Property(name: "image", selectors: meta("og:image") + meta("twitter:image"), kind: .image),
        Property(name: "url", selectors: ["link[rel=canonical]::attr(href)"] + meta("og:url"), kind: .link),
        Property(name: "site", selectors: meta("og:site_name") + meta("application-name")),
        Property(name: "price", selectors: meta("product:price:amount") + meta("og:price:amount")),
        Property(name: "currency", selectors: meta("product:price:currency") + meta("og:price:currency")),
    ]

    private static let article: [Property] = [
        Property(
            name: "author",
            selectors: meta("author") + meta("article:author") + meta("parsely-author")
                + [
                    "[itemprop~=author] [itemprop~=name]", "[itemprop~=author]", "[rel~=author]", ".byline",
                    ".author",
                ]
        ),
        Property(
            name: "published",
            selectors: meta("article:published_time") + meta("date") + meta("parsely-pub-date")
                + [
                    "[itemprop~=datePublished]::attr(content)", "[itemprop~=datePublished]::attr(datetime)",
                    "article time::attr(datetime)", "main time::attr(datetime)", "time::attr(datetime)",
                ]
        ),
        Property(name: "modified", selectors: meta("article:modified_time") + meta("og:updated_time")),
        Property(name: "section", selectors: meta("article:section")),
        Property(name: "keywords", selectors: meta("keywords") + meta("news_keywords")),
    ]

    private static func meta(_ name: String) -> [String] {
        let value = name.allSatisfy { $0.isLetter } ? name : "'\(name)'"
        let isOpenGraph = name.contains(":") && !name.hasPrefix("twitter")
        let keys = isOpenGraph ? ["property", "name"] : ["name", "property"]
        return keys.map { "meta[\($0)=\(value)]::attr(content)" }
    }

    /// The record with the fields that every page has.
    ///
    /// - Parameter withArticle: whether to include the fields of an article. Linked data may already have them.
    func record(withArticle: Bool) -> RecordDraft {
        let isArticle = withArticle && self.isArticle
        let type = isArticle ? "Article" : "Page"
        var fields = (HeadDraft.head + (isArticle ? HeadDraft.article : [])).compactMap { field(of: $0) }
        if isArticle, let body = ArticleBody(outlines).selector() {
            var field = FieldDraft(selectors: [body.selector], origin: body.origin)
            field.hints.given = "text"
            fields.append(field)
        }
        return RecordDraft(
            name: type,
            comment: "the page itself, by its meta properties",
            each: nil,
            fields: fields
        )
    }

    private var isArticle: Bool {
        hasEverywhere("meta[property='og:type'][content=article]")
            || hasEverywhere("meta[property='article:published_time']")
            || hasEverywhere("[itemprop~=articleBody]") || ArticleBody(outlines).isLong
    }

    private func hasEverywhere(_ selector: String) -> Bool {
        guard let list = try? SelectorList(selector) else { return false }
        return matchers.allSatisfy {
            $0.firstMatch(list, from: $0.document.node, includingScope: false) != nil
        }
    }

    private func field(of property: Property) -> FieldDraft? {
        let selector = property.selectors.first { text in
            guard let list = try? SelectorList(text) else { return false }
            return matchers.allSatisfy { matcher in
                let match = matcher.firstMatch(list, from: matcher.document.node, includingScope: false)
                guard let match else { return false }
                let values = matcher.document.values(of: match.node, extracting: match.extractor ?? .text)
                return values.contains { !WhiteSpace.trim($0).isEmpty }
            }
        }
        guard let selector else { return nil }
        var field = FieldDraft(selectors: [selector])
        field.hints.given = property.name
        field.hints.kind = property.kind
        field.origin = selector.hasPrefix("meta") ? "the page's meta property" : "an element of the page"
        return field
    }
}

/// Finds the element with an article's text: the one with the most text in paragraphs that are its children.
struct ArticleBody {
    private let outlines: [Outline]
    /// Its index on each page. Empty if a page has none.
    private let bodies: [Int]

    init(_ outlines: [Outline]) {
        self.outlines = outlines
        let found = outlines.compactMap { ArticleBody.body(of: $0) }
        bodies = found.count == outlines.count ? found : []
    }

    private static func body(of outline: Outline) -> Int? {
        var sums: [Int: (text: Int, paragraphs: Int)] = [:]
        for (index, entry) in outline.entries.enumerated() where entry.tag == "p" && entry.region != .chrome {
            let text = outline.sum(outline.text, in: index)
            guard text > 40 else { continue }
            sums[entry.parent, default: (0, 0)].text += text
            sums[entry.parent, default: (0, 0)].paragraphs += 1
        }
        return sums.filter { $0.value.paragraphs > 1 }.max {
            ($0.value.text, $1.key) < ($1.value.text, $0.key)
        }?.key
    }

    /// Whether it has most of the text of every page.
    var isLong: Bool {
        !bodies.isEmpty
            && zip(outlines, bodies).allSatisfy { outline, body in
                let text = outline.sum(outline.text, in: body)
                return text > 1_500 && text * 2 > (outline.text.last ?? 0)
            }
    }

    /// A selector that matches exactly this element on every page.
    func selector() -> (selector: String, origin: String)? {
        guard let outline = outlines.first, var index = bodies.first else { return nil }
        // The element may be one of several parts; then an ancestor may have a name.
        for _ in 0..<4 {
            let id = SiteNames.id(of: index, in: outline).map { [$0] } ?? []
            let tag = outline.entries[index].tag
            var marks = SiteNames.marks(of: index, in: outline).filter { $0.rank < 5 }
            if tag == "article" || tag == "main" {
                marks.append(SiteNames.Mark(selector: tag, rank: 4, word: tag, origin: "the element \(tag)"))
            }
            for mark in id + marks where isExact(mark.selector) { return (mark.selector, mark.origin) }
            index = outline.entries[index].parent
        }
        return nil
    }

    /// Whether a selector matches exactly one element of each page, which contains the text.
    private func isExact(_ selector: String) -> Bool {
        zip(outlines, bodies).allSatisfy { outline, body in
            var index = body
            for _ in 0..<4 {
                if ExactMatch.holds(selector, for: [outline.entries[index].node], in: [outline.document]) {
                    return true
                }
                index = outline.entries[index].parent
            }
            return false
        }
    }
}

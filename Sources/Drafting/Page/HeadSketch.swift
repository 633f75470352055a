import DOM
import Selectors

/// The record of the page itself: what its head tells those who share it, and of an article what else there is.
struct HeadSketch {
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

    /// The record with all that every page has.
    ///
    /// - Parameter withArticle: whether what articles have is looked for; linked data may tell it already.
    func record(withArticle: Bool) -> RecordSketch {
        let isArticle = withArticle && self.isArticle
        let type = isArticle ? "Article" : "Page"
        var fields = (HeadSketch.head + (isArticle ? HeadSketch.article : [])).compactMap { field(of: $0) }
        if isArticle, let body = ArticleBody(outlines).selector() {
            var field = FieldSketch(selectors: [body.selector], origin: body.origin)
            field.hints.given = "text"
            fields.append(field)
        }
        return RecordSketch(
            name: type,
            comment: "the page itself, as it tells those who share it",
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

    private func field(of property: Property) -> FieldSketch? {
        let selector = property.selectors.first { text in
            guard let list = try? SelectorList(text) else { return false }
            return matchers.allSatisfy { matcher in
                let match = matcher.firstMatch(list, from: matcher.document.node, includingScope: false)
                guard let match else { return false }
                let values = matcher.document.values(of: match.node, taking: match.take ?? .text)
                return values.contains { !WhiteSpace.trim($0).isEmpty }
            }
        }
        guard let selector else { return nil }
        var field = FieldSketch(selectors: [selector])
        field.hints.given = property.name
        field.hints.kind = property.kind
        field.origin = selector.hasPrefix("meta") ? "the page's own property" : "what the page has for it"
        return field
    }
}

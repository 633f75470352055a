import CompiledInPlugins
import DOM
import Foundation
import Records
import Scraping
import TestSupport
import Testing

/// One rules file for article pages of sites without their own rules.
@Suite struct ArticleTests {
    private static let folder = "postlight"
    private static let cases = SharedCases.objects("postlight/dev/cases.jsonl", as: PostlightCase.self)

    private static let rules = Result {
        let path = SharedCases.checkout.appending(path: "Rules/article.json").path
        return try Rules.load(path, registry: try Registry(CompiledInPlugins.all))
    }

    private func outcome(_ test: PostlightCase) throws -> Outcome {
        let bytes = try SharedCases.bytes("postlight/dev/\(test.page)")
        return try ArticleTests.rules.get().scrape(Page(name: test.page, bytes: bytes, url: test.url))
    }

    /// The known fields of an article, by their names in it.
    private static let fields = [
        "title": "title", "author": "author", "date_published": "published", "lead_image_url": "image",
    ]

    /// The number of known values, in a hundred, that must be the same as those of an extractor written for the site.
    /// The pages were saved without their JSON-LD, so the values come from meta properties and the visible page alone;
    /// many differences are a matter of judgement: a heading or the shared title, a day or its time.
    private static let shares = ["title": 70, "author": 50, "date_published": 50, "lead_image_url": 80]

    @Test(.enabled(if: SharedCases.has(folder), "\(SharedCases.note(folder))"))
    func mostValuesComeOut() throws {
        var known: [String: Int] = [:]
        var met: [String: Int] = [:]
        for test in ArticleTests.cases {
            let record = try outcome(test).records.first
            for check in test.checks {
                guard let field = ArticleTests.fields[check.field] else { continue }
                known[check.field, default: 0] += 1
                if holds(check, record?[field]) { met[check.field, default: 0] += 1 }
            }
        }
        for (field, share) in ArticleTests.shares {
            let (all, good) = (known[field, default: 0], met[field, default: 0])
            #expect(good * 100 >= all * share, "\(field): \(good) of \(all)")
        }
    }

    /// For every page there is either an article with a title, or a message on why there is none.
    @Test(
        .enabled(if: SharedCases.has(folder), "\(SharedCases.note(folder))"),
        arguments: Sample.every(3, of: cases)
    )
    func nothingIsEmptyInSilence(_ test: PostlightCase) throws {
        let outcome = try outcome(test)
        if let record = outcome.records.first {
            #expect(outcome.records.count == 1)
            #expect(record["title"]?.text.isEmpty == false)
            #expect(record["author"]?.list?.allSatisfy { $0.text.count <= 100 } ?? true)
        } else {
            #expect(outcome.diagnostics.contains { $0.severity == .error })
        }
    }

    private func holds(_ check: PostlightCase.Check, _ value: Value?) -> Bool {
        guard let value else { return false }
        let texts = value.list?.map(\.text) ?? [value.text]
        let expected = WhiteSpace.collapse(check.expected)
        switch check.kind {
        case .excerpt: return false
        case .datePrefix: return value.text.hasPrefix(check.expected)
        case .value where check.field == "date_published":
            let date = ArticleTests.date(value.text)
            return date != nil && date == ArticleTests.date(check.expected)
        case .value:
            return [", ", " and "].contains { WhiteSpace.collapse(texts.joined(separator: $0)) == expected }
        }
    }

    private static func date(_ text: String) -> Date? {
        let whole = Date.ISO8601FormatStyle()
        let fractional = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        let time = text.count == 10 ? text + "T00:00:00Z" : text
        return [time, time + "Z"].lazy.compactMap {
            (try? Date($0, strategy: whole)) ?? (try? Date($0, strategy: fractional))
        }.first
    }
}

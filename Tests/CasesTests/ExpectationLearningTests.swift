import CompiledInPlugins
import Crawling
import Records
import Scraping
import Sources
import Testing

@testable import Cases

/// Expectations that are learned from pages, and how they are written into a rules file.
@Suite struct ExpectationLearningTests {
    private static let rules = """
        {
          // Menus of a canteen.
          "records": {
            "Menu": {
              "each": "article", // one a day
              // The fields.
              "fields": {
                "day": "h2",
                "price": { "select": ".price", "type": "decimal" },
                "dishes": { "each": "li", "fields": { "name": "b", "note": "i" } }
              }
            }
          }
        }

        """

    private func rules(_ text: String = rules) throws -> Rules {
        try Rules(SourceText(name: "menu.json", bytes: Array(text.utf8)), registry: Registry())
    }

    private func learned(_ pages: [String], from text: String = rules) throws -> String {
        let rules = try rules(text)
        let samples = pages.enumerated().map { index, text in
            ExpectationSample(Page(name: "\(index)", bytes: Array(text.utf8)), by: rules)
        }
        let bytes = LearnedExpectations(rules, samples).written(into: rules.file.bytes)
        // Learning again from the same pages changes nothing.
        let again = LearnedExpectations(try self.rules(String(decoding: bytes, as: UTF8.self)), samples)
        #expect(again.written(into: bytes) == bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func article(price: String? = "4.50", dishes: [String]) -> String {
        "<article><h2>Day</h2>" + (price.map { "<p class=price>\($0)</p>" } ?? "") + dishes.joined()
            + "</article>"
    }

    private static let soup = "<li><b>Soup</b><i>hot</i></li>"
    private static let stew = "<li><b>Stew</b></li>"

    @Test(
        arguments: [
            // One page shows only that there are records, and that no number is negative.
            (
                [article(dishes: [soup, stew]) + article(price: nil, dishes: [stew])],
                #""count": "1..", "filled": { "day": "1..", "price": "1..", "dishes": "1..", "dishes[].name": "1..", "dishes[].note": "1.." }, "min": { "price": 0 }"#
            ),
            // Several pages show the properties that all of them have.
            (
                [
                    article(dishes: [soup, stew]),
                    article(price: nil, dishes: [stew]) + article(dishes: [soup]),
                ],
                #""count": { "[]": "1..", "dishes[]": "1.." }, "filled": { "day": "1..", "price": "1..", "dishes[].name": "1..", "dishes[].note": "1.." }, "min": { "price": 0 }"#
            ),
            // Fields that are missing on a page are not learned.
            (
                [article(price: nil, dishes: []), article(dishes: [stew])],
                #""count": "1..", "filled": { "day": "1..", "dishes[].name": "1.." }, "min": { "price": 0 }"#
            ),
            (
                [article(price: "-1", dishes: [])],
                #""count": "1..", "filled": { "day": "1..", "price": "1.." }"#
            ),
        ] as [([String], String)]
    )
    func fewPages(_ pages: [String], _ expected: String) throws {
        let text = try learned(pages)
        let found = try #require(JSON.read(Array(text.utf8), dialect: .relaxed).json?.value)
        let wanted = try #require(JSON.read(Array("{\(expected)}".utf8), dialect: .strict).json?.value)
        let expect = try #require(found["records"]?["Menu"]?["expect"])
        #expect(JSONWriter.compact(expect) == JSONWriter.compact(wanted))
    }

    /// That all places have a value is learned from 20 places on pages with several of them; from 19, that at least one
    /// has.
    @Test(arguments: [(9, false), (10, true)]) func manyPlaces(_ count: Int, _ isShown: Bool) throws {
        let first = (0..<10).map { _ in Self.article(dishes: []) }.joined()
        let second = (0..<count).map { _ in Self.article(dishes: []) }.joined()
        let text = try learned([first, second])
        #expect(text.contains(#""filled": { "day": 1, "price": 1 }"#) == isShown, "\(text)")
        #expect(text.contains(#""filled": { "day": "1..", "price": "1.." }"#) == !isShown, "\(text)")
    }

    /// Shares and ranges are learned from 20 pages or more, not from 19.
    @Test(arguments: [(19, false), (20, true)]) func manyPages(_ count: Int, _ hasShares: Bool) throws {
        let pages = (0..<count).map { page in
            (0..<10).map { number in
                Self.article(price: number < 7 + page % 3 ? "4.50" : nil, dishes: [Self.soup, Self.stew])
            }.joined()
        }
        let text = try learned(pages)
        #expect(text.contains(#""price": "1..""#) == !hasShares, "\(text)")
        #expect(text.contains(#""[]": "4..21""#) == hasShares, "\(text)")
        // The pages themselves satisfy the expectations.
        for page in pages {
            let page = Page(name: "p", bytes: Array(page.utf8))
            #expect(try rules(text).scrape(page).diagnostics == [])
        }
    }

    /// Numbers of many magnitudes, such as identifiers, teach only that none is negative.
    @Test(arguments: [([7, 12, 30], "0.6", "300"), ([7, 12_000, 90_000_000_000_000], "0", nil)])
    func identifiersHaveNoBounds(_ numbers: [Int], _ least: String, _ greatest: String?) throws {
        let pages = (0..<2).map { _ in
            (0..<12).map { Self.article(price: "\(numbers[$0 % 3])", dishes: []) }.joined()
        }
        let text = try learned(pages)
        #expect(text.contains("\"min\": { \"price\": \(least) }"), "\(text)")
        #expect(text.contains("\"max\": { \"price\": \(greatest ?? "") }") == (greatest != nil), "\(text)")
        #expect(text.contains("\"max\"") == (greatest != nil), "\(text)")
    }

    /// Texts of very different lengths teach a bound only if it is below a thousand million characters.
    @Test(arguments: [(850, "1..900000000"), (870, nil)] as [(Int, String?)])
    func lengthsOfTexts(_ length: Int, _ bound: String?) throws {
        let dishes = (0..<12).map { number in
            "<li><b>\(number % 2 == 0 ? "x" : String(repeating: "x", count: length))</b></li>"
        }
        let text = try learned([Self.article(dishes: dishes), Self.article(dishes: dishes)])
        let length = bound.map { #""length": { "dishes[].name": "\#($0)" }"# }
        #expect(text.contains(length ?? "length") == (bound != nil), "\(text)")
    }

    /// That most values of a page differ is learned from two pages with 20 values, and is a third of their share: four equal
    /// values are then reported, and a single one is not.
    @Test(
        arguments: [
            ([10, 10], 10, "0.3"), ([10, 10], 6, "0.2"), ([10, 10], 5, nil), ([10, 9], 10, nil),
            ([20], 20, nil),
            ([19, 1], 20, nil), ([18, 2], 20, "0.3"),
        ] as [([Int], Int, String?)]
    )
    func differentValues(_ counts: [Int], _ different: Int, _ bound: String?) throws {
        func page(_ count: Int, _ different: Int) -> String {
            Self.article(dishes: (0..<count).map { "<li><b>Dish \($0 % different)</b></li>" })
        }
        let text = try learned(counts.map { page($0, different) })
        let claim = bound.map { #""distinct": { "dishes[].name": \#($0) }"# }
        #expect(text.contains(claim ?? "distinct") == (bound != nil), "\(text)")
        if bound == nil { return }
        for (count, isReported) in [(1, false), (2, false), (10, true)] {
            let page = Page(name: "p", bytes: Array(page(count, 1).utf8))
            let messages = try rules(text).scrape(page).diagnostics.map(\.message)
            #expect(
                messages.contains { $0.contains("to differ, found 1 different among \(count)") } == isReported
            )
        }
    }

    /// Many pages of one crawl do not show what varies.
    @Test func aCrawlIsOneCase() throws {
        let rules = try rules()
        func sample(_ index: Int, _ source: String?) -> ExpectationSample {
            let text = (0..<10).map { number in
                Self.article(price: number < 7 + index % 3 ? "4.50" : nil, dishes: [])
            }.joined()
            return ExpectationSample(
                Page(name: "\(index)", bytes: Array(text.utf8)),
                by: rules,
                source: source
            )
        }
        for (source, hasRanges) in [("site/crawl", false), (nil, true)] {
            let samples = (0..<30).map { sample($0, source) }
            let text = LearnedExpectations(rules, samples).written(into: rules.file.bytes)
            let expect = String(decoding: text, as: UTF8.self)
            #expect(expect.contains(#""price": "1..""#) != hasRanges, "\(expect)")
        }
    }

    /// Comments keep their places, and the file keeps its style. Fields that a crawl fills from its requests and
    /// answers are missing on a single page, and are not expected.
    @Test func whatOnlyACrawlFillsIsNotExpected() throws {
        let rules = try rules(
            """
            {
              "records": { "Dish": { "each": "li", "fields": {
                "name": "b",
                "day": { "in": "request", "select": "day" },
                "total": { "in": "response", "select": "x-total", "type": "integer" },
                "either": [{ "in": "request", "select": "no" }, "i"]
              } } }
            }
            """
        )
        let samples = (1...2).map { number in
            var page = Page(name: "\(number)", bytes: Array(ExpectationLearningTests.soup.utf8))
            var asked = AskedPage(
                url: "https://a.example/\(number)",
                values: [Value.Member("day", .string("Monday"))]
            )
            asked.headers = [("x-total", "7")]
            page.asked = asked
            return ExpectationSample(page, by: rules)
        }
        #expect(samples[0].records.first?["total"]?.number?.integer == 7)
        let written = LearnedExpectations(rules, samples).written(into: rules.file.bytes)
        let text = String(decoding: written, as: UTF8.self)
        #expect(text.contains(#""filled": { "name": "1..", "either": "1.." }"#), "\(text)")
    }

    @Test func itIsWrittenInTheFilesStyle() throws {
        let text = try learned([Self.article(dishes: [])])
        #expect(
            text.contains(
                """
                      "each": "article", // one a day
                      "expect": {
                        "count": "1..",
                        "filled": { "day": "1..", "price": "1.." },
                        "min": { "price": 0 }
                      },
                      // The fields.
                      "fields": {
                """
            ),
            "\(text)"
        )
    }

    /// Existing expectations are kept unless the pages contradict them, with their comments.
    @Test func whatIsWrittenAlreadyIsKept() throws {
        let text = Self.rules.replacing(
            "\"fields\": {\n        \"day\"",
            with: """
                "expect": {
                        // At least a third.
                        "filled": { "price": 0.3 }, "max": { "price": 2 }, "count": "..9" },
                      "fields": {\n        "day"
                """
        )
        let found = try learned(
            [Self.article(price: nil, dishes: []), Self.article(dishes: []) + Self.article(dishes: [])],
            from: text
        )
        #expect(found.contains("// At least a third."))
        #expect(!found.contains("0.3"), "the first page has none")
        #expect(!found.contains("max"), "no price is that low")
        #expect(found.contains(#""count": "1..""#))
    }

    /// Expectations with a `when` are learned only from the pages that match it.
    @Test func layoutsAreLearnedFromTheirPages() throws {
        let text = Self.rules.replacing(
            "\"fields\": {\n        \"day\"",
            with: "\"expect\": { \"when\": \"nav\", \"count\": 1 },\n      \"fields\": {\n        \"day\""
        )
        let pages = ["<nav></nav>" + Self.article(dishes: []), Self.article(price: nil, dishes: [])]
        let found = try learned(pages + pages, from: text)
        #expect(
            found.contains(#"{ "when": "nav", "count": 1, "filled": { "price": "1.." } }"#),
            "\(found)"
        )
    }
}

/// Expectations learned from some cases of the repository's sites, checked with the others.
@Suite struct ExpectationCorpusTests {
    static let sites = Set(CorpusTests.cases.map(\.site)).sorted()

    /// The samples of a site's saved pages and crawls, as `scrape expect` has them.
    private func samples(_ site: String) throws -> (Rules, [ExpectationSample], Registry) {
        let registry = try Registry(CompiledInPlugins.all)
        let rules = try Rules.load(Checkout.path("Rules/\(site).json"), registry: registry)
        let store = RulesStore(CorpusTests.catalogue, registry: registry, crawls: .ofArchives)
        let cases = try Corpus(folder: Checkout.path("Corpus")).cases().filter {
            try ($0.facts().rules ?? $0.site) == site
        }
        return (
            rules, try cases.flatMap { try ExpectationSample.samples(of: $0, by: rules, store) }, registry
        )
    }

    /// No case violates expectations learned from the others.
    @Test(arguments: sites) func leavingOneOutRaisesNoAlarm(_ site: String) throws {
        let (rules, samples, registry) = try samples(site)
        let normal = samples.filter(\.isNormal)
        #expect(!normal.isEmpty)
        for alarm in try LearnedExpectations.alarms(rules, samples, registry: registry) {
            Issue.record("\(alarm.page): \(alarm.messages.joined(separator: "; "))")
        }
    }

    /// The rules contain the expectations and names that their cases imply: `scrape expect --check` has nothing to report.
    @Test(arguments: sites) func theRulesAreUpToDate(_ site: String) throws {
        let (rules, samples, _) = try samples(site)
        let isUpToDate = LearnedExpectations.text(of: rules, from: samples) == rules.file.bytes
        #expect(isUpToDate, "run scrape expect \(site)")
        let unsupported = rules.unsupported(by: samples)
        #expect(unsupported.isEmpty, "\(unsupported)")
        #expect(rules.records.contains { !$0.expectations.isEmpty })
    }
}

import Basics
import DOM
import Selectors

/// Measures selectors on the given pages, one by one and as a set of twenty, and with `--growth` how their time grows on
/// generated pages.
struct SelectorCommand {
    private var pages: [String] = []
    private var set = BenchmarkSelectors.set
    private var single = BenchmarkSelectors.single
    private var measuresGrowth = false

    /// - Parameter arguments: the whole command line; `--set` names a file with the set's selectors, one per line.
    init(_ arguments: ArraySlice<String>) throws(CommandError) {
        var arguments = arguments
        while let argument = arguments.popFirst() {
            switch argument {
            case "--growth": measuresGrowth = true
            case "--set":
                let path = try CommandError.value(of: argument, &arguments)
                guard let text = (try? File.read(path)).flatMap({ String(validating: $0, as: UTF8.self) })
                else {
                    throw CommandError(text: "cannot read the file of --set: \(path)")
                }
                set = text.split(separator: "\n").map(String.init)
                single = []
            default: pages.append(argument)
            }
        }
    }

    /// - Returns: the exit status: 3 if a page cannot be read.
    func run() -> Int32 {
        for path in pages {
            guard let data = try? File.read(path) else {
                print("\(path): error: cannot read the file")
                return 3
            }
            let text = String(decoding: data, as: UTF8.self)
            guard let document = try? Document.html(text.utf8) else {
                print("\(path): error: cannot parse the page")
                return 3
            }
            PageBenchmark(name: path, document: document).run(set: set, single: single)
        }
        if measuresGrowth { GrowthBenchmark.run() }
        return 0
    }
}

/// Measures selectors on one page.
struct PageBenchmark {
    let name: String
    let document: Document
    let elements: Int

    init(name: String, document: Document) {
        self.name = name
        self.document = document
        elements = ElementIndex(document).elements.count
    }

    func run(set texts: [String], single: [String]) {
        let lists = texts.compactMap { try? SelectorList($0) }
        let set = SelectorSet(lists)
        print("\(name): \(elements) elements")
        row("selector", "ns/element", "cold", "matches")
        var sum = 0.0
        for text in texts + single {
            guard let list = try? SelectorList(text) else { continue }
            let (warm, cold, matches) = measure(list)
            if texts.contains(text) { sum += cold }
            row(text, Report.fixed(warm / count, 2), Report.fixed(cold / count, 2), "\(matches)")
        }
        let warmMatcher = Matcher(document)
        let warm = Stopwatch.nanoseconds {
            _ = warmMatcher.select(set, from: document.node, includingScope: false)
        }
        let cold = Stopwatch.nanoseconds {
            _ = Matcher(document).select(set, from: document.node, includingScope: false)
        }
        row("set of \(lists.count)", Report.fixed(warm / count, 2), Report.fixed(cold / count, 2), "")
        print("  the set takes \(Report.fixed(cold / sum, 3)) of its selectors one by one,")
        print("  \(Report.fixed(cold / 1000, 1)) µs in all, \(Report.fixed(warm / 1000, 1)) µs warm")
    }

    private var count: Double { Double(max(elements, 1)) }

    /// The time with a reused matcher, with a new one, and the number of matches.
    private func measure(_ list: SelectorList) -> (warm: Double, cold: Double, matches: Int) {
        let matcher = Matcher(document)
        var matches = 0
        let warm = Stopwatch.nanoseconds {
            matches = matcher.select(list, from: document.node, includingScope: false).count
        }
        let cold = Stopwatch.nanoseconds {
            _ = Matcher(document).select(list, from: document.node, includingScope: false)
        }
        return (warm, cold, matches)
    }

    private func row(_ label: String, _ warm: String, _ cold: String, _ matches: String) {
        print(
            "  " + Report.label(label, 42) + Report.column(warm, 11) + Report.column(cold, 9)
                + Report.column(matches, 9)
        )
    }
}

/// The selectors that are measured by default.
enum BenchmarkSelectors {
    /// Twenty selectors from rules for real sites, matched together.
    static let set = [
        "h1", "title", "meta[property=\"og:title\"]", "meta[name=\"description\"]", "a[href]", "img[src]",
        "article p", "div.content > p", ".title", ".byline, .author", "#main", "time[datetime]",
        "ul li:first-child a", "table tr:nth-child(odd) td", "[itemprop=\"name\"]", "div:has(> img)",
        "p:not(.ad)", "script[type=\"application/ld+json\"]", "a[href*=\"/tag/\"]", "nav a, .breadcrumb a",
    ]

    /// Further selectors, each of which uses another part of the engine.
    static let single = [
        "*", "div", "div p a", ".a.b", "div > div > div", "h2 ~ p", "li + li", "p:nth-of-type(2n+1)",
        ":nth-last-child(2)", "li:nth-child(2 of .item)", "a:not([href^=\"http\"])", "div:has(p a)",
        "section:has(~ section)", "p:contains(\"the\")", ":is(h1, h2, h3) a", "[class*=\"head\"]",
        ":lang(en)", "input:enabled",
    ]

    /// Selectors whose time must be linear on any page, each with the worst shape of a page.
    static let growth: [(selector: String, shape: SyntheticPage)] = [
        (".y", .siblings), ("div div div div .y", .nested), (".none div div .y", .nested),
        (".none > div .y", .nested), (".x ~ .y", .siblings), (".none ~ .y", .siblings),
        ("div:has(.none)", .nested), ("div:has(~ .x)", .siblings), ("div:has(.none ~ .x)", .siblings),
        (":nth-last-child(2n of .x)", .siblings),
        (":nth-last-of-type(2n)", .siblings), ("div:nth-child(odd) ~ .y", .siblings),
        (":is(.none div) :is(.none div) .y", .nested), ("div:not(:has(.y) .none)", .nested),
        ("div:contains(\"text\")", .nested), ("div:lang(en)", .nested), ("div:dir(rtl)", .nested),
        ("div:first ~ .y", .siblings), ("[class~=y]", .siblings),
    ]
}

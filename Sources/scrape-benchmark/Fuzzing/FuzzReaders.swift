import Addresses
import Basics
import Batch
import CompiledInPlugins
import DOM
import Fetching
import Patterns
import Platform
import PluginHost
import Politeness
import Records
import Scraping
import Selectors

/// The readers of all formats except HTML.
enum FuzzReaders {
    /// A folder for inputs that are read as files.
    static func scratch() throws(CommandError) -> TemporaryFolder {
        do throws(File.Failure) { return try TemporaryFolder(for: "fuzz") } catch {
            throw CommandError(text: "cannot make a folder in \(error.path): \(error)")
        }
    }

    /// - Parameter scratch: a folder for inputs that are read as files.
    static func all(scratch: String) -> [any FuzzReader] {
        let registry = (try? Registry(CompiledInPlugins.all)) ?? Registry()
        return pages(registry) + languages(registry) + requests + files(scratch) + programs(scratch)
    }

    // MARK: - Pages

    /// Pages of every source, read with rules that use everything.
    private static func pages(_ registry: Registry) -> [FormatFuzz] {
        let rows = #"""
            "records": {
                "Any": { "each": "*", "fields": { "id": "::attr(id)", "name": "::own-text" } },
                "All": { "each": ":root", "fields": { "text": ":scope" } }
            }
            """#
        let latin = Array(
            "<meta charset=iso-8859-1><p title='\u{FC}'>gr\u{FC}n & blau<p>2".unicodeScalars.map {
                UInt8($0.value)
            }
        )
        return [
            page(
                "encodings",
                registry,
                rules: "{ \(rows) }",
                examples: [
                    "<meta charset=utf-8><p>größer", "<?xml version='1.0' encoding='Shift_JIS'?><p>x",
                    "<meta http-equiv=content-type content='text/html; charset=gb18030'>\u{81}<p>日本",
                    "<p>Привет, мир. Это обычный текст без объявленной кодировки.",
                    "\u{1B}$B%F%9%H\u{1B}(B<p>x",
                ],
                bytes: [
                    latin, [0xFF, 0xFE, 0x3C, 0, 0x70, 0, 0x3E, 0, 0xFC, 0],
                    [0xFE, 0xFF, 0, 0x3C, 0, 0x70, 0, 0x3E, 0xD8, 0x3D],
                    Array("<p>".utf8) + [
                        0x83, 0x65, 0x83, 0x58, 0x83, 0x67, 0x82, 0xCC, 0x93, 0xFA, 0x96, 0x7B, 0x8C, 0xEA,
                    ],
                    Array("<p>".utf8) + [0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2, 0x20, 0xEC, 0xE8, 0xF0],
                ]
            ),
            page("xml", registry, rules: #"{ "source": "xml", \#(rows) }"#, examples: FuzzExamples.xml),
            page("json", registry, rules: #"{ "source": "json", \#(rows) }"#, examples: FuzzExamples.json),
            page("csv", registry, rules: #"{ "source": "csv", \#(rows) }"#, examples: FuzzExamples.csv),
            page(
                "text",
                registry,
                rules: #"{ "source": "text", \#(rows) }"#,
                examples: FuzzExamples.csv + FuzzExamples.values
            ),
            page(
                "linked-data",
                registry,
                rules: #"{ "source": "linked-data", \#(rows) }"#,
                cost: 2,
                examples: FuzzExamples.linkedData
            ),
            page(
                "inline-data",
                registry,
                rules: #"{ "source": "inline-data", \#(rows) }"#,
                cost: 2,
                examples: FuzzExamples.inlineData
            ),
            page("values", registry, rules: FuzzExamples.valueRules, cost: 4, examples: FuzzExamples.values),
        ]
    }

    private static func page(
        _ name: String,
        _ registry: Registry,
        rules text: String,
        cost: Int = 1,
        examples: [String],
        bytes: [[UInt8]] = []
    ) -> FormatFuzz {
        let loaded = Result {
            try Rules(SourceText(name: "rules.json", bytes: Array(text.utf8)), registry: registry)
        }
        return FormatFuzz(name, cost: cost, examples: examples, bytes: bytes) { input, _ in
            switch loaded {
            case .failure(let error): return (0, "\(error)")
            case .success(let rules):
                let page = Page(
                    name: "page",
                    bytes: input,
                    url: "https://a.example/b",
                    clock: "2024-02-29T12:00:00Z"
                )
                return result(rules.scrape(page))
            }
        }
    }

    /// The size of an outcome, which must be JSON that reads back as the same value, and whose messages must not be
    /// empty.
    private static func result(_ outcome: Outcome) -> (nodes: Int, problem: String?) {
        for record in outcome.records {
            let value = record.value
            let text = JSONWriter.compact(value)
            guard JSON.read(Array(text.utf8), dialect: .strict).json?.value == value else {
                return (0, "a record is not what its JSON says: \(text.prefix(300))")
            }
        }
        if outcome.diagnostics.contains(where: \.message.isEmpty) { return (0, "a message is empty") }
        return (outcome.records.count + outcome.diagnostics.count, nil)
    }

    // MARK: - Languages

    private static func languages(_ registry: Registry) -> [FormatFuzz] {
        let page = Array(FuzzExamples.page.utf8)
        return [
            FormatFuzz("selectors", examples: FuzzExamples.selectors) { input, _ in
                let text = String(decoding: input, as: UTF8.self)
                do throws(SelectorError) {
                    let list = try SelectorList(text)
                    let again = try SelectorList(list.description)
                    if again.description != list.description { return (0, "\(list) becomes \(again)") }
                    guard let document = try? Document.html(page) else {
                        return (0, "the page cannot be read")
                    }
                    return (try document.select(list.description).count, nil)
                } catch {
                    return (0, isEmpty(error.expected, error.found))
                }
            },
            FormatFuzz("patterns", examples: FuzzExamples.patterns) { input, _ in
                do throws(PatternError) {
                    let found = try Pattern(input).firstMatch(in: page)
                    guard let found else { return (0, nil) }
                    return (found.count, found.upperBound > page.count ? "a match ends after the text" : nil)
                } catch {
                    let isWithin = error.range.upperBound <= input.count
                    return (0, isWithin ? isEmpty(error.message) : "a mistake is after the pattern's end")
                }
            },
            FormatFuzz("rules", cost: 4, examples: FuzzExamples.rules) { input, _ in
                let source = SourceText(name: "rules.json", bytes: input)
                do {
                    return result(
                        try Rules(source, registry: registry).scrape(Page(name: "page", bytes: page))
                    )
                } catch {
                    return (0, isEmpty("\(error)"))
                }
            },
        ]
    }

    private static func isEmpty(_ messages: String...) -> String? {
        messages.contains { $0.isEmpty } ? "a message is empty" : nil
    }

    // MARK: - Requests

    private static var requests: [FormatFuzz] {
        [
            FormatFuzz("addresses", examples: FuzzExamples.addresses) { input, _ in
                let text = String(decoding: input, as: UTF8.self)
                let base = try? WebAddress("https://a.example/b/c?d#e")
                guard let href = try? WebAddress(text, base: base).href else { return (0, nil) }
                let again = try? WebAddress(href).href
                return (1, again == href ? nil : "\(href) becomes \(again ?? "no address")")
            },
            FormatFuzz("robots", examples: FuzzExamples.robots) { input, _ in
                let robots = RobotsText(input)
                let isAllowed = robots.decision(for: "/a/b?c=d%2f*$", agent: "scrape").isAllowed
                let delay = robots.crawlDelay(agent: "scrape").map(Gap.seconds)
                return (
                    robots.sitemaps.count + (isAllowed ? 1 : 0),
                    delay.map { $0 < .seconds(0) } == true ? "a delay is negative" : nil
                )
            },
            FormatFuzz("cookies", examples: FuzzExamples.cookies) { input, _ in
                guard let address = try? WebAddress("https://www.a.example/b/c") else {
                    return (0, "no address")
                }
                var jar = CookieJar()
                for line in String(decoding: input, as: UTF8.self).split(separator: "\n") {
                    jar.receive(String(line), from: address, now: 1_700_000_000)
                }
                let header = jar.header(for: address, now: 1_700_000_000) ?? ""
                return (
                    jar.cookies.count,
                    header.utf8.contains { $0 < 0x20 && $0 != 9 || $0 == 0x7F }
                        ? "a header has a control character" : nil
                )
            },
            FormatFuzz("transport", examples: FuzzExamples.transport) { input, _ in
                var reader = TransportReader()
                var records = 0
                // In two parts, as they come.
                for part in [input[..<(input.count / 2)], input[(input.count / 2)...]] {
                    reader.add(part)
                    do throws(FetchFailure) {
                        while try reader.next(limit: 1 << 20) != nil { records += 1 }
                    } catch {
                        return (records, isEmpty(error.detail))
                    }
                }
                return (records, nil)
            },
        ]
    }

    // MARK: - Files

    /// Inputs of many pages, and the journal of a run, as files.
    private static func files(_ scratch: String) -> [FormatFuzz] {
        let warc = FuzzExamples.warc.map { Array($0.utf8) }
        let gzip = GzipWriter(level: 1)
        let packed = warc.compactMap { gzip?.member($0) }
        let kinds: [(InputKind, [String], [[UInt8]])] = [
            (.warc, FuzzExamples.warc, packed), (.jsonl, FuzzExamples.jsonLines, []),
            (.list, FuzzExamples.list, []),
            (.sitemap, FuzzExamples.sitemaps, []),
        ]
        return kinds.map { kind, examples, bytes in
            FormatFuzz(kind.name, cost: 4, examples: examples, bytes: bytes) { input, index in
                let path = "\(scratch)/\(kind.name)-\(index)"
                guard (try? File.write(input, toNewFile: path, isProgram: false)) != nil else {
                    return (0, "cannot write \(path)")
                }
                defer { _ = unlink(path) }
                do throws(Diagnostic) {
                    var inputs = try Inputs([path], InputOptions(kind: kind))
                    var pages = 0
                    while let page = inputs.next() {
                        pages += 1
                        if case .failed(let problem) = page.read(), problem.message.isEmpty {
                            return (pages, "a message is empty")
                        }
                        if pages > input.count + 1 { return (pages, "more pages than bytes") }
                    }
                    return (pages, nil)
                } catch {
                    return (0, isEmpty(error.message))
                }
            }
        } + [
            FormatFuzz("journal", examples: FuzzExamples.journal) { input, _ in
                var journal = RunJournal()
                for line in String(decoding: input, as: UTF8.self).split(separator: "\n") {
                    journal.read(String(line))
                }
                return (journal.summary.pages, journal.summary.pages < 0 ? "fewer than no pages" : nil)
            }
        ]
    }

    // MARK: - Plugins

    /// A program that answers as a plugin, regardless of the question.
    private static func programs(_ scratch: String) -> [FormatFuzz] {
        [
            FormatFuzz("plugin", cost: 200, examples: FuzzExamples.pluginAnswers) { input, index in
                let folder = "\(scratch)/plugin-\(index)"
                let (answers, program) = ("\(folder)/answers", "\(folder)/scrape-plugin-fuzz")
                // A line for each request, then the end.
                let script = """
                    #!/bin/sh
                    while IFS= read -r answer <&3; do read -r _ || exit; printf '%s\\n' "$answer"; done 3< '\(answers)'
                    """
                guard mkdir(folder, 0o700) == 0,
                    (try? File.write(input, toNewFile: answers, isProgram: false)) != nil,
                    (try? File.write(Array(script.utf8), toNewFile: program, isProgram: true)) != nil
                else { return (0, "cannot write \(program)") }
                defer {
                    for path in [program, answers] { _ = unlink(path) }
                    _ = rmdir(folder)
                }
                let programs = PluginPrograms(paths: [program], limits: PluginLimits(answerTime: 5)) { _, _ in
                }
                defer { _ = programs.end() }
                do {
                    let registry = try Registry([programs.plugin(at: program)])
                    let text = #"""
                        { "plugins": ["fuzz"], "records": { "R": { "each": "p", "fields": { "a": { "select": ":scope", "apply": ["shout"] } } } } }
                        """#
                    let rules = try Rules(
                        SourceText(name: "rules.json", bytes: Array(text.utf8)),
                        registry: registry
                    )
                    return result(rules.scrape(Page(name: "page", bytes: Array("<p>a<p>b".utf8))))
                } catch {
                    return (0, isEmpty("\(error)"))
                }
            }
        ]
    }
}

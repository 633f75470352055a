import Addresses
import Basics
import Batch
import CompiledInPlugins
import DOM
import Engine
import Fetching
import Patterns
import Platform
import PluginHost
import Politeness
import Records
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
        return pages(registry) + languages(registry) + requests + files(scratch)
            + CrawlReader.all(registry, scratch: scratch)
            + ToolReaders.all(registry)
            + programs(scratch)
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
                    Array("<p>é ü ".utf8) + [
                        0xF8, 0x88, 0x80, 0x80, 0x80, 0x20, 0xFC, 0x84, 0x80, 0x80, 0x80, 0x80,
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
            case .failure(let error): return FuzzResult(problem: "\(error)")
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
    static func result(_ outcome: Outcome) -> FuzzResult {
        for record in outcome.records {
            let value = record.value
            let text = JSONWriter.compact(value)
            guard JSON.read(Array(text.utf8), dialect: .strict).json?.value == value else {
                return FuzzResult(problem: "a record is not what its JSON says: \(text.prefix(300))")
            }
        }
        if outcome.diagnostics.contains(where: \.message.isEmpty) {
            return FuzzResult(problem: "a message is empty")
        }
        return FuzzResult(nodes: outcome.records.count + outcome.diagnostics.count) { text(outcome) }
    }

    /// The records and messages of an outcome.
    static func text(_ outcome: Outcome) -> String {
        (outcome.records.map { "\($0.type) \(JSONWriter.compact($0.value))" }
            + outcome.diagnostics.map(\.description)).joined(separator: "\n")
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
                    if again.description != list.description {
                        return FuzzResult(problem: "\(list) becomes \(again)")
                    }
                    guard let document = try? Document.html(page) else {
                        return FuzzResult(problem: "the page cannot be read")
                    }
                    let found = Matcher(document).select(list, from: document.node, includingScope: false)
                    return FuzzResult(nodes: found.count) {
                        let places = found.map {
                            "\(document.path(of: $0.node)) \($0.extractor.map { "\($0)" } ?? "")"
                        }
                        return ([list.description] + places).joined(separator: "\n")
                    }
                } catch {
                    return failure(error.expected, error.found, "\(error)", error.suggestion ?? "none")
                }
            },
            FormatFuzz("patterns", examples: FuzzExamples.patterns) { input, _ in
                do throws(PatternError) {
                    let found = try Pattern(input).firstMatch(in: page)
                    guard let found else { return FuzzResult { "no match" } }
                    return FuzzResult(
                        nodes: found.count,
                        problem: found.upperBound > page.count ? "a match ends after the text" : nil
                    ) { "\(found)" }
                } catch {
                    let isWithin = error.range.upperBound <= input.count
                    return isWithin
                        ? failure(error.message, "\(error.range)")
                        : FuzzResult(problem: "a mistake is after the pattern's end")
                }
            },
            FormatFuzz("rules", cost: 4, examples: FuzzExamples.rules) { input, _ in
                let source = SourceText(name: "rules.json", bytes: input)
                do {
                    let rules = try Rules(source, registry: registry)
                    var found = result(rules.scrape(Page(name: "page", bytes: page)))
                    let records = found.text
                    found.text = {
                        let brittle = rules.brittle.map(\.description)
                        let schema = rules.schema
                        let title = rules.about
                        return
                            ([
                                records(), JSONFormatter.text(of: schema.jsonSchema(title: title)),
                                schema.swiftTypes(origin: "rules.json"),
                                String(decoding: JSONFormatter.format(input).text ?? [], as: UTF8.self),
                            ] + brittle).joined(separator: "\n")
                    }
                    return found
                } catch {
                    return failure("\(error)")
                }
            },
        ]
    }

    /// The result of an input that is refused with the given messages, none of which may be empty.
    static func failure(_ messages: String...) -> FuzzResult {
        FuzzResult(problem: messages.contains { $0.isEmpty } ? "a message is empty" : nil) {
            messages.joined(separator: "\n")
        }
    }

    // MARK: - Requests

    private static var requests: [FormatFuzz] {
        [
            FormatFuzz("addresses", examples: FuzzExamples.addresses) { input, _ in
                let text = String(decoding: input, as: UTF8.self)
                let base = try? WebAddress("https://a.example/b/c?d#e")
                guard let href = try? WebAddress(text, base: base).href else { return FuzzResult { "none" } }
                let again = try? WebAddress(href).href
                return FuzzResult(
                    nodes: 1,
                    problem: again == href ? nil : "\(href) becomes \(again ?? "no address")"
                ) { href }
            },
            FormatFuzz("robots", examples: FuzzExamples.robots) { input, _ in
                let robots = RobotsText(input)
                let decisions = ["/a/b?c=d%2f*$", "/a", "/a/xb", "/~a/é", "/"].map {
                    robots.decision(for: $0, agent: "scrape").isAllowed
                }
                let delay = robots.crawlDelay(agent: "scrape").map(Gap.seconds)
                return FuzzResult(
                    nodes: robots.sitemaps.count + (decisions[0] ? 1 : 0),
                    problem: delay.map { $0 < .seconds(0) } == true ? "a delay is negative" : nil
                ) { "\(decisions) \(delay.map { "\($0)" } ?? "no delay") \(robots.sitemaps)" }
            },
            FormatFuzz("cookies", examples: FuzzExamples.cookies) { input, _ in
                guard let address = try? WebAddress("https://www.a.example/b/c"),
                    let other = try? WebAddress("http://a.example/")
                else { return FuzzResult(problem: "no address") }
                var jar = CookieJar(PublicSuffixes(Array("example\nco.example\n".utf8)))
                for line in String(decoding: input, as: UTF8.self).split(separator: "\n") {
                    jar.receive(String(line), from: address, now: 1_700_000_000)
                }
                let header = jar.header(for: address, now: 1_700_000_000) ?? ""
                let later = jar.header(for: other, now: 1_700_003_600) ?? "none"
                return FuzzResult(
                    nodes: jar.cookies.count,
                    problem: header.utf8.contains { $0 < 0x20 && $0 != 9 || $0 == 0x7F }
                        ? "a header has a control character" : nil
                ) { "\(header)\n\(later)\n\(jar.cookies)" }
            },
            FormatFuzz("transport", examples: FuzzExamples.transport) { input, _ in
                var reader = TransportReader()
                var records: [String] = []
                // In two parts, as they come.
                for part in [input[..<(input.count / 2)], input[(input.count / 2)...]] {
                    reader.add(part)
                    do throws(FetchFailure) {
                        while let record = try reader.next(limit: 1 << 20) {
                            let fields = record.fields.map { "\($0.key.rawValue)=\($0.value)" }.sorted()
                            records.append("\(record.type) \(record.id) \(fields) \(record.block)")
                        }
                    } catch {
                        var result = failure(error.detail)
                        let all = records + [error.detail]
                        result.nodes = records.count
                        result.text = { all.joined(separator: "\n") }
                        return result
                    }
                }
                let all = records
                return FuzzResult(nodes: all.count) { all.joined(separator: "\n") }
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
                    return FuzzResult(problem: "cannot write \(path)")
                }
                defer { _ = unlink(path) }
                do throws(Diagnostic) {
                    var inputs = try Inputs([path], InputOptions(kind: kind))
                    var pages: [String] = []
                    while let page = inputs.next() {
                        switch page.read() {
                        case .failed(let problem) where problem.message.isEmpty:
                            return FuzzResult(nodes: pages.count, problem: "a message is empty")
                        case .failed(let problem): pages.append(problem.description)
                        case .page(let page, let warnings):
                            pages += warnings.map(\.description)
                            pages.append("\(page.name) \(page.url ?? "") \(page.clock ?? "") \(page.bytes)")
                        case .leftOut(let reason): pages.append("left out: \(reason)")
                        }
                        if pages.count > input.count + 1 {
                            return FuzzResult(nodes: pages.count, problem: "more pages than bytes")
                        }
                    }
                    let all = pages
                    return FuzzResult(nodes: all.count) {
                        all.joined(separator: "\n").replacing(scratch, with: "")
                    }
                } catch {
                    return failure(error.message)
                }
            }
        } + [
            FormatFuzz("journal", examples: FuzzExamples.journal) { input, _ in
                var journal = RunJournal()
                for line in String(decoding: input, as: UTF8.self).split(separator: "\n") {
                    journal.read(String(line))
                }
                let summary = journal.summary
                return FuzzResult(
                    nodes: summary.pages,
                    problem: summary.pages < 0 ? "fewer than no pages" : nil
                ) {
                    (SummaryText(summary).lines + [JSONWriter.compact(summary.value)]).joined(separator: "\n")
                }
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
                else { return FuzzResult(problem: "cannot write \(program)") }
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
                    return failure("\(error)".replacing(scratch, with: ""))
                }
            }
        ]
    }
}

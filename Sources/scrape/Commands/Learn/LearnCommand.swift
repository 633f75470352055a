import Basics
import Cases
import Crawling
import Drafting
import Encoding
import Engine
import Records

/// `scrape learn`: writes rules from pages and their values.
struct LearnCommand: Subcommand {
    private var operands: [String] = []
    private var values = ""
    private var fields: [String] = []
    private var output: String?
    /// The rules file into which fields are written, in place of a site's.
    private var rules: String?
    private var corpus = "Corpus"
    /// Drafts rules if no values are given.
    private var new = NewSite()
    private var report: String?
    private var record: String?
    private var mutations = 24
    private var encoding: Encoding?
    private(set) var fetching = FetchSettings()

    static let help = CommandHelp(
        name: "learn",
        about: "derive rules from pages and their values",
        usage: [
            "scrape learn [options] --values VALUES SITE PAGE...", "scrape learn [options] SITE",
            "scrape learn [options] --values VALUES --output RULES.json PAGE...",
        ],
        description: """
            Learns where the values of fields are on pages, and writes rules that find them: to
            Rules/SITE.json, in which fields are replaced and added and everything else stays, or with
            --output to a new file. The values are searched for in texts, attributes, linked data and the data of
            scripts, as a whole or within a longer text; dates and numbers are recognised in the page's notation.
            Several rows for one page are its records. A selector is kept if it yields the examples on all given pages
            and nothing else. If several selectors do, the one is chosen whose names best say what the value is and that
            survives the most mutations of the pages.

            Without pages the examples are the golden files of the site's cases, and each page of their crawls
            with the records that the current rules yield; without values rules are drafted, as scrape new
            does.

            A field that is not found is reported with the most similar text on the page.
            """,
        operands: .files(or: nil),
        exits: [
            .success: "all fields are found, and the rules are written",
            .page: "a field is not found; the others are written",
            .usage: "the command line or the values are wrong",
            .input: "a page cannot be read, or a file cannot be written",
        ],
        examples: [
            "scrape learn plants oak.html --field name=Oak --field height=40",
            "scrape learn --values values.jsonl --output plants.json oak.html elm.html",
        ]
    )

    static var options: [Option<LearnCommand>] {
        [
            .value(
                "--values",
                .file(),
                "Read the pages' values from FILE.",
                details: """
                    A line of JSON Lines is {"page": NAME, "values": {"title": "Oak", "tags": ["a", "b"]}};
                    JSON is a list of these, the values of the only page, or a golden file; CSV has a row for
                    each record, with its page's name in the column page. Several rows for one page are its
                    records, in the order of the page. null says that there is none; nothing is known about a
                    field that is not named.
                    """
            ) { $0.values = $1 },
            .list("--field", .text("NAME=VALUE"), "Set the value of a field of the only page.") {
                $0.fields.append($1)
            },
            .value("--output", short: "-o", .file(), "Write the rules to FILE; all operands are pages.") {
                $0.output = $1
            },
            .value(
                "--rules",
                short: "-r",
                .file(),
                "Change the fields of the rules FILE; all operands are pages."
            ) {
                $0.rules = $1
            },
            .value("--corpus", .folder, "Read the site's cases from FOLDER; the default is Corpus.") {
                $0.corpus = $1
            },
            .value(
                "--report",
                .file(),
                "Write what was found to FILE, as JSON.",
                details:
                    "It has for each field its status, selectors, number of examples, survival of mutations, and the nearest text."
            ) { $0.report = $1 },
            .value(
                "--record",
                .text("NAME"),
                "Call the record NAME instead of Page; if cases have several types, learn NAME."
            ) { $0.record = $1 },
            .value(
                "--mutations",
                .integer(0...1000),
                "Compare candidates with NUMBER mutations of each page; the default is 24."
            ) { $0.mutations = $1 },
            .encoding(\.encoding),
        ] + FetchSettings.options.setting(\.fetching)
    }

    mutating func accept(_ operands: [String]) throws(Diagnostic) {
        self.operands = operands
        let hasSite = output == nil && rules == nil
        guard !operands.isEmpty else {
            throw Diagnostic(
                .rules,
                "no page is given",
                help: "write scrape learn --values values.jsonl --output rules.json page.html"
            )
        }
        let isWithoutValues = values.isEmpty && fields.isEmpty
        if hasSite, operands.count > 1, isWithoutValues { return try new.accept(operands) }
        if !hasSite, isWithoutValues {
            throw Diagnostic(
                .rules,
                "no values are given",
                help: "write --field title=\"…\" or --values FILE; without values scrape new drafts rules"
            )
        }
        if hasSite, operands.count == 1, !isWithoutValues {
            throw Diagnostic(
                .rules,
                "no page is given for the values",
                help: "write scrape learn \(operands[0]) --values FILE page.html"
            )
        }
        for field in fields where LearnValues.member(field) == nil {
            throw Diagnostic(
                .rules,
                "--field takes NAME=VALUE, found \"\(field)\"",
                help: "write --field title=\"Oak\""
            )
        }
        try Operands.checkStandardInput(operands)
    }

    func run(_ registry: Registry) throws(Diagnostic) -> ExitStatus {
        let hasSite = output == nil && rules == nil
        if hasSite, operands.count > 1, values.isEmpty, fields.isEmpty { return try new.run(registry) }
        let path = output ?? rules ?? "Rules/\(operands[0]).json"
        let given: LearnValues
        if hasSite, operands.count == 1 {
            let store = RulesStore(RulesCatalogue.ofProcess(), registry: registry, crawls: .ofArchives)
            do throws(Diagnostics) {
                given = try LearnValues(casesOf: operands[0], in: corpus, record: record, store)
            } catch {
                return Console.fail(error)
            }
            if given.examples.isEmpty {
                throw Diagnostic(
                    .rules,
                    "\(operands[0]) has no cases in \(corpus)",
                    help: "give pages and values: scrape learn \(operands[0]) --values values.jsonl page.html"
                )
            }
        } else {
            let pages = try pages(hasSite ? Array(operands.dropFirst()) : operands)
            given = try LearnValues(values, pages, fields.compactMap(LearnValues.member))
        }
        guard !given.examples.isEmpty else {
            throw Diagnostic(.rules, "no page has values", at: Location(file: values))
        }
        let old = try oldRules(path)
        let name = record ?? old.flatMap { LearnedRules.onlyRecord(of: $0) } ?? given.type ?? "Page"
        var learner = Learner(mutations: mutations)
        // Golden files and existing rules say what is a list.
        learner.widensLists = !(hasSite && operands.count == 1)
        learner.singleFields = old.map { LearnedRules.singleFields(of: $0, record: name) } ?? []
        var learned = learner.learn(given.examples, record: name)
        if hasSite { learned.match = LearnedRules.patterns(for: given.examples.map(\.page)) }
        if let report { try write(Array((JSONWriter.pretty(learned.report) + "\n").utf8), to: report) }
        guard learned.hasFields else {
            let status = print(learned)
            Console.print("nothing is written")
            return status
        }
        var text = learned.text
        if let old {
            guard let written = learned.written(into: old) else {
                throw Diagnostic(
                    .rules,
                    "\(path) has no record type \"\(name)\" of the same elements, with its fields in one place",
                    at: Location(file: path),
                    help: "name its record type with --record, or write a new file with --output"
                )
            }
            text = written
        }
        if let rules = try check(text, path, registry), !(hasSite && operands.count == 1) {
            for example in given.examples {
                Console.report(rules.scrape(example.page).diagnostics.truncations)
            }
        }
        try write(text, to: path)
        let status = print(learned)
        Console.print("wrote \(path)")
        return status
    }

    private func pages(_ names: [String]) throws(Diagnostic) -> [Page] {
        var pages: [Page] = []
        for name in names {
            var page = try PageFile.read(
                name,
                encoding: encoding,
                otherwise: PageClock.text(ofFile: name),
                fetching: fetching
            )
            page.url = page.url ?? Draft.address(of: page)
            pages.append(page)
        }
        return pages
    }

    /// The text of the rules file into which fields are written; `nil` for a new file.
    private func oldRules(_ path: String) throws(Diagnostic) -> [UInt8]? {
        let old = rules ?? path
        guard rules != nil || output == nil && File.kind(of: path) != .nothing else { return nil }
        do throws(File.Failure) { return try File.read(old) } catch {
            throw Diagnostic(.input, "cannot read \(old): \(error)", at: Location(file: old))
        }
    }

    /// Checks that the written rules can be loaded.
    ///
    /// - Returns: the rules; `nil` if they can be loaded only where they are saved.
    private func check(_ text: [UInt8], _ path: String, _ registry: Registry) throws(Diagnostic) -> Rules? {
        do throws(Diagnostics) {
            return try Rules(SourceText(name: path, bytes: text), registry: registry)
        } catch {
            // A file that extends another is checked only where it is saved: the path of the other is relative to it.
            guard let first = error.all.first, !String(decoding: text, as: UTF8.self).contains("\"extends\"")
            else { return nil }
            throw Diagnostic(
                .rules,
                "the learned fields do not fit the rules: \(first.message)",
                at: first.location
            )
        }
    }

    private func write(_ bytes: [UInt8], to path: String) throws(Diagnostic) {
        do throws(File.Failure) {
            try File.makeFolders(for: path)
            let file = try ReplacementFile(path)
            try file.write(bytes)
            try file.commit()
        } catch {
            throw Diagnostic(.input, "cannot write \(path): \(error)", at: Location(file: path))
        }
    }

    private func print(_ learned: LearnedRules) -> ExitStatus {
        var status = ExitStatus.success
        if let each = learned.each {
            let more = learned.extras > 0 ? "; \(learned.extras) more than the examples" : ""
            Console.print("records: \(learned.origin)\(more)\n    \(each)")
        }
        if learned.lacksElements {
            Console.print(
                "no elements are found that have the values of one record each, in the order of the examples"
            )
        }
        for field in learned.fields {
            let pages = field.examples == 1 ? "1 example" : "\(field.examples) examples"
            switch field.status {
            case .found:
                let share = Int((field.survival * 100).rounded())
                let list = field.isWidened ? ", a list as there may be several" : ""
                Console.print(
                    "\(field.name): \(field.origin)\(list); \(pages), survives \(share)% of changes"
                )
                for selector in field.selectors { Console.print("    \(selector)") }
            case .noExample:
                Console.print("\(field.name): no page has a value")
            case .notFound:
                status = .page
                if field.isUnsupported {
                    Console.print(
                        "\(field.name): a field of a page is a text, a number or a list of these, not an object"
                    )
                    continue
                }
                Console.print("\(field.name): not found in \(pages)")
                for conflict in field.conflicts {
                    Console.print(
                        "    \(conflict.page): expected \(text(conflict.expected)), but \(conflict.selector), which yields the other "
                            + "examples, gives \(text(conflict.found))"
                    )
                }
                for near in field.near where field.conflicts.isEmpty {
                    Console.print("    \(near.page) has \(near.text.shortened(to: 80))")
                }
            }
        }
        return status
    }

    private func text(_ value: Value) -> String {
        if case .string(let text) = value { return text.shortened(to: 60) }
        return value == .null ? "nothing" : JSONWriter.compact(value)
    }
}

extension String {
    fileprivate func shortened(to length: Int) -> String {
        let text = count > length ? prefix(length - 1) + "…" : self[...]
        return "\"\(text)\""
    }
}

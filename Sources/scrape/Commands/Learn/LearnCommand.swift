import Basics
import Drafting
import Encoding
import Records
import Scraping

/// `scrape learn`: writes rules from pages and the values that they have.
struct LearnCommand: Subcommand {
    private var operands: [String] = []
    private var values = ""
    private var fields: [String] = []
    private var output: String?
    private var report: String?
    private var record: String?
    private var mutations = 24
    private var encoding: Encoding?
    private(set) var fetching = FetchSettings()

    static let help = CommandHelp(
        name: "learn",
        about: "write rules from pages and the values that they have",
        usage: [
            "scrape learn [options] --values VALUES SITE PAGE...",
            "scrape learn [options] --values VALUES --output RULES.json PAGE...",
        ],
        description: """
            Learns where the values of fields stand on pages, and writes a rules file that finds them: Rules/SITE.json, or
            with --output any other file. The values are looked for in texts, attributes and linked data, as a whole or
            within a longer text. What is kept gives the examples on all given pages and nothing else; of that, what rests on
            names that say what the value is, and survives most mutations of the pages.

            A field that is not found is reported with the text of the page that is most like it.
            """,
        operands: .files(or: nil),
        exits: [
            .success: "all fields are found, and the rules are written", .page: "a field is not found; the others are written",
            .usage: "the command line or the values are wrong", .input: "a page cannot be read, or a file not be written",
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
                    A line of JSON Lines is {"page": NAME, "values": {"title": "Oak", "tags": ["a", "b"]}}; JSON is a list of
                    these, or the values of the only page; CSV has a row for each page, with its name in the column page.
                    null says that a page has none; of a field that is not named nothing is known.
                    """
            ) { $0.values = $1 },
            .list("--field", .text("NAME=VALUE"), "Give the value of a field of the only page.") { $0.fields.append($1) },
            .value("--output", short: "-o", .file(), "Write the rules to FILE; all operands are pages.") { $0.output = $1 },
            .value(
                "--report",
                .file(),
                "Write what was found to FILE, as JSON.",
                details:
                    "It has for each field its status, selectors, number of examples, survival of mutations, and the nearest text."
            ) { $0.report = $1 },
            .value("--record", .text("NAME"), "Call the record NAME instead of Page.") { $0.record = $1 },
            .value(
                "--mutations",
                .integer(0...1000),
                "Compare candidates by NUMBER mutations of each page; the default is 24."
            ) { $0.mutations = $1 },
            .encoding(\.encoding),
        ] + FetchSettings.options.setting(\.fetching)
    }

    mutating func accept(_ operands: [String]) throws(Diagnostic) {
        self.operands = operands
        guard !operands.isEmpty, output != nil || operands.count > 1 else {
            throw Diagnostic(
                .rules, "no page is given", help: "write scrape learn --values values.jsonl --output rules.json page.html"
            )
        }
        guard !values.isEmpty || !fields.isEmpty else {
            throw Diagnostic(
                .rules, "no values are given",
                help: "write --field title=\"…\" or --values FILE; without values scrape new drafts rules"
            )
        }
        for field in fields where LearnValues.member(field) == nil {
            throw Diagnostic(.rules, "--field takes NAME=VALUE, found \"\(field)\"", help: "write --field title=\"Oak\"")
        }
        try Operands.checkStandardInput(operands)
    }

    func run(_ registry: Registry) throws(Diagnostic) -> ExitStatus {
        let names = output == nil ? Array(operands.dropFirst()) : operands
        let path = output ?? "Rules/\(operands[0]).json"
        if output == nil, File.kind(of: path) != .nothing {
            throw Diagnostic(.rules, "\(path) already exists", help: "write --output \(path) to replace it")
        }
        var pages: [Page] = []
        for name in names {
            var page = try PageFile.read(
                name, encoding: encoding, otherwise: PageClock.text(ofFile: name), fetching: fetching
            )
            page.url = page.url ?? Draft.address(of: page)
            pages.append(page)
        }
        let given = fields.compactMap(LearnValues.member)
        let examples = try LearnValues.examples(values, pages, given)
        guard !examples.isEmpty else { throw Diagnostic(.rules, "no page has values", at: Location(file: values)) }
        let learned = Learner(mutations: mutations).learn(examples, record: record ?? "Page")
        try write(learned.text, to: path)
        if let report { try write(Array((JSONWriter.pretty(learned.report) + "\n").utf8), to: report) }
        return print(learned, path)
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

    private func print(_ learned: LearnedRules, _ path: String) -> ExitStatus {
        var status = ExitStatus.success
        for field in learned.fields {
            let pages = field.examples == 1 ? "1 page" : "\(field.examples) pages"
            switch field.status {
            case .found:
                let share = Int((field.survival * 100).rounded())
                Console.print("\(field.name): \(field.origin); \(pages), survives \(share) % of changes")
                for selector in field.selectors { Console.print("    \(selector)") }
            case .noExample:
                Console.print("\(field.name): no page has a value")
            case .notFound:
                status = .page
                Console.print("\(field.name): not found on \(pages)")
                for near in field.near { Console.print("    \(near.page) has \(near.text.shortened(to: 80))") }
            }
        }
        Console.print("wrote \(path)")
        return status
    }
}

extension String {
    fileprivate func shortened(to length: Int) -> String {
        let text = count > length ? prefix(length - 1) + "…" : self[...]
        return "\"\(text)\""
    }
}

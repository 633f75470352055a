import Cases
import Crawling
import Engine
import Records
import Regression

/// `scrape changes`: shows new, removed and changed records of two runs.
struct ChangesCommand: RulesCommand {
    /// How changes are printed.
    private enum Format: String, CaseIterable {
        case text, jsonl, markdown, atom
    }

    private var old = ""
    private var new = ""
    private var rules: String?
    private var keys: [String] = []
    private var ignored: [String] = []
    private var comparesOrder = false
    private var format = Format.text
    private var output: String?
    private var clock: String?
    private(set) var reading = ReadingOptions()
    private(set) var plugins = PluginSettings()

    static let help = CommandHelp(
        name: "changes",
        about: "print what is new, gone and changed between the records of two runs",
        usage: ["scrape changes [options] OLD NEW"],
        description: """
            Compares the records of two runs: files of JSON Lines, JSON, CSV, TSV or SQLite as scrape writes them, or with
            --rules archives (.warc, .warc.gz, .warc.zst) and saved pages, which the rules read.

            Records are identified by the fields that the rules call "unique", that a database has as its key, or that --key
            names; others by their values, then by their similarity. Fields are compared by their types: 1.0 is 1.

            These are not changes of the data: the order of records, fields and lists, how numbers are written, the page
            that a record is on, and the parameters of addresses that only track who follows them (utm_source, gclid).

            Signs that the site has changed under its rules are printed apart from changes of the data: what
            the rules report for the new pages only, a field that all records had and none has now, a field
            with another type, a record type without records.
            """,
        operands: .files(or: nil),
        exits: [
            .success: "nothing has changed", .page: "something has changed",
            .usage: "the command line or the rules are wrong",
            .input: "a file cannot be read or written, or a limit has cut a page",
        ],
        examples: [
            "scrape changes monday.jsonl tuesday.jsonl --rules plants",
            "scrape changes --key sku monday.csv tuesday.csv --format markdown",
            "scrape changes --rules plants monday.warc.gz tuesday.warc.gz --format atom -o changes.xml",
        ]
    )

    static var options: [Option<ChangesCommand>] {
        [
            .value(
                "--rules",
                short: "-r",
                .text("RULES", .files(or: .sites)),
                "Read archives and pages with RULES, and identify records by their unique fields."
            ) { $0.rules = $1 },
            .list(
                "--key",
                .text("FIELD"),
                "Identify records by FIELD, for types that have no key.",
                details: "Can be given several times, for fields that identify a record together."
            ) { $0.keys.append($1) },
            .list(
                "--ignore",
                .text("FIELD"),
                "Do not compare FIELD.",
                details: "a.b is a field of an object. Can be given several times."
            ) { $0.ignored.append($1) },
            .flag("--order", "Report lists that have the same elements in another order.") {
                $0.comparesOrder = true
            },
            .value(
                "--format",
                short: "-f",
                OptionValue<Format>.choice("FORMAT"),
                "Print changes in FORMAT: text, jsonl, markdown or atom.",
                details: "text is the default; atom is a feed with an entry for each change."
            ) { $0.format = $1 },
            .output(
                \.output,
                "Write the changes to FILE instead of standard output.",
                details: "FILE is replaced."
            ),
            .clock(\.clock),
        ] + ReadingOptions.options.setting(\.reading) + PluginSettings.options.setting(\.plugins)
    }

    mutating func accept(_ operands: [String]) throws(Diagnostic) {
        guard operands.count == 2 else {
            throw Diagnostic(
                .rules,
                "expected the records of two runs, found \(operands.count)",
                help: "write scrape changes OLD NEW"
            )
        }
        (old, new) = (operands[0], operands[1])
        if output == "-" { output = nil }
    }

    func run(using registry: Registry) throws(Diagnostic) -> ExitStatus {
        var named: Rules?
        var before: ChangesInput
        var after: ChangesInput
        do throws(Diagnostics) {
            if let rules {
                guard let read = try RulesChoice(rules, RulesCatalogue.ofProcess(), registry: registry).named
                else {
                    throw Diagnostics([Diagnostic(.rules, "--rules takes one rules file or site")])
                }
                named = read
            }
            before = try ChangesInput(old, named, registry, reading.limits)
            after = try ChangesInput(new, named, registry, reading.limits)
        } catch {
            return Console.fail(error)
        }
        ChangesInput.addTypes(&before, &after, named?.schema)
        try checkKeys(before.records + after.records)
        reportUnknownIgnored(before.records + after.records, named?.schema)
        var options = RecordChanges.Options()
        options.keys = before.keys.merging(after.keys) { $1 }.merging(named?.keysOfAllTypes ?? [:]) { $1 }
        options.schema = named?.schema
        options.otherKeys = keys
        options.ignored = ignored
        options.comparesOrder = comparesOrder
        var changes = RecordChanges(before.records, after.records, options)
        changes.add(before.diagnostics, after.diagnostics)
        for warning in changes.warnings { Console.log(.warning, warning) }
        let unread = (before.unread + after.unread).unread
        let clock = clock ?? PageClock.now()
        try write(ChangeReport(changes, from: old, to: new, clock: clock, isPart: !unread.isEmpty))
        return max(changes.isEmpty ? .success : .page, Console.report(unread: unread))
    }

    /// Refuses keys that no record has.
    private func checkKeys(_ records: [Value]) throws(Diagnostic) {
        var names: Set<String> = []
        for record in records { names.formUnion((record.object ?? []).map(\.name)) }
        for key in keys where !names.contains(key) && !records.isEmpty {
            let known = names.filter { !$0.hasPrefix("@") }.sorted()
            throw Diagnostic(
                .rules,
                "no record has the field \"\(key)\" (--key)",
                help: Suggestion.help(for: key, among: known)
            )
        }
    }

    /// Warns about ignored fields that no record has: the run may lack them today, or the name is mistyped.
    private func reportUnknownIgnored(_ records: [Value], _ schema: Schema?) {
        for name in ignored where !records.isEmpty {
            let isKnown =
                records.contains { RecordChanges.hasField(name[...], $0) }
                || schema?.types.contains { RecordPath.resolve(name, in: $0.fields) != nil } == true
            if isKnown { continue }
            var names = Set(schema?.types.flatMap(\.fields).map(\.name) ?? [])
            for record in records { names.formUnion((record.object ?? []).map(\.name)) }
            let known = names.filter { !$0.hasPrefix("@") }.sorted()
            Console.report([
                Diagnostic(
                    .rules,
                    "no record has the field \"\(name)\" (--ignore)",
                    severity: .warning,
                    help: Suggestion.help(for: name, among: known)
                )
            ])
        }
    }

    private func write(_ report: ChangeReport) throws(Diagnostic) {
        let width = output == nil && Terminal.output.isTerminal ? max(40, Terminal.output.width - 10) : 240
        let text =
            switch format {
            case .text: TerminalText.withoutControls(report.text(width: width)) + "\n"
            case .jsonl: report.lines.map { $0 + "\n" }.joined()
            case .markdown: report.markdown
            case .atom: report.atom
            }
        if let output {
            try ReportFile(output).write(text)
        } else if !text.isEmpty {
            Console.print(String(text.dropLast()))
        }
    }
}

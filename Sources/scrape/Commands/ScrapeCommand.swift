import Records
import Scraping

/// `scrape --rules RULES PAGE…`: pages to records on standard output.
struct ScrapeCommand {
    let options: ScrapeOptions
    let registry: Registry
    private let catalogue = RulesCatalogue.ofProcess()
    /// The pages' own time: the one given, else that of the run. Nothing else of the program asks the machine's
    /// clock.
    private let clock: String

    init(options: ScrapeOptions, registry: Registry) {
        self.options = options
        self.registry = registry
        clock = options.clock ?? PageClock.ofMachine()
    }

    func run() throws(Diagnostic) -> ExitStatus {
        let choice: RulesChoice
        do throws(Diagnostics) {
            choice = try RulesChoice(options.rules, catalogue, registry: registry)
        } catch {
            Console.report(error.all)
            return ExitStatus(error.all)
        }
        let format = try registry.outputFormat(named: options.format)
        let pages = PlannedPage.plan(options.pages, choice) { name throws(Diagnostic) in try page(name) }
        // Of rules that cannot be used no one can tell what would come out.
        if choice.hasFailed, pages.allSatisfy({ $0.rules == nil }) {
            let problems = pages.flatMap(\.problems)
            Console.report(problems)
            return ExitStatus(problems)
        }
        let schema = try self.printed(of: choice.schema(for: pages))
        let encoder: any RecordEncoder
        do throws(OutputError) {
            encoder = try format.makeEncoder(schema, options: options.formatOptions)
        } catch {
            throw Diagnostic(.rules, error.message, help: error.help)
        }
        let filter = try RecordFilter(options.filters, schema)
        let output = try RecordOutput(path: options.output, encoder: encoder)
        return try write(pages, choice, filter, to: output)
    }

    /// What will be printed: the chosen record type's part of the schema, if one is chosen.
    private func printed(of all: Schema) throws(Diagnostic) -> Schema {
        var schema = all
        if let type = options.record {
            schema.types.removeAll { $0.name != type }
            guard !schema.types.isEmpty else {
                throw Diagnostic(
                    .rules,
                    "no record type \"\(type)\" (--record)",
                    help: Suggestion.help(for: type, among: all.types.map(\.name))
                )
            }
        }
        return schema
    }

    private func write(
        _ pages: [PlannedPage],
        _ choice: RulesChoice,
        _ filter: RecordFilter,
        to output: RecordOutput
    ) throws(Diagnostic) -> ExitStatus {
        var status = ExitStatus.success
        for planned in pages {
            let outcome = scrape(planned, choice)
            Console.report(outcome.diagnostics)
            status = max(status, ExitStatus(outcome.diagnostics))
            let records = outcome.records.filter { record in
                (options.record ?? record.type) == record.type && filter.matches(record)
            }
            guard try output.write(records) else { return status }
        }
        do throws(OutputError) {
            try output.end()
        } catch {
            let diagnostic = Diagnostic(error.cause, error.message, help: error.help)
            Console.report([diagnostic])
            return max(status, ExitStatus(diagnostic))
        }
        try output.finish(after: status)
        return status
    }

    private func scrape(_ planned: PlannedPage, _ choice: RulesChoice) -> Outcome {
        guard planned.problems.isEmpty else { return Outcome(records: [], diagnostics: planned.problems) }
        do throws(Diagnostics) {
            let page = if let page = planned.page { page } else { try readPage(planned.name) }
            let rules = if let rules = planned.rules { rules } else { try choice.rules(for: page) }
            return rules.scrape(page)
        } catch {
            return Outcome(records: [], diagnostics: error.all)
        }
    }

    private func readPage(_ name: String) throws(Diagnostics) -> Page {
        do throws(Diagnostic) { return try page(name) } catch { throw Diagnostics([error]) }
    }

    private func page(_ name: String) throws(Diagnostic) -> Page {
        try PageFile.read(
            name,
            url: options.url,
            encoding: options.encoding,
            clock: clock,
            limits: options.reading.limits
        )
    }
}

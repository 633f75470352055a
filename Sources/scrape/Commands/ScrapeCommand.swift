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
        let schema = try self.schema(of: choice)
        let format = try registry.outputFormat(named: options.format)
        let encoder: any RecordEncoder
        do throws(OutputError) {
            encoder = try format.makeEncoder(schema, options: options.formatOptions)
        } catch {
            throw Diagnostic(.rules, error.message, help: error.help)
        }
        let filter = try RecordFilter(options.filters, schema)
        let output = try RecordOutput(path: options.output, encoder: encoder)
        return try write(choice, filter, to: output)
    }

    /// What will be printed: the chosen record type's part of the schema, if one is chosen.
    private func schema(of choice: RulesChoice) throws(Diagnostic) -> Schema {
        var schema = choice.schema
        if let type = options.record {
            schema.types.removeAll { $0.name != type }
            guard !schema.types.isEmpty else {
                throw Diagnostic(
                    .rules,
                    "no record type \"\(type)\" (--record)",
                    help: Suggestion.help(for: type, among: choice.schema.types.map(\.name))
                )
            }
        }
        return schema
    }

    private func write(
        _ choice: RulesChoice,
        _ filter: RecordFilter,
        to output: RecordOutput
    ) throws(Diagnostic) -> ExitStatus {
        var status = ExitStatus.success
        for name in options.pages {
            let outcome = scrape(name, choice)
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

    private func scrape(_ name: String, _ choice: RulesChoice) -> Outcome {
        do throws(Diagnostic) {
            let page = try PageFile.read(name, url: options.url, encoding: options.encoding, clock: clock)
            return try choice.rules(for: page).scrape(page)
        } catch {
            return Outcome(records: [], diagnostics: [error])
        }
    }
}

import Records
import Scraping

/// `scrape explain --rules RULES PAGE`: how each record and field of a page came about.
struct ExplainCommand {
    let options: ExplainOptions
    let registry: Registry

    func run() throws(Diagnostic) -> ExitStatus {
        let choice: RulesChoice
        do throws(Diagnostics) {
            choice = try RulesChoice(options.rules, RulesCatalogue.ofProcess(), registry: registry)
        } catch {
            return told(error)
        }
        let page = try PageFile.read(
            options.page,
            url: options.url,
            encoding: options.encoding,
            clock: options.clock ?? PageClock.ofMachine(),
            limits: options.reading.limits
        )
        let rules: Rules
        do throws(Diagnostics) {
            rules = try choice.rules(for: page)
        } catch {
            return told(error)
        }
        try check(rules.schema)
        let (outcome, trace) = rules.trace(page)
        let output = StandardOutput()
        if options.isJSON {
            output.write(JSONWriter.pretty(trace.value) + "\n")
        } else {
            let style = Console.outputStyle
            output.write(
                trace.text(field: options.field, record: options.record, style: style.text) + "\n"
            )
        }
        output.flush()
        Console.report(outcome.diagnostics)
        return max(output.status, ExitStatus(outcome.diagnostics))
    }

    private func told(_ error: Diagnostics) -> ExitStatus {
        Console.report(error.all)
        return ExitStatus(error.all)
    }

    /// Tells a record type or a field that the rules do not have.
    private func check(_ schema: Schema) throws(Diagnostic) {
        if let record = options.record, !schema.types.contains(where: { $0.name == record }) {
            let known = schema.types.map(\.name)
            throw Diagnostic(
                .rules,
                "no record type \"\(record)\" (--record)",
                help: Suggestion.help(for: record, among: known)
            )
        }
        guard let field = options.field, let name = field.split(separator: ".").first.map(String.init) else {
            return
        }
        let known = schema.types.filter { options.record ?? $0.name == $0.name }.flatMap(\.fields).map(\.name)
        if known.contains(name) { return }
        throw Diagnostic(
            .rules,
            "no field \"\(name)\" (--field)",
            help: Suggestion.help(for: name, among: known)
        )
    }
}

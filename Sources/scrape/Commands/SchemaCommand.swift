import Records
import Scraping

/// `scrape schema RULES`: what records a rules file yields, before any page is read.
struct SchemaCommand {
    let options: SchemaOptions
    let registry: Registry

    func run() throws(Diagnostic) -> ExitStatus {
        guard let argument = options.rules else {
            Console.print(JSONWriter.pretty(LanguageSchema.value(registry)))
            return .success
        }
        let path = try RulesCatalogue.ofProcess().path(of: argument)
        let rules: Rules
        do throws(Diagnostics) {
            rules = try Rules.load(path, registry: registry)
        } catch {
            Console.report(error.all)
            return ExitStatus(error.all)
        }
        let output = StandardOutput()
        if options.isSwift {
            output.write(rules.schema.swiftTypes(origin: path))
        } else {
            output.write(JSONWriter.pretty(rules.schema.jsonSchema(title: rules.about)) + "\n")
        }
        output.flush()
        return output.status
    }
}

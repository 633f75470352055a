import Records
import Scraping

/// `scrape schema RULES`: what records a rules file yields, before any page is read.
struct SchemaCommand {
    let options: SchemaOptions
    let registry: Registry

    func run() throws(Diagnostic) -> ExitStatus {
        let output = StandardOutput()
        guard let argument = options.rules else {
            output.write(JSONFormatter.text(of: LanguageSchema.value(registry)))
            output.flush()
            return output.status
        }
        let path = try RulesCatalogue.ofProcess().path(of: argument)
        let rules: Rules
        do throws(Diagnostics) {
            rules = try Rules.load(path, registry: registry)
        } catch {
            Console.report(error.all)
            return ExitStatus(error.all)
        }
        if options.isSwift {
            output.write(rules.schema.swiftTypes(origin: path))
        } else {
            output.write(JSONFormatter.text(of: rules.schema.jsonSchema(title: rules.about)))
        }
        output.flush()
        return output.status
    }
}

import Records
import Scraping

/// `scrape schema RULES…`: what records rules yield, before any page is read.
struct SchemaCommand {
    let options: SchemaOptions
    let registry: Registry
    private let catalogue = RulesCatalogue.ofProcess()

    init(options: SchemaOptions, registry: Registry) {
        self.options = options
        self.registry = registry
    }

    func run() -> ExitStatus {
        let output = StandardOutput()
        if options.rules.isEmpty {
            output.write(JSONFormatter.text(of: LanguageSchema.value(registry)))
        } else {
            do throws(Diagnostics) {
                output.write(text(try rules()))
            } catch {
                Console.report(error.all)
                return ExitStatus(error.all)
            }
        }
        output.flush()
        return output.status
    }

    /// The schema of all that the rules yield; types of one name are one, as in tables.
    private func text(_ rules: [Rules]) -> String {
        let all = Schema(types: rules.flatMap(\.schema.types))
        let only = rules.count == 1 ? rules.first : nil
        for conflict in all.fieldConflicts { tell(conflict) }
        let schema = Schema(types: all.distinctTypes)
        guard options.isSwift else { return JSONFormatter.text(of: schema.jsonSchema(title: only?.about)) }
        return schema.swiftTypes(origin: only?.file.name ?? options.rules.joined(separator: ", "))
    }

    private func tell(_ conflict: Schema.Conflict) {
        let field = conflict.field.map { ".\($0)" } ?? ""
        let message = "\(conflict.type)\(field) is \(conflict.text): a value can be of either type"
        Console.report([Diagnostic(.rules, message, severity: .warning)])
    }

    /// All rules that are meant.
    ///
    /// - Throws: all that is wrong with any of them.
    private func rules() throws(Diagnostics) -> [Rules] {
        var rules: [Rules] = []
        var errors: [Diagnostic] = []
        for argument in options.rules {
            do throws(Diagnostic) {
                for path in try paths(of: argument) {
                    do throws(Diagnostics) { rules.append(try Rules.load(path, registry: registry)) } catch {
                        errors += error.all
                    }
                }
            } catch {
                errors.append(error)
            }
        }
        if !errors.isEmpty { throw Diagnostics(errors) }
        return rules
    }

    /// The rules files that an argument stands for: one, or those of a folder from which pages choose their own.
    private func paths(of argument: String) throws(Diagnostic) -> [String] {
        guard let folder = catalogue.folder(of: argument) else { return [try catalogue.path(of: argument)] }
        return try RulesCatalogue.files(below: folder)
    }
}

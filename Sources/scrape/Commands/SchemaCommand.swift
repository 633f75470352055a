import Engine
import Records

/// `scrape schema`: prints the schema of the records that rules yield.
struct SchemaCommand: RulesCommand {
    private var isSwift = false
    private var isOfLanguage = false
    /// Where the documentation is published.
    private var documentation: String?
    /// Rules files, sites' names and folders of rules files.
    private var rules: [String] = []
    private(set) var plugins = PluginSettings()
    private let catalogue = RulesCatalogue.ofProcess()

    static let help = CommandHelp(
        name: "schema",
        about: "print the schema of the records that rules yield",
        usage: ["scrape schema [--swift] RULES...", "scrape schema --language [--documentation ADDRESS]"],
        description: """
            Prints the JSON Schema (2020-12) of the records that rules yield: of the output of --format json for pages
            that satisfy the rules.

            RULES is a file, a site's name, or a folder of rules files. Record types with the same name in several files
            are merged, as in a table; where the types of a field differ, a value can have either, and a warning
            is printed.
            """,
        operands: .files(or: .sites),
        exits: [
            .success: "success", .usage: "the command line or a rules file is wrong",
            .input: "a rules file cannot be read",
        ],
        examples: [
            "scrape schema rules/alchemy.json", "scrape schema Rules/ > records.schema.json",
            "scrape schema --swift alchemy > Workout.swift",
        ]
    )

    static var options: [Option<SchemaCommand>] {
        [
            .flag("--swift", "Print Swift types that decode the records.") { $0.isSwift = true },
            .flag(
                "--language",
                "Print the schema of the rules language, with which editors complete rules files."
            ) { $0.isOfLanguage = true },
            .value(
                "--documentation",
                .text("ADDRESS"),
                "Link the descriptions of --language to the documentation's site at ADDRESS."
            ) { $0.documentation = $1 },
        ] + PluginSettings.options.setting(\.plugins)
    }

    mutating func accept(_ operands: [String]) throws(Diagnostic) {
        rules = operands
        if isOfLanguage, !rules.isEmpty || isSwift {
            throw Diagnostic(
                .rules,
                "--language cannot be combined with \(isSwift ? "--swift" : "rules files")"
            )
        }
        if documentation != nil, !isOfLanguage {
            throw Diagnostic(.rules, "--documentation is for --language", help: "give both, or neither")
        }
        if !isOfLanguage, rules.isEmpty {
            throw Diagnostic(.rules, "no rules file is given", help: "write scrape schema rules/alchemy.json")
        }
    }

    func run(using registry: Registry) -> ExitStatus {
        let output = StandardOutput()
        if isOfLanguage {
            output.write(JSONFormatter.text(of: LanguageSchema(registry, documentation: documentation).value))
        } else {
            do throws(Diagnostics) {
                output.write(text(try rules(registry)))
            } catch {
                return Console.fail(error)
            }
        }
        output.flush()
        return output.status
    }

    /// The schema of all records of the rules; types with the same name are merged, as in tables.
    private func text(_ rules: [Rules]) -> String {
        let all = Schema(types: rules.flatMap(\.schema.types))
        let only = rules.count == 1 ? rules.first : nil
        for conflict in all.fieldConflicts { warn(of: conflict) }
        let schema = Schema(types: all.distinctTypes)
        guard isSwift else { return JSONFormatter.text(of: schema.jsonSchema(title: only?.about)) }
        return schema.swiftTypes(origin: only?.file.name ?? self.rules.joined(separator: ", "))
    }

    private func warn(of conflict: Schema.Conflict) {
        let field = conflict.field.map { ".\($0)" } ?? ""
        let message = "\(conflict.type)\(field) is \(conflict.text): a value can be of either type"
        Console.report([Diagnostic(.rules, message, severity: .warning)])
    }

    /// All rules that the operands name.
    ///
    /// - Throws: the errors of all of them.
    private func rules(_ registry: Registry) throws(Diagnostics) -> [Rules] {
        var rules: [Rules] = []
        var errors: [Diagnostic] = []
        for argument in self.rules {
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

    /// The rules files of an operand: one file, or all files of a folder.
    private func paths(of argument: String) throws(Diagnostic) -> [String] {
        guard let folder = catalogue.folder(of: argument) else { return [try catalogue.path(of: argument)] }
        return try RulesCatalogue.files(below: folder)
    }
}

import Records
import Scraping

/// The command: arguments to calls, calls to output and exit status.
struct Program {
    static let version = "0.1.0"

    let registry: Registry

    func run(_ arguments: [String]) -> ExitStatus {
        do throws(Diagnostic) {
            switch try Invocation(arguments, formats: registry.outputFormats.map(\.name)) {
            case .help(let command):
                Console.print(Help.text(for: command, registry: registry))
                return .success
            case .version:
                Console.print("scrape \(Program.version)")
                return .success
            case .scrape(let options):
                return try ScrapeCommand(options: options, registry: registry).run()
            case .test(let options):
                return try TestCommand(options: options, registry: registry).run()
            case .check(let options):
                return CheckCommand(options: options, registry: registry).run()
            case .select(let options):
                return try SelectCommand(options: options).run()
            case .tree(let options):
                return TreeCommand(options: options).run()
            case .format(let options):
                return FormatCommand(options: options).run()
            case .schema(let options):
                return try SchemaCommand(options: options, registry: registry).run()
            }
        } catch {
            Console.report([error])
            return ExitStatus(error)
        }
    }
}

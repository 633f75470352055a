import Engine
import Records

/// The program: reads the command line, runs the command, and returns the exit status.
struct Program {
    static let version = "0.1.0"

    /// The compiled-in plugins.
    let plugins: [Plugin]

    func run(_ arguments: [String]) -> ExitStatus {
        let status = perform(arguments)
        return Console.hasLostOutput ? max(status, .input) : status
    }

    /// The definitions of the compiled-in plugins, which the version does not need.
    private func registry() throws(Diagnostic) -> Registry {
        do throws(Registry.DuplicateName) { return try Registry(plugins) } catch {
            throw Diagnostic(.rules, "\(error)")
        }
    }

    private func perform(_ arguments: [String]) -> ExitStatus {
        do throws(Diagnostic) {
            let (command, arguments) = try Commands.find(arguments)
            switch try command.request(arguments, use: Console.use) {
            case .help(let command, let form):
                Console.print(Help(command: command, registry: try registry()).text(form))
                return .success
            case .version:
                Console.print(VersionCommand.line)
                return .success
            case .run(let command):
                return try command.run(try registry())
            }
        } catch {
            Console.report([error])
            return ExitStatus(error)
        }
    }
}

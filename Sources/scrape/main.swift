import CompiledInPlugins
import Engine
import Platform
import Records

ProcessSetup.run()

// Swift reads the command line there.
if CommandLine.argc < 1 {
    Console.log(.error, "cannot read the command line: /proc is not mounted")
    exit(ExitStatus.input.rawValue)
}
do throws(Registry.DuplicateName) {
    let program = Program(registry: try Registry(CompiledInPlugins.all))
    exit(program.run(PathText.arguments()).rawValue)
} catch {
    Console.log(.error, "\(error)")
    exit(ExitStatus.usage.rawValue)
}

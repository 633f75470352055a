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
exit(Program(plugins: CompiledInPlugins.all).run(PathText.arguments()).rawValue)

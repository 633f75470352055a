import CompiledInPlugins
import Platform
import Records
import Scraping

ProcessSetup.run()

do throws(Registry.DuplicateName) {
    let program = Program(registry: try Registry(CompiledInPlugins.all))
    exit(program.run(PathText.arguments()).rawValue)
} catch {
    Console.log(.error, "\(error)")
    exit(ExitStatus.usage.rawValue)
}

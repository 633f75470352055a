import Chart
import Glibc
import Markdown
import OneRepMax
import Records
import SQLite
import Scraping

/// The plugins that are compiled in.
let plugins: [Plugin] = [.chart, .markdown, .oneRepMax, .sqlite]

PageMemory.keep()
StandardStreams.hold()
// A reader that goes away is told by the failing write, which ends the run quietly.
signal(SIGPIPE, SIG_IGN)
// A user who ends the run ends the programs that it has started.
PluginPrograms.endAllOnSignals()

do throws(Registry.DuplicateName) {
    let registry = try Registry(plugins)
    exit(Program(registry: registry).run(PathText.arguments()).rawValue)
} catch {
    Console.tell(.error, "\(error)")
    exit(ExitStatus.usage.rawValue)
}

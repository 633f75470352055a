import Cases
import Engine
import PluginHost
import Records
import Regression

/// Runs plugins' own cases, for `scrape test --plugin`.
struct PluginCases {
    let registry: Registry
    /// Whether standard output has a machine-readable report, which does not include these cases.
    var isReport = false

    private func print(_ text: String) {
        if isReport { Console.error(text) } else { Console.print(text) }
    }

    /// A plugin and the file of its cases.
    private struct Suite {
        let plugin: Plugin
        let file: String?
        /// The place where the file is searched for.
        let place: String
    }

    /// Runs the cases of plugins: of programs by their paths, of others by their names.
    func run(_ arguments: [String]) throws(Diagnostic) -> ExitStatus {
        var status = ExitStatus.success
        for argument in arguments { status = max(status, run(try suite(argument))) }
        return status
    }

    private func suite(_ argument: String) throws(Diagnostic) -> Suite {
        do throws(PluginPrograms.Failure) {
            if let programs = registry.pluginPrograms, programs.paths.contains(argument) {
                return Suite(
                    plugin: try programs.plugin(at: argument),
                    file: PluginCaseFolder.file(ofProgram: argument),
                    place: "\(argument).cases.jsonl and cases.jsonl next to it"
                )
            }
            if let plugin = registry.plugins.first(where: { $0.name == argument }) {
                return Suite(
                    plugin: plugin,
                    file: PluginCaseFolder.file(ofPlugin: argument, in: "Plugins"),
                    place: "cases.jsonl in the plugin's folder in Plugins"
                )
            }
            if let programs = registry.pluginPrograms, let path = programs.path(ofPlugin: argument) {
                return Suite(
                    plugin: try programs.plugin(at: path),
                    file: PluginCaseFolder.file(ofProgram: path),
                    place: "\(path).cases.jsonl and cases.jsonl next to it"
                )
            }
        } catch {
            throw error.diagnostic
        }
        let known = registry.plugins.map(\.name) + (registry.programs?.names ?? [])
        throw Diagnostic(
            .rules,
            "no plugin \"\(argument)\" (--plugin)",
            help: Suggestion.nearest(to: argument, among: known).map { "did you mean \"\($0)\"?" }
                ?? "give a program's path, such as ./scrape-plugin-tidy, or a plugin's name"
        )
    }

    private func run(_ suite: Suite) -> ExitStatus {
        let name = suite.plugin.name
        guard let file = suite.file else {
            print("FAILED \(name)\n    no cases found: looked up \(suite.place)")
            return .page
        }
        let cases: [PluginCase]
        do throws(Diagnostics) {
            cases = try PluginCase.all(inFile: file)
        } catch {
            return Console.fail(error)
        }
        var failed = 0
        for test in cases {
            guard let failure = test.failure(of: suite.plugin) else { continue }
            failed += 1
            let lines = failure.split(separator: "\n").map { "    " + $0 }
            print("FAILED \(name)\n" + lines.joined(separator: "\n"))
        }
        print("\(name): \(cases.count - failed) passed, \(failed) failed")
        return failed == 0 ? .success : .page
    }
}

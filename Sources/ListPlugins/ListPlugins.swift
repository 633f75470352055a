import Foundation
import PackagePlugin

/// Writes the list of the compiled-in plugins: one source file for each dependency in `Plugins`, and one for the list.
///
/// Each plugin has its own file, which imports no other plugin, so that its `plugin` needs no qualification: a module
/// may contain a type with the module's name.
@main
struct ListPlugins: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let folder = context.package.directoryURL.appending(path: "Plugins/").path
        let names = target.dependencies.compactMap { dependency -> String? in
            guard case .target(let plugin) = dependency,
                plugin.directoryURL.path.hasPrefix(folder)
            else { return nil }
            return plugin.name
        }
        var files = names.map { name in
            (
                name: "\(name).swift",
                text: """
                import \(name)
                import Language

                extension CompiledInPlugins {
                    static var \(name)_plugin: Plugin { plugin }
                }

                """
            )
        }
        let list = names.map { "\($0)_plugin" }.joined(separator: ", ")
        files.append(
            (
                name: "All.swift",
                text: """
                public import Language

                extension CompiledInPlugins {
                    /// The plugins, in the order of the package's list.
                    public static var all: [Plugin] { [\(list)] }
                }

                """
            )
        )
        return files.map { file in
            let output = context.pluginWorkDirectoryURL.appending(path: file.name)
            return .buildCommand(
                displayName: "Listing plugins: \(file.name)",
                executable: URL(filePath: "/bin/sh"),
                arguments: ["-c", "printf '%s' \"$1\" > \"$2\"", "sh", file.text, output.path],
                outputFiles: [output]
            )
        }
    }
}

import Glibc
import Records
import Scraping

/// `scrape new plugin NAME`: a folder with a plugin that works, and its cases.
struct NewPluginCommand {
    let options: NewPluginOptions

    func run() throws(Diagnostic) -> ExitStatus {
        let folder = options.folder == "." ? options.name : "\(options.folder)/\(options.name)"
        if File.kind(of: folder) != .nothing {
            throw Diagnostic(.rules, "\(folder) is there already", help: "take another name, or --folder")
        }
        let template = PluginTemplate(name: options.name, language: options.language)
        let files = template.files(package: try package(for: folder))
        for file in files {
            let path = "\(folder)/\(file.path)"
            try write(file, at: path)
            Console.print("wrote \(path)")
        }
        Console.print("\n" + template.nextSteps(in: folder))
        return .success
    }

    private func write(_ file: PluginTemplate.File, at path: String) throws(Diagnostic) {
        do throws(File.Failure) {
            try File.makeFolders(for: path)
            try File.write(Array(file.text.utf8), toNewFile: path, isProgram: file.isProgram)
        } catch {
            throw Diagnostic(.input, "cannot write \(path): \(error)", at: Location(file: path))
        }
    }

    /// The path of the package from the new folder; only a plugin in Swift needs it.
    private func package(for folder: String) throws(Diagnostic) -> String {
        guard options.language == .swift else { return "" }
        if let given = options.package {
            guard NewPluginCommand.isPackage(given), let path = NewPluginCommand.absolute(given) else {
                throw Diagnostic(.rules, "\(given) is not a checkout of scrape (--package)")
            }
            return path
        }
        for start in [".", "/proc/self/exe"] {
            guard var path = NewPluginCommand.absolute(start) else { continue }
            while !path.isEmpty {
                if NewPluginCommand.isPackage(path) { return path }
                path = path.split(separator: "/").dropLast().map { "/" + $0 }.joined()
            }
        }
        throw Diagnostic(
            .rules,
            "no checkout of scrape is found, with which a plugin in Swift is built",
            help: "name its folder with --package, or write the plugin in Python: --language python"
        )
    }

    private static func isPackage(_ folder: String) -> Bool {
        File.kind(of: "\(folder)/Package.swift") == .file
            && File.kind(of: "\(folder)/Sources/Scraping/Plugins") == .folder
    }

    private static func absolute(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }
}

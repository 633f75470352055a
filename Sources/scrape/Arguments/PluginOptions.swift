import Records
import Scraping

/// The options that tell which programs may be plugins, of every command that loads rules.
struct PluginOptions {
    /// The programs by their paths, as the user gave them.
    let programs: [String]
    let limits: PluginLimits

    static let pluginOption = Option(
        name: "--plugin",
        argument: "PROGRAM",
        about: [
            "a program that is a plugin; rules files call it by its name. May stand several",
            "times; scrape-plugin-NAME is also found in SCRAPE_PLUGIN_PATH and beside the binary",
        ]
    )
    static let timeOption = Option(
        name: "--plugin-time",
        argument: "SECONDS",
        about: ["how long a plugin's program may take for an answer; 10 unless given"]
    )
    static let memoryOption = Option(
        name: "--plugin-memory",
        argument: "MEGABYTES",
        about: ["how much memory a plugin's program may take; 1024 unless given"]
    )
    static let all = [pluginOption, timeOption, memoryOption]

    init(_ parser: ArgumentParser) throws(Diagnostic) {
        programs = parser.values(PluginOptions.pluginOption)
        var limits = PluginLimits()
        if let seconds = try PluginOptions.number(parser, PluginOptions.timeOption) {
            limits.answerTime = seconds
        }
        if let megabytes = try PluginOptions.number(parser, PluginOptions.memoryOption) {
            limits.memory = Int(megabytes * 1_048_576)
        }
        self.limits = limits
    }

    /// The number of an option: above zero, and such that it can be a limit.
    private static func number(_ parser: ArgumentParser, _ option: Option) throws(Diagnostic) -> Double? {
        guard let text = try parser.value(option) else { return nil }
        guard let number = Double(text), number > 0, number <= 1_000_000 else {
            throw Diagnostic(
                .rules,
                "\(option.name) takes a number above 0 and up to 1000000, found \"\(text)\""
            )
        }
        return number
    }

    /// Tells a program that is not there.
    func check() throws(Diagnostic) {
        for path in programs where File.kind(of: path) != .file {
            throw Diagnostic(
                .rules,
                File.kind(of: path) == .folder
                    ? "\(path) is a folder, not a program (--plugin)" : "no program \"\(path)\" (--plugin)",
                help: "give its path, such as ./scrape-plugin-tidy"
            )
        }
    }

    /// The programs that may be plugins of this run.
    var pluginPrograms: PluginPrograms {
        // What is no path is a plugin's name.
        let paths = programs.filter { $0.contains("/") || File.kind(of: $0) == .file }
        return PluginPrograms(paths: paths, folders: PluginPrograms.foldersOfProcess(), limits: limits) {
            name,
            line in Console.error("plugin \(name): \(line)")
        }
    }
}

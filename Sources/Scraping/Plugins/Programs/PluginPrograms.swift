import Glibc
public import Records
import Synchronization

/// The programs that can be plugins of a run: those that the user names, and those of the plugin path.
///
/// A program is started when its name is asked for, once, and ended with ``end()``. In the plugin path the plugin
/// `tidy` is the program `scrape-plugin-tidy`.
public final class PluginPrograms: Sendable {
    /// What begins the name of a program in the plugin path.
    public static let prefix = "scrape-plugin-"

    /// The programs that the user names, by path.
    public let paths: [String]
    /// The folders of the plugin path, first come first served.
    public let folders: [String]
    let limits: PluginLimits
    let log: @Sendable (_ plugin: String, _ line: String) -> Void
    let state = Mutex(State())
    /// Held while a program is started, so that two who ask for it start it once.
    let starting = Mutex(())

    typealias Started = Result<(plugin: Plugin, remote: RemotePlugin), Failure>

    struct State {
        var programs: [String: Started] = [:]
        var running: [PluginProgram] = []
        /// Whether programs have been ended, so that none is started any more.
        var isOver = false
    }

    /// A program that cannot be used as a plugin.
    public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// The program's path.
        public let path: String
        /// The message, in one line, which names the program.
        public let description: String

        init(_ path: String, _ description: String) {
            self.path = path
            self.description = "the plugin \(path) \(description)"
        }

        /// The failure as a diagnostic.
        public var diagnostic: Diagnostic { Diagnostic(.input, description) }
    }

    /// Programs at paths and in the folders of a plugin path.
    ///
    /// - Parameter log: is given each line that a program writes to its standard error.
    public init(
        paths: [String] = [],
        folders: [String] = [],
        limits: PluginLimits = PluginLimits(),
        log: @escaping @Sendable (_ plugin: String, _ line: String) -> Void
    ) {
        self.paths = paths
        self.folders = folders
        self.limits = limits
        self.log = log
    }

    /// The plugin path of this process: `SCRAPE_PLUGIN_PATH` (folders parted by colons), and the folder of the binary.
    public static func foldersOfProcess() -> [String] {
        var folders: [String] = []
        if let path = getenv("SCRAPE_PLUGIN_PATH") {
            folders += String(cString: path).split(separator: ":").map(String.init)
        }
        if let folder = File.folderOfProgram() { folders.append(folder) }
        return folders
    }

    /// The names of the plugins in the plugin path.
    public var names: [String] { Set(found.map(\.name)).sorted() }

    /// The programs of the plugin path; of several with one name the first.
    private var found: [(name: String, path: String)] {
        var names: Set<String> = []
        return folders.flatMap { folder in
            ((try? File.names(in: folder)) ?? []).compactMap { file -> (name: String, path: String)? in
                guard let name = PluginPrograms.name(ofProgram: file),
                    File.kind(of: "\(folder)/\(file)") == .file
                else { return nil }
                return names.insert(name).inserted ? (name, "\(folder)/\(file)") : nil
            }
        }
    }

    /// The name of the plugin that a program's file tells: without what tells the language. `nil` for other files.
    public static func name(ofProgram path: String) -> String? {
        guard let file = path.split(separator: "/").last, file.hasPrefix(prefix) else { return nil }
        let name = file.dropFirst(prefix.count).prefix { $0 != "." }
        return isName(String(name)) ? String(name) : nil
    }

    /// What a program is called before it has told its name.
    static func called(_ path: String) -> String {
        name(ofProgram: path) ?? path.split(separator: "/").last.map(String.init) ?? path
    }

    /// The plugin of a name, started if need be; `nil` where there is none.
    ///
    /// Of the programs that the user names each is asked for its name, unless its file's name tells it; then the
    /// plugin path is looked through.
    ///
    /// - Throws: why a program cannot be used; also that two of those which the user names have the name.
    public func plugin(named name: String) throws(Failure) -> Plugin? {
        var found: (plugin: Plugin, path: String)?
        for path in paths where (PluginPrograms.name(ofProgram: path) ?? name) == name {
            guard let first = found else {
                let plugin = try start(path)
                if plugin.name == name { found = (plugin, path) }
                continue
            }
            // What is wrong with a program that nobody asks for is not told here.
            guard !File.isSame(path, first.path), (try? start(path))?.name == name else { continue }
            throw Failure(path, "has the name of another, \(first.path): there are two plugins \"\(name)\"")
        }
        if let found { return found.plugin }
        guard let path = path(ofPlugin: name) else { return nil }
        return try start(path)
    }

    /// The program that the user names and whose file's name tells the name of a plugin.
    func path(namedFor plugin: String) -> String? {
        paths.first { PluginPrograms.name(ofProgram: $0) == plugin }
    }

    /// The plugin that a program is, started if need be.
    public func plugin(at path: String) throws(Failure) -> Plugin { try start(path) }

    /// The path of the program in the plugin path that is called like a plugin; `nil` where there is none.
    public func path(ofPlugin name: String) -> String? { found.first { $0.name == name }?.path }

    /// The plugins of the programs that the user names, started if need be.
    public func named() throws(Failure) -> [Plugin] {
        var plugins: [Plugin] = []
        for path in paths { plugins.append(try start(path)) }
        return plugins
    }

    /// Every program there is, started, with its path: the plugin or why it cannot be used.
    public func all() -> [(path: String, result: Result<Plugin, Failure>)] {
        (paths + found.map(\.path)).map { path in
            do throws(Failure) { return (path, .success(try start(path))) } catch {
                return (path, .failure(error))
            }
        }
    }

    /// The plugins that have been started.
    public var started: [Plugin] {
        state.withLock { $0.programs.values.compactMap { try? $0.get().plugin } }.sorted { $0.name < $1.name }
    }

    /// Ends all programs: closes their input, and ends those by force that go on.
    ///
    /// - Returns: warnings of those that crashed then, all their answers having been given.
    @discardableResult
    public func end() -> [Diagnostic] {
        let running = state.withLock { state in
            defer { (state.running, state.isOver) = ([], true) }
            return state.running
        }
        return running.compactMap { program in
            guard let ending = program.end(), ending.isCrash else { return nil }
            let message =
                "the plugin \(PluginPrograms.called(program.path)) \(ending) at the end of its input"
            return Diagnostic(.input, message, severity: .warning)
        }
    }

    /// Has the signals that end this process by default (`SIGHUP`, `SIGINT`, `SIGTERM`) end all programs first.
    public static func endAllOnSignals() { PluginProgram.endAllOnSignals() }
}

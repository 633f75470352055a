import Basics
import Engine
public import Language
import Platform
public import Records
import Synchronization

/// The programs that a run can use as plugins: those that the user names, and those of the plugin path.
///
/// A program is started once, when its name is requested, and ended by ``end()``. In the plugin path the plugin `tidy`
/// is the program `scrape-plugin-tidy`.
public final class PluginPrograms: PluginProvider {
    /// The prefix of the names of programs in the plugin path.
    public static let prefix = "scrape-plugin-"

    /// The programs that the user names, by path.
    public let paths: [String]
    /// The folders of the plugin path; the first takes precedence.
    public let folders: [String]
    let limits: PluginLimits
    let log: @Sendable (_ plugin: String, _ line: String) -> Void
    let state = Mutex(State())
    /// Held while a program is started, so that two threads start it once.
    let starting = Mutex(())

    typealias Started = Result<(plugin: Plugin, remote: RemotePlugin), Failure>

    struct State {
        var programs: [String: Started] = [:]
        var running: [PluginProgram] = []
        /// Whether ``end()`` has been called, after which no program is started.
        var isOver = false
    }

    /// A program that cannot be used as a plugin.
    public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// The program's path.
        public let path: String
        /// The message, in one line, which names the program.
        public let description: String
        /// What to do, in one line.
        public let help: String?

        init(_ path: String, _ description: String, help: String? = nil) {
            self.path = path
            self.description = "the plugin \(path) \(description)"
            self.help = help
        }

        /// The failure as a diagnostic.
        public var diagnostic: Diagnostic { Diagnostic(.input, description, help: help) }
    }

    /// Programs at paths and in the folders of a plugin path.
    ///
    /// - `log`: receives each line that a program writes to its standard error.
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

    /// The plugin path of this process: `SCRAPE_PLUGIN_PATH` (folders separated by colons), and the folder of the binary.
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

    /// The programs of the plugin path; if several have the same name, the first one.
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

    /// The name of a plugin by its program's file name, without the prefix and the extension; `nil` for other files.
    public static func name(ofProgram path: String) -> String? {
        guard let file = path.split(separator: "/").last, file.hasPrefix(prefix) else { return nil }
        let name = file.dropFirst(prefix.count).prefix { $0 != "." }
        return isName(String(name)) ? String(name) : nil
    }

    /// The name of a program before it has declared one.
    static func provisionalName(_ path: String) -> String {
        name(ofProgram: path) ?? path.split(separator: "/").last.map(String.init) ?? path
    }

    /// The plugin with a name, started if necessary; `nil` if there is none.
    ///
    /// The programs that the user names are searched first, then the plugin path. A program whose file name does not
    /// contain the plugin's name is started to read its name.
    ///
    /// - Throws: an error if a program cannot be used, or if two of those that the user names have the same plugin
    ///   name.
    public func plugin(named name: String) throws(Diagnostic) -> Plugin? {
        do throws(Failure) { return try find(name) } catch { throw error.diagnostic }
    }

    private func find(_ name: String) throws(Failure) -> Plugin? {
        var found: (plugin: Plugin, path: String)?
        for path in paths where (PluginPrograms.name(ofProgram: path) ?? name) == name {
            guard let first = found else {
                let plugin = try start(path)
                if plugin.name == name { found = (plugin, path) }
                continue
            }
            // A failure of a program that is not requested is not reported here.
            guard !File.isSame(path, first.path), (try? start(path))?.name == name else { continue }
            throw Failure(path, "has the name of another, \(first.path): there are two plugins \"\(name)\"")
        }
        if let found { return found.plugin }
        guard let path = path(ofPlugin: name) else { return nil }
        return try start(path)
    }

    /// The program that the user names and whose file name contains the name of a plugin.
    public func path(namedFor plugin: String) -> String? {
        paths.first { PluginPrograms.name(ofProgram: $0) == plugin }
    }

    /// The plugin of the program at a path, started if necessary.
    public func plugin(at path: String) throws(Failure) -> Plugin { try start(path) }

    /// The path of a plugin's program in the plugin path; `nil` if there is none.
    public func path(ofPlugin name: String) -> String? { found.first { $0.name == name }?.path }

    /// The plugins of the programs that the user names, started if necessary.
    public func named() throws(Diagnostic) -> [Plugin] {
        var plugins: [Plugin] = []
        do throws(Failure) {
            for path in paths { plugins.append(try start(path)) }
        } catch {
            throw error.diagnostic
        }
        return plugins
    }

    /// All programs, started, with their paths: the plugin, or why it cannot be used.
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

    /// Ends all programs: closes their input, and kills those that do not end.
    ///
    /// - Returns: a warning for each program that crashed after its last answer.
    @discardableResult
    public func end() -> [Diagnostic] {
        let running = state.withLock { state in
            defer { (state.running, state.isOver) = ([], true) }
            return state.running
        }
        return running.compactMap { program in
            guard let ending = program.end(), ending.isCrash else { return nil }
            let message =
                "the plugin \(PluginPrograms.provisionalName(program.path)) \(ending) at the end of its input"
            return Diagnostic(.input, message, severity: .warning)
        }
    }

    /// Makes the signals that end this process by default (`SIGHUP`, `SIGINT`, `SIGTERM`) end all programs first.
    public static func endAllOnSignals() { PluginProgram.endAllOnSignals() }
}

// MARK: - Starting programs

extension PluginPrograms {
    func start(_ path: String) throws(Failure) -> Plugin {
        let result = starting.withLock { _ in
            if let known = state.withLock({ $0.programs[path] }) { return known }
            let result: Started
            do throws(Failure) { result = .success(try greet(path)) } catch { result = .failure(error) }
            state.withLock { $0.programs[path] = result }
            return result
        }
        return try result.get().plugin
    }

    /// Starts a program and makes a plugin from its hello.
    private func greet(_ path: String) throws(Failure) -> (plugin: Plugin, remote: RemotePlugin) {
        do throws(PluginFailure) {
            let (program, name, hello) = try run(path)
            let remote = RemotePlugin(name: name, program: program) { [weak self] () throws(PluginFailure) in
                guard let self else { throw PluginFailure(.ended) }
                return try restart(path, hello)
            }
            do throws(PluginFailure) { return (try Plugin(remote, hello: hello), remote) } catch {
                program.end()
                throw error
            }
        } catch {
            throw Failure(path, error.description, help: error.help)
        }
    }

    /// Starts a program and reads its hello.
    private func run(_ path: String) throws(PluginFailure) -> (PluginProgram, name: String, hello: Value) {
        let name = PluginPrograms.provisionalName(path)
        let program = PluginProgram(
            // A name without a folder would be searched for in `PATH`.
            path: path.contains("/") ? path : "./\(path)",
            limits: limits
        ) { [log] line in log(name, line) }
        state.withLock { $0.running.append(program) }
        do throws(PluginFailure) {
            let greeting = Array(JSONWriter.compact(PluginProtocol.greeting).utf8)
            let hello = try RemotePlugin.read(try program.exchange(greeting))
            try PluginPrograms.check(hello)
            return (program, try PluginPrograms.name(in: hello, of: path), hello)
        } catch {
            program.end()
            throw error
        }
    }

    /// Starts a program again that failed on one page, for the other pages.
    private func restart(_ path: String, _ hello: Value) throws(PluginFailure) -> PluginProgram {
        let isOver = state.withLock { state in
            state.running.removeAll(where: \.isEnded)
            return state.isOver
        }
        if isOver { throw PluginFailure(.ended) }
        let (program, _, newHello) = try run(path)
        if newHello == hello { return program }
        program.end()
        throw PluginFailure("does not send the same hello as at its first start")
    }

    private static func name(in hello: Value, of path: String) throws(PluginFailure) -> String {
        let name = hello["plugin"]?.string ?? ""
        guard isName(name) else {
            throw PluginFailure("declares no name (\"plugin\") of lower-case letters, digits and hyphens")
        }
        if let expected = PluginPrograms.name(ofProgram: path), expected != name {
            throw PluginFailure("declares the name \"\(name)\"; its file must be named \(prefix + name)")
        }
        return name
    }

    private static func check(_ hello: Value) throws(PluginFailure) {
        guard let version = hello[PluginProtocol.key] else {
            throw PluginFailure(
                "does not declare its protocol version (\"\(PluginProtocol.key)\")"
            )
        }
        guard version.number?.integer == PluginProtocol.version else {
            throw PluginFailure(
                "speaks version \(TerminalText.line(JSONWriter.compact(version))) of the protocol, "
                    + "and this scrape version \(PluginProtocol.version)"
            )
        }
    }

    /// Whether a text is a valid name of a plugin: lower-case letters, digits and hyphens.
    package static func isName(_ name: String) -> Bool {
        !name.isEmpty
            && name.utf8.allSatisfy {
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "-")
            }
    }
}

extension Registry {
    /// The programs that provide plugins which are not registered.
    public var pluginPrograms: PluginPrograms? { programs as? PluginPrograms }
}

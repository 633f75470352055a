import Basics
import Glibc
public import Language
public import Records
import Scraping
import Synchronization

/// The programs that can be plugins of a run: those that the user names, and those of the plugin path.
///
/// A program is started when its name is asked for, once, and ended with ``end()``. In the plugin path the plugin
/// `tidy` is the program `scrape-plugin-tidy`.
public final class PluginPrograms: PluginProvider {
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
            // What is wrong with a program that nobody asks for is not told here.
            guard !File.isSame(path, first.path), (try? start(path))?.name == name else { continue }
            throw Failure(path, "has the name of another, \(first.path): there are two plugins \"\(name)\"")
        }
        if let found { return found.plugin }
        guard let path = path(ofPlugin: name) else { return nil }
        return try start(path)
    }

    /// The program that the user names and whose file's name tells the name of a plugin.
    public func path(namedFor plugin: String) -> String? {
        paths.first { PluginPrograms.name(ofProgram: $0) == plugin }
    }

    /// The plugin that a program is, started if need be.
    public func plugin(at path: String) throws(Failure) -> Plugin { try start(path) }

    /// The path of the program in the plugin path that is called like a plugin; `nil` where there is none.
    public func path(ofPlugin name: String) -> String? { found.first { $0.name == name }?.path }

    /// The plugins of the programs that the user names, started if need be.
    public func named() throws(Diagnostic) -> [Plugin] {
        var plugins: [Plugin] = []
        do throws(Failure) {
            for path in paths { plugins.append(try start(path)) }
        } catch {
            throw error.diagnostic
        }
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

// Programs are started, asked for what they are, and started anew.
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

    /// Starts a program and makes a plugin of what it says of itself.
    private func greet(_ path: String) throws(Failure) -> (plugin: Plugin, remote: RemotePlugin) {
        do throws(PluginFailure) {
            let (program, name, hello) = try run(path)
            let remote = RemotePlugin(name: name, program: program) { [weak self] () throws(PluginFailure) in
                guard let self else { throw PluginFailure(.ended) }
                return try runAnew(path, hello)
            }
            do throws(PluginFailure) { return (try Plugin(remote, hello: hello), remote) } catch {
                program.end()
                throw error
            }
        } catch {
            throw Failure(path, error.description)
        }
    }

    /// Starts a program and reads its hello.
    private func run(_ path: String) throws(PluginFailure) -> (PluginProgram, name: String, hello: Value) {
        let called = PluginPrograms.called(path)
        let program = PluginProgram(
            // A name without a folder would be looked up in the path of commands.
            path: path.contains("/") ? path : "./\(path)",
            limits: limits
        ) { [log] line in log(called, line) }
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

    /// Starts a program that a page has ended, for the other pages.
    private func runAnew(_ path: String, _ hello: Value) throws(PluginFailure) -> PluginProgram {
        let isOver = state.withLock { state in
            state.running.removeAll(where: \.isEnded)
            return state.isOver
        }
        if isOver { throw PluginFailure(.ended) }
        let (program, _, newHello) = try run(path)
        if newHello == hello { return program }
        program.end()
        throw PluginFailure("says something else of itself than when it was started first")
    }

    private static func name(in hello: Value, of path: String) throws(PluginFailure) -> String {
        let name = hello["plugin"]?.string ?? ""
        guard isName(name) else {
            throw PluginFailure("says no name (\"plugin\") of lower-case letters, digits and hyphens")
        }
        if let expected = PluginPrograms.name(ofProgram: path), expected != name {
            throw PluginFailure("says that its name is \"\(name)\"; its file must be named \(prefix + name)")
        }
        return name
    }

    private static func check(_ hello: Value) throws(PluginFailure) {
        guard let version = hello[PluginProtocol.key] else {
            throw PluginFailure(
                "does not say which version of the protocol it speaks (\"\(PluginProtocol.key)\")"
            )
        }
        guard version.number?.integer == PluginProtocol.version else {
            throw PluginFailure(
                "speaks version \(TerminalText.line(JSONWriter.compact(version))) of the protocol, "
                    + "and this scrape version \(PluginProtocol.version)"
            )
        }
    }

    /// Whether a text can be a plugin's name: lower-case letters, digits and hyphens.
    package static func isName(_ name: String) -> Bool {
        !name.isEmpty
            && name.utf8.allSatisfy {
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "-")
            }
    }
}

extension Registry {
    /// The programs among which plugins are looked for that are not registered.
    public var pluginPrograms: PluginPrograms? { programs as? PluginPrograms }
}

import Records
import Synchronization

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

import Basics
import Platform
package import Records

/// A file in a revision of its git repository: `rules/plants.json@HEAD~1`.
package struct GitFile: Hashable, Sendable {
    /// The file's path in the working tree, which need not exist.
    package let path: String
    /// The revision, in any form that git accepts.
    package let revision: String

    /// `PATH@REVISION`.
    package var name: String { "\(path)@\(revision)" }

    /// A file of a revision.
    package init(path: String, revision: String) {
        self.path = path
        self.revision = revision
    }

    /// The path and the revision of a text `PATH@REVISION`; `nil` for one without a revision, and for the path of an
    /// existing file.
    ///
    /// Both may contain an `@`: the path ends at an `@` before which it names an existing file or ends in `.json`, or
    /// else at the first `@`.
    package static func parse(_ text: String) -> (path: String, revision: String)? {
        if File.kind(of: text) == .file { return nil }
        let splits = text.indices.filter { text[$0] == "@" && $0 > text.startIndex }.map {
            (path: String(text[..<$0]), revision: String(text[text.index(after: $0)...]))
        }
        let named = splits.first {
            File.kind(of: $0.path) == .file || $0.path.lowercased().hasSuffix(".json")
        }
        return named ?? splits.first
    }

    /// Reads the file from its repository by running git, without a shell.
    package func read() throws(Diagnostic) -> SourceText {
        if revision.isEmpty || revision.hasPrefix("-") {
            throw Diagnostic(
                .rules,
                "\"\(revision)\" is not a revision (\(name))",
                help: "write PATH@REVISION, such as \(path)@HEAD~1"
            )
        }
        guard let git = GitFile.program() else {
            throw Diagnostic(
                .input,
                "cannot read \(name): git is not in PATH",
                help: "install git, or give two files"
            )
        }
        let (folder, file) = GitFile.parts(of: path)
        let run: (status: ProcessEnding, output: [UInt8], errors: [UInt8])
        do throws(SystemError) {
            // Relative to the file's folder, not to the current one.
            let arguments = ["-C", folder, "--no-pager", "cat-file", "blob", "\(revision):./\(file)"]
            run = try GitFile.run(git, arguments)
        } catch {
            throw Diagnostic(.input, "cannot run \(git) to read \(name): \(error)")
        }
        guard run.status == .exit(0) else {
            let last = String(decoding: run.errors, as: UTF8.self).split(separator: "\n").last ?? "nothing"
            let reason = last.hasPrefix("fatal: ") ? last.dropFirst(7) : last[...]
            throw Diagnostic(
                .rules,
                "git does not have \(name): \(TerminalText.printable(reason.utf8))",
                help: "git log -- \(path) lists the revisions of the file"
            )
        }
        return SourceText(name: name, bytes: run.output)
    }

    /// The path's folder and the file's name in it.
    private static func parts(of path: String) -> (folder: String, file: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        let folder = slash == path.startIndex ? "/" : String(path[..<slash])
        return (folder, String(path[path.index(after: slash)...]))
    }

    /// The path of git.
    private static func program() -> String? {
        let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        return folders.split(separator: ":").map { "\($0)/git" }.first {
            File.kind(of: $0) == .file && access($0, X_OK) == 0
        }
    }

    /// Runs a program to its end.
    ///
    /// Its output goes to files, so that no full pipe can block it.
    private static func run(
        _ path: String,
        _ arguments: [String]
    ) throws(SystemError) -> (status: ProcessEnding, output: [UInt8], errors: [UInt8]) {
        guard let output = tmpfile(), let errors = tmpfile() else { throw SystemError.last }
        defer { for file in [output, errors] { fclose(file) } }
        let input = open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard input >= 0 else { throw SystemError.last }
        defer { close(input) }
        let program = ChildProgram(
            path: path,
            arguments: arguments,
            descriptors: [input, fileno(output), fileno(errors)]
        )
        let process = try program.start()
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            if errno != EINTR { throw SystemError.last }
        }
        return (ProcessEnding(status: status), contents(output), contents(errors))
    }

    private static func contents(_ file: UnsafeMutablePointer<FILE>) -> [UInt8] {
        lseek(fileno(file), 0, SEEK_SET)
        let bytes = try? File.read(descriptor: fileno(file), path: "", limit: Rules.sizeLimit)
        return bytes ?? []
    }
}

extension Rules {
    /// Loads a rules file, and the files that it extends, from a revision of its git repository.
    package static func load(_ file: GitFile, registry: Registry) throws(Diagnostics) -> Rules {
        let text: SourceText
        do throws(Diagnostic) { text = try file.read() } catch { throw Diagnostics([error]) }
        return try Rules(text, registry: registry) { (base, name) throws(Diagnostic) in
            try GitFile.base(of: base, name, file.revision)
        }
    }
}

extension GitFile {
    /// The file that another one extends: in the same folder, with or without the extension.
    fileprivate static func base(
        of file: String,
        _ name: String,
        _ revision: String
    ) throws(Diagnostic) -> SourceText {
        let path = file.hasSuffix("@\(revision)") ? String(file.dropLast(revision.count + 1)) : file
        let beside = name.hasPrefix("/") ? name : "\(parts(of: path).folder)/\(name)"
        do throws(Diagnostic) {
            return try GitFile(path: beside, revision: revision).read()
        } catch {
            if name.hasSuffix(".json") { throw error }
            return try GitFile(path: beside + ".json", revision: revision).read()
        }
    }
}

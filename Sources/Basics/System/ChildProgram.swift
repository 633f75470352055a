package import Platform

/// A program to be started: in its own session, with default handling of every signal, and with no open files but the
/// three that are passed to it.
package struct ChildProgram {
    /// The program's path.
    let path: String
    /// Its arguments, without its name.
    let arguments: [String]
    /// The descriptors of its standard input, output and error.
    let descriptors: [Int32]

    package init(path: String, arguments: [String] = [], descriptors: [Int32]) {
        self.path = path
        self.arguments = arguments
        self.descriptors = descriptors
    }

    /// The environment variables that a program inherits: paths and locale, no secrets.
    private static let passedOn = ["PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "TZ"]
    /// How often starting is attempted while the program's file is open for writing.
    private static let attempts = 20

    /// Starts it.
    ///
    /// - Returns: its process, which leads a session and a group with the same number.
    package func start() throws(SystemError) -> pid_t {
        for _ in 1..<ChildProgram.attempts {
            do {
                return try startOnce()
            } catch  where error.number == ETXTBSY {
                usleep(10_000)
            }
        }
        return try startOnce()
    }

    private func startOnce() throws(SystemError) -> pid_t {
        var actions: SpawnActions = .init()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (target, descriptor) in descriptors.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(target))
        }
        SystemCalls.addClosing(from: Int32(descriptors.count), to: &actions)
        var attributes: SpawnAttributes = .init()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        ChildProgram.set(&attributes)
        return try spawn(&actions, &attributes)
    }

    private static func set(_ attributes: inout SpawnAttributes) {
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        for fixed in [SIGKILL, SIGSTOP] { sigdelset(&signals, fixed) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        let flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF) | SystemCalls.spawnInSession
        posix_spawnattr_setflags(&attributes, Int16(flags))
    }

    private func spawn(
        _ actions: inout SpawnActions,
        _ attributes: inout SpawnAttributes
    ) throws(SystemError) -> pid_t {
        let words = ([path] + arguments).map { strdup($0) }
        let environment = ChildProgram.environment().map { strdup($0) }
        defer { for text in words + environment { free(text) } }
        var process: pid_t = 0
        let error = posix_spawn(&process, path, &actions, &attributes, words + [nil], environment + [nil])
        guard error == 0 else { throw SystemError(number: error) }
        return process
    }

    private static func environment() -> [String] {
        passedOn.compactMap { name in getenv(name).map { "\(name)=\(String(cString: $0))" } }
    }
}

/// A pipe between this program and one that it starts. This end does not block, the other does.
package struct ChildPipe: ~Copyable {
    /// Which side reads.
    package enum Direction {
        case toChild
        case fromChild
    }

    private var own: Int32
    private let childs: Int32

    /// Opens a pipe with both ends above the standard descriptors, which may be free here.
    package init(_ direction: Direction) throws(SystemError) {
        guard let ends = SystemCalls.pipe() else { throw .last }
        defer { for end in [ends.reading, ends.writing] { close(end) } }
        let reading = fcntl(ends.reading, F_DUPFD_CLOEXEC, 3)
        let writing = fcntl(ends.writing, F_DUPFD_CLOEXEC, 3)
        guard reading >= 0, writing >= 0 else {
            let error = SystemError.last
            for end in [reading, writing] where end >= 0 { close(end) }
            throw error
        }
        switch direction {
        case .toChild: (own, childs) = (writing, reading)
        case .fromChild: (own, childs) = (reading, writing)
        }
        _ = fcntl(own, F_SETFL, O_NONBLOCK)
    }

    deinit {
        close(childs)
        if own >= 0 { close(own) }
    }

    /// The started program's end.
    package var childsEnd: Int32 { childs }

    /// Returns this side's end, which the caller must close.
    package mutating func takeOwnEnd() -> Int32 {
        defer { own = -1 }
        return own
    }
}

/// The signal that is sent on a write to a pipe without a reader.
package enum BrokenPipe {
    /// Calls `body`, in which such a write only fails: the signal, which ends a process by default, is blocked in this
    /// thread and consumed afterwards. The process's handling of the signal is unchanged.
    package static func ignored<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var signal = sigset_t()
        sigemptyset(&signal)
        sigaddset(&signal, SIGPIPE)
        if isPending { return try body() }
        var before = sigset_t()
        pthread_sigmask(SIG_BLOCK, &signal, &before)
        defer {
            if isPending {
                SystemCalls.consume(&signal)
            }
            pthread_sigmask(SIG_SETMASK, &before, nil)
        }
        return try body()
    }

    /// Whether the signal is already pending.
    private static var isPending: Bool {
        var pending = sigset_t()
        sigpending(&pending)
        return sigismember(&pending, SIGPIPE) == 1
    }
}

/// Why a file cannot be started, with what to do about it.
package enum StartProblem {
    /// The problem with the file itself; `nil` if none is found.
    package static func ofFile(_ path: String) -> String? {
        if path.utf8.contains(0) { return "a path cannot contain NUL" }
        var status = stat()
        guard stat(path, &status) == 0 else { return SystemError.last.description }
        if status.st_mode & S_IFMT == S_IFDIR { return "it is a folder" }
        if status.st_mode & S_IFMT != S_IFREG { return "it is not a file" }
        if access(path, X_OK) != 0, errno == EACCES, status.st_mode & 0o111 == 0 {
            return "it is not executable: chmod +x \(quoted(path))"
        }
        return nil
    }

    /// Why the system refused to start a file that exists.
    package static func text(_ error: SystemError, path: String) -> String {
        if error.number == ENOEXEC {
            return "it is neither a program of this machine nor a script that begins with "
                + "\"#!\" and the path of its interpreter"
        }
        guard error.number == ENOENT, let interpreter = interpreter(of: path) else {
            return error.description
        }
        if interpreter.hasSuffix("\r") { return "its first line ends with a carriage return" }
        return "its first line names \"\(interpreter)\", which does not exist"
    }

    /// The program that a script's first line names.
    private static func interpreter(of path: String) -> String? {
        guard let start = try? File.read(path, limit: 256), start.starts(with: "#!".utf8) else { return nil }
        let line = start.dropFirst(2).prefix { $0 != 0x0A }
        let name = line.drop { $0 == 0x20 || $0 == 0x09 }.prefix { $0 != 0x20 && $0 != 0x09 }
        return String(decoding: name, as: UTF8.self)
    }

    /// A path as a word of a shell command.
    private static func quoted(_ path: String) -> String {
        let isPlain = path.utf8.allSatisfy { byte in
            byte.isASCIIAlphanumeric || byte >= 0x80 || "/.-_".utf8.contains(byte)
        }
        return isPlain ? path : "'" + path.replacing("'", with: #"'\''"#) + "'"
    }
}

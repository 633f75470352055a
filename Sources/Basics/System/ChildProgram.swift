package import Glibc

/// A program about to be started: in a session of its own, with every signal as the system has it by default,
/// and with no open file but the three that it is given.
package struct ChildProgram {
    /// The program's path.
    let path: String
    /// Its arguments behind its name.
    let arguments: [String]
    /// What becomes its standard input, output and error.
    let descriptors: [Int32]

    package init(path: String, arguments: [String] = [], descriptors: [Int32]) {
        self.path = path
        self.arguments = arguments
        self.descriptors = descriptors
    }

    /// What a program sees of this one's environment: where things are and how people write here, and no secrets.
    private static let passedOn = ["PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "TZ"]
    /// How often a program is tried again that somebody writes to still.
    private static let attempts = 20

    /// Starts it.
    ///
    /// - Returns: its process, which leads a session and a group of the same number.
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
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (target, descriptor) in descriptors.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(target))
        }
        LinuxCalls.addClosing(from: Int32(descriptors.count), to: &actions)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        ChildProgram.set(&attributes)
        return try spawn(&actions, &attributes)
    }

    private static func set(_ attributes: inout posix_spawnattr_t) {
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        for fixed in [SIGKILL, SIGSTOP] { sigdelset(&signals, fixed) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        let flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF) | LinuxCalls.spawnInSession
        posix_spawnattr_setflags(&attributes, Int16(flags))
    }

    private func spawn(
        _ actions: inout posix_spawn_file_actions_t,
        _ attributes: inout posix_spawnattr_t
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

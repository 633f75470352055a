package import Glibc

/// Calls of the C library that its headers show to GNU programs only, found by name as the program runs.
///
/// All but the last are in every glibc that Swift runs on.
package enum LinuxCalls {
    private typealias Pipe2 = @convention(c) (UnsafeMutablePointer<Int32>, Int32) -> Int32
    private typealias ProcessLimit =
        @convention(c) (
            pid_t, UInt32, UnsafePointer<rlimit>?, UnsafeMutablePointer<rlimit>?
        ) -> Int32
    private typealias CloseFrom =
        @convention(c) (
            UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32
        ) -> Int32

    private static let pipe2 = dlsym(nil, "pipe2").map { unsafeBitCast($0, to: Pipe2.self) }
    private static let processLimit = dlsym(nil, "prlimit").map { unsafeBitCast($0, to: ProcessLimit.self) }
    private static let closeFrom = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np")
        .map { unsafeBitCast($0, to: CloseFrom.self) }

    /// The flag that starts a process in a session of its own.
    static let spawnInSession: Int32 = 0x80

    /// A pipe that no started program inherits, as its reading and its writing end.
    static func pipe() throws(SystemError) -> (reading: Int32, writing: Int32) {
        var ends: (Int32, Int32) = (-1, -1)
        let status = withUnsafeMutableBytes(of: &ends) { raw -> Int32 in
            guard let address = raw.assumingMemoryBound(to: Int32.self).baseAddress else { return -1 }
            return pipe2.map { $0(address, O_CLOEXEC) } ?? Glibc.pipe(address)
        }
        guard status == 0 else { throw .last }
        for end in [ends.0, ends.1] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends.0, ends.1)
    }

    /// Sets both limits of a running process for a resource; whether the system did.
    @discardableResult
    package static func limit(_ process: pid_t, _ resource: __rlimit_resource, to value: UInt64) -> Bool {
        var limit = rlimit(rlim_cur: rlim_t(value), rlim_max: rlim_t(value))
        return processLimit.map { $0(process, resource.rawValue, &limit, nil) == 0 } ?? false
    }

    /// Has a program started without any descriptor from the given one on. An older C library cannot; those of
    /// this module are closed by their own flag there.
    static func addClosing(from first: Int32, to actions: inout posix_spawn_file_actions_t) {
        _ = closeFrom?(&actions, first)
    }
}

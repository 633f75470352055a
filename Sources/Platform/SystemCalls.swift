// What the systems do differently for programs that are started. Apple's systems are untested.
#if canImport(Darwin)
    package typealias SpawnActions = posix_spawn_file_actions_t?
    package typealias SpawnAttributes = posix_spawnattr_t?
#else
    package typealias SpawnActions = posix_spawn_file_actions_t
    package typealias SpawnAttributes = posix_spawnattr_t
#endif

/// Functions that have different names on different systems, or that only some systems have.
package enum SystemCalls {
    /// A resource with a limit on its use by a process.
    package enum Resource: Sendable {
        /// The memory for data.
        case data
        /// The size of a core dump.
        case core
    }

    /// The number of processors that this process may use.
    package static var processors: Int {
        #if os(Linux)
            // A container or `taskset` may allow only some of those of the machine. Swift's module of the C library leaves
            // the function out.
            typealias Getter = @convention(c) (pid_t, Int, UnsafeMutableRawPointer) -> Int32
            var allowed = cpu_set_t()
            if let symbol = dlsym(nil, "sched_getaffinity"),
                unsafeBitCast(symbol, to: Getter.self)(0, MemoryLayout<cpu_set_t>.size, &allowed) == 0
            {
                let count = withUnsafeBytes(of: allowed) { $0.reduce(0) { $0 + $1.nonzeroBitCount } }
                if count > 0 { return count }
            }
        #endif
        return max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    }

    /// A pipe that started programs do not inherit; `nil` with the error in `errno`.
    package static func pipe() -> (reading: Int32, writing: Int32)? {
        var ends: (Int32, Int32) = (-1, -1)
        let status = withUnsafeMutableBytes(of: &ends) { raw -> Int32 in
            guard let address = raw.assumingMemoryBound(to: Int32.self).baseAddress else { return -1 }
            return openPipe(address)
        }
        guard status == 0 else { return nil }
        for end in [ends.0, ends.1] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends.0, ends.1)
    }

    /// The address of a function that the process has loaded; `nil` if there is none.
    fileprivate static func loaded<Function>(_ name: String, as type: Function.Type) -> Function? {
        // A C function is an address; only the header knows its type.
        dlsym(nil, name).map { unsafeBitCast($0, to: type) }
    }
}

#if os(Linux)
    // The C library's headers declare these for GNU programs only, so they are looked up by name at run time. All but
    // the last are in every glibc that Swift runs on.
    extension SystemCalls {
        private typealias Pipe2 = @convention(c) (UnsafeMutablePointer<Int32>, Int32) -> Int32
        private typealias ProcessLimit =
            @convention(c) (
                pid_t, UInt32, UnsafePointer<rlimit>?, UnsafeMutablePointer<rlimit>?
            ) -> Int32
        private typealias CloseFrom =
            @convention(c) (
                UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32
            ) -> Int32

        private static let pipe2 = loaded("pipe2", as: Pipe2.self)
        private static let processLimit = loaded("prlimit", as: ProcessLimit.self)
        private static let closeFrom = loaded(
            "posix_spawn_file_actions_addclosefrom_np",
            as: CloseFrom.self
        )

        /// The flags that start a process in its own session.
        package static let spawnInSession: Int32 = 0x80

        private static func openPipe(_ ends: UnsafeMutablePointer<Int32>) -> Int32 {
            pipe2.map { $0(ends, O_CLOEXEC) } ?? systemPipe(ends)
        }

        /// Sets both limits of a running process for a resource and returns whether that succeeded.
        @discardableResult
        package static func limit(_ process: pid_t, _ resource: Resource, to value: UInt64) -> Bool {
            var limit = rlimit(rlim_cur: rlim_t(value), rlim_max: rlim_t(value))
            // RLIMIT_DATA and RLIMIT_CORE.
            let number: UInt32 =
                switch resource {
                case .data: 2
                case .core: 4
                }
            return processLimit.map { $0(process, number, &limit, nil) == 0 } ?? false
        }

        /// Closes all descriptors from the given one on in the started program. An older C library lacks the function;
        /// there, this package's own descriptors are closed by their close-on-exec flag.
        package static func addClosing(from first: Int32, to actions: inout SpawnActions) {
            _ = closeFrom?(&actions, first)
        }

        /// Removes a pending signal, which is blocked.
        package static func consume(_ signal: inout sigset_t) {
            var noTime = timespec()
            sigtimedwait(&signal, nil, &noTime)
        }

        /// The path of this process's executable, with links resolved; `nil` if it is not known.
        package static func programPath() -> String? {
            var path = [CChar](repeating: 0, count: Int(PATH_MAX))
            let count = readlink("/proc/self/exe", &path, path.count)
            guard count > 0 else { return nil }
            return String(decoding: path[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }

    /// The function of the C library, which a static function with the same name would hide.
    private func systemPipe(_ ends: UnsafeMutablePointer<Int32>) -> Int32 { pipe(ends) }
#else
    extension SystemCalls {
        /// The flags that start a process in its own session, with no open files except those that are passed to it.
        package static let spawnInSession = Int32(POSIX_SPAWN_SETSID | POSIX_SPAWN_CLOEXEC_DEFAULT)

        private static func openPipe(_ ends: UnsafeMutablePointer<Int32>) -> Int32 { systemPipe(ends) }

        /// Returns false: the limits of another process cannot be set. The host checks the memory of programs itself.
        @discardableResult
        package static func limit(_ process: pid_t, _ resource: Resource, to value: UInt64) -> Bool { false }

        /// Does nothing: a flag closes the descriptors.
        package static func addClosing(from first: Int32, to actions: inout SpawnActions) {}

        /// Removes a pending signal, which is blocked.
        package static func consume(_ signal: inout sigset_t) {
            var number: Int32 = 0
            sigwait(&signal, &number)
        }

        /// The path of this process's executable; `nil` if it is not known.
        package static func programPath() -> String? {
            var size: UInt32 = 4_096
            var path = [CChar](repeating: 0, count: Int(size))
            guard _NSGetExecutablePath(&path, &size) == 0, let real = realpath(path, nil) else { return nil }
            defer { free(real) }
            return String(cString: real)
        }
    }

    /// The function of the C library, which a static function with the same name would hide.
    private func systemPipe(_ ends: UnsafeMutablePointer<Int32>) -> Int32 { pipe(ends) }
#endif

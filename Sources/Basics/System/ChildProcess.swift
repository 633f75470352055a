package import Glibc

/// How a process ended.
package enum ProcessEnding: Hashable, Sendable, CustomStringConvertible {
    /// By itself, with an exit status.
    case exit(Int32)
    /// By a signal.
    case signal(Int32)
    /// Unknown: another part of the program has already collected the status.
    case unknown

    /// Reads the status that `wait4` returns.
    package init(status: Int32) {
        let signal = status & 0x7F
        self = signal == 0 ? .exit((status >> 8) & 0xFF) : .signal(signal)
    }

    /// Whether the process failed: by a signal or with an exit status other than 0.
    package var isCrash: Bool {
        switch self {
        case .exit(let status): status != 0
        case .signal: true
        case .unknown: false
        }
    }

    package var description: String {
        switch self {
        case .exit(let status): "ended with exit status \(status)"
        case .signal(let number): "was ended by signal \(number)\(ProcessEnding.name(ofSignal: number))"
        case .unknown: "ended"
        }
    }

    private static let signals = [
        (SIGHUP, "SIGHUP"), (SIGINT, "SIGINT"), (SIGQUIT, "SIGQUIT"), (SIGILL, "SIGILL"),
        (SIGTRAP, "SIGTRAP"), (SIGABRT, "SIGABRT"), (SIGBUS, "SIGBUS"), (SIGFPE, "SIGFPE"),
        (SIGKILL, "SIGKILL"), (SIGSEGV, "SIGSEGV"), (SIGPIPE, "SIGPIPE"), (SIGALRM, "SIGALRM"),
        (SIGTERM, "SIGTERM"), (SIGUSR1, "SIGUSR1"), (SIGUSR2, "SIGUSR2"), (SIGXCPU, "SIGXCPU"),
        (SIGXFSZ, "SIGXFSZ"), (SIGSYS, "SIGSYS"),
    ]

    private static func name(ofSignal number: Int32) -> String {
        signals.first { $0.0 == number }.map { " (\($0.1))" } ?? ""
    }
}

/// The processes of a session, read from `/proc`.
package enum ProcessFamily {
    /// A process of the session.
    private struct Member {
        let process: pid_t
        /// Its resident memory in pages, shared pages included.
        let pages: Int
    }

    private static let pageSize = max(1, sysconf(Int32(_SC_PAGESIZE)))

    /// Whether the session holds more than `limit` bytes of memory, with memory that its processes share counted once.
    ///
    /// - Complexity: O(processes of the machine).
    package static func holdsMore(than limit: Int, session: pid_t) -> Bool {
        let members = members(of: session)
        let held = members.reduce(0) { $0 &+ $1.pages &* pageSize }
        guard held > limit else { return false }
        // Exact, and expensive: the system walks over the process's pages.
        let exact = members.reduce(0) { $0 &+ (proportionalSize(of: $1.process) ?? $1.pages &* pageSize) }
        return exact > limit
    }

    /// Kills every process of the session except its leader, in all process groups.
    package static func end(session: pid_t) {
        // Further rounds find processes that were being started.
        for _ in 0..<3 {
            let members = members(of: session).filter { $0.process != session }
            if members.isEmpty { return }
            for member in members { kill(member.process, SIGKILL) }
        }
    }

    private static func members(of session: pid_t) -> [Member] {
        guard let folder = opendir("/proc") else { return [] }
        defer { closedir(folder) }
        var members: [Member] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { raw in number(raw.prefix { $0 != 0 }) }
            guard let name, let process = pid_t(exactly: name) else { continue }
            if let member = member(process, of: session) { members.append(member) }
        }
        return members
    }

    /// Reads `/proc/N/stat`: after the name in parentheses come the state, parent, group and session; the 22nd field
    /// is the number of resident pages (proc(5)).
    private static func member(_ process: pid_t, of session: pid_t) -> Member? {
        let line = read("/proc/\(process)/stat", limit: 1 << 10)
        guard let nameEnd = line.lastIndex(of: UInt8(ascii: ")")) else { return nil }
        let fields = line[(nameEnd + 1)...].split(separator: 0x20, maxSplits: 22)
        guard fields.count > 21, number(fields[3]) == Int(session), fields[0].first != UInt8(ascii: "Z")
        else {
            return nil
        }
        return Member(process: process, pages: number(fields[21]) ?? 0)
    }

    /// A process's memory in bytes, with its proportional part of shared memory.
    private static func proportionalSize(of process: pid_t) -> Int? {
        for line in read("/proc/\(process)/smaps_rollup", limit: 1 << 12).split(separator: 0x0A) {
            guard line.starts(with: "Pss:".utf8) else { continue }
            return number(line.filter(\.isASCIIDigit)).map { $0 &* 1024 }
        }
        return nil
    }

    private static func read(_ path: String, limit: Int) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        return [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            count = max(0, Glibc.read(descriptor, buffer.baseAddress, limit))
        }
    }

    /// The number of a text of digits; `nil` for anything else and for more than 18 digits.
    private static func number(_ digits: some Collection<UInt8>) -> Int? {
        guard !digits.isEmpty, digits.count < 19 else { return nil }
        var result = 0
        for digit in digits {
            guard digit.isASCIIDigit else { return nil }
            result = result * 10 + Int(digit - 0x30)
        }
        return result
    }
}

/// The text of limits in messages.
package enum LimitText {
    private static let binaryUnits = [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)]
    private static let decimalUnits = [("GB", 1_000_000_000), ("MB", 1_000_000), ("kB", 1000)]

    /// A number of bytes, in the largest unit that divides it.
    package static func bytes(_ count: Int) -> String {
        for (name, size) in binaryUnits + decimalUnits where count >= size && count.isMultiple(of: size) {
            return "\(count / size) \(name)"
        }
        return "\(count) bytes"
    }

    /// A number of seconds, without a fraction of zero.
    package static func seconds(_ count: Double) -> String {
        if let whole = Int(exactly: count) { return "\(whole) s" }
        return "\(count) s"
    }
}

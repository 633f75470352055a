// The processes that a started program has started in turn: on Linux from `/proc`. Elsewhere they are not known, and only the
// program itself is ended.

/// The processes of a session.
package enum ProcessFamily {
    /// A process of the session.
    private struct Member {
        let process: pid_t
        /// Its resident memory in pages, including shared pages.
        let pages: Int
    }

    private static let pageSize = max(1, sysconf(Int32(_SC_PAGESIZE)))

    /// Whether the session uses more than `limit` bytes of memory; memory that its processes share is counted once.
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
}

#if os(Linux)
    extension ProcessFamily {
        private static func members(of session: pid_t) -> [Member] {
            guard let folder = opendir("/proc") else { return [] }
            defer { closedir(folder) }
            var members: [Member] = []
            while let entry = readdir(folder) {
                let name = withUnsafeBytes(of: &entry.pointee.d_name) { raw in number(raw.prefix { $0 != 0 })
                }
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

        /// A process's memory in bytes, with its proportional share of shared memory.
        private static func proportionalSize(of process: pid_t) -> Int? {
            for line in read("/proc/\(process)/smaps_rollup", limit: 1 << 12).split(separator: 0x0A) {
                guard line.starts(with: "Pss:".utf8) else { continue }
                return number(line.filter { (0x30...0x39).contains($0) }).map { $0 &* 1024 }
            }
            return nil
        }

        private static func read(_ path: String, limit: Int) -> [UInt8] {
            let descriptor = open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { return [] }
            defer { close(descriptor) }
            return [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
                count = max(0, systemRead(descriptor, buffer.baseAddress, limit))
            }
        }

        /// The number in a text of digits; `nil` for any other text and for more than 18 digits.
        private static func number(_ digits: some Collection<UInt8>) -> Int? {
            guard !digits.isEmpty, digits.count < 19 else { return nil }
            var result = 0
            for digit in digits {
                guard (0x30...0x39).contains(digit) else { return nil }
                result = result * 10 + Int(digit - 0x30)
            }
            return result
        }
    }

    /// The function of the C library, which a static function with the same name would hide.
    private func systemRead(_ descriptor: Int32, _ target: UnsafeMutableRawPointer?, _ count: Int) -> Int {
        read(descriptor, target, count)
    }
#else
    extension ProcessFamily {
        private static func members(of session: pid_t) -> [Member] { [] }

        private static func proportionalSize(of process: pid_t) -> Int? { nil }
    }
#endif

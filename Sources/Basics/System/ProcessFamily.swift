package import Glibc

/// The processes of a session, as the system's process folder shows them.
package enum ProcessFamily {
    /// A process of the session.
    private struct Member {
        let process: pid_t
        /// Its memory that is held, in pages, that it shares with others among it.
        let pages: Int
    }

    private static let pageSize = max(1, sysconf(Int32(_SC_PAGESIZE)))

    /// Whether the session holds more than so many bytes of memory; what several processes share counts once.
    ///
    /// - Complexity: O(processes of the machine).
    package static func holdsMore(than limit: Int, session: pid_t) -> Bool {
        let members = members(of: session)
        let held = members.reduce(0) { $0 &+ $1.pages &* pageSize }
        guard held > limit else { return false }
        // Exact, and dear: the system walks over the process's pages.
        let exact = members.reduce(0) { $0 &+ (proportionalSize(of: $1.process) ?? $1.pages &* pageSize) }
        return exact > limit
    }

    /// Ends every process of the session, those that have a group of their own, too.
    package static func end(session: pid_t) {
        // One more round for those that were being started.
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

    /// Reads `/proc/N/stat`: behind the name in parentheses the state, parent, group, session, and as the 22nd of
    /// these the pages held (proc(5)).
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

    /// A process's memory, of what it shares with others its part, in bytes.
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
            count = max(0, Glibc.read(descriptor, buffer.baseAddress, limit))
        }
    }

    /// The number that digits write; `nil` where there is anything else, or too much.
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

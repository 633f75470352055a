import Glibc
import Synchronization

/// The process groups that must not outlive this process, in a form that a signal handler may read.
enum RunningPrograms {
    /// Number 0 where a place is free.
    private static let groups = InlineArray<256, Atomic<pid_t>> { _ in Atomic(0) }
    /// Ends the groups as the process exits; made once, with the first group.
    private static let atExit: Int32 = atexit { RunningPrograms.endAndReap() }
    /// How long the exit waits for groups that have been ended, in steps of a millisecond.
    private static let patience = 200

    /// Adds a group; false where there is no place left.
    static func add(_ group: pid_t) -> Bool {
        _ = atExit
        return groups.indices.contains { replace(0, by: group, at: $0) }
    }

    /// Takes a group out. To be done while its leader is not reaped yet: from then on the number may be another's.
    static func remove(_ group: pid_t) {
        _ = groups.indices.contains { replace(group, by: 0, at: $0) }
    }

    /// Ends all groups at once. Safe in a signal handler.
    static func end() {
        for index in groups.indices {
            let group = groups[index].load(ordering: .acquiring)
            if group > 0 { kill(-group, SIGKILL) }
        }
    }

    /// Readies what a signal handler may not do itself.
    static func prepare() {
        _ = groups.count
        _ = atExit
    }

    private static func endAndReap() {
        end()
        for index in groups.indices {
            let group = groups[index].load(ordering: .acquiring)
            if group > 0 { reap(group) }
        }
    }

    private static func reap(_ process: pid_t) {
        for _ in 0..<patience {
            if waitpid(process, nil, WNOHANG) != 0 { return }
            usleep(1000)
        }
    }

    private static func replace(_ old: pid_t, by new: pid_t, at index: Int) -> Bool {
        groups[index].compareExchange(expected: old, desired: new, ordering: .acquiringAndReleasing).exchanged
    }
}

import Basics
import Platform
import Synchronization

/// The process groups that must not outlive this process, in a form that a signal handler can read.
enum RunningPrograms {
    /// 0 marks a free slot.
    private static let groups = InlineArray<256, Atomic<pid_t>> { _ in Atomic(0) }
    /// Ends the groups when the process exits; registered with the first group.
    private static let atExit: Int32 = atexit { RunningPrograms.endAndReap() }
    /// The maximum time that the exit waits for each killed group, in milliseconds.
    private static let reapLimit = 200

    /// Adds a group; returns false if no slot is free.
    static func add(_ group: pid_t) -> Bool {
        _ = atExit
        return groups.indices.contains { replace(0, by: group, at: $0) }
    }

    /// Removes a group. Must be called before its leader is reaped: afterwards the number may be reused.
    static func remove(_ group: pid_t) {
        _ = groups.indices.contains { replace(group, by: 0, at: $0) }
    }

    /// Kills all groups. Safe in a signal handler.
    static func end() { forEach { kill(-$0, SIGKILL) } }

    /// Initialises the state that a signal handler must not initialise.
    static func prepare() {
        _ = groups.count
        _ = atExit
    }

    private static func endAndReap() {
        end()
        forEach(reap)
    }

    private static func forEach(_ body: (pid_t) -> Void) {
        for index in groups.indices {
            let group = groups[index].load(ordering: .acquiring)
            if group > 0 { body(group) }
        }
    }

    private static func reap(_ process: pid_t) {
        for _ in 0..<reapLimit {
            if waitpid(process, nil, WNOHANG) != 0 { return }
            usleep(1000)
        }
    }

    private static func replace(_ old: pid_t, by new: pid_t, at index: Int) -> Bool {
        groups[index].compareExchange(expected: old, desired: new, ordering: .acquiringAndReleasing).exchanged
    }
}

/// A shell that ends a process group when this process has ended, even by a signal that cannot be handled.
///
/// The shell waits for a line that ``dismiss()`` writes; the end of its input means that this process has ended.
/// Without a shell there is no watchdog, and only programs that stop at the end of their input end then.
struct Watchdog: ~Copyable {
    private let process: pid_t
    private let descriptor: Int32

    private static let script = """
        read -r line && exit
        kill -s TERM -- "-$1" 2>/dev/null || exit
        sleep 1
        kill -s KILL -- "-$1"
        """

    /// Watches over a process group.
    init?(group: pid_t) {
        let null = open("/dev/null", O_RDWR | O_CLOEXEC)
        guard null >= 0 else { return nil }
        defer { close(null) }
        guard var pipe = try? ChildPipe(.toChild) else { return nil }
        let shell = ChildProgram(
            path: "/bin/sh",
            arguments: ["-c", Watchdog.script, "sh", "\(group)"],
            descriptors: [pipe.childsEnd, null, null]
        )
        guard let process = try? shell.start() else { return nil }
        self.process = process
        descriptor = pipe.takeOwnEnd()
    }

    /// Ends the watchdog without ending the group.
    consuming func dismiss() {
        BrokenPipe.ignored { _ = write(descriptor, "\n", 1) }
    }

    deinit {
        close(descriptor)
        while waitpid(process, nil, 0) < 0, errno == EINTR {}
    }
}

import Basics
import Glibc

/// A shell that ends a process group when this process is gone, however it went: not even the signal that
/// nobody can handle leaves a plugin behind.
///
/// The shell waits for a line that ``dismiss()`` sends; where it reads the end instead, this process is gone. Where
/// the system has no shell there is no watchdog, and only programs that heed the end of their input end then.
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

    /// Lets the group live on.
    consuming func dismiss() {
        BrokenPipe.ignored { _ = write(descriptor, "\n", 1) }
    }

    deinit {
        close(descriptor)
        while waitpid(process, nil, 0) < 0, errno == EINTR {}
    }
}

import Glibc

/// A pipe between this program and one that it starts: this side never waits, the other one does.
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
        let ends = try LinuxCalls.pipe()
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

    /// The end that the started program gets.
    package var childsEnd: Int32 { childs }

    /// Hands over this side's end, which from then on is the caller's to close.
    package mutating func takeOwnEnd() -> Int32 {
        defer { own = -1 }
        return own
    }
}

import Foundation
import Glibc

/// Waits for events instead of sleeping: for bytes, for the end of a stream, for files that change.
///
/// A wait that lasts ``limit`` has failed; no test depends on the duration of a wait.
package enum Event {
    /// The maximum time that an event may take, in milliseconds, before the wait fails.
    package static let limit: Int32 = 120_000

    /// Waits until one of the descriptors is ready for reading or has no writer left.
    ///
    /// - Returns: whether it is; false if nothing happened.
    package static func isReady(_ descriptors: Int32...) -> Bool {
        var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while true {
            let count = poll(&polled, nfds_t(polled.count), limit)
            if count < 0, errno == EINTR { continue }
            return count > 0
        }
    }
}

/// A named pipe: the events that a program reports to a test, or those that it waits for.
///
/// The test reads lines that programs write (``Side/reports``), or keeps the pipe open, so that programs which read from
/// it wait until the test writes (``Side/gate``).
package final class NamedPipe: Sendable {
    /// The reader.
    package enum Side {
        /// The test reads.
        case reports
        /// A program reads.
        case gate
    }

    /// The pipe's path.
    package let path: String
    private let descriptor: Int32

    /// Makes the pipe.
    package init?(_ path: String, _ side: Side) {
        guard mkfifo(path, 0o600) == 0 else { return nil }
        self.path = path
        switch side {
        case .reports: descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        case .gate: descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        }
        if descriptor < 0 { return nil }
    }

    deinit {
        close(descriptor)
        unlink(path)
    }

    /// Waits for a line, and removes it.
    ///
    /// - Returns: whether there was one.
    package func awaitLine() -> Bool {
        var byte: UInt8 = 0
        while Event.isReady(descriptor) {
            let count = read(descriptor, &byte, 1)
            if count == 0 { return false }
            if count == 1, byte == 0x0A { return true }
        }
        return false
    }

    /// Waits until all processes that have opened the pipe for writing have closed it or ended.
    ///
    /// - Returns: whether they have; false also if none has opened it.
    package func awaitEnd() -> Bool {
        var bytes = [UInt8](repeating: 0, count: 256)
        while Event.isReady(descriptor) {
            if read(descriptor, &bytes, bytes.count) == 0 { return true }
        }
        return false
    }

    /// Writes a line, for a program that waits for it.
    package func release() {
        _ = write(descriptor, "\n", 1)
    }
}

/// The files of a folder, whose changes a test waits for (inotify(7)).
package final class FolderEvents {
    private let descriptor: Int32

    /// Starts to follow a folder.
    package init?(_ folder: String) {
        descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        let events = UInt32(IN_MODIFY | IN_CREATE | IN_MOVED_TO)
        if descriptor < 0 || inotify_add_watch(descriptor, folder, events) < 0 { return nil }
    }

    deinit { close(descriptor) }

    /// Waits for changes until the condition is met, or until the other end of a stream is closed.
    ///
    /// - Parameter stream: a descriptor that nothing is written to; its end ends the wait.
    /// - Returns: whether the condition is met.
    package func wait(endingWith stream: Int32, until condition: () -> Bool) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 1 << 12)
        while !condition() {
            guard Event.isReady(descriptor, stream) else { return false }
            if read(descriptor, &buffer, buffer.count) <= 0 { return condition() }
        }
        return true
    }
}

/// The output of a process, read as it arrives.
package final class OutputReader {
    private let descriptor: Int32
    private var buffer: [UInt8] = []

    /// Reads from a descriptor, which it does not close.
    package init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// The further output, up to the place at which the text satisfies the condition, or up to the end.
    package func next(until condition: (String) -> Bool) -> String {
        var chunk = [UInt8](repeating: 0, count: 1 << 12)
        while true {
            let text = String(decoding: buffer, as: UTF8.self)
            if condition(text) {
                buffer = []
                return text
            }
            guard Event.isReady(descriptor) else { return text + "\n(nothing follows)" }
            let count = read(descriptor, &chunk, chunk.count)
            if count <= 0 { return text }
            buffer += chunk[..<count]
        }
    }

    /// Waits for the end, without keeping the output.
    ///
    /// - Returns: whether the end was reached.
    package func awaitEnd() -> Bool {
        var chunk = [UInt8](repeating: 0, count: 1 << 12)
        while Event.isReady(descriptor) {
            if read(descriptor, &chunk, chunk.count) <= 0 { return true }
        }
        return false
    }
}

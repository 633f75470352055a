import Glibc

/// What became of reading from a pipe, or writing to it, without waiting.
enum PipeProgress {
    case some
    /// Nothing is there, or nothing fits.
    case none
    /// The other end is closed.
    case ended
}

extension PluginProcess {
    /// What can be done without waiting.
    struct Readiness {
        let input: Bool
        let output: Bool
        let errors: Bool
    }

    /// Waits until a pipe is ready, at most so long. A closed pipe is never ready, one whose other end is closed
    /// always.
    ///
    /// - Parameter isWriting: whether there is anything to write.
    func wait(_ time: Duration, isWriting: Bool) -> Readiness {
        // The system skips negative descriptors.
        var pipes = [
            pollfd(fd: isWriting ? input : -1, events: Int16(POLLOUT), revents: 0),
            pollfd(fd: output, events: Int16(POLLIN), revents: 0),
            pollfd(fd: errors, events: Int16(POLLIN), revents: 0),
        ]
        let count = poll(&pipes, nfds_t(pipes.count), PluginProcess.milliseconds(time))
        guard count > 0 else { return Readiness(input: false, output: false, errors: false) }
        return Readiness(
            input: pipes[0].revents != 0,
            output: pipes[1].revents != 0,
            errors: pipes[2].revents != 0
        )
    }

    /// Rounded up, so that nobody asks again in no time.
    private static func milliseconds(_ time: Duration) -> Int32 {
        guard time > .zero else { return 0 }
        let parts = time.components
        guard parts.seconds < 1000 else { return 1_000_000 }
        return Int32(clamping: parts.seconds * 1000 + parts.attoseconds / 1_000_000_000_000_000 + 1)
    }

    /// Reads a piece of standard output to the end of ``received``.
    func readOutput() -> PipeProgress {
        read(&output) { received.append(contentsOf: $0) }
    }

    /// Reads a piece of standard error into the log.
    func readLog() -> PipeProgress {
        read(&errors) { log.take($0) }
    }

    /// Reads what waits on standard error: as much as the largest pipe holds, since it may come as fast as it goes.
    func readWaitingLog() {
        for _ in 0..<16 {
            guard readLog() == .some else { return }
        }
    }

    private func read(_ descriptor: inout Int32, _ take: (UnsafeRawBufferPointer) -> Void) -> PipeProgress {
        guard descriptor >= 0 else { return .ended }
        return withUnsafeTemporaryAllocation(byteCount: PluginProcess.pieceSize, alignment: 1) { piece in
            let count = Glibc.read(descriptor, piece.baseAddress, piece.count)
            if count > 0 {
                take(UnsafeRawBufferPointer(rebasing: piece[..<count]))
                return .some
            }
            if count < 0, errno == EAGAIN || errno == EINTR { return .none }
            close(descriptor)
            descriptor = -1
            return .ended
        }
    }

    /// Writes what fits of the bytes from an offset on, and moves the offset.
    func write(_ bytes: [UInt8], from offset: inout Int) -> PipeProgress {
        guard input >= 0 else { return .ended }
        let count = bytes[offset...].withUnsafeBytes { Glibc.write(input, $0.baseAddress, $0.count) }
        if count >= 0 {
            offset += count
            return .some
        }
        if errno == EAGAIN || errno == EINTR { return .none }
        close(input)
        input = -1
        return .ended
    }
}

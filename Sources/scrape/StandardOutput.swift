import Glibc
import Records
import Scraping

/// Standard output in large pieces. A reader that has gone away makes everything after it nothing.
final class StandardOutput {
    /// What became of the writing.
    private(set) var status = ExitStatus.success
    private var isClosed = false
    private var buffer: [UInt8] = []
    private static let capacity = 1 << 16

    func write(_ text: String) {
        write(text.utf8)
    }

    func write(_ bytes: some Collection<UInt8>) {
        guard !isClosed else { return }
        buffer.append(contentsOf: bytes)
        if buffer.count >= StandardOutput.capacity { flush() }
    }

    /// Writes what has been gathered.
    func flush() {
        guard !isClosed else { return }
        let error = File.write(buffer, to: STDOUT_FILENO)
        buffer.removeAll(keepingCapacity: true)
        guard error != 0 else { return }
        isClosed = true
        if error != EPIPE {
            status = .input
            Console.tell(.error, "cannot write the output: \(String(cString: strerror(error)))")
        }
    }
}

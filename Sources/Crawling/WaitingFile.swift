import Basics
import Platform
import Records

/// The end of a long queue, in a file without a name, as blocks of lines. The last block is read back first.
///
/// Only the process has a reference to the file, which is deleted with it.
final class WaitingFile {
    private var descriptor: Int32 = -1
    /// The beginning of each block, and the number of its lines.
    private var blocks: [(start: Int, count: Int)] = []
    private var end = 0
    /// The number of lines.
    private(set) var count = 0

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Adds a block.
    func push(_ bytes: [UInt8], count: Int) throws(Diagnostic) {
        if descriptor < 0 { try openFile() }
        guard lseek(descriptor, off_t(end), SEEK_SET) >= 0, File.write(bytes, to: descriptor) == 0 else {
            throw WaitingFile.failure("write")
        }
        blocks.append((end, count))
        end += bytes.count
        self.count += count
    }

    /// Takes the last block; `nil` if there is none.
    func pop() throws(Diagnostic) -> [UInt8]? {
        guard let block = blocks.popLast() else { return nil }
        var bytes = [UInt8](repeating: 0, count: end - block.start)
        var done = 0
        while done < bytes.count {
            let read = bytes.withUnsafeMutableBytes { buffer in
                pread(
                    descriptor,
                    buffer.baseAddress.map { $0 + done },
                    buffer.count - done,
                    off_t(block.start + done)
                )
            }
            if read < 0, errno == EINTR { continue }
            guard read > 0 else { throw WaitingFile.failure("read") }
            done += read
        }
        end = block.start
        count -= block.count
        return bytes
    }

    private func openFile() throws(Diagnostic) {
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(folder)/scrape-queue.XXXXXX".utf8CString)
        descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw WaitingFile.failure("create") }
        _ = unlink(template)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    private static func failure(_ what: String) -> Diagnostic {
        Diagnostic(
            .input,
            "cannot \(what) the file of the requests that wait: \(String(cString: strerror(errno)))",
            help: "set TMPDIR to a folder with enough free space"
        )
    }
}

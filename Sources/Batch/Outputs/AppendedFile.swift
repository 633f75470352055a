import Scraping
import Glibc

/// A file that is written at its end, in large pieces.
final class AppendedFile {
    let path: String
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private var written: Int
    private static let capacity = 1 << 18

    /// Opens a file, made where it is not there.
    ///
    /// - Parameter size: how many of its bytes are kept.
    init(_ path: String, keeping size: Int) throws(File.Failure) {
        self.path = path
        descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw File.Failure.last(path) }
        let end = Int(lseek(descriptor, 0, SEEK_END))
        // A pipe or a device has no end to be kept; it takes what is written.
        written = max(0, min(size, end))
        guard end >= 0, end > written else { return }
        guard ftruncate(descriptor, written) == 0, lseek(descriptor, 0, SEEK_END) >= 0 else {
            throw File.Failure.last(path)
        }
    }

    deinit { close(descriptor) }

    /// How long the file is with all that has been appended.
    var size: Int { written + buffer.count }

    func append(_ bytes: some Collection<UInt8>) throws(File.Failure) {
        buffer.append(contentsOf: bytes)
        if buffer.count >= AppendedFile.capacity { try flush() }
    }

    /// Writes what has been gathered.
    func flush() throws(File.Failure) {
        if buffer.isEmpty { return }
        let error = File.write(buffer, to: descriptor)
        guard error == 0 else {
            throw File.Failure(path: path, description: String(cString: strerror(error)))
        }
        written += buffer.count
        buffer.removeAll(keepingCapacity: true)
    }

    /// Hands the file over to the disk.
    func synchronize() { fdatasync(descriptor) }
}

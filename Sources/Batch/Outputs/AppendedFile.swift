import Glibc
import Scraping

/// A file that is written at its end, in large pieces.
final class AppendedFile {
    let path: String
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private var written: Int
    /// What went wrong first: nobody knows how much of what was gathered is in the file, so that no more may follow.
    private var failure: File.Failure?
    private static let capacity = 1 << 18

    /// Opens a file, made where it is not there; all that it holds is kept until ``cut(to:)``.
    init(_ path: String) throws(File.Failure) {
        self.path = path
        descriptor = PathText.withSystemPath(path) { open($0, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666) }
        guard descriptor >= 0 else { throw File.Failure.last(path) }
        // A pipe or a device has no end to be kept; it takes what is written.
        written = max(0, Int(lseek(descriptor, 0, SEEK_END)))
    }

    deinit { close(descriptor) }

    /// Keeps other runs out until the file is closed, or the process ends in whatever way.
    func lock() throws(File.Failure) {
        // A run that has just been killed may not have gone yet, nor a program that is being started let go of what it
        // does not need.
        for _ in 0..<20 {
            // A file system without locks cannot say.
            guard flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK else { return }
            usleep(10_000)
        }
        throw File.Failure(path: path, description: "is in use by another run")
    }

    /// Keeps the file's first bytes only.
    func cut(to size: Int) throws(File.Failure) {
        guard size < written else { return }
        guard ftruncate(descriptor, size) == 0, lseek(descriptor, 0, SEEK_END) >= 0 else {
            throw File.Failure.last(path)
        }
        written = size
    }

    /// How long the file is with all that has been appended.
    var size: Int { written + buffer.count }

    func append(_ bytes: some Collection<UInt8>) throws(File.Failure) {
        buffer.append(contentsOf: bytes)
        if buffer.count >= AppendedFile.capacity { try flush() }
    }

    /// Writes what has been gathered.
    func flush() throws(File.Failure) {
        if let failure { throw failure }
        if buffer.isEmpty { return }
        let error = File.write(buffer, to: descriptor)
        guard error == 0 else {
            let failure = File.Failure(path: path, description: String(cString: strerror(error)))
            self.failure = failure
            throw failure
        }
        written += buffer.count
        buffer.removeAll(keepingCapacity: true)
    }

    /// Hands the file over to the disk.
    func synchronize() { fdatasync(descriptor) }
}

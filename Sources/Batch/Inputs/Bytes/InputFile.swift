import Glibc
import Scraping

/// An open file, or standard input, that is read piece by piece.
final class InputFile {
    /// The file's path, or `<standard input>`.
    let name: String
    /// The file's size; `nil` for what is no regular file.
    let size: Int?
    /// How many bytes lie behind.
    private(set) var offset = 0
    /// Why no more could be read, in the system's words.
    private(set) var failure: String?
    private let descriptor: Int32

    /// A file.
    init(_ path: String) throws(File.Failure) {
        var status = stat()
        let descriptor = File.open(path)
        guard descriptor >= 0, fstat(descriptor, &status) == 0 else { throw File.Failure.last(path) }
        name = path
        self.descriptor = descriptor
        size = status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
        if status.st_mode & S_IFMT == S_IFDIR {
            throw File.Failure(path: path, description: "is a folder")
        }
    }

    /// Standard input.
    init() {
        name = InputFile.standardInput
        descriptor = STDIN_FILENO
        size = nil
    }

    deinit { if descriptor != STDIN_FILENO { close(descriptor) } }

    /// What standard input is called.
    static let standardInput = "<standard input>"

    /// Reads as much as is there and fits; tells how many bytes, 0 at the end and where reading fails.
    func read(into room: UnsafeMutableRawBufferPointer) -> Int {
        while true {
            let count = Glibc.read(descriptor, room.baseAddress, room.count)
            if count >= 0 {
                offset += count
                return count
            }
            if errno == EINTR { continue }
            failure = File.Failure.last(name).description
            return 0
        }
    }

    /// Goes to an offset; `false` for what is no regular file.
    func seek(to offset: Int) -> Bool {
        guard size != nil, lseek(descriptor, off_t(offset), SEEK_SET) >= 0 else { return false }
        self.offset = offset
        return true
    }
}

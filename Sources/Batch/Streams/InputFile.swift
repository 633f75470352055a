import Engine
import Platform

/// An open file, or standard input, that is read in chunks.
final class InputFile {
    /// The file's path, or `<standard input>`.
    let name: String
    /// The file's size; `nil` if it is not a regular file.
    let size: Int?
    /// The number of bytes that have been read.
    private(set) var offset = 0
    /// The system's message if reading has failed.
    private(set) var failure: String?
    private let descriptor: Int32

    /// Opens a file; throws for a folder.
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

    /// Opens standard input.
    init() {
        name = InputFile.standardInput
        descriptor = STDIN_FILENO
        size = nil
    }

    deinit { if descriptor != STDIN_FILENO { close(descriptor) } }

    /// The name of standard input in messages.
    static let standardInput = "<standard input>"

    /// Reads the available bytes, as many as fit; returns their number, 0 at the end and if reading fails.
    func read(into room: UnsafeMutableRawBufferPointer) -> Int {
        while true {
            let count = Platform.read(descriptor, room.baseAddress, room.count)
            if count >= 0 {
                offset += count
                return count
            }
            if errno == EINTR { continue }
            failure = File.Failure.last(name).description
            return 0
        }
    }

    /// Moves to an offset; returns false if this is not a regular file.
    func seek(to offset: Int) -> Bool {
        guard size != nil, lseek(descriptor, off_t(offset), SEEK_SET) >= 0 else { return false }
        self.offset = offset
        return true
    }
}

/// Uninitialised memory that a stream reads into, without the initialisation and bounds checks of an array.
final class ByteBuffer {
    private let memory: UnsafeMutableRawBufferPointer

    init(_ count: Int) {
        memory = .allocate(byteCount: count, alignment: 16)
    }

    deinit { memory.deallocate() }

    var count: Int { memory.count }

    subscript(range: Range<Int>) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: memory[range])
    }

    func room(from offset: Int) -> UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(rebasing: memory[offset...])
    }

    /// Moves bytes to the front.
    func move(_ range: Range<Int>) { copy(self[range], to: 0) }

    /// Copies bytes, which may overlap, to an offset; they must fit.
    func copy(_ bytes: UnsafeRawBufferPointer, to offset: Int) { room(from: offset).copyMemory(from: bytes) }
}

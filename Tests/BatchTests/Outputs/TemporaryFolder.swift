import Glibc
import Scraping

/// A folder that is there as long as a test runs.
final class TemporaryFolder {
    let path: String

    init() throws {
        // In memory where there is such a place: thousands of small files are cut, and no disk is to be waited for.
        let parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
        var template = Array("\(parent)/scrape-test-XXXXXX".utf8CString)
        guard let made = template.withUnsafeMutableBufferPointer({ $0.baseAddress.flatMap { mkdtemp($0) } })
        else {
            throw File.Failure.last(parent)
        }
        path = String(cString: made)
    }

    deinit {
        for name in names { unlink("\(path)/\(name)") }
        rmdir(path)
    }

    func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

    /// The names of the files, in their order.
    var names: [String] { (try? File.names(in: path)) ?? [] }

    /// A file's bytes; none where there is no file.
    func bytes(_ name: String) -> [UInt8] { (try? File.read(self(name))) ?? [] }

    func text(_ name: String) -> String { String(decoding: bytes(name), as: UTF8.self) }

    /// Makes a file hold these bytes and nothing else.
    func put(_ bytes: some Collection<UInt8>, _ name: String) throws {
        let descriptor = open(self(name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw File.Failure.last(self(name)) }
        defer { close(descriptor) }
        guard File.write(bytes, to: descriptor) == 0 else { throw File.Failure.last(self(name)) }
    }
}

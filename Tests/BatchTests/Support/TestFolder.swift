import DOM
import Glibc
import Records
import Scraping
import Testing

@testable import Batch
import Encoding

/// A folder for the files of a test, which is removed after it.
final class TestFolder {
    let path: String

    init() throws {
        // In memory if possible, since some tests write thousands of small files.
        let parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
        var template = Array("\(parent)/scrape-test-XXXXXX".utf8CString)
        let made = template.withUnsafeMutableBufferPointer { $0.baseAddress.flatMap { mkdtemp($0) } }
        path = String(cString: try #require(made))
    }

    deinit { TestFolder.remove(path) }

    private static func remove(_ path: String) {
        PathText.withSystemPath(path) { found in
            var status = stat()
            guard lstat(found, &status) == 0 else { return }
            if status.st_mode & S_IFMT == S_IFDIR {
                for name in (try? File.names(in: path)) ?? [] { remove(path + "/" + name) }
                rmdir(found)
            } else {
                unlink(found)
            }
        }
    }

    /// The path of a file in the folder.
    func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

    /// The names of the files, in order.
    var names: [String] { (try? File.names(in: path)) ?? [] }

    /// The content of a file; empty if there is none.
    func bytes(_ name: String) -> [UInt8] { (try? File.read(self(name))) ?? [] }

    func text(_ name: String) -> String { String(decoding: bytes(name), as: UTF8.self) }

    /// Replaces the content of a file.
    func put(_ bytes: some Collection<UInt8>, _ name: String) throws {
        let descriptor = open(self(name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw File.Failure.last(self(name)) }
        defer { close(descriptor) }
        guard File.write(bytes, to: descriptor) == 0 else { throw File.Failure.last(self(name)) }
    }

    /// Writes a new file; returns its path.
    @discardableResult
    func write(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
        let path = path + "/" + name
        try File.makeFolders(for: path)
        try File.write(Array(bytes), toNewFile: path, isProgram: false)
        return path
    }

    /// Writes a new file whose name need not be UTF-8.
    func write(bytes name: [UInt8], _ text: String) throws {
        let path = Array((path + "/").utf8) + name
        for (end, byte) in path.enumerated() where byte == UInt8(ascii: "/") && end > 0 {
            mkdir(path[..<end].map(CChar.init(bitPattern:)) + [0], 0o777)
        }
        let descriptor = open(path.map(CChar.init(bitPattern:)) + [0], O_WRONLY | O_CREAT, 0o666)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        #expect(File.write(text.utf8, to: descriptor) == 0)
    }

    /// A stream from a pipe; the bytes must fit into a pipe.
    func pipe(_ bytes: [UInt8]) throws -> ByteStream {
        let path = path + "/pipe"
        unlink(path)
        try #require(mkfifo(path, 0o600) == 0)
        // Opened in both directions, so that opening does not block.
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        defer { close(descriptor) }
        try #require(descriptor >= 0 && File.write(bytes, to: descriptor) == 0)
        return try ByteStream(path)
    }

    @discardableResult
    func write(_ name: String, _ text: String = "") throws -> String { try write(name, text.utf8) }
}

/// A description of a page that was read, or of the reason why it was not.
func description(of read: ReadPage) -> String {
    switch read {
    case .page(let page, let found):
        let facts = [page.url, page.encoding?.name, page.clock].map { $0 ?? "-" }.joined(separator: " ")
        let warnings = found.map { " (\($0.message))" }.joined()
        return "\(facts) \(String(decoding: page.bytes, as: UTF8.self))\(warnings)"
    case .leftOut(let reason): return "left out: \(reason)"
    case .failed(let diagnostic):
        let place = diagnostic.location
        let column = [place?.line, place?.column].map { $0.map { ":\($0)" } ?? "" }.joined()
        return "failed\(column): \(diagnostic.message)" + (diagnostic.help.map { " [\($0)]" } ?? "")
    }
}

extension PageInput {
    /// The descriptions of all pages.
    mutating func all() -> [String] {
        var all: [String] = []
        while let page = next() { all.append(description(of: page.read())) }
        return all
    }

    /// The names of all pages.
    mutating func names() -> [String] {
        var names: [String] = []
        while let page = next() { names.append(page.name) }
        return names
    }
}

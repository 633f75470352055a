import Platform

/// Reads a file line by line, with only one line in memory at a time.
package struct LineReader {
    private let source: Source
    private var buffer: [UInt8] = []
    private var start = 0
    private var isAtEnd = false
    /// Whether the last line ended in a line feed rather than at the end of the file.
    package private(set) var isLineEnded = false

    /// The open file, closed with the last copy of the reader.
    private final class Source: Sendable {
        let descriptor: Int32
        private let isOwned: Bool

        init(_ descriptor: Int32, isOwned: Bool) {
            self.descriptor = descriptor
            self.isOwned = isOwned
        }

        deinit { if isOwned { close(descriptor) } }
    }

    /// A reader of standard input.
    package init() {
        source = Source(STDIN_FILENO, isOwned: false)
    }

    /// A reader of a file.
    package init(_ path: String) throws(File.Failure) {
        let descriptor = File.open(path)
        guard descriptor >= 0 else { throw File.Failure.last(path) }
        source = Source(descriptor, isOwned: true)
    }

    /// The next line without its end; `nil` at the input's end.
    package mutating func next() -> [UInt8]? {
        var searched = start
        while true {
            if let end = buffer[searched...].firstIndex(of: 0x0A) {
                defer { start = end + 1 }
                isLineEnded = true
                return Array(buffer[start..<end])
            }
            searched = buffer.count - start
            if isAtEnd {
                isLineEnded = false
                guard start < buffer.count else { return nil }
                defer { start = buffer.count }
                return Array(buffer[start...])
            }
            buffer.removeSubrange(..<start)
            start = 0
            fill()
        }
    }

    private mutating func fill() {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = chunk.withUnsafeMutableBytes { read(source.descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            if count <= 0 { isAtEnd = true } else { buffer.append(contentsOf: chunk[..<count]) }
            return
        }
    }
}

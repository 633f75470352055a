import Glibc

/// Reads standard input line by line.
package struct LineReader {
    private var buffer: [UInt8] = []
    private var start = 0
    private var isAtEnd = false

    package init() {}

    /// The next line without its end; `nil` at the input's end.
    package mutating func next() -> [UInt8]? {
        var searched = start
        while true {
            if let end = buffer[searched...].firstIndex(of: 0x0A) {
                defer { start = end + 1 }
                return Array(buffer[start..<end])
            }
            searched = buffer.count - start
            if isAtEnd {
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
            let count = chunk.withUnsafeMutableBytes { read(STDIN_FILENO, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            if count <= 0 { isAtEnd = true } else { buffer.append(contentsOf: chunk[..<count]) }
            return
        }
    }
}

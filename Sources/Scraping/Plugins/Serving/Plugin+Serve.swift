import Glibc
import Records

extension Plugin {
    /// Serves the plugin as a program of its own: reads requests from standard input and answers on standard output
    /// until that ends. What is printed to standard error meanwhile is the plugin's log.
    ///
    /// A `main.swift` needs no more than
    ///
    /// ```swift
    /// import Scraping
    ///
    /// exit(myPlugin.serve())
    /// ```
    ///
    /// - Returns: the exit status: 0 at the end of the input, 1 where the host does not speak this version of the
    ///   protocol or what it says is not understood.
    public func serve() -> Int32 {
        // A host that has gone is told by the failing write.
        signal(SIGPIPE, SIG_IGN)
        var server = PluginServer(plugin: self)
        var lines = InputLines()
        while let line = lines.next() {
            if line.allSatisfy({ $0 == 0x20 || (0x09...0x0D).contains($0) }) { continue }
            guard let answer = server.answer(to: line) else {
                _ = File.write("\(server.complaint)\n".utf8, to: STDERR_FILENO)
                return 1
            }
            guard File.write((JSONWriter.compact(answer) + "\n").utf8, to: STDOUT_FILENO) == 0 else {
                return 0
            }
        }
        return 0
    }
}

/// The lines of standard input.
private struct InputLines {
    private var bytes: [UInt8] = []
    private var start = 0
    private var isAtEnd = false

    mutating func next() -> [UInt8]? {
        // What has been searched already has no line end.
        var searched = start
        while true {
            if let end = bytes[searched...].firstIndex(of: 0x0A) {
                defer { start = end + 1 }
                return Array(bytes[start..<end])
            }
            searched = bytes.count
            if isAtEnd {
                defer { start = bytes.count }
                return start < bytes.count ? Array(bytes[start...]) : nil
            }
            searched -= start
            bytes.removeSubrange(..<start)
            start = 0
            fill()
        }
    }

    private mutating func fill() {
        let size = 1 << 16
        let held = bytes.count
        bytes.append(contentsOf: repeatElement(0, count: size))
        var count = -1
        repeat {
            count = bytes.withUnsafeMutableBytes { buffer in
                read(STDIN_FILENO, buffer.baseAddress.map { $0 + held }, size)
            }
        } while count < 0 && errno == EINTR
        bytes.removeSubrange((held + max(count, 0))...)
        isAtEnd = count <= 0
    }
}

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
        var lines = LineReader()
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

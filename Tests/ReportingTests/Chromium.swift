import Foundation

/// A real browser without a window.
enum Chromium {
    /// The path of the browser, if it is installed.
    static let path = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// Opens a file and returns the document after the given time of the browser's own clock.
    static func document(of file: URL, milliseconds: Int = 4000) throws -> String {
        let home = FileManager.default.temporaryDirectory.appending(path: "chromium-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: home) }
        let output = home.appending(path: "document")
        try Data().write(to: output)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/timeout")
        process.arguments =
            ["--kill-after=5", "120", path ?? "chromium", "--headless", "--no-sandbox", "--disable-gpu"]
            + ["--disable-dev-shm-usage", "--no-first-run", "--user-data-dir=\(home.path)/profile"]
            + ["--virtual-time-budget=\(milliseconds)", "--dump-dom", file.absoluteString]
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return String(decoding: try Data(contentsOf: output), as: UTF8.self)
    }
}

package import Foundation

/// Cases that are stored next to the checkout, not in it: tests that use them are skipped if they are missing.
package enum SharedCases {
    /// The package's own folder.
    package static let checkout = URL(filePath: "\(#filePath)").deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The folder of the cases: that in `SCRAPE_SHARED`, or `shared` next to the checkout.
    package static let folder: URL = {
        let path = ProcessInfo.processInfo.environment["SCRAPE_SHARED"]
        return
            (path.map { URL(filePath: $0) } ?? checkout.deletingLastPathComponent().appending(path: "shared"))
            .appending(path: "cases")
    }()

    /// The path of a rules file of the catalogue.
    package static func catalogue(_ name: String) -> String {
        checkout.appending(path: "Rules/\(name).json").path
    }

    /// The reason why tests with a set of cases are skipped.
    package static func note(_ name: String) -> String {
        "there is no folder \(folder.appending(path: name).path); SCRAPE_SHARED names the folder of shared cases"
    }

    /// Whether there is a file or a folder of cases.
    package static func has(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: folder.appending(path: name).path)
    }

    /// The names of the files in a folder of cases, in order; none if it is missing.
    package static func names(_ name: String, ending end: String = "") -> [String] {
        let all = try? FileManager.default.contentsOfDirectory(atPath: folder.appending(path: name).path)
        return (all ?? []).filter { $0.hasSuffix(end) }.sorted()
    }

    /// A file's text.
    package static func text(_ name: String) throws -> String {
        try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }

    /// A file's bytes.
    package static func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appending(path: name)))
    }

    /// The bytes of a gzip file, decompressed with the program `gzip`.
    package static func unpacked(_ name: String) throws -> [UInt8] {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["gzip", "-dc", folder.appending(path: name).path]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        defer { process.waitUntilExit() }
        return Array(output.fileHandleForReading.readDataToEndOfFile())
    }

    /// The objects of a JSON Lines file.
    package static func objects<Object: Decodable>(_ name: String, as type: Object.Type) -> [Object] {
        guard let text = try? text(name) else { return [] }
        return text.split(separator: "\n").compactMap { try? JSONDecoder().decode(type, from: Data($0.utf8)) }
    }
}

package import Foundation

/// Suites that `Tests/Conformance/fetch.py` extracts from the sources of Python packages: tests that use them are
/// skipped if they are missing.
package enum ConformanceSuite {
    /// The folder that the script has written: that in `SCRAPE_CONFORMANCE`.
    package static let folder: URL? = ProcessInfo.processInfo.environment["SCRAPE_CONFORMANCE"].map {
        URL(filePath: $0)
    }

    /// The reason why the tests of a suite are skipped.
    package static func note(_ name: String) -> String {
        guard let folder else {
            return "SCRAPE_CONFORMANCE names no folder; Tests/Conformance/fetch.py writes one"
        }
        return "there is no \(folder.appending(path: name).path)"
    }

    /// Whether there is a suite.
    package static func has(_ name: String) -> Bool {
        guard let folder else { return false }
        return FileManager.default.fileExists(atPath: folder.appending(path: name).path)
    }

    /// The names of the files of a suite, in order; none if it is missing.
    package static func names(_ name: String, ending end: String) -> [String] {
        guard let folder else { return [] }
        let all = try? FileManager.default.contentsOfDirectory(atPath: folder.appending(path: name).path)
        return (all ?? []).filter { $0.hasSuffix(end) }.sorted()
    }

    /// The bytes of a file.
    package static func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: (folder ?? URL(filePath: "/")).appending(path: name)))
    }
}

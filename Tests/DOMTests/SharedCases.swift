import Glibc
import Testing

/// The folder of cases that is kept beside the checkout, not in it.
enum SharedCases {
    static let folder: String = {
        if let folder = getenv("SCRAPE_SHARED") { return String(cString: folder) + "/cases" }
        let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        return "/" + root + "/../shared/cases"
    }()

    static let absence: Comment = "the folder of shared cases is missing; SCRAPE_SHARED names it"

    /// A file's bytes, `nil` where there is none.
    static func read(_ path: String) -> [UInt8]? {
        guard let file = fopen(folder + "/" + path, "r") else { return nil }
        defer { fclose(file) }
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
            all.append(contentsOf: buffer[..<count])
        }
        return all
    }
}

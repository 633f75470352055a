import Foundation

/// Real pages for the mutator.
enum FuzzPages {
    /// How much of them is kept.
    private static let limit = 64 << 20

    /// All pages below a folder, in the order of their paths, as valid UTF-8.
    static func load(_ folder: String) throws(CommandError) -> [[UInt8]] {
        let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        var pages: [[UInt8]] = []
        var size = 0
        for file in files.sorted() where file.hasSuffix("html") && size < limit {
            guard let data = FileManager.default.contents(atPath: folder + "/" + file), !data.isEmpty else {
                continue
            }
            size += data.count
            pages.append(Array(String(decoding: data, as: UTF8.self).utf8))
        }
        if pages.isEmpty { throw CommandError(text: "\(folder) has no pages (*html)") }
        return pages
    }
}

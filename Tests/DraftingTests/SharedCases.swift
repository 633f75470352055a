import Foundation

/// Cases that are kept beside the checkout, not in it: tests that use them are skipped where they are missing.
enum SharedCases {
    /// The package's own folder.
    static let checkout = URL(filePath: "\(#filePath)").deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The folder of the cases: `SCRAPE_SHARED`, or `shared` beside the checkout.
    static let folder: URL = {
        let path = ProcessInfo.processInfo.environment["SCRAPE_SHARED"]
        return
            (path.map { URL(filePath: $0) } ?? checkout.deletingLastPathComponent().appending(path: "shared"))
            .appending(path: "cases")
    }()

    /// The path of a rules file of the catalogue.
    static func catalogue(_ name: String) -> String { checkout.appending(path: "Rules/\(name).json").path }

    /// Why tests over a set of cases are skipped.
    static func note(_ name: String) -> String { "no folder \(folder.appending(path: name).path)" }

    static func has(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: folder.appending(path: name).path)
    }

    static func text(_ name: String) throws -> String {
        try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }

    static func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appending(path: name)))
    }

    /// The objects of a file of JSON Lines.
    static func objects<Object: Decodable>(_ name: String, as type: Object.Type) -> [Object] {
        guard let text = try? text(name) else { return [] }
        return text.split(separator: "\n").compactMap { try? JSONDecoder().decode(type, from: Data($0.utf8)) }
    }
}

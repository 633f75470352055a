import Foundation

/// A case of the shared selector suites: a page, a selector, and what must come out.
struct SharedCase {
    enum Expectation: Equatable {
        case indexes([Int])
        case values([String])
        case error
    }

    let id: String
    let html: String
    let selector: String
    let context: Int?
    let expect: Expectation
    /// Where the specification and all scrapers allow what a browser refuses: what to answer.
    let alternatives: [[Int]]?
    let kind: String
    let feature: String
    let isContested: Bool
}

enum SharedCases {
    /// The folder of cases beside the checkout; `nil` where it is missing.
    static let folder: URL? = {
        let environment = ProcessInfo.processInfo.environment["SCRAPE_SHARED"]
        let package = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let shared =
            environment.map { URL(fileURLWithPath: $0) }
            ?? package.deletingLastPathComponent().appendingPathComponent("shared")
        let folder = shared.appendingPathComponent("cases/selectors")
        return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
    }()

    static func load(_ name: String) throws -> [SharedCase] {
        guard let folder else { return [] }
        var pages: [String: String] = [:]
        func page(_ path: String) throws -> String {
            if let known = pages[path] { return known }
            let text = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
            pages[path] = text
            return text
        }
        let lines = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
        return try lines.split(separator: "\n").map { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
            let path = (object["doc"] ?? object["page"]) as? String
            return SharedCase(
                id: object["id"] as? String ?? "",
                html: try object["html"] as? String ?? page(path ?? ""),
                selector: object["selector"] as? String ?? "",
                context: object["context"] as? Int,
                expect: expectation(object["expect"]),
                alternatives: object["alt"] as? [[Int]],
                kind: object["kind"] as? String ?? "",
                feature: object["feature"] as? String ?? "",
                isContested: object["contested"] as? Bool ?? false
            )
        }
    }

    private static func expectation(_ value: Any?) -> SharedCase.Expectation {
        if let indexes = value as? [Int] { return .indexes(indexes) }
        if let values = (value as? [String: Any])?["values"] as? [String] { return .values(values) }
        return .error
    }
}

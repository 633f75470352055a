import Foundation
import TestSupport

/// A case of the shared selector suites: a page, a selector, and the expected result.
struct SelectorCase {
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
    /// The expected answer if the specification and all scrapers allow a selector that a browser rejects.
    let alternatives: [[Int]]?
    let kind: String
    let feature: String
    let isContested: Bool
}

extension SelectorCase {
    /// The folder of the suites.
    static let folder = "selectors"

    static func load(_ name: String) throws -> [SelectorCase] {
        var pages: [String: String] = [:]
        func page(_ path: String) throws -> String {
            if let known = pages[path] { return known }
            let text = try SharedCases.text("\(folder)/\(path)")
            pages[path] = text
            return text
        }
        let lines = try SharedCases.text("\(folder)/\(name)")
        return try lines.split(separator: "\n").map { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
            let path = (object["doc"] ?? object["page"]) as? String
            return SelectorCase(
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

    private static func expectation(_ value: Any?) -> Expectation {
        if let indexes = value as? [Int] { return .indexes(indexes) }
        if let values = (value as? [String: Any])?["values"] as? [String] { return .values(values) }
        return .error
    }
}

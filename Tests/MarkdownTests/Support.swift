import Foundation
import Markdown
import Records
import Scraping
import Testing

/// HTML as Markdown, as a rules file would have it.
func markdown(_ html: String, arguments: Value = .null, base: String? = nil) throws -> String {
    let step = try Transform.markdown.make(arguments)
    return try step(.string(html), PageContext(baseURL: base)).text
}

/// Records as a Markdown document.
func document(_ records: [Record], _ types: [Schema.RecordType]) -> String {
    guard var encoder = try? OutputFormat.markdown.makeEncoder(Schema(types: types)) else { return "refused" }
    let text = records.map { encoder.encode($0) }.joined()
    return text + ((try? encoder.finish()) ?? "refused")
}

/// A folder of pairs: a page and the Markdown that is expected of it. A case is added by adding the two files; the
/// second is written where `UPDATE_MARKDOWN_CASES` is set, and `CI` is not.
struct GoldenCase: CustomTestStringConvertible, Sendable {
    let name: String
    let html: String
    let markdown: String?
    var testDescription: String { name }

    private static let folder = URL(filePath: "\(#filePath)").deletingLastPathComponent().appending(
        path: "Cases"
    )

    /// The address that the cases' links are relative to.
    static let base = "https://example.org/notes/today.html"

    static let all: [GoldenCase] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.filter { $0.hasSuffix(".html") }.sorted().compactMap { file in
            let page = folder.appending(path: file)
            guard let html = try? String(contentsOf: page, encoding: .utf8) else { return nil }
            let golden = page.deletingPathExtension().appendingPathExtension("md")
            let text = try? String(contentsOf: golden, encoding: .utf8)
            return GoldenCase(name: String(file.dropLast(".html".count)), html: html, markdown: text)
        }
    }()

    /// Whether the expected Markdown is to be written.
    static let isUpdating: Bool = {
        let environment = ProcessInfo.processInfo.environment
        return environment["UPDATE_MARKDOWN_CASES"] != nil && environment["CI"] == nil
    }()

    /// Writes what is expected of the case from now on.
    func update(to markdown: String) throws {
        let file = GoldenCase.folder.appending(path: name + ".md")
        try markdown.write(to: file, atomically: true, encoding: .utf8)
    }
}

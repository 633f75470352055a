import Drafting
import Records
import Scraping
import Testing

/// Pages with the expected draft in a short notation: a line for each record with its selector, and its fields with
/// their types; `!` marks the required one.
struct DraftCase: Sendable, CustomTestStringConvertible {
    let name: String
    /// Each page with the name of its file.
    let pages: [(name: String, text: String)]
    var url: String? = "https://plants.example/list"
    let expected: [String]

    var testDescription: String { name }

    init(
        _ name: String,
        _ file: String = "page.html",
        _ text: String...,
        url: String? = "https://plants.example/list",
        gives expected: [String]
    ) {
        self.name = name
        pages = text.map { (file, $0) }
        self.url = url
        self.expected = expected
    }

    var inputs: [Page] {
        pages.map { Page(name: $0.name, bytes: Array($0.text.utf8), url: url, clock: "2026-05-28T18:00:00Z") }
    }

    /// A draft's records in the short notation.
    static func summary(of text: String) throws -> [String] {
        let (json, errors) = JSON.read(Array(text.utf8), dialect: .relaxed)
        #expect(errors.isEmpty)
        let records = try #require(json?.value["records"]?.object)
        return records.map { record in
            let each = record.value["each"]?.string.map { " \($0)" } ?? ""
            let fields = (record.value["fields"]?.object ?? []).map { field($0) }
            return "\(record.name)\(each) | \(fields.joined(separator: " "))"
        }
    }

    private static func field(_ field: Value.Member) -> String {
        let type = field.value["type"]
        let text = type.map { $0.list.map { "[\($0.first?.text ?? "")]" } ?? $0.text } ?? "string"
        return field.name + (text == "string" ? "" : ":\(text)")
            + (field.value["required"] == .boolean(true) ? "!" : "")
    }
}

import Foundation
import Records
import Scraping
import TestSupport
import Testing

@testable import Drafting

/// The tables of `Tests/Tables/Drafting`:
///
/// - `@cards NUMBER`: the input is the markup of a card, `#` in it its number, and what is in `{4: …}` in
///   the first four only; the result is the drafted record type.
/// - `@field NAME`: the input is three or more values with ` | ` between them, each in a card's element of this class; the result
///   is the drafted field.
/// - `@learn VALUES`: the input is the body of a page with these values, in JSON; the result is the learned fields.
/// - `@substitute OLD NEW FORM PLACE`: the input is the fields of a record type; the result is the same with the new name. With
///   the form `label` it is a text, with `attribute` an attribute; without a place it is replaced everywhere.
/// - `@list PATH`: the input is the content of the page of a list; the result is what it offers a crawl.
@Suite struct RowTableTests {
    @Test(arguments: RowTable.names("Drafting"))
    func rows(_ name: String) throws {
        #expect(try RowTable.differences("Drafting", name, RowTableTests.result) == [])
    }

    private static func result(_ settings: RowTable.Settings, _ input: String) throws -> String {
        if let path = settings["list"] {
            let text =
                "<!DOCTYPE html><meta charset=utf-8><title>x</title><main><p>A list of plants.</p>\(input)</main>"
            let draft = try CrawlDraft(page(text, "https://site.example" + path))
            return "\(draft.nextAddress ?? "no next page"), \(draft.detailCount) entries"
        }
        if let words = settings["substitute"] {
            return try substituted(words.components(separatedBy: " "), input)
        }
        if let values = settings["learn"] { return try learned(values, input) }
        var cards: [String] = []
        if settings["field"] != nil {
            cards = input.components(separatedBy: " | ").enumerated().map { number, value in
                "<div class=plant><h3>Plant \(number)</h3><b class=\(settings["field"] ?? "")>\(value)</b></div>"
            }
        } else {
            let count = settings["cards"].flatMap { Int($0) } ?? 3
            cards = (1...count).map { number in
                input.replacing(#/\{(\d+): ([^}]*)\}/#) { number <= Int($0.1) ?? 0 ? $0.2 : "" }
                    .replacing("#", with: "\(number)")
            }
        }
        let text =
            "<!doctype html><html lang=\(settings["lang"] ?? "en")><title>T</title><main>\(cards.joined(separator: "\n"))</main></html>"
        let drafted: String
        do throws(Diagnostics) {
            drafted = try Draft.rules(for: [page(text, "https://site.example/list")]).text
        } catch {
            return error.all.map(\.message).joined(separator: "; ")
        }
        let types = JSON.read(Array(drafted.utf8), dialect: .relaxed).json?.value["records"]?.object ?? []
        guard let type = types.first else { return "nothing" }
        if let name = settings["field"] {
            guard let fields = type.value["fields"]?.object, fields.count > 1 else { return "no field" }
            let field = fields.first { JSONWriter.compact($0.value).contains(".\(name)") }
            return field.map { "\($0.name) \(JSONWriter.compact($0.value))" } ?? "no field"
        }
        return types.map { "\($0.name) \(JSONWriter.compact($0.value))" }.joined(separator: "; ")
    }

    private static func substituted(_ words: [String], _ fields: String) throws -> String {
        let (start, end) = ("{ \"records\": { \"R\": { \"fields\": {", "} } } }")
        let file = SourceText(name: "rules.json", bytes: Array((start + fields + end).utf8))
        let rules = try Rules(file, registry: Registry())
        var substitution = NameSubstitution(old: words[0], new: words[1])
        substitution.isLabel = words[2] == "label"
        substitution.isRestored = words[2] == "attribute"
        substitution.place = words.count > 3 ? Int(words[3]) : nil
        let form = NameSubstitution.Form.allCases.first { "\($0)" == words[2] } ?? .inSelectors
        guard let bytes = substitution.applied(to: NameSubstitution.Text(rules), form) else {
            return "nothing"
        }
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.hasPrefix(start), text.hasSuffix(end) else { return text }
        return String(text.dropFirst(start.count).dropLast(end.count))
    }

    private static func page(_ text: String, _ url: String) -> Page {
        Page(
            name: "page.html",
            bytes: Array(text.utf8),
            url: url,
            encoding: .utf8,
            clock: "2026-05-28T18:00:00Z"
        )
    }

    private static func learned(_ values: String, _ body: String) throws -> String {
        let known = JSON.read(Array(values.utf8), dialect: .relaxed).json?.value.object ?? []
        let text = "<!doctype html><html lang=en><title>Trees</title><body>\(body)</body></html>"
        let learned = Learner(mutations: 0)
            .learn([LearningExample(page(text, "https://site.example/oak"), values: known)])
        let rules = JSON.read(learned.text, dialect: .relaxed).json?.value["records"]?["Page"]?["fields"]
        return learned.fields.map { field in
            let near = field.near.map { " near \($0.text.debugDescription)" }.joined()
            let rule = rules?.object?.first { $0.name == field.name }.map {
                " " + JSONWriter.compact($0.value)
            }
            return "\(field.name): \(field.status.rawValue)\(rule ?? "")\(near)"
        }
        .joined(separator: "; ")
    }
}

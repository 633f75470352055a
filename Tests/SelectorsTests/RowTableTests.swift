import DOM
import TestSupport
import Testing

@testable import Selectors

/// The tables of `Tests/Tables/Selectors`: a selector and the elements of `@page` that it matches below `@scope`, or
/// the error in it: its place, and the probable intention. With `@states SELECTORS` the row is the content of a form,
/// and the result is the selectors that match in it, each with the elements.
@Suite struct RowTableTests {
    @Test(arguments: RowTable.names("Selectors"))
    func rows(_ name: String) throws {
        let differences = try RowTable.differences("Selectors", name) { settings, selector in
            if let states = settings["states"] { return try RowTableTests.states(states, selector) }
            let page = settings["page"] ?? ""
            let document =
                try settings["xml"] == nil ? Document.html(page.utf8) : Document.xml(page.utf8).document
            do throws(SelectorError) {
                let list = try SelectorList(selector)
                expectLaw(list)
                let elements = Elements(document)
                let start = elements.all.first { $0.id != nil && $0.id == settings["scope"] }
                let found = Matcher(document)
                    .select(list, from: start ?? document.node, includingScope: settings["including"] != nil)
                return found.map { match in
                    let name = match.node.id ?? "<\(match.node.name.string)>"
                    return name + (match.extractor.map { "\($0)" } ?? "")
                }
                .joined(separator: " ")
            } catch {
                let text = error.explanation ?? "expected \(error.expected), found \(error.found)"
                let help = error.suggestion.map { "; did you mean \($0)" } ?? ""
                return "\(error.line):\(error.column)+\(error.length) at \(error.offset): \(text)\(help)"
            }
        }
        #expect(differences == [])
    }

    private static func states(_ selectors: String, _ content: String) throws -> String {
        let document = try Document.html("<!doctype html><form id=f>\(content)</form>".utf8)
        return try selectors.split(separator: " ").compactMap { selector in
            let found = Matcher(document)
                .select(try SelectorList(String(selector)), from: document.node, includingScope: false)
            let ids = found.map { $0.node.id ?? $0.node.name.string }
            return ids.isEmpty ? nil : "\(selector) \(ids.joined(separator: ","))"
        }
        .joined(separator: " ")
    }
}

import Foundation
import OneRepMax
import Records
import Scraping
import Testing

/// The schema that editors are given says what the language says.
@Suite struct LanguageSchemaTests {
    /// `scrape schema --language` writes the file anew.
    @Test func theSchemaInTheCatalogueIsTheLanguages() throws {
        let file = SharedCases.checkout.appending(path: "Rules/rules.schema.json")
        let schema = LanguageSchema.value(try Registry([.oneRepMax]))
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(text == JSONFormatter.text(of: schema))
    }
}

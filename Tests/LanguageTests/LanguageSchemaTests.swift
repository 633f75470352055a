import Foundation
import CompiledInPlugins
import Records
import RulesTestSupport
import Scraping
import TestSupport
import Testing

/// The schema for editors agrees with the language.
@Suite struct LanguageSchemaTests {
    private static let schema = Result { LanguageSchema(try Registry(CompiledInPlugins.all)).value }

    /// The violations of the schema in a rules file.
    private func problem(_ rules: String) throws -> String? {
        let (json, errors) = JSON.read(Array(rules.utf8), dialect: .relaxed)
        #expect(errors.isEmpty)
        return SchemaCheck(root: try LanguageSchemaTests.schema.get()).problem(with: try #require(json).value)
    }

    /// `scrape schema --language` writes the file again.
    @Test func theSchemaInTheCatalogueIsTheLanguages() throws {
        let file = SharedCases.checkout.appending(path: "Rules/rules.schema.json")
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(text == JSONFormatter.text(of: try LanguageSchemaTests.schema.get()))
    }

    // MARK: - Where the reference describes what

    /// The texts of all descriptions, by the name of their key.
    private static func descriptions(_ value: Value, _ name: String = "") -> [(name: String, texts: [String])]
    {
        switch value {
        case .object(let members):
            let texts = members.filter { ["description", "markdownDescription"].contains($0.name) }
            return [(name, texts.compactMap(\.value.string))]
                + members.flatMap { descriptions($0.value, $0.name) }
        case .list(let elements): return elements.flatMap { descriptions($0, name) }
        default: return []
        }
    }

    private static func anchors(_ text: String) -> [String] {
        text.matches(of: /\(((?:RulesLanguage|Crawling)#[^)]+)\)/).map { String($0.1) }
    }

    @Test func everyKeyWithAHeadingLeadsToIt() throws {
        var headings: Set<String> = []
        for article in ["RulesLanguage", "Crawling"] {
            let file = SharedCases.checkout.appending(path: "Sources/Scraping/Scraping.docc/\(article).md")
            for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            where line.hasPrefix("##") {
                let title = line.drop { $0 == "#" }.filter { !"`,".contains($0) }.trimmingCharacters(
                    in: .whitespaces
                )
                headings.insert(article + "#" + title.replacing(" ", with: "-"))
            }
        }
        let texts = LanguageSchemaTests.descriptions(try LanguageSchemaTests.schema.get()).flatMap(\.texts)
        let anchors = texts.flatMap(LanguageSchemaTests.anchors)
        #expect(anchors.count > 250)
        #expect(Set(anchors).subtracting(headings).sorted() == [])
        // Each heading about a key, a preparation or a transform is referred to.
        let keys = headings.filter {
            $0.hasSuffix("-of-a-field") || $0.hasSuffix("-of-a-record-type")
                || $0.hasSuffix("-as-a-preparation")
        }
        #expect(keys.count > 40)
        #expect(keys.subtracting(anchors).sorted() == [])
    }

    @Test func withAnAddressTheyAreLinks() throws {
        let registry = try Registry(CompiledInPlugins.all)
        let schema = LanguageSchema(registry, documentation: "https://docs.example/scrape").value
        let texts = LanguageSchemaTests.descriptions(schema).filter { $0.name == "required" }.flatMap(\.texts)
        let place = "https://docs.example/scrape/documentation/scraping/ruleslanguage/#required-of-a-field"
        #expect(texts.contains { $0.hasSuffix("([RulesLanguage#required-of-a-field](\(place)))") })
        #expect(schema == LanguageSchema(registry, documentation: "https://docs.example/scrape/").value)
    }

    @Test(arguments: RulesCatalogue(folders: [SharedCases.checkout.appending(path: "Rules").path]).all())
    func theCatalogueSatisfiesIt(_ path: String) throws {
        #expect(try problem(String(contentsOfFile: path, encoding: .utf8)) == nil)
    }

    @Test(arguments: DocumentationTests.examples)
    func theExamplesSatisfyIt(_ example: DocumentationTests.Example) throws {
        #expect(try problem(example.rules) == nil)
    }

    /// A preparation, and whether it is valid: the reader and the schema agree.
    @Test(arguments: [
        (#"{ "remove": "a" }"#, true), (#"{ "remove": ["a", "b"], "in": "p", "when": "q" }"#, true),
        (#"{ "remove": [] }"#, false), (#"{ "remove": { "select": "a" } }"#, false),
        (#"{ "remove": "a", "unwrap": "b" }"#, false), (#"{ "remve": "a" }"#, false),
        (#"{ "in": "a" }"#, false), (#"{ "remove": "a", "inn": "b" }"#, false),
        (#"{ "remove": "a", "in": 1 }"#, false), (#"{ "unwrap": 1 }"#, false), (#"{ "lines": "a" }"#, true),
        (#"{ "lines": { "in": "a", "lead": ["b", "i"] } }"#, true), (#"{ "lines": { "lead": "b" } }"#, false),
        (#"{ "refuse": { "select": "a", "because": "b", "show": "::attr(c)" } }"#, true),
        (#"{ "refuse": { "select": "a" } }"#, false), (#"{ "refuse": "a" }"#, false),
        (#"{ "sections": { "in": "a", "start": ["X"], "run-in": "[:]" } }"#, true),
        (#"{ "linked-data": "html" }"#, true), (#"{ "linked-data": { "in": "html" } }"#, false),
        (#"{ "set": { "select": "a", "attribute": "b", "from": "i", "in": { "closest": "p" } } }"#, true),
        (#"{ "rename": { "select": ["a", "b"], "to": "c" } }"#, true),
        (#"{ "rename": { "select": "a" } }"#, false), (#"{ "rename": { "select": "a", "to": "" } }"#, false),
        (#"{ "rename": { "select": "a", "to": "c", "in": "d" } }"#, false),
        (#"{ "sections": { "in": "a", "start": ["X", "Y"], "once": true, "before": "warn" } }"#, true),
        (#"{ "sections": { "in": "a", "start": ["X"], "unknown": "error" } }"#, true),
        (#"{ "sections": { "in": "a", "start": ["X"], "unknown": "drop" } }"#, false),
        (#"{ "sections": { "in": "a", "start": "h2" } }"#, true),
        (#"{ "sections": { "in": "a", "start": { "pattern": "^x" } } }"#, true),
        (#"{ "sections": { "in": "a", "levels": ["h2", "h3"] } }"#, true),
        (#"{ "sections": { "in": "a", "levels": ["h2"], "start": "h2" } }"#, false),
        (#"{ "sections": { "in": "a" } }"#, false), (#"{ "sections": { "start": "h2" } }"#, false),
        (#"{ "sections": { "in": "a", "start": { "patern": "^x" } } }"#, false),
        (#"{ "sections": { "in": "a", "start": "h2", "before": "drop" } }"#, false),
        (#"{ "sections": { "in": "a", "start": ["h2"], "once": "yes" } }"#, false),
        (#"{ "parse": { "in": "a", "as": "json", "after": "x =" } }"#, true),
        (#"{ "parse": { "in": "a", "as": { "csv": { "separator": ";" } }, "attribute": "b" } }"#, true),
        (#"{ "parse": { "in": "a" } }"#, false), (#"{ "parse": { "in": "a", "as": "jsn" } }"#, false),
        (#"{ "parse": { "in": "a", "as": { "csv": { "separator": ";;" } } } }"#, false),
        (#"{ "parse": { "in": "a", "as": { "csv": { "heder": ["x"] } } } }"#, false),
        (#"{ "parse": { "in": "a", "as": "json", "attribute": "" } }"#, false),
        (#"{ "set": { "select": "a", "attribute": "b", "from": "::text" } }"#, true),
        (#"{ "set": { "select": "a", "template": "{b}" }, "when": "c" }"#, true),
        (#"{ "set": { "select": "a", "from": "b", "template": "{b}" } }"#, false),
        (#"{ "set": { "select": "a" } }"#, false), (#"{ "set": { "from": "a" } }"#, false),
        (#"{ "set": { "select": "a", "from": "b", "attribute": "" } }"#, false),
    ])
    func preparations(_ preparation: String, _ isOne: Bool) throws {
        let rules = #"{ "prepare": [\#(preparation)], "records": { "R": { "fields": { "x": "a" } } } }"#
        #expect(errors(rules).isEmpty == isOne)
        #expect((try problem(rules) == nil) == isOne)
    }

    /// Contributions of plugins are included, with their arguments.
    @Test(arguments: [
        (#"{ "source": "reversed", "prepare": [{ "fold": ".a" }] }"#, true),
        (
            #"{ "source": { "reversed": { "by": "line" } }, "prepare": [{ "fold": { "in": ["a", "b"] } }] }"#,
            true
        ),
        (#"{ "prepare": [{ "fold": { "in": "a", "with": 2 }, "when": "b" }] }"#, true),
        (#"{ "prepare": [{ "fold": { "with": 2 } }] }"#, false),
        (#"{ "prepare": [{ "fold": { "in": "a", "with": "x" } }] }"#, false),
        (#"{ "source": { "reversed": { "by": "word" } } }"#, false), (#"{ "source": "folded" }"#, false),
    ])
    func pluginsAddToIt(_ rules: String, _ isRight: Bool) throws {
        let plugin = Plugin(
            name: "odd",
            about: "for this test",
            sources: [
                Source(
                    name: "reversed",
                    about: "a text from its end",
                    gives: .text,
                    arguments: .either([
                        .none, .object([Argument("by", "what is kept whole", .word(["line", "letter"]))]),
                    ])
                ) { _ throws(StepError) in { bytes, _ throws(StepError) in bytes.reversed() } }
            ],
            preparations: [
                Preparation(
                    name: "fold",
                    about: "leaves contents unchanged",
                    arguments: .either([.none, .integer])
                ) { _ throws(StepError) in { content, _ throws(StepError) in content } }
            ]
        )
        let body = rules.dropFirst().dropLast()
        let text = #"{ \#(body), "plugins": "odd", "records": { "R": { "fields": { "x": "a" } } } }"#
        let value = JSON.read(Array(text.utf8), dialect: .strict).json?.value ?? .null
        let registry = try Registry([plugin])
        #expect((SchemaCheck(root: LanguageSchema(registry).value).problem(with: value) == nil) == isRight)
        let loaded = try? Rules(SourceText(name: "rules.json", bytes: Array(text.utf8)), registry: registry)
        #expect((loaded != nil) == isRight)
    }
}

import RulesTestSupport
import Scraping
import Testing

@testable import Language

/// The header of a rules file, which is read without the rest, is the same as that of the loaded rules.
@Suite struct RulesHeaderTests {
    private static let files = [
        "base.json":
            #"{ "match": ["https://a.example/*"], "priority": 2, "plugins": "one-rep-max", "records": { "R": { "fields": { "a": "b" } } } }"#,
        "middle.json": #"{ "extends": "base.json", "priority": 3 }"#,
        "bare.json": #"{ "match": "https://bare.example/*" }"#,
        "self.json": #"{ "extends": "self.json" }"#,
        "round.json": #"{ "extends": "other.json" }"#, "other.json": #"{ "extends": "round.json" }"#,
        "broken.json": #"{ "match": "#,
    ]

    private func read(_ name: String) throws(Diagnostic) -> SourceText {
        if let text = RulesHeaderTests.files[name] { return SourceText(name: name, bytes: Array(text.utf8)) }
        // A chain of files: 1.json extends 2.json, and so on to the given number.
        guard name.hasPrefix("chain"), let number = Int(name.dropFirst(5).prefix { $0 != "." }) else {
            throw Diagnostic(.rules, "there is no rules file \(name)")
        }
        let text =
            number == 1
            ? #"{ "match": "https://chain.example/*", "records": {} }"#
            : #"{ "extends": "chain\#(number - 1).json" }"#
        return SourceText(name: name, bytes: Array(text.utf8))
    }

    private func header(_ text: String) -> RulesHeader? {
        RulesHeader(file: "main.json", bytes: Array(text.utf8)) { _, name throws(Diagnostic) in
            try read(name)
        }
    }

    private func shown(_ text: String) -> String {
        guard let header = header(text) else { return "unread" }
        return "\(header.match) \(header.priority) \(header.plugins) \(header.bases) \(header.hasRecords)"
    }

    @Test(arguments: [
        (#"{}"#, #"[] 0 [] [] false"#),
        (#"{ "match": "x" }"#, #"["x"] 0 [] [] false"#),
        (#"{ "match": ["x", "y"], "priority": 1 }"#, #"["x", "y"] 1 [] [] false"#),
        (#"{ "match": ["x", 1] }"#, "unread"), (#"{ "match": 1 }"#, "unread"),
        (#"{ "priority": "1" }"#, "unread"), (#"{ "priority": 1.5 }"#, "unread"),
        (#"{ "plugins": ["p"], "records": {} }"#, #"[] 0 ["p"] [] true"#),
        (#"{ "plugins": [null] }"#, "unread"),
        (#"{ "extends": "base.json" }"#, #"["https://a.example/*"] 2 ["one-rep-max"] ["base.json"] true"#),
        (
            #"{ "extends": "middle.json", "match": "y" }"#,
            #"["y"] 3 ["one-rep-max"] ["middle.json", "base.json"] true"#
        ),
        (#"{ "extends": "base.json", "match": null }"#, #"[] 2 ["one-rep-max"] ["base.json"] true"#),
        (
            #"{ "extends": "base.json", "records": null }"#,
            #"["https://a.example/*"] 2 ["one-rep-max"] ["base.json"] false"#
        ),
        (#"{ "match": null }"#, "unread"),
        (
            #"{ "extends": "bare.json", "priority": 7 }"#,
            #"["https://bare.example/*"] 7 [] ["bare.json"] false"#
        ),
        (#"{ "extends": "self.json" }"#, "unread"), (#"{ "extends": "round.json" }"#, "unread"),
        (#"{ "extends": "main.json" }"#, "unread"), (#"{ "extends": "nothing.json" }"#, "unread"),
        (#"{ "extends": "broken.json" }"#, "unread"), (#"{ "extends": 1 }"#, "unread"),
        (#"{ "match": "x", "#, "unread"), ("[]", "unread"),
    ])
    func headers(_ text: String, _ expected: String) {
        #expect(shown(text) == expected, "\(text)")
    }

    /// The same number of files as for the whole rules.
    @Test func longChains() {
        for count in [1, 2, RulesExtension.limit - 1, RulesExtension.limit, RulesExtension.limit + 1] {
            let text = #"{ "extends": "chain\#(count).json" }"#
            let main = SourceText(name: "main.json", bytes: Array(text.utf8))
            let rules = try? Rules(main, registry: Registry()) { _, name throws(Diagnostic) in try read(name)
            }
            let header = header(text)
            #expect((header == nil) == (count > RulesExtension.limit), "\(count)")
            if let rules { #expect(header?.fingerprint == rules.fingerprint && header?.match == rules.match) }
        }
    }

    @Test func ranks() {
        let found = header(#"{ "extends": "middle.json" }"#)
        #expect(found?.rank(for: "https://a.example/x")?.priority == 3)
        #expect(found?.rank(for: "https://a.example/x")?.length == 18)
        #expect(found?.rank(for: "https://b.example/x") == nil)
    }
}

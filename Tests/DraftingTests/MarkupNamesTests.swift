import Records
import Scraping
import Testing

@testable import Drafting

/// The names on a page, and which of them may have replaced others.
@Suite struct MarkupNamesTests {
    private func rules(_ fields: String, _ keys: String = "") throws -> Rules {
        let text = "{ \(keys) \"records\": { \"R\": { \"fields\": { \(fields) } } } }"
        return try Rules(SourceText(name: "rules.json", bytes: Array(text.utf8)), registry: Registry())
    }

    private func names(_ page: String, _ rules: Rules) -> MarkupNames {
        MarkupNames(Page(name: "page", bytes: Array(page.utf8), encoding: .utf8), rules)
    }

    private func many(_ count: Int) -> String { String(repeating: "x", count: count) }

    @Test func namesAreElementsAttributesAndTheirWords() throws {
        let page = """
            <p class="a b" id=c title="a"><i data-d=e>f</i><i></i></p><p class="\(many(60)) \(many(61))"></p>\
            <p class="\(many(28)) y\(many(30))"></p><p class="\(many(29)) z\(many(30))"></p><p title="\(many(200))"></p>\
            <p id="v w\(String(repeating: " w", count: 99))"></p><p id="u w\(String(repeating: " w", count: 98)) "></p>
            """
        let counts = names(page, try rules(#""x": "p""#)).counts
        let expected: [String: Int?] = [
            "p": 7, "i": 2, "class": 4, "id": 3, "title": 2, "data-d": 1, "a": 2, "b": 1, "a b": 1, "c": 1,
            "e": 1, "f": nil,
            many(60): 1, many(61): nil, "\(many(60)) \(many(61))": nil, "\(many(28)) y\(many(30))": 1,
            "\(many(29)) z\(many(30))": nil, "z\(many(30))": 1, many(200): nil, "html": 1, "v": nil, "u": 1,
        ]
        for (name, count) in expected { #expect(counts[name] == count, "\(name)") }
    }

    @Test func textsAreShort() throws {
        let page = """
            <b>Height:</b><b>Height</b><i> </i><u>\(many(60))</u><s>\(many(61))</s><p>a<b>b</b><i>c</i><u>d</u></p>\
            <div>e<b>f</b><i>g</i><u>h</u><s>j</s></div><em>\(many(400))</em>
            """
        let texts = names(page, try rules(#""x": "p""#)).texts
        for (text, isThere) in [(many(60), true), (many(61), false), ("b", true), ("f", true), ("", false)] {
            #expect((texts[text] != nil) == isThere, "\(text)")
        }
        #expect(texts.keys.contains { $0.hasPrefix("a") } && !texts.keys.contains { $0.hasPrefix("e") })
    }

    @Test func wordsAreThoseOfTheBytes() throws {
        let page = "a bb cc-c bb \(many(60)) \(many(61))<i>d\\ee</i>"
        let words = names(page, try rules(#""x": "p""#)).words
        for (word, count) in [
            ("a", 0), ("bb", 2), ("cc-c", 1), ("ee", 1), (many(60), 1), (many(61), 0), ("d", 0),
        ] {
            #expect(words[word, default: 0] == count, "\(word)")
        }
    }

    /// Names that only the new page has, the most likely first: those that occur as often as the old name, or have a
    /// word in common with it.
    @Test(arguments: [
        (
            "<p class=name>1<p class=name>2", "<p class=title>1<p class=title>2<i class=x>",
            [".name title", ".name i", ".name x"]
        ),
        ("<p class=name>1", "<p class=plant-name>1<i>", [".name plant-name", ".name i"]),
        ("<p class=name>1", "<p class=name>1<p class=title>2", []),
        ("<p class=x>1", "<p class=title>1", []),
    ])
    func candidates(_ old: String, _ new: String, _ expected: [String]) throws {
        let rules = try rules(#""x": ".name""#)
        let found = NameSubstitution.candidates(rules, old: names(old, rules), new: names(new, rules))
        #expect(found.map { ".\($0.old) \($0.new)" } == expected, "\(found)")
        #expect(found.allSatisfy { !$0.isLabel && $0.place == nil && !$0.isRestored })
    }

    /// Only one of several elements with a name is renamed: in each place of the rules.
    @Test func oneOfSeveralNames() throws {
        let rules = try rules(#""x": ".name""#)
        let old = names("<p class=name>1<p class=name>2", rules)
        let found = NameSubstitution.candidates(
            rules,
            old: old,
            new: names("<p class=name>1<p class=title>2", rules)
        )
        #expect(found.map(\.new) == Array(repeating: "title", count: 9))
        #expect(found.map(\.place) == [nil, 0, 1, 2, 3, 4, 5, 6, 7])
    }

    /// Attributes can get their old names again, and labels are texts.
    @Test func attributesAndLabels() throws {
        let rules = try rules(#""x": "[data-a]", "y": { "label": "Height" }"#)
        let old = names("<p data-a=1>x</p><b>Height</b>", rules)
        let new = names("<p data-b=1>x</p><b>Size</b>", rules)
        let found = NameSubstitution.candidates(rules, old: old, new: new)
        #expect(found.contains { $0.old == "data-a" && $0.new == "data-b" && $0.isRestored })
        #expect(found.contains { $0.old == "data-a" && $0.new == "data-b" && !$0.isRestored })
        #expect(found.filter(\.isLabel).map(\.new).contains { $0.lowercased() == "size" })
    }
}

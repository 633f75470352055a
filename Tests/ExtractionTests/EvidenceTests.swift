import Extraction
import Language
import Records
import RulesTestSupport
import Scraping
import Testing

/// Names that are missing on a page, while others are in their places.
@Suite struct EvidenceTests {
    private static let shop = """
        {
          "prepare": [{ "remove": ".advert" }],
          "records": {
            "Offer": {
              "each": ".offer",
              "fields": {
                "name": ".name",
                "price": { "select": [".price", "[data-price]::attr(data-price)"], "type": "decimal" },
                "isNew": { "case": { ".new": true, "*": false }, "type": "boolean" },
                "note": { "select": ".note" }
              }
            },
            "Club": { "each": "#club", "fields": { "phone": "[itemprop=telephone]" } }
          }
        }
        """

    private static func offer(_ number: Int, _ more: String = "") -> String {
        """
        <li class="offer"><h2 class="name">Oak \(number)</h2><i class="price">\(number).50</i>\(more)\
        <p class="text">A tree.</p></li>
        """
    }

    /// The first page has everything, the others lack optional content.
    private static let pages = [
        page(
            offer(1, "<b class=new>New</b>") + offer(2, "<em class=note>Only a few</em>"),
            "<div id=club><span itemprop=telephone>555</span></div><div class=advert>Buy!</div>"
        ),
        page(offer(3) + offer(4), "<p class=foot>Imprint</p>"),
        page(offer(5, "<u class=sale>Sale</u>"), ""),
    ]

    private static func page(_ offers: String, _ rest: String) -> String {
        "<!DOCTYPE html><body><ul class=\"offers\">\(offers)</ul>\(rest)</body>"
    }

    /// The rules with the names learned from the pages, after writing and loading the file.
    private static func learned(_ rules: String, _ pages: [String]) throws -> Rules {
        let saved = pages.map { Page(name: "page", bytes: Array($0.utf8), encoding: .utf8) }
        var group = NameLearning.Group(try load(rules))
        (group.pages, group.normal) = (saved, saved)
        let names = NameLearning.names([group])
        let text = KnownName.write(names, into: Array(rules.utf8))
        return try load(String(decoding: text, as: UTF8.self))
    }

    private static let rules = Result { try learned(shop, pages) }

    private func messages(_ page: String, _ rules: Rules) -> [String] {
        rules.scrape(Page(name: "page", bytes: Array(page.utf8), encoding: .utf8)).messages
    }

    @Test(arguments: pages) func pagesThatWereLearnedFromAreSilent(page: String) throws {
        #expect(messages(page, try EvidenceTests.rules.get()) == [])
    }

    @Test(
        arguments: [
            // A complete page without optional content, with additional elements, in another order.
            page(offer(7) + offer(8), ""), page(offer(7) + offer(8) + offer(9), "<p class=foot>Imprint</p>"),
            page("", "<p>No offers.</p>"),
            page(offer(7), "<div id=club><span itemprop=telephone>556</span></div>"),
        ]
    )
    func pagesThatLackWhatIsOptionalAreSilent(page: String) throws {
        #expect(messages(page, try EvidenceTests.rules.get()).filter { $0.contains("nowhere") } == [])
    }

    @Test(
        arguments: [
            // The class of a field: the new name may look like anything.
            ("class=\"price\"", "class=\"price-v2\"", ".price, which Offer.price uses", ".price-v2"),
            ("class=\"price\"", "class=\"css-1q2w3e\"", ".price, which Offer.price uses", ".css-1q2w3e"),
            ("class=\"price\"", "class=\"lantern\"", ".price, which Offer.price uses", ".lantern"),
            // A class that decides a boolean, one that only some records have, one that a preparation removes.
            ("class=new", "class=x9", ".new, which Offer.isNew uses", ".x9"),
            ("class=note", "class=x9", ".note, which Offer.note uses", ".x9"),
            ("class=advert", "class=x9", ".advert, which the rules use", ".x9"),
            (
                "itemprop=telephone", "itemprop=x9", "[itemprop=telephone], which Club.phone uses",
                "[itemprop=x9]"
            ),
        ]
    )
    func renamedNamesAreReported(old: String, new: String, asked: String, found: String) throws {
        let page = EvidenceTests.pages[0].split(separator: old, omittingEmptySubsequences: false)
            .joined(separator: new)
        let messages = messages(page, try EvidenceTests.rules.get())
        let text = "\(asked), is nowhere on the page, and \(found) is in its place"
        #expect(messages.contains { $0.contains(text) }, "\(messages)")
    }

    @Test func anErrorAboutTheSameFieldHasItAsANote() throws {
        let rules = EvidenceTests.shop.split(separator: "\"name\": \".name\"").joined(
            separator: #""name": { "select": ".name", "required": true }"#
        )
        let page = EvidenceTests.pages[1].split(separator: "class=\"name\"").joined(separator: "class=x9")
        let outcome = try EvidenceTests.learned(rules, EvidenceTests.pages).scrape(
            Page(name: "page", bytes: Array(page.utf8), encoding: .utf8)
        )
        #expect(outcome.diagnostics.allSatisfy { $0.severity == .error && $0.field == "name" })
        let notes = outcome.diagnostics.flatMap(\.notes).map(\.message)
        #expect(
            notes.filter { $0 == ".x9 is in the place of .name, which is nowhere on the page" }.count == 1
        )
    }

    @Test func aTypeThatLosesItsRecordsIsAnError() throws {
        let page = EvidenceTests.pages[0].split(separator: "id=club").joined(separator: "id=x9")
        let outcome = try EvidenceTests.rules.get().scrape(
            Page(name: "page", bytes: Array(page.utf8), encoding: .utf8)
        )
        let diagnostic = try #require(outcome.diagnostics.first)
        #expect(diagnostic.severity == .error && diagnostic.record == "Club" && diagnostic.field == nil)
        #expect(diagnostic.message.hasPrefix("no record of Club: #club, which Club uses, is nowhere"))
    }

    @Test(
        arguments: [
            ("\"title\"", "\"zork\"", "item > title", "item > zork"),
            ("\"by\"", "\"zork\"", "item > by", "item > zork"),
            ("\"list\"", "\"zork\"", "json > list", "json > zork"),
        ]
    )
    func keysOfData(old: String, new: String, asked: String, found: String) throws {
        let rules = """
            { "source": "json", "records": { "T": { "each": "list > item", "fields": {
              "title": "> title", "by": "> by" } } } }
            """
        let page =
            #"{ "n": 2, "list": [{ "id": 1, "title": "A b", "by": "Kim" }, { "id": 2, "title": "C d", "by": "Lee" }] }"#
        let learned = try EvidenceTests.learned(rules, [page])
        #expect(messages(page, learned) == [])
        let changed = page.split(separator: old).joined(separator: new)
        let outcome = learned.scrape(Page(name: "page", bytes: Array(changed.utf8), encoding: .utf8))
        let all = outcome.diagnostics.flatMap { [$0.message] + $0.notes.map(\.message) }
        #expect(all.contains { $0.contains(asked) && $0.contains(found) }, "\(all)")
    }

    /// Texts that the separators are in, and the mark for no text, are left out.
    @Test(arguments: [
        (["a"], "like a"), (["a|b", "c"], "like c"), (["a;b", "c"], "like c"), (["-", "c"], "like c"),
        (["a|b;c"], ""), (["--", ""], "like -|--"), ([], ""),
    ])
    func factsThatCannotBeWritten(_ texts: [String], _ text: String) {
        var name = KnownName("price")
        name.facts[.shape] = Set(texts)
        #expect(name.text == text)
    }

    @Test func whatIsKnownIsReadAsItIsWritten() throws {
        let rules = try EvidenceTests.rules.get()
        #expect(!rules.names.isEmpty)
        for name in rules.names {
            var read = KnownName(name.name)
            #expect(read.read(name.text) == nil)
            #expect(read.facts == name.facts)
        }
        // Writing the file again does not change it.
        #expect(KnownName.write(rules.names, into: rules.file.bytes) == rules.file.bytes)
    }

    @Test(
        arguments: [
            (#""names": []"#, "expected an object of names for \"names\", found a list"),
            (#""names": { ".a": 1 }"#, "expected a string for the name \".a\", found a number"),
            (#""names": { ".a": "is b; near c" }"#, "for the name \".a\", found \"near c\""),
            (#""names": { ".a": "is" }"#, "for the name \".a\", found \"is\""),
        ]
    )
    func mistakesAreReported(names: String, message: String) {
        let text = errors("{ \(names), \"records\": { \"T\": { \"fields\": { \"a\": \".a\" } } } }")
        #expect(text.contains(message), "\(text)")
    }

    // MARK: - Kinds of pages

    private static let kinds = """
        {
          "match": "https://s.example/*",
          "requests": {
            "list": {
              "get": "https://s.example/list", "records": ["Entry"], "follow": { "tree": "a::attr(href)" }
            },
            "tree": {
              "match": "https://s.example/trees/*",
              "records": { "Tree": { "each": ".tree", "fields": { "height": ".height", "note": ".note" } } }
            }
          },
          "records": { "Entry": { "each": ".entry", "fields": { "name": "b", "note": ".note" } } }
        }
        """

    private static let list = saved(
        "list",
        "<div class=entry><b>Oak</b><a href=/trees/1>more</a><i class=note>Old</i><u>1</u></div>"
    )
    private static let tree = saved(
        "trees/1",
        "<div class=tree><i class=height>40</i><p class=note>Wide</p><u>1</u></div>"
    )

    private static func saved(_ path: String, _ body: String) -> Page {
        let page = "<!DOCTYPE html><body>\(body)</body>"
        return Page(
            name: path,
            bytes: Array(page.utf8),
            url: "https://s.example/\(path)",
            encoding: .utf8
        )
    }

    /// The rules with what both kinds of pages show.
    private static let learnedKinds = Result {
        let rules = try load(kinds)
        let groups = [list, tree].map { page in
            var group = NameLearning.Group(rules.ofKind(at: page.url))
            (group.pages, group.normal) = ([page], [page])
            return group
        }
        let text = KnownName.write(NameLearning.names(groups), into: Array(kinds.utf8))
        return try load(String(decoding: text, as: UTF8.self))
    }

    @Test(
        arguments: [
            (
                list, "class=note",
                ".note, which Entry.note uses, is nowhere on the page, and .x9 is in its place"
            ),
            (
                tree, "class=note",
                ".note, which Tree.note uses, is nowhere on the page, and .x9 is in its place"
            ),
            (
                tree, "class=height",
                ".height, which Tree.height uses, is nowhere on the page, and .x9 is in its place"
            ),
        ]
    )
    func eachKindKnowsItsNames(page: Page, old: String, message: String) throws {
        let rules = try EvidenceTests.learnedKinds.get()
        // A name that only another kind uses is not missing.
        #expect(rules.scrape(page).messages == [])
        var changed = page
        changed.bytes = Array(
            String(decoding: page.bytes, as: UTF8.self).replacing(old, with: "class=x9").utf8
        )
        #expect(
            rules.scrape(changed).messages.map { $0.split(separator: "warning: ").last.map(String.init) } == [
                message
            ]
        )
    }
}

import DOM
import Testing

@testable import Sources

/// What the features of blocks are made from: hidden elements, keys of headings, tables by hashes.
@Suite struct MainContentPartTests {
    private func words(_ attributes: String) throws -> ClassWords {
        let document = try Document.html("<!DOCTYPE html><body><p \(attributes)>A text".utf8)
        let blocks = TextBlocks(try #require(document.rootElement), document)
        return try #require(blocks.elements.last { $0.tag == .p }).words
    }

    @Test(
        arguments: [
            ("style='display:none'", true), ("style='display: none'", true),
            ("style=' d isplay  :none '", true),
            ("style='color:red;display:none;top:0'", true), ("style='disdisplay:none'", true),
            ("style='display:display:none'", true), ("style='display:non'", false),
            ("style='display:'", false),
            ("style=''", false), ("style", false), ("style='display:block'", false),
            ("style='DISPLAY:none'", false), ("style='display:\tnone'", false),
            ("style='\(String(repeating: "x", count: 987))display:none'", true),
            ("style='\(String(repeating: "x", count: 988))display:none'", false),
            ("hidden", true), ("aria-hidden=true", true), ("aria-hidden=false", false),
            ("aria-hidden", false),
            ("aria-hidden=truer", false),
        ]
    )
    func hiddenElements(_ attributes: String, _ isHidden: Bool) throws {
        #expect(try words(attributes).contains(ClassWords(.invisible)) == isHidden)
    }

    @Test(
        arguments: [
            ("itemprop=articleBody", true), ("itemprop=ARTICLEBODY", true),
            ("itemprop='articleBody '", false),
            ("itemprop=articleBod", false), ("itemprop=articleBodyx", false), ("itemprop", false),
        ]
    )
    func bodiesOfArticles(_ attributes: String, _ isBody: Bool) throws {
        #expect(try words(attributes).contains(ClassWords(.articleBody)) == isBody)
    }

    private func key(_ text: String) -> TextKey { TextKey(Array(text.utf8)) }

    @Test func keysAreTheLettersOfTheFirstSixHundredBytes() {
        #expect(key("The “Last” Ferry, 2020!") == key("the“last”ferry2020"))
        #expect(key("a b") != key("a c"))
        #expect(key(String(repeating: "x", count: 600) + "y") == key(String(repeating: "x", count: 600)))
        #expect(key(String(repeating: "x", count: 599) + "y") != key(String(repeating: "x", count: 600)))
        #expect(Set([key("A-b"), key("ab"), key("b")]).count == 2)
    }

    @Test func headingsContainTheirParts() {
        let title = "The last ferry left the harbour at noon"
        let headings = HeadingKeys([key(title), key(""), key(title)])
        #expect(headings.contains(key("THE LAST FERRY left the harbour at noon!")))
        #expect(!headings.contains(key("")))
        #expect(headings.containPart(key("ferry left the")) == false)
        #expect(headings.containPart(key("ferry left the h")))
        #expect(headings.containPart(key("the last ferry left")))
        #expect(headings.containPart(key("the harbour at noon")))
        #expect(!headings.containPart(key("the harbour at moon")))
        // The whole text is not a part of itself.
        #expect(!headings.containPart(key(title)))
        let long = HeadingKeys([key(String(repeating: "x", count: 400))])
        #expect(long.containPart(key(String(repeating: "x", count: 299))))
        #expect(!long.containPart(key(String(repeating: "x", count: 300))))
    }

    /// On a page with thousands of headings, each text would otherwise be searched in all of them.
    @Test func partsAreSearchedInTheFirstSixteenHeadings() {
        var headings = HeadingKeys([key("The title of the page itself")])
        func heading(_ number: Int) -> String { "This is the heading number \(number) of the page" }
        for number in 1...20 {
            headings.insert(key(heading(number)))
            headings.insert(key(heading(number)))
        }
        #expect(headings.containPart(key("is the heading number 15 of the")))
        #expect(!headings.containPart(key("is the heading number 16 of the")))
        #expect((1...20).allSatisfy { headings.contains(key(heading($0))) })
    }

    @Test(arguments: [0, 1, 7, 8, 9, 16, 17, 1000])
    func tablesFindWhatIsInThem(_ count: Int) {
        // Keys that differ in their high bits only, as hashes and addresses may, and 0.
        let keys = (0..<count).map { UInt64($0) << 40 }
        let table = HashedTable(Dictionary(uniqueKeysWithValues: keys.map { ($0, $0 >> 40 + 1) }))
        #expect(keys.allSatisfy { table[$0] == $0 >> 40 + 1 })
        for key in [UInt64(count) << 40, 1, .max] { #expect(table[key] == nil) }
    }

    /// A weight with another name would have no effect.
    @Test func everyWeightBelongsToAFeature() {
        let names = Set(FeatureGroup.featureNames)
        #expect(names.count == FeatureGroup.featureCount)
        for line in FittedWeights.text.split(separator: "\n") {
            let name = String(line.prefix { $0 != " " })
            #expect(names.contains(name) || name == "base", "\(line)")
        }
    }
}

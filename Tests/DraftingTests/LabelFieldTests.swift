import DOM
import Testing

@testable import Drafting

/// The fields that are drafted from the labels of pages.
@Suite struct LabelFieldTests {
    private static func list(_ pairs: [(String, String)]) -> String {
        "<dl>" + pairs.map { "<dt>\($0.0)</dt><dd>\($0.1)</dd>" }.joined() + "</dl>"
    }

    private static func labels(_ pages: [String]) throws -> [String] {
        let outlines = try pages.map { page in
            Outline(try Document.html("<body>\(page)".utf8))
        }
        return LabelFields(outlines).fields().compactMap(\.label)
    }

    /// Labels and values of one page, at the limits of their lengths.
    @Test func lengthsOfLabelsAndValues() throws {
        let label = String(repeating: "a", count: 40)
        let value = String(repeating: "b", count: 160)
        let cases: [(String, String, Bool)] = [
            ("Soil", "loam", true), ("pH", "7", true), ("p", "7", false), (label, "7", true),
            (label + "a", "7", false), ("Soil", value, true), ("Soil", value + "b", false),
            ("Soil", "", false),
            ("12", "7", false),
        ]
        for (label, value, isUsed) in cases {
            let page = Self.list([("Light", "sun"), (label, value)])
            #expect(try Self.labels([page]) == ["Light"] + (isUsed ? [label] : []), "\(label) \(value)")
        }
    }

    /// A label that a page has twice says nothing, however it is written.
    @Test func labelsThatAPageHasTwice() throws {
        let page = Self.list([("Soil", "loam"), ("Light", "sun"), ("soil", "peat")])
        #expect(try Self.labels([page]) == ["Light"])
    }

    /// Of several pages, a label is on more than half, with different values.
    @Test func labelsOfSeveralPages() throws {
        func page(_ number: Int, _ isMore: Bool) -> String {
            Self.list(
                [("Soil", "loam \(number)"), ("Site", "Trees")] + (isMore ? [("Light", "sun \(number)")] : [])
            )
        }
        for (count, isUsed) in [(1, false), (2, false), (3, true), (4, true)] {
            let pages = (0..<4).map { page($0, $0 < count) }
            #expect(try Self.labels(pages) == ["Soil"] + (isUsed ? ["Light"] : []), "\(count)")
        }
    }

    /// As many fields as are drafted, and one more.
    @Test(arguments: [16, 17]) func numberOfFields(_ count: Int) throws {
        let letters = Array("abcdefghijklmnopqrstuvwxyz").map(String.init)
        let page = Self.list((0..<count).map { ("Label \(letters[$0])", "\($0)") })
        #expect(try Self.labels([page]).count == min(count, 16))
    }

    /// The names of record types: of at most three words, each longer than two letters.
    @Test(arguments: [
        ("plant-card", "Plant"), ("oak", "Oak"), ("ab", "Item"), ("big-old-oak", "BigOldOak"),
        ("big-old-red-oak", "Item"), ("plants", "Plant"),
    ])
    func namesOfRecords(_ name: String, _ record: String) throws {
        let text = "<body><div class='\(name)'>x</div><div class='\(name)'>y</div>"
        let outline = Outline(try Document.html(text.utf8))
        let members = outline.entries.indices.filter { outline.entries[$0].classes.contains(name) }
        let mark = SiteNames.Mark(selector: ".\(name)", rank: 3, word: name, origin: "")
        #expect(BlockNaming.name(of: Block(marks: [mark], members: [members]), [outline]) == record)
    }
}

import DOM
import Testing

@testable import Drafting

/// How much a group of elements looks like records.
@Suite struct BlockScoreTests {
    private func score(_ member: String, _ count: Int = 3) throws -> Double {
        let page = String(repeating: "<div>\(member)</div>", count: count)
        let outline = Outline(try Document.html("<body>\(page)<p>\(String(repeating: "x", count: 100))".utf8))
        var sums = BlockSums()
        for index in outline.entries.indices where outline.entries[index].tag == "div" {
            sums.add(index, of: outline)
        }
        return sums.score(ofPage: 200)
    }

    /// Texts or images are content. An empty group has no score, and neither has a single element.
    @Test func groupsWithContent() throws {
        #expect(try score("<img src=a.jpg>") > 0)
        #expect(try score("oak") > 0)
        #expect(try score("<i></i>") == 0)
        #expect(try score("<img src=a.jpg>oak", 1) == 0)
        #expect(try score("<img src=a.jpg>oak", 2) > 0)
    }

    /// Each of these makes a score higher.
    @Test(arguments: [
        ("<b>oak</b>", "<b>oak</b><i>elm</i>"), ("<b>oak</b>", "<b>oak, elm and ash</b>"),
        ("<b>oak</b>", "<a href=x>oak</a>"), ("<b>oak</b><i></i>", "<b>oak</b><img src=a.jpg>"),
    ])
    func richerGroups(_ member: String, _ richer: String) throws {
        #expect(try score(richer) > score(member))
        #expect(try score(member, 4) > score(member))
    }
}

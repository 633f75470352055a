import DOM
import Testing

@testable import Selectors

@Suite struct SelectorSetTests {
    @Test func eachMemberGetsItsOwn() throws {
        let document = try Document.html(
            "<!DOCTYPE html><div id=a class=x><p id=b></p></div><p id=c class=x title=t></p>".utf8
        )
        let texts = [
            "p", ".x", "#b, #a", "div > p::attr(id)", "[title]", "*:not(p):not(div)", "nothing", "p, .x",
            "::text", "> html", "p:last",
        ]
        let lists = try texts.map { try SelectorList($0) }
        let matcher = Matcher(document)
        let together = matcher.select(SelectorSet(lists), from: document.node, includingScope: false)
        for (list, matches) in zip(lists, together) {
            #expect(
                matches == Matcher(document).select(list, from: document.node, includingScope: false),
                "\(list)"
            )
        }
    }

    /// For the lists at even places only the first match is requested, alone and among others.
    @Test(arguments: 0..<20)
    func firstMatchesAreThoseOfTheMembers(_ seed: Int) throws {
        var pages = GeneratedPages(random: Randomness(seed: UInt64(seed) + 700))
        var selectors = GeneratedSelectors(random: Randomness(seed: UInt64(seed) + 800))
        let document = try Document.html(pages.page(size: 60).utf8)
        let lists = try (0..<12).map { _ in try SelectorList(selectors.list()) }
        let scope =
            selectors.random.chance(50) ? document.node : selectors.random.pick(Elements(document).all)
        for first in [Set(lists.indices), Set(lists.indices.filter { $0 % 2 == 0 })] {
            let set = SelectorSet(lists, isForFirst: lists.indices.map(first.contains))
            let together = Matcher(document).select(set, from: scope, includingScope: true)
            for (index, list) in lists.enumerated() {
                let all = Matcher(document).select(list, from: scope, includingScope: true)
                #expect(together[index] == (first.contains(index) ? Array(all.prefix(1)) : all), "\(list)")
            }
        }
    }

    /// Classes are searched for by their prefixes first, in values of all lengths.
    @Test(arguments: ["ab", "abc", "a", "xy", "abcdefghijklmnopqrst"], [false, true])
    func classesAreFoundWhereverTheyAre(_ name: String, _ isQuirky: Bool) throws {
        let others = ["", "b", "aab", "abab", "xab", "ab-c", "zzzzzzzzzzzzzzz", "ABC-"]
        var values: [String] = []
        for before in others {
            for behind in others {
                values += [
                    "\(before) \(name) \(behind)", "\(before)\(behind)", "\(before) \(name.uppercased())",
                ]
            }
        }
        let page = (isQuirky ? "" : "<!DOCTYPE html>") + values.map { "<p class='\($0)'></p>" }.joined()
        let document = try Document.html(page.utf8)
        let matches = Matcher(document).select(
            try SelectorList(".\(name)"),
            from: document.node,
            includingScope: false
        )
        let wanted = isQuirky ? name.lowercased() : name
        let expected = values.count { value in
            (isQuirky ? value.lowercased() : value).split(separator: " ").contains { $0 == wanted }
        }
        #expect(matches.count == expected)
    }

    @Test func anEmptySetMatchesNothing() throws {
        let document = try Document.html("<p>".utf8)
        #expect(Matcher(document).select(SelectorSet([]), from: document.node, includingScope: true).isEmpty)
    }

    @Test(arguments: 0..<20)
    func generatedSetsMatchAsTheirMembersDo(_ seed: Int) throws {
        var pages = GeneratedPages(random: Randomness(seed: UInt64(seed) + 500))
        var selectors = GeneratedSelectors(random: Randomness(seed: UInt64(seed) + 600))
        let document = try Document.html(pages.page(size: 60).utf8)
        let lists = try (0..<20).map { _ in try SelectorList(selectors.list()) }
        let scope =
            selectors.random.chance(50) ? document.node : selectors.random.pick(Elements(document).all)
        let together = Matcher(document).select(SelectorSet(lists), from: scope, includingScope: true)
        for (list, matches) in zip(lists, together) {
            #expect(matches == Matcher(document).select(list, from: scope, includingScope: true), "\(list)")
        }
    }
}

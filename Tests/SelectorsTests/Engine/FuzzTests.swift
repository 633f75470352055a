import TestSupport
import Testing

@testable import DOM
@testable import Selectors

/// The engine against the reference matcher, on random pages and selectors.
@Suite struct FuzzTests {
    /// A page, and the engine in all its modes: with the parser's index, with the tree and with the element order,
    /// within the budget and with memo tables from the first step.
    private struct Subject {
        let text: String
        let document: Document
        let elements: Elements
        let matcher: Matcher
        let memoMatcher: Matcher

        init(_ text: String, isXML: Bool = false) throws {
            self.text = text
            document = try isXML ? Document.xml(text.utf8).document : Document.html(text.utf8)
            elements = Elements(document)
            matcher = Matcher(document)
            memoMatcher = Matcher(document, SearchBudget(steps: 0, climb: 1))
            // Matchers that are created from now on do not use the parser's index.
            document.revision += 1
        }

        /// Compares the matches of the engine and of the reference matcher.
        ///
        /// - Returns: the number of matches; `nil` when they differ, which is recorded.
        func compare(_ list: SelectorList, from scope: NodeRef, includingScope: Bool) -> Int? {
            let expected = ReferenceMatcher(document: document, scope: scope, all: elements.all)
                .select(list.selectors, includingScope: includingScope)
            for matcher in [matcher, memoMatcher, Matcher(document)] {
                let found = matcher.select(list, from: scope, includingScope: includingScope)
                if found != expected {
                    Issue.record(
                        """
                        \(list)
                        scope \(elements.indexes[scope].map(String.init) ?? "document"), \(includingScope)
                        \(text)
                        found \(found.compactMap { elements.indexes[$0.node] })
                        not \(expected.compactMap { elements.indexes[$0.node] })
                        """
                    )
                    return nil
                }
            }
            return expected.count
        }
    }

    @Test(arguments: 0..<Sample.count(2, of: 8))
    func generatedSelectors(_ seed: Int) throws {
        var pages = GeneratedPages(random: Randomness(seed: UInt64(seed)))
        var selectors = GeneratedSelectors(random: Randomness(seed: UInt64(seed) + 1000))
        var compared = 0
        var matched = 0
        for round in 0..<45 {
            let isLarge = round % 20 == 19
            let subject = try Subject(pages.page(size: isLarge ? 60 : 2 + round % 12))
            for _ in 0..<(isLarge ? 10 : 50) {
                let list = try SelectorList(selectors.list())
                let isWhole = selectors.random.chance(60)
                let scope = isWhole ? subject.document.node : selectors.random.pick(subject.elements.all)
                let includesScope = selectors.random.chance(50)
                guard let count = subject.compare(list, from: scope, includingScope: includesScope) else {
                    return
                }
                compared += 1
                if count > 0 { matched += 1 }
                expectLaw(list)
            }
        }
        // Most random selectors match nothing, which would be a weak test.
        #expect(compared > 2000 && matched > 400)
    }

    /// Deep and wide pages, where searches among ancestors and siblings are long.
    @Test(arguments: 0..<Sample.count(1, of: 6))
    func longSearches(_ seed: Int) throws {
        var random = Randomness(seed: UInt64(seed) + 2000)
        for _ in 0..<12 {
            let isDeep = random.chance(50)
            var page = "<!DOCTYPE html><body>"
            for _ in 0..<70 {
                page += "<\(random.pick(["div", "b", "i"])) class=\(random.pick(["a", "b", "c", "d"]))>"
                if !isDeep { page += "</div></b></i>" }
                if isDeep, random.chance(10) { page += "<u class=e></u>" }
            }
            let subject = try Subject(page)
            for _ in 0..<25 {
                var text = random.pick([".a", ".z", "div", ":not(.b)"])
                for _ in 0..<(1 + random.below(3)) {
                    text += random.pick([" ", " ", " ~ ", " ~ ", " > ", " + "])
                    text += random.pick([
                        ".a", ".b", ".c", "div", "b.b", "*", ":is(.z *, .a, .b ~ .c)", "i:not(.d)",
                    ])
                }
                if random.chance(30) { text = ":is(\(text)) \(random.pick(["", "~", ">"])) .e, \(text) .e" }
                let scope = subject.document.node
                guard subject.compare(try SelectorList(text), from: scope, includingScope: false) != nil
                else {
                    return
                }
            }
        }
    }

    @Test(arguments: 0..<2)
    func pagesOfXML(_ seed: Int) throws {
        var random = Randomness(seed: UInt64(seed) + 3000)
        var selectors = GeneratedSelectors(random: Randomness(seed: UInt64(seed) + 4000))
        for _ in 0..<30 {
            var page = "<body xmlns:n='urn:n' class='a'>"
            for _ in 0..<(2 + random.below(10)) {
                let name = random.pick(["div", "DIV", "n:b", "i", "span"])
                page += "<\(name) class='\(random.pick(["a", "A b", "c"]))' n:id='q' Data-X='a'>"
                page += random.chance(50) ? "x</\(name)>" : "<b id='p' type='A'/></\(name)>"
            }
            let subject = try Subject(page + "</body>", isXML: true)
            for _ in 0..<40 {
                let list = try SelectorList(selectors.list())
                let scope = subject.document.node
                guard subject.compare(list, from: scope, includingScope: true) != nil else { return }
            }
        }
    }

    /// Valid selectors with a few bytes changed: each is rejected, or has a description that is parsed to the same
    /// selector.
    @Test(arguments: 0..<Sample.count(1, of: 4))
    func mutatedSelectors(_ seed: Int) throws {
        var random = Randomness(seed: UInt64(seed) + 5000)
        var selectors = GeneratedSelectors(random: Randomness(seed: UInt64(seed) + 6000))
        let subject = try Subject(
            "<!DOCTYPE html><div id=p class=a><b class='a b'>x</b><i data-x=a></i></div>"
        )
        let bytes = Array("()[]:.,#*>+~|=^$!\"'\\ \n\0-_&{}/<@%0aenéi\u{1F511}".utf8)
        var accepted = 0
        for _ in 0..<2500 {
            var text = Array(selectors.list().utf8)
            for _ in 0..<(1 + random.below(3)) {
                let offset = random.below(text.count + 1)
                switch random.below(3) {
                case 0: text.insert(random.pick(bytes), at: offset)
                case 1 where offset < text.count: text.remove(at: offset)
                default:
                    text.replaceSubrange(offset..<min(offset + 1, text.count), with: [random.pick(bytes)])
                }
            }
            do {
                let list = try SelectorList(String(decoding: text, as: UTF8.self))
                accepted += 1
                expectLaw(list)
                let scope = subject.document.node
                guard subject.compare(list, from: scope, includingScope: false) != nil else { return }
            } catch {
                #expect(error.offset >= 0 && error.length >= 0 && error.line > 0 && error.column > 0)
                #expect(!error.description.isEmpty)
            }
        }
        #expect(accepted > 300)
    }
}

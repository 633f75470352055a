import DOM
import Testing

@testable import Selectors

/// For twice the page, the number of steps doubles, whatever the selector and the page's structure are. Steps are
/// counted in debug builds, so that the test does not depend on time.
@Suite struct GrowthTests {
    enum Shape: CaseIterable {
        /// Each element within the previous one.
        case nested
        /// Each within the previous one, followed by a small one, so that the deepest come first.
        case nestedWithTails
        /// All within one element.
        case siblings
        /// Rows with a few elements.
        case rows

        func page(_ count: Int) -> String {
            var text = "<!DOCTYPE html><html lang=en><body>"
            var tail = ""
            for index in 0..<count {
                let name = index % 3 == 0 ? "div" : index % 3 == 1 ? "b" : "section"
                text += "<\(name) class=\"\(index % 4 == 0 ? "x" : "y")\" data-n=\"\(index % 7)\">"
                if index % 10 == 0 { text += "text" }
                switch self {
                case .nested: break
                case .nestedWithTails: tail = "</\(name)><i class=\"y z\"></i>" + tail
                case .siblings: text += "</\(name)>"
                case .rows: text += index % 5 == 0 ? "</\(name)>" : "<i class=y></i></\(name)>"
                }
            }
            return text + tail
        }
    }

    static let selectors = [
        "*", ".y", "div", "div div div div .y", ".none div div .y", ".none > div .y", "div > .none .y",
        ".x ~ .y", ".none ~ .y", ".none ~ .x ~ .y",
        ".none + .x ~ .y", ".x .none ~ .y", ".none ~ .x .y", ":is(.none div) .y",
        ":is(:is(:is(.none div) div) div) .y", ":not(.none div) :not(.none ~ *)",
        "div:has(.none)", "div:has(.y .none)", "div:has(> .none)", "div:has(~ .x)", "div:has(~ .none)",
        "div:has(.none ~ .x)", "div:has(+ .y ~ .none)",
        "div:has(.none) .y", ".y:not(:has(.x) .none)", "div:has(> .y) ~ .none ~ .y", ":has(:has(.none))",
        ":nth-child(2n) .y", ":nth-last-child(3n) ~ .y",
        ":nth-last-of-type(2n)", ":nth-of-type(2n+1) .y", ":nth-last-child(2n of .x)",
        ":nth-child(2n of .none .y)", "div:nth-child(odd) ~ .y", ":only-of-type .y",
        ":first-of-type ~ .y", "[data-n='3'] .y", "[data-n*='3'] ~ .y", ".y:contains('text')",
        "div:icontains('none') .y", "div:containsOwn('text') .y",
        ":lang(en)", ":lang('*-GB') .y", ":dir(ltr)", "div:dir(rtl) .y", ":read-write", ":enabled .y",
        "div:first ~ .y", "div:last .y", ":empty", ":blank .y",
        "div:has(> ::text:contains(none)) .y", ":scope .y", "> .y", "> * > * .y", "~ .y", ":default",
        ":valid", ":indeterminate", ":checked",
    ]

    @Test(arguments: Shape.allCases)
    func steps(_ shape: Shape) throws {
        let sizes = [1000, 2000]
        let documents = try sizes.map { try Document.html(shape.page($0).utf8) }
        for text in GrowthTests.selectors {
            let list = try SelectorList(text)
            let steps = documents.map { document in
                let matcher = Matcher(document)
                _ = matcher.select(list, from: document.node, includingScope: false)
                return matcher.steps
            }
            // A constant number of steps is tolerated.
            #expect(steps[1] <= steps[0] * 11 / 5 + 20_000, "\(text): \(steps) steps, \(shape)")
            #expect(steps[1] <= sizes[1] * 150 + 20_000, "\(text): \(steps) steps, \(shape)")
        }
    }

    /// Long attributes, tested from every element below.
    @Test(arguments: ["class", "data-x"])
    func longValuesAreReadOnce(_ name: String) throws {
        let value = String(repeating: "word ", count: 20_000)
        let items = String(repeating: "<p><i></i></p>", count: 2000)
        let document = try Document.html("<!DOCTYPE html><body><div \(name)='\(value)'>\(items)</div>".utf8)
        for text in [
            ".none i", "[data-x~=none] i", "[data-x*=none] i", "[data-x$=none] i", "[class*=none] p > i",
        ] {
            let matches = Matcher(document).select(
                try SelectorList(text),
                from: document.node,
                includingScope: false
            )
            #expect(matches.isEmpty)
        }
    }
}

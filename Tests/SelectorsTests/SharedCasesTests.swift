import DOM
import Foundation
import TestSupport
import Testing

@testable import Selectors

/// The shared suites, with the answers of a browser and of other selector libraries.
@Suite struct SharedCasesTests {
    /// The cases that fail, and the reasons.
    static let knownFailures = [
        "jsoup-0050": "names an id of digits without an escape, which browsers refuse",
        "jsoup-0172": "wants the element itself among what is below it, which browsers never give",
        "jsoup-0178": "wants the element itself among what is below it, which browsers never give",
        "text-0212": "has lost the character that its selector names",
        "text-0217": "has lost the character that its selector names",
    ]

    /// The answers were made with elements in `noscript`.
    private static var options: HTMLOptions {
        var options = HTMLOptions()
        options.scripting = false
        return options
    }

    @Test(
        .enabled(if: SharedCases.has(SelectorCase.folder), "\(SharedCases.note(SelectorCase.folder))"),
        arguments: ["dev.jsonl", "real-dev.jsonl"]
    )
    func answers(_ file: String) throws {
        var failures: [String: String] = [:]
        // By bytes: Swift's strings are equal if they look alike.
        var pages: [[UInt8]: Document] = [:]
        let cases = try SelectorCase.load(file)
        for test in cases where !test.isContested && test.kind != "ext-rejected" {
            let key = Array(test.html.utf8)
            let document = try pages[key] ?? Document.html(key, options: SharedCasesTests.options)
            pages[key] = document
            if let failure = failure(of: test, in: document) { failures[test.id] = failure }
            if let list = try? SelectorList(test.selector) { expectLaw(list) }
        }
        for (id, failure) in failures where SharedCasesTests.knownFailures[id] == nil {
            Issue.record("\(id): \(failure)")
        }
        if ProcessInfo.processInfo.environment["SELECTOR_SCORE"] != nil {
            for (id, text) in failures.sorted(by: { $0.key < $1.key }) { print("FAIL \(id): \(text)") }
            print("SCORE \(file): \(failures.count) failures of \(cases.count)")
        }
    }

    /// The mistake in the result for a case; `nil` if it is right.
    private func failure(of test: SelectorCase, in document: Document) -> String? {
        let elements = Elements(document)
        guard let list = try? SelectorList(test.selector) else {
            if test.expect == .error && test.kind != "gap" { return nil }
            return "\(test.feature) \(test.selector): refused"
        }
        let scope = test.context.map { elements.all[$0] } ?? document.node
        let matches = Matcher(document).select(list, from: scope, includingScope: false)
        let answer = matches.compactMap { elements.indexes[$0.node] }
        if test.kind == "gap" {
            guard let alternatives = test.alternatives, !alternatives.contains(answer) else { return nil }
            return "\(test.feature) \(test.selector): \(answer) instead of \(alternatives)"
        }
        switch test.expect {
        case .indexes(answer): return nil
        case .values(let values) where self.values(of: matches, in: document) == values: return nil
        case .indexes, .values, .error: break
        }
        return "\(test.feature) \(test.selector): \(answer) instead of \(test.expect)"
    }

    /// The values in the sense of scrapers: each text node by itself, attributes of the elements that have them.
    private func values(of matches: [Match], in document: Document) -> [String] {
        let extractors = Dictionary(uniqueKeysWithValues: matches.map { ($0.node, $0.extractor) })
        var values: [String] = []
        var node: NodeRef? = document.node
        while let current = node {
            if case .attribute(let name)?? = extractors[current],
                let value = document.existingName(name.utf8).flatMap(current.attribute)
            {
                values.append(value.string)
            }
            if current.isText, let parent = current.parent, case .text?? = extractors[parent] {
                values.append(String(decoding: current.content, as: UTF8.self))
            }
            node = current.next(within: document.node)
        }
        return values
    }
}

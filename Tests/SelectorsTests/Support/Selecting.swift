import DOM
import Testing

@testable import Selectors

/// The expected matches of a selector: the ids of elements in document order, separated by spaces.
struct Row {
    let selector: String
    let ids: String

    init(_ selector: String, _ ids: String) {
        self.selector = selector
        self.ids = ids
    }
}

/// Checks each row against a page, and that each selector's description is parsed to an equal one.
///
/// - Parameters:
///   - isWhole: whether the page has its own doctype, `html` and `body`.
///   - scope: the id of the element to select from; the document if there is none.
func expect(
    _ page: String,
    _ rows: [Row],
    isWhole: Bool = false,
    scope: String? = nil,
    includingScope: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let text =
        isWhole ? page : "<!DOCTYPE html><html><head><title>t</title></head><body>\(page)</body></html>"
    try expect(
        try Document.html(text.utf8),
        rows,
        scope: scope,
        includingScope: includingScope,
        sourceLocation: sourceLocation
    )
}

/// Checks each row against a document.
func expect(
    _ document: Document,
    _ rows: [Row],
    scope: String? = nil,
    includingScope: Bool = false,
    prefixes: NamespacePrefixes = .undeclared,
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let elements = Elements(document).all
    let start = try scope.map { id in
        try #require(elements.first { $0.id == id }, sourceLocation: sourceLocation)
    }
    let matcher = Matcher(document)
    for row in rows {
        do {
            let list = try SelectorList(row.selector, prefixes: prefixes)
            let matches = matcher.select(list, from: start ?? document.node, includingScope: includingScope)
            let ids = matches.map { $0.node.id ?? "<\($0.node.name.string)>" }.joined(separator: " ")
            #expect(ids == row.ids, "\(row.selector)", sourceLocation: sourceLocation)
            expectLaw(list, prefixes: prefixes, sourceLocation: sourceLocation)
        } catch {
            Issue.record("\(error)", sourceLocation: sourceLocation)
        }
    }
}

/// Checks that a list's description is parsed to an equal list with the same description.
func expectLaw(
    _ list: SelectorList,
    prefixes: NamespacePrefixes = .undeclared,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    do {
        let again = try SelectorList(list.description, prefixes: prefixes)
        #expect(again == list, "\(list.description)", sourceLocation: sourceLocation)
        #expect(Array(again.description.utf8) == Array(list.description.utf8), sourceLocation: sourceLocation)
    } catch {
        Issue.record("\(list.description): \(error)", sourceLocation: sourceLocation)
    }
}

/// Checks that each selector is rejected.
func expectRefused(_ selectors: [String], sourceLocation: SourceLocation = #_sourceLocation) {
    for selector in selectors {
        #expect(throws: SelectorError.self, "\(selector)", sourceLocation: sourceLocation) {
            try SelectorList(selector)
        }
    }
}

extension NodeRef {
    /// The value of an element's `id`.
    var id: String? {
        var attribute = firstAttribute
        while let current = attribute {
            if current.name.string == "id" { return current.string }
            attribute = current.next
        }
        return nil
    }
}

/// A document's elements in document order, as numbered in the shared cases.
struct Elements {
    let all: [NodeRef]
    let indexes: [NodeRef: Int]

    init(_ document: Document) {
        var all: [NodeRef] = []
        var node = document.node.nextElement(within: document.node)
        while let element = node {
            all.append(element)
            node = element.nextElement(within: document.node)
        }
        self.all = all
        indexes = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1, $0) })
    }
}

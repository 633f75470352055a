import DOM
import Patterns
import Platform

extension MatchContext {
    /// Whether an element's text passes a test.
    func passes(_ test: TextTest, _ element: NodeRef) -> Bool {
        let index = order.index(of: element)
        if let known = memo[test.memo, index] { return known }
        let result = (test.arguments.start..<test.arguments.end).contains { argument in
            test.kind.isPattern
                ? isFound(program.patterns[Int(argument)], test.kind, element)
                : holds(
                    ByteText(utf8: Array(program.text(program.textArguments[argument]))),
                    test.kind,
                    element
                )
        }
        memo.set(test.memo, index, result, capacity: order.count)
        return result
    }

    private func holds(_ wanted: ByteText, _ kind: TextCondition.Kind, _ element: NodeRef) -> Bool {
        switch kind {
        case .contains, .containsWholeText: return contains(wanted, element, .text)
        case .icontains: return contains(wanted, element, .lowercasedText)
        case .containsData: return contains(wanted, element, .lowercasedData)
        case .soupContainsOwn: return isPart(wanted, ofATextIn: element)
        case .containsWholeOwnText: return isPart(wanted, of: ownText(element))
        case .containsOwn:
            return isPart(wanted, of: ByteText.lowercased(ByteText.collapsed(ownText(element))))
        case .matches, .matchesOwn, .matchesWholeText, .matchesWholeOwnText: return false
        }
    }

    private func isFound(_ pattern: Pattern, _ kind: TextCondition.Kind, _ element: NodeRef) -> Bool {
        // The text of an element may be that of half the page.
        if Deadline.isPast { return false }
        switch kind {
        case .matches:
            return pattern.isMatch(in: ByteText.collapsed(document.wholeText(element, separatesBlocks: true)))
        case .matchesOwn: return pattern.isMatch(in: ByteText.collapsed(ownText(element)))
        case .matchesWholeText:
            return pattern.isMatch(in: document.wholeText(element, separatesBlocks: false))
        case .matchesWholeOwnText: return pattern.isMatch(in: ownText(element))
        case .contains, .icontains, .soupContainsOwn, .containsOwn, .containsWholeText, .containsWholeOwnText,
            .containsData:
            return false
        }
    }

    private func contains(_ wanted: ByteText, _ element: NodeRef, _ source: TextIndex.Source) -> Bool {
        if let known = state.texts.contains(wanted, element, in: source) { return known }
        // An element outside the document.
        let text = document.wholeText(element, separatesBlocks: false)
        return isPart(wanted, of: source == .text ? text : ByteText.lowercased(text))
    }

    private func isPart(_ wanted: ByteText, of text: [UInt8]) -> Bool {
        text.withUnsafeBufferPointer { text in
            wanted.utf8.withUnsafeBufferPointer { SubstringSearch.firstOffset(of: $0, in: text) != nil }
        }
    }

    /// Whether one of the text nodes directly in an element contains `wanted`.
    private func isPart(_ wanted: ByteText, ofATextIn element: NodeRef) -> Bool {
        var child = element.firstChild
        while let node = child {
            if node.isText, isPart(wanted, of: Array(node.content)) { return true }
            child = node.nextSibling
        }
        return false
    }

    /// The text directly in an element.
    private func ownText(_ element: NodeRef) -> [UInt8] {
        var text: [UInt8] = []
        var child = element.firstChild
        while let node = child {
            if node.isText { text += node.content }
            child = node.nextSibling
        }
        return text
    }
}

extension DocumentContext {
    /// The text of an element and its descendants.
    ///
    /// - Parameter separatesBlocks: whether a space separates what is rendered on different lines.
    func wholeText(_ element: NodeRef, separatesBlocks: Bool) -> [UInt8] {
        var text: [UInt8] = []
        var node = element.next(within: element)
        while let current = node {
            if current.isText {
                text += current.content
            } else if separatesBlocks, current.isElement, !isInline(current) {
                text.append(0x20)
            }
            node = current.next(within: element)
            if separatesBlocks, node?.parent != current, closesBlock(current, before: node, within: element) {
                text.append(0x20)
            }
        }
        return text
    }

    /// Whether a block ends between a node and the next one.
    private func closesBlock(_ node: NodeRef, before next: NodeRef?, within root: NodeRef) -> Bool {
        var closed: NodeRef? = node
        while let current = closed, current != root, current != next?.parent {
            if current.isElement, !isInline(current) { return true }
            closed = current.parent
        }
        return false
    }

    private func isInline(_ element: NodeRef) -> Bool {
        let name = element.name.string
        // A drawing is inline, as an image is.
        guard isHTMLElement(element) else { return isHTML && name == "svg" }
        return DocumentContext.inlineNames.contains(name)
    }

    /// The inline elements of HTML.
    private static let inlineNames: Set<String> = [
        "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em", "font",
        "i",
        "img", "input", "ins", "kbd", "label", "mark", "meter", "output", "picture", "progress", "q", "ruby",
        "rb",
        "rt", "rp", "s", "samp", "small", "span", "strike", "strong", "sub", "sup", "time", "tt", "u",
        "var", "wbr",
    ]
}

/// The text of a whole page in one string, with the offset at which each element's text begins. An element's text
/// contains what occurs between two offsets, so that nested elements are not read again.
struct TextIndex {
    /// The nodes whose contents make up the text.
    enum Source {
        /// Text nodes.
        case text
        /// The same in lower case.
        case lowercasedText
        /// Comments and the text of scripts and styles, in lower case.
        case lowercasedData
    }

    private var bytes: [UInt8] = []
    /// By the elements' numbers, and at the end the text's length.
    private var starts: [Int] = []
    private var occurrences: [ByteText: [Int]] = [:]
    private let order: ElementOrder

    /// - Complexity: linear in the page's size.
    init(_ source: Source, _ document: DocumentContext) {
        order = document.order
        let root = document.tree.node
        if let element = document.root { _ = order.index(of: element) }
        var node: NodeRef? = root
        while let current = node {
            if current.isElement { starts.append(bytes.count) }
            append(current, source, document)
            node = current.next(within: root)
        }
        starts.append(bytes.count)
    }

    private mutating func append(_ node: NodeRef, _ source: Source, _ document: DocumentContext) {
        switch source {
        case .text:
            if node.isText { bytes += node.content }
        case .lowercasedText:
            if node.isText { bytes += ByteText.lowercased(node.content) }
        case .lowercasedData:
            let isData = node.isText && document.isScriptOrStyle(node.parent)
            if node.isComment || isData { bytes += ByteText.lowercased(node.content) }
        }
    }

    /// Whether the text of an element and its descendants contains `wanted`, also across their boundaries.
    ///
    /// - Complexity: logarithmic, except for the first search for a text.
    mutating func contains(_ wanted: ByteText, _ element: NodeRef) -> Bool? {
        let index = order.index(of: element)
        // An element outside the document has no offset in its text.
        guard index + 1 < starts.count, order.end(of: index) < starts.count else { return nil }
        if wanted.utf8.isEmpty { return true }
        let all = allOccurrences(of: wanted)
        let start = starts[index]
        let position = all.firstIndex(notLessThan: start)
        return position < all.count && all[position] + wanted.utf8.count <= starts[order.end(of: index)]
    }

    private mutating func allOccurrences(of wanted: ByteText) -> [Int] {
        if let known = occurrences[wanted] { return known }
        var found: [Int] = []
        bytes.withUnsafeBufferPointer { text in
            wanted.utf8.withUnsafeBufferPointer { wanted in
                SubstringSearch.forEachOffset(of: wanted, in: text) { found.append($0) }
            }
        }
        occurrences[wanted] = found
        return found
    }
}

/// The indexes over a page's text, each made on first use.
final class TextIndexes {
    private let document: DocumentContext
    private lazy var text = TextIndex(.text, document)
    private lazy var lowercasedText = TextIndex(.lowercasedText, document)
    private lazy var lowercasedData = TextIndex(.lowercasedData, document)

    init(_ document: DocumentContext) {
        self.document = document
    }

    /// Whether the text of an element and its descendants contains `wanted`; `nil` outside the document.
    func contains(_ wanted: ByteText, _ element: NodeRef, in source: TextIndex.Source) -> Bool? {
        switch source {
        case .text: text.contains(wanted, element)
        case .lowercasedText: lowercasedText.contains(wanted, element)
        case .lowercasedData: lowercasedData.contains(wanted, element)
        }
    }
}

extension [Int] {
    /// In an ascending array, the index of the first number that is at least as great; the count if none is.
    fileprivate func firstIndex(notLessThan number: Int) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

import DOM

/// The text of a whole page in one piece, with the offset at which each element's begins, so that whether an
/// element's text holds something is a question of where that stands: nested elements are not read again.
struct TextIndex {
    /// Which nodes' contents make up the text.
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
    init(_ source: Source, _ page: Page) {
        order = page.order
        let document = page.document.node
        if let root = page.root { _ = order.index(of: root) }
        var node: NodeRef? = document
        while let current = node {
            if current.isElement { starts.append(bytes.count) }
            append(current, source, page)
            node = current.next(within: document)
        }
        starts.append(bytes.count)
    }

    private mutating func append(_ node: NodeRef, _ source: Source, _ page: Page) {
        switch source {
        case .text:
            if node.isText { bytes += node.content }
        case .lowercasedText:
            if node.isText { bytes += Lowercase.utf8(node.content) }
        case .lowercasedData:
            let isData = node.isText && page.isScriptOrStyle(node.parent)
            if node.isComment || isData { bytes += Lowercase.utf8(node.content) }
        }
    }

    /// Whether an element's text, or that of an element below it, holds `wanted`, also across their boundaries.
    ///
    /// - Complexity: logarithmic, but for the first time that a text is asked for.
    mutating func contains(_ wanted: ByteText, _ element: NodeRef) -> Bool? {
        let index = order.index(of: element)
        // An element that is not in the document has no place in its text.
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

/// The indexes over a page's text, each made when first asked for.
final class TextIndexes {
    private let page: Page
    private lazy var text = TextIndex(.text, page)
    private lazy var lowercasedText = TextIndex(.lowercasedText, page)
    private lazy var lowercasedData = TextIndex(.lowercasedData, page)

    init(_ page: Page) {
        self.page = page
    }

    /// Whether the text of an element and all below it holds `wanted`; `nil` outside the document.
    func contains(_ wanted: ByteText, _ element: NodeRef, in source: TextIndex.Source) -> Bool? {
        switch source {
        case .text: text.contains(wanted, element)
        case .lowercasedText: lowercasedText.contains(wanted, element)
        case .lowercasedData: lowercasedData.contains(wanted, element)
        }
    }
}

extension [Int] {
    /// In an ascending array, the index of the first number that is at least as great; the count where none is.
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

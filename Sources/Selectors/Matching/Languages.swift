import Basics
import DOM

/// The language of each element, computed once for each.
final class Languages {
    private let document: DocumentContext
    private let lang: Name?
    /// For each element the number of its language, plus one.
    private let memo = MemoTable<Int32>(rows: 1)
    /// Language tags in lower case; the first is that of an unknown language.
    private var tags: [[UInt8]] = [[]]
    private var indexes: [[UInt8]: Int32] = [[]: 0]

    init(_ document: DocumentContext) {
        self.document = document
        lang = document.tree.existingName("lang".utf8)
    }

    /// The tag of a language in lower case; empty for an unknown language.
    func tag(_ index: Int32) -> [UInt8] { tags[Int(index)] }

    /// The number of languages so far.
    var count: Int { tags.count }

    /// The number of the language of an element: that of the nearest `lang` (or `xml:lang`) among the element and its
    /// ancestors, or the one that a `meta` element gives for the document.
    func index(of element: NodeRef) -> Int32 {
        var node: NodeRef? = element
        var result: Int32?
        while result == nil, let current = node, current.isElement {
            document.steps.add()
            let number = document.order.index(of: current)
            let known = memo.value(0, number)
            if known > 0 {
                result = known - 1
            } else if let own = ownTag(current) {
                result = index(ofTag: own)
            } else {
                node = current.parent
            }
        }
        let index = result ?? index(ofTag: pageTag)
        remember(index, from: element, upTo: node)
        return index
    }

    private func remember(_ index: Int32, from element: NodeRef, upTo last: NodeRef?) {
        var node: NodeRef? = element
        while let current = node, current.isElement {
            let number = document.order.index(of: current)
            memo.setValue(0, number, index + 1, capacity: document.order.count)
            if current == last { return }
            node = current.parent
        }
    }

    private func index(ofTag tag: [UInt8]) -> Int32 {
        if let index = indexes[tag] { return index }
        tags.append(tag)
        indexes[tag] = Int32(tags.count - 1)
        return Int32(tags.count - 1)
    }

    /// The language that an element itself sets: `xml:lang`, or `lang` on an HTML element.
    private func ownTag(_ element: NodeRef) -> [UInt8]? {
        guard let lang else { return nil }
        var result: [UInt8]?
        var attribute = element.firstAttribute
        while let current = attribute {
            if current.name == lang {
                if current.prefix.map({ $0.elementsEqual("xml".utf8) }) == true { return lowercased(current) }
                if !current.hasNamespace, document.isHTMLElement(element) { result = lowercased(current) }
            }
            attribute = current.next
        }
        return result
    }

    private func lowercased(_ attribute: AttributeRef) -> [UInt8] { attribute.value.map(\.asciiLowercased) }

    /// The language of the page's last `<meta http-equiv="content-language">`.
    private lazy var pageTag: [UInt8] = {
        let tree = document.tree
        guard document.isHTML, let meta = tree.existingName("meta".utf8),
            let equiv = tree.existingName("http-equiv".utf8),
            let content = tree.existingName("content".utf8)
        else { return [] }
        var tag: [UInt8] = []
        var node = tree.node.nextElement(within: tree.node)
        while let element = node {
            if element.name == meta, let key = element.attribute(equiv),
                let value = element.attribute(content),
                lowercased(key).elementsEqual("content-language".utf8),
                !value.value.contains(UInt8(ascii: ","))
            {
                let words = lowercased(value).split(whereSeparator: \.isASCIIWhiteSpace)
                if let first = words.first { tag = Array(first) }
            }
            node = element.nextElement(within: tree.node)
        }
        return tag
    }()
}

extension MatchContext {
    /// Whether an element's language is in one of a list's ranges.
    func passesLanguage(_ list: Int32, _ element: NodeRef) -> Bool {
        let language = state.languages.index(of: element)
        // A page has few languages; each is compared once.
        if let known = languageMemo[list, Int(language)] { return known }
        let tag = state.languages.tag(language)
        let ranges = program.languageLists[list]
        let result = (ranges.start..<ranges.end).contains { index in
            let test = program.languages[index]
            let range = program.text(test.range)
            return test.isExtended ? isInExtendedRange(tag, range) : isInBasicRange(tag, range)
        }
        languageMemo.set(list, Int(language), result, capacity: state.languages.count)
        return result
    }

    /// RFC 4647, section 3.3.1: the tag is the range or begins with it and a hyphen.
    private func isInBasicRange(_ tag: [UInt8], _ range: UnsafeBufferPointer<UInt8>) -> Bool {
        guard !range.isEmpty else { return tag.isEmpty }
        return tag.starts(with: range) && (tag.count == range.count || tag[range.count] == UInt8(ascii: "-"))
    }

    /// RFC 4647, section 3.3.2: the range's subtags occur in the tag in order. Single letters, which begin an extension,
    /// are not skipped.
    private func isInExtendedRange(_ tag: [UInt8], _ range: UnsafeBufferPointer<UInt8>) -> Bool {
        guard !range.isEmpty else { return tag.isEmpty }
        let hyphen = UInt8(ascii: "-")
        let parts = tag.split(separator: hyphen, omittingEmptySubsequences: false)
        let wanted = range.split(separator: hyphen, omittingEmptySubsequences: false)
        func isWildcard(_ part: Slice<UnsafeBufferPointer<UInt8>>) -> Bool { part.elementsEqual("*".utf8) }
        guard let first = parts.first, let firstWanted = wanted.first, !tag.isEmpty,
            isWildcard(firstWanted) || first.elementsEqual(firstWanted)
        else { return false }
        var index = 1
        for part in wanted.dropFirst() where !isWildcard(part) {
            while true {
                guard index < parts.count else { return false }
                if parts[index].elementsEqual(part) { break }
                if parts[index].count == 1 { return false }
                index += 1
            }
            index += 1
        }
        return true
    }
}

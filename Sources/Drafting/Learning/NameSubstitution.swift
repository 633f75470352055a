import DOM
import Language
import Records
import Scraping
import Selectors

/// The names that a page's markup has: elements, attributes, classes, ids and short values of attributes, with how often each
/// stands there.
struct MarkupNames {
    private(set) var counts: [String: Int] = [:]
    /// The short texts of elements, with how often each stands there: labels, headings, names of columns.
    private(set) var texts: [String: Int] = [:]

    /// - Complexity: linear in the size of the tree.
    init(_ document: Document) {
        guard let root = document.rootElement else { return }
        var next: NodeRef? = root
        while let node = next {
            next = node.next(within: root)
            guard node.isElement else { continue }
            counts[node.name.string, default: 0] += 1
            if MarkupNames.isShort(node) {
                let text = LearningText.key(document.string(of: node, onOneLine: true))
                if !text.isEmpty, text.count <= 60 { texts[text, default: 0] += 1 }
            }
            var attribute = node.firstAttribute
            while let current = attribute {
                attribute = current.next
                counts[current.name.string, default: 0] += 1
                guard current.value.count <= 200 else { continue }
                let value = current.string
                let words = Outline.words(value)
                for word in words where word.utf8.count <= 60 { counts[word, default: 0] += 1 }
                if words.count > 1, value.utf8.count <= 60 { counts[value, default: 0] += 1 }
            }
        }
    }

    /// Whether an element has a short text and few elements in it.
    private static func isShort(_ node: NodeRef) -> Bool {
        var bytes = 0
        var elements = 0
        var next = node.firstChild
        while let child = next {
            if child.isText { bytes += child.content.count } else { elements += 1 }
            if bytes > 400 || elements > 3 { return false }
            next = child.next(within: node)
        }
        return bytes > 0
    }
}

/// A name or a label that a site has replaced by another.
struct NameSubstitution: Hashable {
    let old: String
    let new: String
    /// Whether it is a text that readers see, which labels something.
    var isLabel = false

    /// The text of a rules file whose selectors ask for the new name.
    func applied(to rules: Rules) -> [UInt8]? {
        var text = rules.file.bytes
        if isLabel {
            var edit = RulesEdit(text)
            return edit.replaceStrings(old, by: new) ? edit.result : nil
        }
        var ranges: [Range<Int>] = []
        for use in rules.selectors where use.range.upperBound <= text.count && !ranges.contains(use.range) {
            ranges.append(use.range)
        }
        var isChanged = false
        for range in ranges.sorted(by: { $0.lowerBound > $1.lowerBound }) {
            let part = Array(text[range])
            let replaced = NameSubstitution.replace(old, by: new, in: part)
            if replaced != part {
                text.replaceSubrange(range, with: replaced)
                isChanged = true
            }
        }
        return isChanged ? text : nil
    }

    /// Replaces a name where it stands as a whole word.
    private static func replace(_ old: String, by new: String, in text: [UInt8]) -> [UInt8] {
        let name = Array(CSSText.identifier(old).replacing("\\", with: "\\\\").utf8)
        let other = Array(CSSText.identifier(new).replacing("\\", with: "\\\\").utf8)
        var result: [UInt8] = []
        var index = 0
        while index < text.count {
            let end = index + name.count
            if end <= text.count, text[index..<end].elementsEqual(name),
                index == 0 || !isNamePart(text[index - 1]), end == text.count || !isNamePart(text[end])
            {
                result += other
                index = end
            } else {
                result.append(text[index])
                index += 1
            }
        }
        return result
    }

    private static func isNamePart(_ byte: UInt8) -> Bool {
        byte >= 0x80 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "\\")
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    /// The substitutions that may explain why names are gone: those that the rules ask for and the new page lacks, each with names
    /// that only the new page has, the likeliest first.
    static func candidates(_ rules: Rules, old: MarkupNames, new: MarkupNames, limit: Int = 12) -> [NameSubstitution] {
        func ranked(_ names: [String], _ old: [String: Int], _ new: [String: Int], isLabel: Bool) -> [NameSubstitution] {
            var seen: Set<String> = []
            let fresh = new.filter { old[$0.key] == nil }
            return names.filter { seen.insert($0).inserted }.flatMap { name -> [NameSubstitution] in
                guard let count = old[name], new[name] == nil else { return [] }
                return likeliest(name, count, fresh).prefix(limit).map {
                    NameSubstitution(old: name, new: $0, isLabel: isLabel)
                }
            }
        }
        func likeliest(_ name: String, _ count: Int, _ fresh: [String: Int]) -> [String] {
            let doubts = fresh.map { other -> (name: String, doubt: Double) in
                let greater = Double(max(count, other.value))
                let words = Set(Lexicon.words(name))
                let shared = words.intersection(Lexicon.words(other.key)).count
                return (other.key, Double(abs(count - other.value)) / greater * 4 - Double(shared))
            }
            return doubts.sorted { ($0.doubt, $0.name) < ($1.doubt, $1.name) }.map(\.name)
        }
        let names = rules.selectors.flatMap(\.list.consultedNames).map(\.name)
        return ranked(names, old.counts, new.counts, isLabel: false)
            + ranked(rules.labels.map(LearningText.key), old.texts, new.texts, isLabel: true)
    }
}

import DOM
import Engine
import Language
import Records
import Selectors

/// The names in a page's markup: elements, attributes, classes, ids and short values of attributes, with the number of
/// places of each.
struct MarkupNames {
    private(set) var counts: [String: Int] = [:]
    /// The short texts of elements, with the number of places of each: labels, headings, names of columns.
    private(set) var texts: [String: Int] = [:]

    /// The words of the page's bytes, with the number of places of each: a preparation may parse markup from texts, and
    /// another may remove it again.
    private(set) var words: [String: Int] = [:]

    /// The names of a page before and after the preparations of its rules, which may parse markup from texts.
    init(_ page: Page, _ rules: Rules) {
        addWords(of: page.bytes)
        if let document = rules.parse(page).document { add(document) }
        let before = counts
        if let document = rules.prepare(page).document { add(document) }
        // What is on the page before and after is counted as before.
        for (name, count) in before where counts[name] != nil { counts[name] = count }
    }

    private mutating func addWords(of bytes: [UInt8]) {
        for word in bytes.split(whereSeparator: {
            !NameSubstitution.isNamePart($0) || $0 == UInt8(ascii: "\\")
        })
        where (2...60).contains(word.count) {
            words[String(decoding: word, as: UTF8.self), default: 0] += 1
        }
    }

    private mutating func add(_ document: Document) {
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

/// A name or a label that a site has replaced with another.
struct NameSubstitution: Hashable {
    let old: String
    let new: String
    /// Whether it is a text that readers see, which labels something.
    var isLabel = false

    /// Of the selectors with the name, the only one to change, if the page has the old name too; `nil` for all.
    var place: Int?

    /// Whether it is an attribute whose old name a preparation restores, for everything that uses it without a
    /// selector.
    var isRestored = false

    /// How rules use the new name.
    enum Form: CaseIterable {
        /// It replaces the old one.
        case replaced
        /// Next to the old one within a selector, as `:is(.old, .new)`, or in a list of selectors if that is not
        /// possible.
        case inSelectors
        /// The same, with a selector of several parts in place of a list.
        case inParts
        /// In a list of selectors: the first that matches anything is used.
        case inLists

        /// The forms that can also read pages from before the redesign, best first.
        static let keeping = [Form.inSelectors, .inParts, .inLists]
    }

    /// A rules file's text, prepared for replacing names in it.
    struct Text {
        fileprivate let bytes: [UInt8]
        /// Where its selectors are, without their quotation marks, the last one first.
        fileprivate let selectors: [Range<Int>]
        fileprivate let edit: RulesEdit

        init(_ rules: Rules) {
            bytes = rules.file.bytes
            selectors = NameSubstitution.selectorRanges(rules).sorted { $0.lowerBound > $1.lowerBound }
            edit = RulesEdit(bytes)
        }
    }

    /// The text of a rules file whose selectors use the new name.
    ///
    /// - Returns: `nil` if the file does not use the name.
    func applied(to rules: Text, _ form: Form = .replaced) -> [UInt8]? {
        let keepsOld = form != .replaced
        var text = rules.bytes
        if isRestored {
            var edit = rules.edit
            return edit.prepend(restoring) ? edit.result : nil
        }
        if isLabel {
            var edit = rules.edit
            return edit.replaceStrings(old, by: new, keepsOld: keepsOld) ? edit.result : nil
        }
        var isChanged = false
        var count = -1
        for range in rules.selectors {
            let part = Array(text[range])
            let plain = replaced(in: part, keepsOld: false)
            guard plain != part else { continue }
            count += 1
            if let place, place != count { continue }
            let isElement = isElement(range, text)
            if let both = selector(of: part, plain, form) {
                text.replaceSubrange(range, with: both)
            } else if let isElement {
                let quotation = Array("\"".utf8)
                let list = quotation + part + Array("\", \"".utf8) + plain + quotation
                let marks = isElement ? ("", "") : ("[", "]")
                text.replaceSubrange(
                    range.lowerBound - 1..<range.upperBound + 1,
                    with: Array(marks.0.utf8) + list + Array(marks.1.utf8)
                )
            } else {
                return nil
            }
            isChanged = true
        }
        if place == nil {
            // The name by which a table's header is known.
            var edit = isChanged ? RulesEdit(text) : rules.edit
            if edit.replaceStrings(old, by: new, under: "source", keepsOld: false) {
                text = edit.result
                isChanged = true
            }
        }
        return isChanged ? text : nil
    }

    /// Where the selectors of a rules file are, without their quotation marks.
    private static func selectorRanges(_ rules: Rules) -> Set<Range<Int>> {
        let text = rules.file.bytes
        var lists: [Range<Int>: [Range<Int>]] = [:]
        var open = JSON.read(text, dialect: .relaxed).json.map { [$0] } ?? []
        while let value = open.popLast() {
            switch value.content {
            case .array(let elements):
                lists[value.range] = elements.filter { $0.value.string != nil }.map(\.range)
                open += elements
            case .object(let members): open += members.map(\.value)
            case .null, .boolean, .number, .string: break
            }
        }
        let all = rules.selectors.flatMap { lists[$0.range] ?? [$0.range] }
        let quotation = UInt8(ascii: "\"")
        return Set(
            all.filter { $0.upperBound <= text.count && $0.count > 2 && text[$0.lowerBound] == quotation }.map
            {
                $0.lowerBound + 1..<$0.upperBound - 1
            }
        )
    }

    /// The preparation that gives an attribute its old name.
    private var restoring: String {
        let (old, new) = (CSSText.identifier(old), CSSText.identifier(new))
        let select = DraftWriter.string("[\(new)]:not([\(old)])")
        let from = DraftWriter.string("::attr(\(new))")
        return
            "{ \"set\": { \"select\": \(select), \"attribute\": \(DraftWriter.string(self.old)), \"from\": \(from) } }"
    }

    /// A selector, as written in quotation marks, that uses the new name.
    ///
    /// - Parameter plain: the selector with only the new name.
    /// - Returns: `nil` if it requires a list of selectors.
    private func selector(of part: [UInt8], _ plain: [UInt8], _ form: Form) -> [UInt8]? {
        func isSelector(_ text: [UInt8]) -> Bool {
            let quotation = Array("\"".utf8)
            let json = JSON.read(quotation + text + quotation, dialect: .relaxed).json
            guard case .string(let selector)? = json?.content else { return false }
            return (try? SelectorList(selector, prefixes: .page)) != nil
        }
        switch form {
        case .replaced: return plain
        case .inLists: return nil
        case .inSelectors, .inParts:
            let both = replaced(in: part, keepsOld: true)
            if isSelector(both) { return both }
            return form == .inParts ? part + Array(", ".utf8) + plain : nil
        }
    }

    /// Whether a selector is an element of a list; `nil` if it is neither that nor a member's value.
    private func isElement(_ range: Range<Int>, _ text: [UInt8]) -> Bool? {
        let mark = UInt8(ascii: "\"")
        guard range.lowerBound > 0, text[range.lowerBound - 1] == mark, range.upperBound < text.count,
            text[range.upperBound] == mark
        else { return nil }
        switch text[..<(range.lowerBound - 1)].last(where: { $0 > 0x20 }) {
        case UInt8(ascii: ":"): return false
        case UInt8(ascii: "["), UInt8(ascii: ","): return true
        default: return nil
        }
    }

    /// A selector with the name replaced where it is a whole word.
    private func replaced(in part: [UInt8], keepsOld: Bool) -> [UInt8] {
        let result = replaced(
            in: part,
            CSSText.identifier(old).replacing("\\", with: "\\\\"),
            CSSText.identifier(new).replacing("\\", with: "\\\\"),
            keepsOld: keepsOld
        )
        // Names in quotation marks are not escaped; a star outside of them is any element.
        return result == part && old != "*" ? replaced(in: part, old, new, keepsOld: keepsOld) : result
    }

    /// A selector with a name replaced where it is a whole word.
    private func replaced(in text: [UInt8], _ old: String, _ new: String, keepsOld: Bool) -> [UInt8] {
        let name = Array(old.utf8)
        let other = Array(new.utf8)
        var result: [UInt8] = []
        var index = 0
        // Where the condition in brackets begins, in the result.
        var bracket: Int?
        while index < text.count {
            let end = index + name.count
            if end <= text.count, text[index..<end].elementsEqual(name),
                index == 0
                    || !NameSubstitution.isNamePart(text[index - 1]) && text[index - 1] != UInt8(ascii: ":"),
                end == text.count || !NameSubstitution.isNamePart(text[end])
            {
                index = end
                guard keepsOld else {
                    result += other
                    continue
                }
                if let start = bracket {
                    // The whole condition, twice.
                    let head = Array(result[start...])
                    let rest = Array(text[end...].prefix { $0 != UInt8(ascii: "]") }) + [UInt8(ascii: "]")]
                    result.removeSubrange(start...)
                    result +=
                        Array(":is(".utf8) + head + name + rest + Array(", ".utf8) + head + other + rest
                        + Array(")".utf8)
                    index = min(text.count, end + rest.count)
                    bracket = nil
                    continue
                }
                let mark =
                    result.last.map { [UInt8(ascii: "."), UInt8(ascii: "#")].contains($0) ? [$0] : [] } ?? []
                result.removeLast(mark.count)
                result += Array(":is(".utf8) + mark + name + Array(", ".utf8) + mark + other + Array(")".utf8)
                continue
            }
            if text[index] == UInt8(ascii: "[") { bracket = result.count }
            if text[index] == UInt8(ascii: "]") { bracket = nil }
            result.append(text[index])
            index += 1
        }
        return result
    }

    fileprivate static func isNamePart(_ byte: UInt8) -> Bool {
        byte >= 0x80 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "\\")
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    /// The substitutions that may explain why names are missing: those that the rules use and the new page lacks, each
    /// with names that only the new page has, the most probable first.
    static func candidates(
        _ rules: Rules,
        old: MarkupNames,
        new: MarkupNames,
        limit: Int = 12
    ) -> [NameSubstitution] {
        func ranked(
            _ names: [String],
            _ old: [String: Int],
            _ new: [String: Int],
            isLabel: Bool
        ) -> [NameSubstitution] {
            var seen: Set<String> = []
            let fresh = new.filter { old[$0.key] == nil }
            return names.filter { seen.insert($0).inserted }.flatMap { name -> [NameSubstitution] in
                guard let count = old[name] else { return isLabel ? [] : hidden(name) }
                let left = new[name] ?? 0
                if left == 0 {
                    return likeliest(name, count, fresh).prefix(limit).map {
                        NameSubstitution(old: name, new: $0, isLabel: isLabel)
                    }
                }
                // Only one of several things with the same name has been renamed.
                guard left < count, !isLabel else { return [] }
                return likeliest(name, count - left, fresh).prefix(2).flatMap { other in
                    [NameSubstitution(old: name, new: other)]
                        + (0..<8).map { NameSubstitution(old: name, new: other, place: $0) }
                }
            }
        }
        let freshWords = new.words.filter { old.words[$0.key] == nil }
        /// A name of markup that a preparation removes again.
        func hidden(_ name: String) -> [NameSubstitution] {
            guard let count = old.words[name], new.words[name] == nil else { return [] }
            return likeliest(name, count, freshWords).prefix(limit / 2).map {
                NameSubstitution(old: name, new: $0)
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
        let consulted = rules.selectors.flatMap(\.list.consultedNames)
        let names = consulted.map(\.name)
        let attributes = Set(consulted.filter { $0.kind == .attribute }.map(\.name))
        // Where a table's header is no longer known as such, its names are texts.
        let freshTexts = new.texts.filter { old.texts[$0.key] == nil }
        let replaced = ranked(
            names,
            old.counts,
            new.counts.merging(freshTexts) { first, _ in first },
            isLabel: false
        )
        let restored = replaced.filter { attributes.contains($0.old) && $0.place == nil }.map { name in
            var name = name
            name.isRestored = true
            return name
        }
        return replaced + restored
            + ranked(rules.labels.map(LearningText.key), old.texts, new.texts, isLabel: true)
    }
}

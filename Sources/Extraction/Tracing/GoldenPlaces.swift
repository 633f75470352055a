import Basics
import DOM
public import Records
import Language
import Selectors
import Values

/// The expected records of a page, for finding out where missing values are now.
public struct GoldenRecords: Sendable {
    /// Their name in explanations, such as the name of a case.
    public var name: String
    /// The records as objects with `@type`, in order.
    public var records: [Value]
    /// Whether they are expected of this page, and not of another page of the site.
    public var isOfPage: Bool

    /// Creates expected records.
    public init(name: String, records: [Value], isOfPage: Bool) {
        self.name = name
        self.records = records
        self.isOfPage = isOfPage
    }
}

extension Trace {
    /// Where an expected value is on the page.
    public struct GoldenPlace: Hashable, Sendable {
        /// The value's path in the field, with the field's name.
        public var path: String
        /// The value: that of the field, or the first value of a list that is on the page.
        public var value: Value
        /// The element that has it.
        public var node: Node
        /// The attribute that has it; `nil` for the element's text.
        public var attribute: String?
        /// Whether it is only a part of the text.
        public var isPart = false
        /// The name of the expected records.
        public var golden: String
        /// The number of a list's values that are on the page, and of all its values.
        public var found = 1
        /// The number of expected values.
        public var of = 1
    }
}

/// The texts and attributes of a page, by which values are found.
final class PageTexts {
    private struct Entry {
        let element: NodeRef
        let text: String
        var attribute: String?
    }

    /// Where a value is.
    struct Found {
        let element: NodeRef
        var attribute: String?
        var isPart = false
    }

    /// The elements' texts, inner elements before outer ones with the same text, then the attributes.
    private var entries: [Entry] = []
    private var byText: [String: [Int]] = [:]

    /// Longer texts are not compared.
    private static let length = 4_096
    /// The maximum length of texts that are also read as a field reads them.
    private static let readLength = 400
    private static let unseen: Set<String> = ["script", "style", "template"]
    /// The minimum length of a value that may be part of a text, and of one that may be anywhere on the page.
    private static let partLength = 12
    private static let shortLength = 3

    /// Complexity: linear in the size of the page, times the depth of its short texts.
    init(_ document: Document) {
        var attributes: [Entry] = []
        for element in ElementIndex(document).elements.reversed() {
            var next = element.firstAttribute
            while let attribute = next {
                next = attribute.next
                let name = attribute.name.string
                guard !["class", "id", "style"].contains(name), attribute.value.count <= PageTexts.length,
                    !attribute.value.isEmpty
                else { continue }
                let text = WhiteSpace.collapse(attribute.string)
                attributes.append(Entry(element: element, text: text, attribute: name))
            }
            // Readers do not see a value in a part of a script.
            if document.isHTML(element), PageTexts.unseen.contains(element.name.string) { continue }
            guard PageTexts.size(of: element) <= PageTexts.length else { continue }
            let text = document.string(of: element, onOneLine: true)
            if !text.isEmpty { entries.append(Entry(element: element, text: text)) }
        }
        entries += attributes
        for (index, entry) in entries.enumerated() { byText[entry.text, default: []].append(index) }
    }

    /// The length of the texts below an element, up to a little more than the limit.
    private static func size(of element: NodeRef) -> Int {
        var size = 0
        var next = element.next(within: element)
        while let node = next, size <= length {
            if node.isText { size += node.content.count }
            next = node.next(within: element)
        }
        return size
    }

    /// Where a value is: below a record's element, or else on the page. It is the first in document order of the
    /// innermost elements with the text; elements precede attributes and longer texts.
    func place(of value: Value, below scope: NodeRef?, _ readers: [FieldValueReader]) -> Found? {
        if case .boolean = value { return nil }
        let text = WhiteSpace.collapse(value.text)
        if text.isEmpty { return nil }
        var found = byText[text] ?? []
        if found.isEmpty {
            for reader in readers where reader.isSelective && found.isEmpty {
                found = entries.indices.filter { index in
                    let text = entries[index].text
                    return text.utf8.count <= PageTexts.readLength && reader.value(of: text) == value
                }
            }
        }
        let isPart = found.isEmpty && text.utf8.count >= PageTexts.partLength
        if isPart { found = entries.indices.filter { entries[$0].text.contains(text) } }
        let within = found.filter { index in
            guard let scope else { return true }
            return entries[index].element == scope || entries[index].element.isDescendant(of: scope)
        }
        let likely = best(within.isEmpty ? found : within)
        // A short value may be anywhere by chance.
        if text.utf8.count < PageTexts.shortLength, within.isEmpty || likely.count > 1 { return nil }
        guard let index = likely.last else { return nil }
        return Found(
            element: entries[index].element,
            attribute: entries[index].attribute,
            isPart: isPart
        )
    }

    /// The best of several entries, which are in reversed document order: innermost elements, else attributes.
    private func best(_ indices: [Int]) -> [Int] {
        let texts = indices.filter { entries[$0].attribute == nil }
        // An element is not the innermost if it contains the previous entry, which has the text too.
        var innermost: [Int] = []
        for index in texts {
            if let last = innermost.last, entries[last].element.isDescendant(of: entries[index].element) {
                continue
            }
            innermost.append(index)
        }
        return innermost.isEmpty ? indices : innermost
    }
}

/// Finds the expected values that a trace lacks.
struct GoldenSearch {
    private let rules: Rules
    private let saved: SavedTree
    private let context: PageContext
    private let golden: [GoldenRecords]
    private let node: (NodeRef) -> Trace.Node?
    private let texts: PageTexts
    /// The elements of the page's records.
    private var recordElements: Set<NodeRef> = []

    /// The maximum number of expected records that are compared with each record of the page, and the maximum number of
    /// values of a list.
    private static let recordLimit = 100
    private static let listLimit = 20
    /// The maximum number of places that are reported for a record type without records.
    private static let placeLimit = 12

    init(
        _ rules: Rules,
        _ saved: SavedTree,
        _ context: PageContext,
        _ golden: [GoldenRecords],
        node: @escaping (NodeRef) -> Trace.Node?
    ) {
        self.rules = rules
        self.saved = saved
        self.context = context
        self.golden = golden
        self.node = node
        texts = PageTexts(saved.document)
    }

    /// Adds the places of expected values to the fields that lack them.
    mutating func complete(_ trace: inout Trace) {
        let elements = trace.records.flatMap(\.layouts).flatMap(\.elements)
        recordElements = Set(elements.compactMap { $0.node.index.map { saved.elements[$0] } })
        for type in trace.records.indices {
            let name = trace.records[type].name
            var number = 0
            for layout in trace.records[type].layouts.indices {
                for index in trace.records[type].layouts[layout].elements.indices {
                    complete(&trace.records[type].layouts[layout].elements[index], number, of: name)
                    if case .record = trace.records[type].layouts[layout].elements[index].outcome {
                        number += 1
                    }
                }
            }
            if trace.records[type].count == 0 { trace.records[type].golden = places(ofRecord: name) }
        }
    }

    private func complete(_ element: inout Trace.Element, _ number: Int, of type: String) {
        let scope = element.node.index.map { saved.elements[$0] }
        for index in element.fields.indices {
            let field = element.fields[index]
            let isMissing = field.value == nil || field.value == .list([])
            for golden in golden where isMissing || golden.isOfPage {
                guard let record = record(like: element, number, of: type, golden),
                    let value = record[field.name], value != field.value
                else { continue }
                let rules = self.rules.records.first { $0.name == type }?.fields(named: field.name) ?? []
                let places = places(of: value, field.name, rules, below: scope, golden.name)
                if places.isEmpty { continue }
                element.fields[index].golden = places
                break
            }
        }
    }

    /// The expected record that is most similar to a record of the page.
    private func record(
        like element: Trace.Element,
        _ number: Int,
        of type: String,
        _ golden: GoldenRecords
    ) -> Value? {
        let records = golden.records.filter { $0["@type"]?.string == type }
        let sameNumber = records.indices.contains(number) ? records[number] : nil
        var best = (sameNumber, 0)
        for record in records.prefix(GoldenSearch.recordLimit) {
            let same = element.fields.count { $0.value != nil && record[$0.name] == $0.value }
            if same > best.1 { best = (record, same) }
        }
        return best.0 ?? records.first
    }

    private func places(ofRecord type: String) -> [Trace.GoldenPlace] {
        for golden in golden {
            guard let record = golden.records.first(where: { $0["@type"]?.string == type }) else { continue }
            let rule = rules.records.first { $0.name == type }
            let places = (record.object ?? []).filter { $0.name != "@type" }.flatMap { member in
                let fields = rule?.fields(named: member.name) ?? []
                return self.places(of: member.value, member.name, fields, below: nil, golden.name)
            }
            if !places.isEmpty { return Array(places.prefix(GoldenSearch.placeLimit)) }
        }
        return []
    }

    /// The places of a value, or of the values that it consists of.
    private func places(
        of value: Value,
        _ path: String,
        _ rules: [FieldRule],
        below scope: NodeRef?,
        _ golden: String
    ) -> [Trace.GoldenPlace] {
        switch value {
        case .object(let members):
            return members.flatMap { member in
                let inner = rules.flatMap { $0.inner(named: member.name) }
                return places(of: member.value, "\(path).\(member.name)", inner, below: scope, golden)
            }
        case .list(let values):
            if case .object? = values.first {
                return places(of: values[0], path, rules, below: scope, golden)
            }
            let found = values.prefix(GoldenSearch.listLimit).compactMap {
                place(of: $0, path, rules, below: scope, golden)
            }
            guard var first = found.first else { return [] }
            first.found = found.count
            first.of = min(values.count, GoldenSearch.listLimit)
            return [first]
        case .string, .number, .boolean, .null:
            return place(of: value, path, rules, below: scope, golden).map { [$0] } ?? []
        }
    }

    private func place(
        of value: Value,
        _ path: String,
        _ rules: [FieldRule],
        below scope: NodeRef?,
        _ golden: String
    ) -> Trace.GoldenPlace? {
        let readers = rules.flatMap(\.alternatives).compactMap { FieldValueReader($0, context) }
        guard let found = texts.place(of: value, below: scope, readers), let node = node(found.element) else {
            return nil
        }
        if let scope, isInOtherRecord(found.element, than: scope) { return nil }
        return Trace.GoldenPlace(
            path: path,
            value: value,
            node: node,
            attribute: found.attribute,
            isPart: found.isPart,
            golden: golden
        )
    }
}

extension GoldenSearch {
    /// Whether two elements belong to different records.
    private func isInOtherRecord(_ element: NodeRef, than scope: NodeRef) -> Bool {
        var next: NodeRef? = element
        while let node = next, node != scope {
            if recordElements.contains(node) { return true }
            next = node.parentElement
        }
        return false
    }
}

extension RecordRule {
    /// The fields with a name, one for each layout.
    fileprivate func fields(named name: String) -> [FieldRule] {
        guard case .nodes(let layouts) = content else { return [] }
        return layouts.flatMap(\.fields).filter { $0.name == name }
    }
}

extension FieldRule {
    /// The fields with a name in the objects of this field.
    fileprivate func inner(named name: String) -> [FieldRule] {
        alternatives.flatMap { alternative -> [FieldRule] in
            guard case .nested(_, .own(let rules)) = alternative.origin else { return [] }
            return rules.filter { $0.name == name }
        }
    }
}

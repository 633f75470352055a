import Addresses
import DOM
import Engine

/// A page's texts and attributes, indexed by their content, in which the values of examples are searched for.
struct PageText {
    /// The part of an element that is taken.
    enum Part: Hashable {
        case text
        case ownText
        case attribute(String)
    }

    /// A text that an element has.
    struct Entry {
        /// The element's index in the outline.
        let element: Int
        let part: Part
        /// The text in the form in which it is compared; see ``LearningText/key(_:)``.
        let text: String
    }

    /// Texts that label nothing, in the form of comparison: the parts of the page's title, one of which usually names
    /// its subject, and the values of examples, which differ from page to page.
    private(set) var subjects: Set<String>

    /// A line of text with the label before it: `Publisher: Zebra`.
    struct LabelledLine {
        let label: String
        let text: String
    }

    let page: Page
    let outline: Outline
    private(set) var lines: [LabelledLine] = []
    private(set) var entries: [Entry] = []
    private var byText: [String: [Int]] = [:]
    /// The short texts that may contain a number.
    private var numeric: [Int] = []
    /// The texts that may be addresses, by the absolute address.
    private var byAddress: [String: [Int]] = [:]
    /// The page's own address.
    private let base: WebAddress?
    /// The length in bytes beyond which an element's text is not examined.
    private let limit: Int

    /// Attributes from which no value is taken: names, styles, behaviour.
    private static let skipped: Set<String> = [
        "class", "id", "style", "rel", "type", "itemprop", "itemtype", "itemscope", "target", "role", "xmlns",
        "sizes",
        "width", "height", "loading", "decoding", "property", "name", "lang", "dir", "tabindex", "async",
        "defer",
    ]

    /// Reads the texts of a page.
    ///
    /// - Parameters:
    ///   - limit: the length of the longest text that is searched for, in bytes.
    ///   - values: the texts of examples.
    /// - Complexity: linear in the page's size times the depth of short elements.
    init(_ page: Page, _ document: Document, limit: Int, values: [String] = []) {
        subjects = Set(values.map(LearningText.looseKey))
        self.page = page
        self.limit = limit + 200
        base = page.url.flatMap { try? WebAddress($0) }
        outline = Outline(document, withTitle: true)
        for entry in outline.entries where entry.tag == "title" && entry.ownText > 0 {
            let title = LearningText.key(document.string(of: entry.node, onOneLine: true))
            let parts = title.split { "|-–—:·»".contains($0) }
            subjects.formUnion(([title] + parts.map(\.trimmed)).map(LearningText.looseKey))
        }
        for index in outline.entries.indices { read(index) }
        for (index, entry) in entries.enumerated() {
            byText[LearningText.looseKey(entry.text), default: []].append(index)
            if entry.text.utf8.count <= 60, entry.text.contains(where: \.isNumber) { numeric.append(index) }
            if mayBeAddress(entry) { byAddress[absolute(entry.text), default: []].append(index) }
        }
    }

    /// Meta properties for browsers and crawlers, in which a short value occurs only by chance.
    private static let technical: Set<String> = [
        "apple-mobile-web-app-capable", "format-detection", "generator", "googlebot", "handheldfriendly",
        "mobileoptimized", "referrer", "robots", "theme-color", "viewport",
    ]

    /// Whether an element is such a property, in the page's head or in its linked data.
    private func isTechnical(_ index: Int) -> Bool {
        let entry = outline.entries[index]
        let isMeta = entry.tag == "meta"
        guard isMeta || outline.entries[entry.parent].tag == "meta" else { return false }
        // The linked data has an element that contains all properties.
        if isMeta, isData(index) { return true }
        let name = (isMeta ? outline.attribute(named: "name", of: index) ?? "" : entry.tag).lowercased()
        return PageText.technical.contains(name) || name.contains("verification")
            || name.hasPrefix("msapplication")
    }

    private mutating func read(_ index: Int) {
        if isTechnical(index) { return }
        let entry = outline.entries[index]
        let weight = outline.sum(outline.text, in: index)
        if weight > 0, weight <= limit {
            let text = LearningText.key(outline.document.string(of: entry.node, onOneLine: true))
            if !text.isEmpty { entries.append(Entry(element: index, part: .text, text: text)) }
            if entry.ownText > 0, entry.ownText < weight {
                var own: [UInt8] = []
                for child in entry.node.allChildren where child.isText { own += child.content }
                let text = LearningText.key(String(decoding: own, as: UTF8.self))
                if !text.isEmpty { entries.append(Entry(element: index, part: .ownText, text: text)) }
            }
        }
        if entry.ownText > 0, entry.ownText <= limit { readLines(entry.node) }
        var attribute = entry.node.firstAttribute
        while let current = attribute {
            attribute = current.next
            let name = current.name.string
            guard !PageText.skipped.contains(name), !name.hasPrefix("on"), !current.hasNamespace else {
                continue
            }
            let value = current.value
            guard !value.isEmpty, value.count <= limit else { continue }
            let text = LearningText.key(current.string)
            if !text.isEmpty { entries.append(Entry(element: index, part: .attribute(name), text: text)) }
        }
    }

    /// Reads the texts of an element's own lines that have labels: before a colon, or in the element directly before
    /// them.
    private mutating func readLines(_ node: NodeRef) {
        for child in node.allChildren where child.isText && child.content.count <= 400 {
            let text = LearningText.key(String(decoding: child.content, as: UTF8.self))
            guard !text.isEmpty else { continue }
            if let colon = text.firstIndex(of: ":"), colon != text.startIndex {
                add(label: text[..<colon].trimmed, text[text.index(after: colon)...].trimmed)
                continue
            }
            guard let before = child.previousSibling, before.isElement else { continue }
            var label = LearningText.key(outline.document.string(of: before, onOneLine: true))
            var rest = text
            if rest.hasPrefix(":") {
                rest = rest.dropFirst().trimmed
            } else if !label.hasSuffix(":") {
                continue
            }
            while label.hasSuffix(":") { label = label.dropLast().trimmed }
            add(label: label, rest)
        }
    }

    private mutating func add(label: String, _ text: String) {
        guard (2...40).contains(label.count), label.contains(where: \.isLetter), !text.isEmpty,
            !subjects.contains(LearningText.looseKey(label))
        else { return }
        lines.append(LabelledLine(label: label, text: text))
    }

    /// The places of a text as a whole, ignoring letter case and punctuation.
    func places(of text: String) -> [Entry] {
        (byText[LearningText.looseKey(text)] ?? []).map { entries[$0] }
    }

    /// The places of a text within longer texts, as short as possible.
    func placesWithin(of text: String) -> [Entry] {
        guard text.utf8.count >= 2 else { return [] }
        let bytes = Array(text.utf8)
        let found = entries.filter { entry in
            entry.text.utf8.count > bytes.count && entry.text.utf8.count <= bytes.count + 300
                && PageText.contains(bytes, in: entry.text)
        }
        // Where an element has the text and nothing else, the elements around it are not separate places.
        let whole = places(of: text).filter { $0.part == .text }.map(\.element)
        return found.filter { entry in
            if case .attribute = entry.part { return true }
            return !whole.contains { outline.contains(entry.element, $0) }
                && !found.contains {
                    $0.element != entry.element && $0.part == .text && entry.part == .text
                        && outline.contains(entry.element, $0.element)
                }
        }
    }

    /// Whether a text contains another, byte by byte, as both are in the form of comparison.
    private static func contains(_ wanted: [UInt8], in text: String) -> Bool {
        let last = text.utf8.count - wanted.count
        return text.utf8.withContiguousStorageIfAvailable { bytes in
            bytes.indices.prefix(last + 1).contains { start in
                bytes[start] == wanted[0] && wanted.indices.allSatisfy { bytes[start + $0] == wanted[$0] }
            }
        } ?? text.contains(String(decoding: wanted, as: UTF8.self))
    }

    /// The places of an address, relative or absolute.
    func places(ofAddress text: String) -> [Entry] {
        (byAddress[absolute(text)] ?? []).map { entries[$0] }
    }

    /// Attributes whose values are addresses.
    private static let addresses: Set<String> = [
        "href", "src", "content", "data-src", "data-href", "srcset", "action", "poster", "data-url",
    ]

    /// Whether a text may be an address, judged by its place.
    private func mayBeAddress(_ entry: Entry) -> Bool {
        if case .attribute(let name) = entry.part { return PageText.addresses.contains(name) }
        return entry.text.contains("/") && isData(entry.element)
    }

    private func absolute(_ text: String) -> String {
        String(LearningText.addressKey((try? WebAddress.href(of: text, base: base)) ?? text))
    }

    /// Whether a text or an address is on the page, as a whole or within another.
    ///
    /// - Parameter element: the element that must contain it; any element by default.
    func isAnywhere(_ text: String, within element: Int? = nil) -> Bool {
        func isThere(_ places: [Entry]) -> Bool {
            guard let element else { return !places.isEmpty }
            return places.contains { outline.contains(element, $0.element) }
        }
        let key = LearningText.key(text)
        return isThere(places(of: key)) || key.contains("/") && isThere(places(ofAddress: text))
            || isThere(placesWithin(of: key))
    }

    /// The places of a number, alone or in a short text.
    func places(ofNumber text: String) -> [Entry] {
        guard let wanted = Double(text) else { return [] }
        return numeric.lazy.map { entries[$0] }.filter { entry in
            if let minutes = LearningText.minutes(in: entry.text), abs(minutes - wanted) < 0.5 { return true }
            return LearningText.numbers(in: entry.text).contains {
                Double($0.replacing(",", with: "")) == wanted
                    || Double($0.replacing(",", with: ".")) == wanted
            }
        }
    }

    /// Whether an element belongs to the page's linked data.
    func isData(_ index: Int) -> Bool {
        var place = index
        while outline.entries[place].parent != place {
            if ElementNaming.dataTags.contains(outline.entries[place].tag) { return true }
            place = outline.entries[place].parent
        }
        return false
    }
}

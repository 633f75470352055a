import Basics
package import Engine
package import Selectors
import Sources
import Values

/// A change of a name on a whole page, as sites make it: in tags, in scripts, in data.
package struct PageRenaming: Hashable, Sendable {
    /// The thing that is renamed.
    package enum Subject: Hashable, Sendable {
        case name(ConsultedName)
        /// The text of a heading, a label or a column's header.
        case label(String)
    }

    /// The form of the new name.
    package enum Style: String, CaseIterable, Sendable {
        case suffix
        /// A generated name: `css-1q2w3e`.
        case hash
        case word
    }

    package let subject: Subject
    package let style: Style

    package init(_ subject: Subject, _ style: Style) {
        self.subject = subject
        self.style = style
    }

    /// The old name.
    package var name: String {
        switch subject {
        case .name(let name): name.name
        case .label(let text): text
        }
    }

    /// The new name, the same for the same old name on every page.
    package var newName: String {
        let number = name.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01B3
        }
        switch style {
        case .suffix: return name + "-v2"
        case .hash: return "css-" + String(number >> 20 & 0x3FFF_FFFF, radix: 36)
        case .word:
            let words = PageRenaming.words
            let first = words[Int(number % UInt64(words.count))]
            return first + words[Int(number / 64 % UInt64(words.count))]
        }
    }

    private static let words = [
        "lantern", "quarry", "bumble", "harbor", "velvet", "meadow", "copper", "thistle", "granite",
        "sparrow",
    ]
}

extension PageRenaming: CustomStringConvertible {
    /// The renaming in a few words: `class "price" to "css-1q2w3e"`.
    package var description: String {
        let what =
            switch subject {
            case .label: "label"
            case .name(let name):
                switch name.kind {
                case .class: "class"
                case .id: "id"
                case .attribute, .part: "attribute"
                case .value(let attribute): attribute
                case .element: "name"
                }
            }
        return "\(what) \"\(name)\" to \"\(newName)\""
    }
}

extension PageRenaming {
    /// The page with the new name; `nil` if it does not have the old one.
    ///
    /// - Complexity: linear in the size of the page.
    package func applied(to page: Page) -> Page? {
        let edits = edits(
            page.bytes,
            isXML: page.name.hasSuffix(".xml"),
            isTable: page.name.hasSuffix(".csv")
        )
        if edits.isEmpty { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(page.bytes.count + edits.count * 16)
        var position = 0
        let new = Array(newName.utf8)
        for edit in edits.sorted(by: { $0.lowerBound < $1.lowerBound }) where edit.lowerBound >= position {
            bytes += page.bytes[position..<edit.lowerBound]
            bytes += new
            position = edit.upperBound
        }
        bytes += page.bytes[position...]
        var changed = page
        changed.bytes = bytes
        return changed
    }

    /// The places of the old name.
    private func edits(_ bytes: [UInt8], isXML: Bool, isTable: Bool) -> [Range<Int>] {
        switch subject {
        case .label(let text): return PageRenaming.labels(text, in: bytes)
        case .name(let name):
            let old = Array(name.name.utf8)
            switch name.kind {
            case .class: return words(old, of: ["class"], in: bytes)
            case .id: return words(old, of: ["id"], in: bytes)
            // The classes that have it are not known.
            case .part: return []
            case .attribute: return attributes(old, in: bytes)
            case .value(let attribute):
                let types = attribute == "types" ? PageRenaming.typeValues(old, in: bytes) : []
                return words(old, of: [attribute], in: bytes) + types
            case .element:
                if isTable { return PageRenaming.headers(old, in: bytes) }
                return PageRenaming.keys(old, in: bytes) + (isXML ? tags(old, in: bytes) : [])
                    + words(old, of: ["itemprop", "property", "name", "rel"], in: bytes)
                    + PageRenaming.typeValues(old, in: bytes)
            }
        }
    }

    private func words(_ word: [UInt8], of names: [String], in bytes: [UInt8]) -> [Range<Int>] {
        let names = names.map { Array($0.utf8) }
        let folded = word.map(\.asciiLowercased)
        let isExact = names.contains(Array("class".utf8)) || names.contains(Array("id".utf8))
        var scanner = TagScanner(bytes)
        var found: [Range<Int>] = []
        while let tag = scanner.next() {
            for attribute in tag.attributes {
                guard names.contains(bytes[attribute.name].map(\.asciiLowercased)) else { continue }
                for part in bytes[attribute.value].split(whereSeparator: TagScanner.isSpace) {
                    let isSame = isExact ? part.elementsEqual(word) : part.map(\.asciiLowercased) == folded
                    if isSame { found.append(part.startIndex..<part.endIndex) }
                }
            }
        }
        return found
    }

    private func attributes(_ name: [UInt8], in bytes: [UInt8]) -> [Range<Int>] {
        var scanner = TagScanner(bytes)
        var found: [Range<Int>] = []
        while let tag = scanner.next() {
            found += tag.attributes.map(\.name).filter { bytes[$0].elementsEqual(name) }
        }
        return found
    }

    private func tags(_ name: [UInt8], in bytes: [UInt8]) -> [Range<Int>] {
        var scanner = TagScanner(bytes)
        var found: [Range<Int>] = []
        while let tag = scanner.next() {
            if bytes[tag.name].elementsEqual(name) { found.append(tag.name) }
        }
        return found
    }

    // MARK: - Data

    /// The keys of objects in JSON and JavaScript, wherever they are.
    private static func keys(_ name: [UInt8], in bytes: [UInt8]) -> [Range<Int>] {
        occurrences(of: name, in: bytes).filter { range in
            var end = range.upperBound
            var start = range.lowerBound - 1
            if start >= 0, bytes[start] == UInt8(ascii: "\"") || bytes[start] == UInt8(ascii: "'") {
                let isEscaped = end < bytes.count && bytes[end] == UInt8(ascii: "\\")
                end += isEscaped ? 1 : 0
                guard end < bytes.count, bytes[end] == bytes[start] else { return false }
                end += 1
            } else {
                while start >= 0, TagScanner.isSpace(bytes[start]) { start -= 1 }
                guard start >= 0, bytes[start] == UInt8(ascii: "{") || bytes[start] == UInt8(ascii: ",")
                else {
                    return false
                }
            }
            while end < bytes.count, TagScanner.isSpace(bytes[end]) { end += 1 }
            return end < bytes.count && bytes[end] == UInt8(ascii: ":")
        }
    }

    /// The types of linked data: values of `@type`, the ends of `itemtype` and `typeof`.
    private static func typeValues(_ name: [UInt8], in bytes: [UInt8]) -> [Range<Int>] {
        occurrences(of: name, in: bytes).filter { range in
            let before = bytes[max(0, range.lowerBound - 120)..<range.lowerBound]
            let text = String(decoding: before, as: UTF8.self)
            guard range.upperBound < bytes.count, range.lowerBound > 0 else { return false }
            let isEnded = "\"' ".utf8.contains(bytes[range.upperBound])
            guard isEnded, "\"'/ ".utf8.contains(bytes[range.lowerBound - 1]) else { return false }
            let last = ["\"@type\"", "itemtype", "typeof"].compactMap { key in
                text.ranges(of: key).last.map { text[$0.upperBound...] }
            }.min { $0.count < $1.count }
            guard let last else { return false }
            if last.contains(where: { "{}<>\n".contains($0) }) { return false }
            // One value, or a list of them.
            let isList = last.drop { ": ".contains($0) }.first == "["
            return !last.contains(isList ? "]" : ",")
        }
    }

    /// The cells of a table's first line.
    private static func headers(_ name: [UInt8], in bytes: [UInt8]) -> [Range<Int>] {
        let end = bytes.firstIndex(of: 0x0A) ?? bytes.count
        return occurrences(of: name, in: Array(bytes[..<end])).filter { range in
            let isBegun = range.lowerBound == 0 || ",;\t\"".utf8.contains(bytes[range.lowerBound - 1])
            return isBegun
                && (range.upperBound == bytes.count || ",;\t\"\r\n".utf8.contains(bytes[range.upperBound]))
        }
    }

    /// Texts between tags, or lines of these, that are a label or begin with one before a colon. They are compared as labels
    /// are, however their characters are written: `Gr&ouml;&szlig;e :` is the label `größe`.
    private static func labels(_ label: String, in bytes: [UInt8]) -> [Range<Int>] {
        let key = LabelText.key(label)
        var found: [Range<Int>] = []
        for text in texts(bytes) {
            if let range = self.label(key, in: bytes[text]) {
                found.append(range)
                continue
            }
            let lines = bytes[text].split { $0 == 0x0A || $0 == 0x0D }
            if lines.count > 1 { found += lines.compactMap { self.label(key, in: $0) } }
        }
        return found
    }

    /// The texts between tags.
    private static func texts(_ bytes: [UInt8]) -> [Range<Int>] {
        var texts: [Range<Int>] = []
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
            if end > start { texts.append(start..<end) }
            guard let close = bytes[end...].firstIndex(of: UInt8(ascii: ">")) else { break }
            start = close + 1
        }
        return texts
    }

    /// The place of a label that a text is, or begins with before a colon, without white space and colon.
    private static func label(_ key: String, in text: ArraySlice<UInt8>) -> Range<Int>? {
        // A character may be written as a reference of several bytes.
        var label = trimmed(text.prefix(16 * key.utf8.count + 64))
        if let colon = label.firstIndex(of: UInt8(ascii: ":")) {
            label = trimmed(label[..<colon])
        } else if trimmed(text).endIndex != label.endIndex {
            return nil
        }
        if label.isEmpty { return nil }
        var written = String(decoding: label, as: UTF8.self)
        if written.utf8.contains(UInt8(ascii: "&")) { written = (try? Transform.decoded(written)) ?? written }
        return LabelText.key(written) == key ? label.startIndex..<label.endIndex : nil
    }

    private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let end = text.lastIndex { !TagScanner.isSpace($0) }.map { $0 + 1 } ?? text.startIndex
        return text[..<end].drop(while: TagScanner.isSpace)
    }

    private static func occurrences(of text: [UInt8], in bytes: [UInt8]) -> [Range<Int>] {
        guard let first = text.first, bytes.count >= text.count else { return [] }
        var found: [Range<Int>] = []
        var position = 0
        while position <= bytes.count - text.count {
            if bytes[position] == first, bytes[position..<position + text.count].elementsEqual(text) {
                found.append(position..<position + text.count)
                position += text.count
            } else {
                position += 1
            }
        }
        return found
    }
}

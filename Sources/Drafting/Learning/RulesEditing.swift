import Records

/// Changes single parts of a rules file's text; everything else, comments too, stays as it is.
struct RulesEditing {
    private(set) var text: [UInt8]

    init(_ text: [UInt8]) { self.text = text }

    private var root: JSON? { JSON.read(text, dialect: .relaxed).json }

    /// Where the value of a field stands: in the layout with this index, where the record has several.
    private func field(_ name: String, of record: String, layout: Int) -> JSON? {
        guard let record = root?[key: "records"]?[key: record] else { return nil }
        let layouts: [JSON] = if case .array(let elements) = record.content { elements } else { [record] }
        return layouts.indices.contains(layout) ? layouts[layout][key: "fields"]?[key: name] : nil
    }

    /// The text of a field's value.
    func definition(of name: String, in record: String, layout: Int = 0) -> String? {
        field(name, of: record, layout: layout).map { String(decoding: text[$0.range], as: UTF8.self) }
    }

    /// Replaces the value of a field.
    mutating func setDefinition(of name: String, in record: String, layout: Int = 0, to definition: String) {
        guard let value = field(name, of: record, layout: layout) else { return }
        text.replaceSubrange(value.range, with: Array(definition.utf8))
    }

    /// Adds a layout to a record.
    mutating func addLayout(_ layout: String, to record: String) {
        guard let value = root?[key: "records"]?[key: record] else { return }
        if case .array = value.content {
            text.replaceSubrange(value.range.upperBound - 1..<value.range.upperBound, with: Array(",\n\(layout)\n]".utf8))
        } else {
            let old = String(decoding: text[value.range], as: UTF8.self)
            text.replaceSubrange(value.range, with: Array("[\(old),\n\(layout)\n]".utf8))
        }
    }

    /// Merges the linked data into the tree, unless a preparation does.
    mutating func needLinkedData() {
        guard let root else { return }
        let step = "{ \"linked-data\": \"html\" }"
        if let steps = root[key: "prepare"] {
            if String(decoding: text[steps.range], as: UTF8.self).contains("linked-data") { return }
            guard case .array(let elements) = steps.content else { return }
            let place = steps.range.upperBound - 1
            text.replaceSubrange(place..<place, with: Array(((elements.isEmpty ? "" : ", ") + step).utf8))
            return
        }
        guard let records = root.members?.first(where: { $0.key == "records" }) else { return }
        let place = records.keyRange.lowerBound
        text.replaceSubrange(place..<place, with: Array("\"prepare\": [\(step)],\n".utf8))
    }

    /// Replaces every string with a text by another.
    ///
    /// - Returns: whether there was one.
    mutating func replaceStrings(_ old: String, by new: String) -> Bool {
        var ranges: [Range<Int>] = []
        var open = root.map { [$0] } ?? []
        while let value = open.popLast() {
            switch value.content {
            case .string(let text): if LearningText.key(text) == old { ranges.append(value.range) }
            case .array(let elements): open += elements
            case .object(let members): open += members.map(\.value)
            case .null, .boolean, .number: break
            }
        }
        for range in ranges.sorted(by: { $0.lowerBound > $1.lowerBound }) {
            text.replaceSubrange(range, with: Array(DraftWriter.string(new).utf8))
        }
        return !ranges.isEmpty
    }

    /// The text in the style of `scrape fmt`.
    var formatted: [UInt8] { JSONFormatter.format(text).text ?? text }
}

extension JSON {
    fileprivate var members: [Member]? { if case .object(let members) = content { members } else { nil } }

    fileprivate subscript(key key: String) -> JSON? { members?.last { $0.key == key }?.value }
}

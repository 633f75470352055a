import Basics
import Engine
import Records

/// Changes to a rules file's text that keep its comments and style.
struct RulesEdit {
    private let text: [UInt8]
    private let isFormatted: Bool
    private let json: JSON?
    private var changes: [(range: Range<Int>, bytes: [UInt8])] = []

    init(_ text: [UInt8]) {
        self.text = text
        isFormatted = JSONFormatter.format(text).text == text
        json = JSON.read(text, dialect: .relaxed).json
    }

    /// A record type as written in the file; `nil` if it has several layouts, or is declared in a file that this one
    /// extends.
    func record(_ name: String) -> JSON? {
        guard let record = declaration(of: name), case .object = record.content else { return nil }
        return record
    }

    /// Where a record type is declared: among those of the file, or else by the only request that has it.
    private func declaration(of name: String) -> JSON? {
        if let record = json?.member("records")?.value.member(name)?.value { return record }
        guard case .object(let kinds)? = json?.member("requests")?.value.content else { return nil }
        let own = kinds.compactMap { $0.value.member("records")?.value.member(name)?.value }
        return own.count == 1 ? own[0] : nil
    }

    /// A member of the file by the keys that lead to it.
    func member(at path: [String]) -> JSON.Member? {
        var value = json
        var found: JSON.Member?
        for key in path {
            found = value?.member(key)
            value = found?.value
        }
        return found
    }

    /// The only record type of the file; `nil` if there are several.
    var onlyRecord: String? {
        guard case .object(let members)? = json?.member("records")?.value.content, members.count == 1 else {
            return nil
        }
        return members.first?.key
    }

    /// The fields of a record type.
    func fields(of record: String) -> JSON? { self.record(record)?.member("fields")?.value }

    /// The members of a record type's fields.
    func members(ofFieldsIn record: String) -> [JSON.Member] {
        guard case .object(let members)? = fields(of: record)?.content else { return [] }
        return members
    }

    /// Replaces the value of a member, with a comment before it; a comment of the same kind is replaced too.
    mutating func set(_ value: String, of member: JSON.Member, comment: String) {
        annotate(member, comment)
        changes.append((member.value.range, Array(value.utf8)))
    }

    /// Writes a comment before a member; one of the same kind is replaced.
    mutating func annotate(_ member: JSON.Member, _ comment: String) {
        let start = learnedComment(before: member.keyRange.lowerBound)
        let lineStart = text[..<start].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let line = text[lineStart..<start]
        let indentation = line.allSatisfy { $0 == 0x20 || $0 == 0x09 } ? Array(line) : []
        changes.append((start..<member.keyRange.lowerBound, Array("// \(comment)\n".utf8) + indentation))
    }

    /// The beginning of the comment of an earlier `learn` directly before a place; the place itself if there is none.
    private func learnedComment(before place: Int) -> Int {
        guard let comment = JSONFormatter.comments(in: text).last(where: { $0.upperBound <= place }),
            text[comment.upperBound..<place].allSatisfy({ $0 <= 0x20 }),
            ["% of changes", "% sure"].contains(
                where: String(decoding: text[comment], as: UTF8.self).contains
            )
        else { return place }
        return comment.lowerBound
    }

    /// The text of a field's value.
    func definition(of field: String, in record: String) -> String? {
        fields(of: record)?.member(field).map { String(decoding: text[$0.value.range], as: UTF8.self) }
    }

    /// The text of a member of the file, such as its preparations, or of a request that has its own.
    func text(of key: String, in kind: String? = nil) -> String? {
        let own = kind.flatMap { member(at: ["requests", $0, key]) }
        return (own ?? json?.member(key)).map {
            String(decoding: text[$0.keyRange.lowerBound..<$0.value.range.upperBound], as: UTF8.self)
        }
    }

    /// Adds a layout to a record type, after the existing ones.
    mutating func addLayout(_ layout: String, to record: String) {
        guard let value = declaration(of: record) else { return }
        if case .array = value.content {
            let end = value.range.upperBound - 1
            changes.append((end..<end, Array(",\n\(layout)\n".utf8)))
        } else {
            changes.append((value.range.lowerBound..<value.range.lowerBound, Array("[".utf8)))
            changes.append((value.range.upperBound..<value.range.upperBound, Array(",\n\(layout)]".utf8)))
        }
    }

    /// Replaces every string with a text by another.
    ///
    /// - Parameters:
    ///   - key: the member of the file that contains them; the whole file by default.
    ///   - keepsOld: whether each becomes a list of both.
    /// - Returns: whether there was one.
    mutating func replaceStrings(
        _ old: String,
        by new: String,
        under key: String? = nil,
        keepsOld: Bool
    ) -> Bool {
        let start = key.map { key in json?.member(key)?.value } ?? json
        var open = start.map { [(value: $0, isElement: false)] } ?? []
        let count = changes.count
        while let (value, isElement) = open.popLast() {
            switch value.content {
            case .string(let text) where LearningText.key(text) == old:
                let other = JSONWriter.compact(.string(new))
                let both = String(decoding: self.text[value.range], as: UTF8.self) + ", " + other
                let list = isElement ? both : "[\(both)]"
                changes.append((value.range, Array((keepsOld ? list : other).utf8)))
            case .array(let elements): open += elements.map { ($0, true) }
            case .object(let members): open += members.map { ($0.value, false) }
            case .null, .boolean, .number, .string: break
            }
        }
        return changes.count > count
    }

    /// Adds a member at the end of an object, with a comment before it.
    mutating func add(_ name: String, _ value: String, to object: JSON, comment: String) {
        guard case .object(let members) = object.content else { return }
        let line = "// \(comment)\n\(JSONWriter.compact(.string(name))): \(value)"
        guard let last = members.last else {
            let place = object.range.lowerBound + 1
            changes.append((place..<place, Array("\n\(line)\n".utf8)))
            return
        }
        let end = last.value.range.upperBound
        // A comma may follow the last member.
        var next = end
        while next < text.count, text[next] <= 0x20 { next += 1 }
        let hasComma = next < text.count && text[next] == UInt8(ascii: ",")
        let place = hasComma ? next + 1 : end
        changes.append((place..<place, Array("\(hasComma ? "" : ",")\n\(line)\(hasComma ? "," : "")\n".utf8)))
    }

    /// Adds alternatives to a field, after the existing ones.
    mutating func addAlternatives(of learned: LearnedField, in record: String, comment: String) {
        guard let definition = learned.definition, let fields = fields(of: record),
            let member = fields.member(learned.name),
            let present = self.definition(of: learned.name, in: record)
        else { return }
        let all = RulesEdit.alternatives(present) + RulesEdit.alternatives(definition)
        set("[\(all.joined(separator: ", "))]", of: member, comment: comment)
    }

    /// The alternatives of a field, each as a text.
    static func alternatives(_ definition: String) -> [String] {
        let bytes = Array(definition.utf8)
        guard let json = JSON.read(bytes, dialect: .relaxed).json, case .array(let elements) = json.content
        else { return [definition] }
        return elements.map { String(decoding: bytes[$0.range], as: UTF8.self) }
    }

    /// Adds a preparation before all others of the file.
    ///
    /// - Returns: whether there is a place for it.
    mutating func prepend(_ preparation: String) -> Bool {
        guard case .object(let members)? = json?.content else { return false }
        if let present = members.first(where: { $0.key == "prepare" }) {
            guard case .array(let elements) = present.value.content else { return false }
            let start = elements.first?.range.lowerBound ?? present.value.range.upperBound - 1
            changes.append((start..<start, Array((preparation + (elements.isEmpty ? "" : ", ")).utf8)))
            return true
        }
        guard let records = members.first(where: { $0.key == "records" }) else { return false }
        let start = records.keyRange.lowerBound
        changes.append((start..<start, Array("\"prepare\": [\(preparation)],\n".utf8)))
        return true
    }

    /// Adds preparations to those of the file, unless it has them.
    mutating func add(_ preparations: [String]) {
        guard case .object(let members)? = json?.content, !preparations.isEmpty else { return }
        guard let present = members.first(where: { $0.key == "prepare" }) else {
            guard let records = members.first(where: { $0.key == "records" }) else { return }
            let start = records.keyRange.lowerBound
            changes.append(
                (start..<start, Array("\"prepare\": [\(preparations.joined(separator: ", "))],\n".utf8))
            )
            return
        }
        guard case .array(let elements) = present.value.content else { return }
        let known = elements.map { JSONWriter.compact($0.value) }
        let missing = preparations.filter { text in
            let value = JSON.read(Array(text.utf8), dialect: .relaxed).json?.value
            return value.map { !known.contains(JSONWriter.compact($0)) } ?? false
        }
        if missing.isEmpty { return }
        let end = elements.last?.range.upperBound ?? present.value.range.lowerBound + 1
        changes.append(
            (end..<end, Array("\(elements.isEmpty ? "" : ", ")\(missing.joined(separator: ", "))".utf8))
        )
    }

    /// The file with the changes, in its own style.
    var result: [UInt8] {
        var result: [UInt8] = []
        var end = 0
        let sorted = changes.enumerated().sorted {
            ($0.element.range.lowerBound, $0.element.range.upperBound, $0.offset)
                < ($1.element.range.lowerBound, $1.element.range.upperBound, $1.offset)
        }
        for (_, change) in sorted {
            guard change.range.lowerBound >= end else { continue }
            result += text[end..<change.range.lowerBound] + change.bytes
            end = change.range.upperBound
        }
        result += text[end...]
        return isFormatted ? JSONFormatter.format(result).text ?? result : result
    }
}

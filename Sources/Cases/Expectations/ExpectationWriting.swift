import Basics
import Engine
import Language
import Records

extension LearnedExpectations {
    /// The text of a rules file with these expectations, in the file's style and with its comments.
    ///
    /// - Parameter text: a rules file without mistakes. A record type that it does not declare itself is left out.
    /// - Complexity: linear in the length of the text.
    package func written(into text: [UInt8]) -> [UInt8] {
        let (json, _) = JSON.read(text, dialect: .relaxed)
        var writing = ExpectationWriting(text)
        for entry in entries {
            let place = entry.kind.map { json?.member("requests")?.value.member($0)?.value } ?? json
            guard let type = place?.member("records")?.value.member(entry.type)?.value else { continue }
            switch (type.content, entry.layout) {
            case (.object, nil): writing.set(entry.value, in: type)
            case (.array(let layouts), let index?) where layouts.indices.contains(index):
                writing.set(entry.value, in: layouts[index])
            default: continue
            }
        }
        return writing.result
    }
}

/// The changes to a rules file's text that set the `expect` of some record types.
private struct ExpectationWriting {
    private let text: [UInt8]
    /// Whether the file has the style of `scrape fmt`.
    private let isFormatted: Bool
    private var changes: [(range: Range<Int>, bytes: [UInt8])] = []

    init(_ text: [UInt8]) {
        self.text = text
        isFormatted = JSONFormatter.format(text).text == text
    }

    /// The keys of a record type that come after those that find its records.
    private static let later = ["unique", "order", "where", "whole", "fields", "group", "by"]

    mutating func set(_ value: Value?, in type: JSON) {
        guard case .object(let members) = type.content else { return }
        if let present = members.first(where: { $0.key == "expect" }) {
            if present.value.value == value { return }
            let range = present.keyRange.lowerBound..<present.value.range.upperBound
            guard let value else { return remove(range) }
            let comments = comments(in: present.value.range)
            let indentation = indentation(at: range.lowerBound)
            var bytes: [UInt8] = []
            for comment in comments { bytes += comment + Array("\n\(indentation)".utf8) }
            changes.append((range, bytes + entry(value, indentation)))
            return
        }
        guard let value else { return }
        let next = members.firstIndex { Self.later.contains($0.key) } ?? members.count
        guard next < members.count else { return }
        let start = next > 0 ? members[next - 1].value.range.upperBound : type.range.lowerBound + 1
        let place = place(after: start, needsComma: next > 0)
        let indentation = indentation(at: members[next].keyRange.lowerBound)
        let bytes = Array("\n\(indentation)".utf8) + entry(value, indentation) + [UInt8(ascii: ",")]
        changes.append((place..<place, bytes))
    }

    /// `"expect": …` with its lines indented.
    private func entry(_ value: Value, _ indentation: String) -> [UInt8] {
        let text = JSONFormatter.text(of: value).split(separator: "\n").joined(separator: "\n\(indentation)")
        return Array("\"expect\": \(text)".utf8)
    }

    /// Removes a member with the comma after it.
    private mutating func remove(_ range: Range<Int>) {
        var end = range.upperBound
        while end < text.count, isBlank(text[end]) { end += 1 }
        guard end < text.count, text[end] == UInt8(ascii: ",") else { return }
        end += 1
        while end < text.count, isBlank(text[end]) { end += 1 }
        changes.append((range.lowerBound..<end, []))
    }

    /// The place for a new member after the one that ends at an offset: after its comma, and after a comment on the rest
    /// of its line.
    private func place(after offset: Int, needsComma: Bool) -> Int {
        var offset = offset
        if needsComma {
            while offset < text.count, text[offset] != UInt8(ascii: ",") {
                // A comment may have a comma.
                if text[offset] == UInt8(ascii: "/") { offset = endOfComment(offset) } else { offset += 1 }
            }
            offset += 1
        }
        var end = offset
        while end < text.count, text[end] == 0x20 || text[end] == 0x09 { end += 1 }
        guard text.dropFirst(end).starts(with: "//".utf8) else { return min(offset, text.count) }
        return endOfComment(end)
    }

    private func endOfComment(_ start: Int) -> Int {
        guard start + 1 < text.count else { return text.count }
        if text[start + 1] == UInt8(ascii: "/") { return text[start...].firstIndex(of: 0x0A) ?? text.count }
        var end = start + 2
        while end + 1 < text.count, text[end] != UInt8(ascii: "*") || text[end + 1] != UInt8(ascii: "/") {
            end += 1
        }
        return min(end + 2, text.count)
    }

    private func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

    /// The white space at the beginning of a line.
    private func indentation(at offset: Int) -> String {
        let start = text[..<offset].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        let blank = text[start..<offset].prefix { $0 == 0x20 || $0 == 0x09 }
        return String(decoding: blank, as: UTF8.self)
    }

    /// The comments in a part of the text.
    private func comments(in range: Range<Int>) -> [[UInt8]] {
        JSONFormatter.comments(in: text).filter { range.contains($0.lowerBound) }.map { Array(text[$0]) }
    }

    var result: [UInt8] {
        var result: [UInt8] = []
        var end = 0
        for change in changes.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            result += text[end..<change.range.lowerBound] + change.bytes
            end = change.range.upperBound
        }
        result += text[end...]
        return isFormatted ? JSONFormatter.format(result).text ?? result : result
    }
}

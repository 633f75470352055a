import Basics
import DOM
import Encoding
import Engine

/// A reduction of a text: the ranges that are deleted, in ascending order and without overlaps.
struct Reduction {
    private struct Deletion {
        var range: Range<Int>
        /// Whether line ends in the range remain.
        var keepsLines: Bool
    }

    private var deletions: [Deletion] = []

    /// The number of bytes in the deleted ranges, including line ends that remain.
    private(set) var count = 0

    /// Deletes further ranges, in ascending order. The parts that are deleted already are unchanged.
    ///
    /// - Parameter end: the offset before which line ends remain.
    mutating func delete(_ ranges: [Range<Int>], keepingLinesBefore end: Int) {
        var merged: [Deletion] = []
        merged.reserveCapacity(deletions.count + ranges.count)
        var next = 0
        // A previous deletion may span several ranges.
        var covered = 0
        for range in ranges {
            while next < deletions.count, deletions[next].range.upperBound <= range.lowerBound {
                merged.append(deletions[next])
                next += 1
            }
            var start = max(range.lowerBound, covered)
            while next < deletions.count, deletions[next].range.lowerBound < range.upperBound {
                append(start..<max(start, deletions[next].range.lowerBound), end, to: &merged)
                merged.append(deletions[next])
                start = max(start, deletions[next].range.upperBound)
                next += 1
            }
            append(start..<max(start, range.upperBound), end, to: &merged)
            covered = max(start, range.upperBound)
        }
        merged += deletions[next...]
        deletions = merged
    }

    private mutating func append(_ range: Range<Int>, _ end: Int, to deletions: inout [Deletion]) {
        if range.isEmpty { return }
        count += range.count
        let isKept = range.lowerBound < end
        if let last = deletions.last, last.range.upperBound == range.lowerBound, last.keepsLines == isKept {
            deletions[deletions.count - 1].range = last.range.lowerBound..<range.upperBound
        } else {
            deletions.append(Deletion(range: range, keepsLines: isKept))
        }
    }

    /// The remaining text.
    func applied(to bytes: [UInt8]) -> [UInt8] {
        var rest: [UInt8] = []
        rest.reserveCapacity(bytes.count)
        var start = 0
        for deletion in deletions {
            rest += bytes[start..<deletion.range.lowerBound]
            if deletion.keepsLines { rest += bytes[deletion.range].filter { $0 == 0x0A || $0 == 0x0D } }
            start = deletion.range.upperBound
        }
        return rest + bytes[start...]
    }
}

/// A page's text in a form in which each ASCII byte is an ASCII character, so that ranges can be deleted at them.
///
/// UTF-8 and the encodings with one or several bytes that pages use have this form, and are reduced byte for byte. UTF-16
/// is converted to UTF-8 and back.
struct EditableText {
    let bytes: [UInt8]
    private let form: Form

    private enum Form {
        case original
        case utf16(isBigEndian: Bool, hasMark: Bool)
    }

    /// The text of a page, or `nil` if its encoding is stateful.
    init?(_ page: Page, _ format: DecodedText.Format) {
        let text = DecodedText.decode(page.bytes, given: page.encoding, format: format)
        switch text.encoding {
        case .utf16LE, .utf16BE:
            let marks: [[UInt8]] = [[0xFF, 0xFE], [0xFE, 0xFF]]
            bytes = text.utf8
            form = .utf16(
                isBigEndian: text.encoding == .utf16BE,
                hasMark: marks.contains { page.bytes.starts(with: $0) }
            )
        case _ where text.encoding.name.lowercased() == "iso-2022-jp": return nil
        default:
            bytes = page.bytes
            form = .original
        }
    }

    /// The remaining bytes in the page's encoding.
    func encoded(_ rest: [UInt8]) -> [UInt8] {
        guard case .utf16(let isBigEndian, let hasMark) = form else { return rest }
        var result: [UInt8] = []
        result.reserveCapacity(rest.count * 2 + 2)
        let units = (hasMark ? [0xFEFF] : []) + String(decoding: rest, as: UTF8.self).utf16
        for unit in units {
            let (high, low) = (UInt8(unit >> 8), UInt8(truncatingIfNeeded: unit))
            result += isBigEndian ? [high, low] : [low, high]
        }
        return result
    }

    /// The offset of a line, numbered from 1, or the end if there are fewer lines.
    func start(ofLine line: Int) -> Int {
        var number = 1
        for (index, byte) in bytes.enumerated() {
            if number >= line { return index }
            let isReturn = byte == 0x0D && (index + 1 == bytes.count || bytes[index + 1] != 0x0A)
            if byte == 0x0A || isReturn { number += 1 }
        }
        return bytes.count
    }
}

extension PageKind {
    /// The format in which a page may declare its encoding.
    var encodingFormat: DecodedText.Format {
        switch self {
        case .html, .linkedData: .html
        case .xml: .xml
        case .json, .csv, .text: .plain
        }
    }
}

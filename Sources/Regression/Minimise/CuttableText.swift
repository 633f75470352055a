import DOM
import Scraping

/// The bytes of a page as they can be cut: where a byte of ASCII always stands for its character.
///
/// That is so in UTF-8 and in the encodings of single and several bytes that pages are in; what is cut of them leaves the
/// rest as it is, byte for byte. UTF-16 is cut as UTF-8 and written as UTF-16 again.
struct CuttableText {
    let bytes: [UInt8]
    private let form: Form

    private enum Form {
        case asItIs
        case utf16(isBigEndian: Bool, hasMark: Bool)
    }

    /// The text of a page; `nil` where a byte of its encoding may stand for anything.
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
            form = .asItIs
        }
    }

    /// The bytes of what is left, in the page's encoding.
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

    /// Where a line begins, from 1; the end where there are fewer.
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

extension StressGround {
    /// Where such a page may declare its encoding.
    var format: DecodedText.Format {
        switch self {
        case .html, .linkedData: .html
        case .xml: .xml
        case .json, .csv, .text: .plain
        }
    }
}

import Basics
import Foundation

/// Variants of a row's input, each with one or two small changes, and the digests of their results.
///
/// A table has the inputs that its author thought of. The variants are inputs near these: a digit more, a sign at the
/// end, half of a tag. Nobody reads their results, so only digests are stored; they change if the behaviour for such
/// inputs changes. The variants of a row depend on the row alone, so that new rows leave those of others unchanged.
struct RowVariants {
    /// The number of variants of each row.
    private static let count = 4
    private let file: URL
    /// The digests of a row's results by the row's digest, as stored.
    private var stored: [Substring: [Substring]] = [:]
    /// The lines of the rows that were read.
    private var lines: Set<String> = []

    /// - Parameter file: a line for each row: the row's digest, and those of its variants' results.
    init(_ file: URL) {
        self.file = file
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            stored[words[0]] = Array(words.dropFirst())
        }
    }

    /// The variants of a row whose results are not the stored ones, with their results.
    mutating func differences(
        _ settings: RowTable.Settings,
        _ input: String,
        _ result: (String) -> String
    ) -> [String] {
        let row = settings.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)\n" }.joined() + input
        let key = Digest.of(row)
        var random = SplitMix64(seed: key)
        let name = Digest.text(key, digits: 8)
        let known = stored[name[...]] ?? []
        var digests: [String] = []
        var differences: [String] = []
        for index in 0..<RowVariants.count {
            let variant = RowVariants.changed(input, &random)
            let found = result(variant)
            let digest = Digest.text(Digest.of(found), digits: 4)
            digests.append(digest)
            if index >= known.count || known[index] != digest {
                differences.append("\(variant.debugDescription) → \(found)")
            }
        }
        lines.insert(([name] + digests).joined(separator: " "))
        return differences
    }

    /// Stores the digests of the rows that were read.
    func write() throws {
        try Data(lines.sorted().map { $0 + "\n" }.joined().utf8).write(to: file)
    }

    // MARK: - Changes

    private static func changed(_ input: String, _ random: inout SplitMix64) -> String {
        var text = Array(input.unicodeScalars)
        for _ in 0..<(1 + random.below(2)) { change(&text, &random) }
        var view = String.UnicodeScalarView()
        view.append(contentsOf: text)
        return String(view)
    }

    private static func change(_ text: inout [Unicode.Scalar], _ random: inout SplitMix64) {
        let start = random.below(text.count + 1)
        let range = start..<min(text.count, start + 1 + random.below(3))
        switch random.below(8) {
        case 0: text.removeSubrange(range)
        case 1: text.insert(contentsOf: Array(text[range]), at: range.upperBound)
        case 2, 3: text.insert(contentsOf: signs[random.below(signs.count)].unicodeScalars, at: start)
        case 4: text.replaceSubrange(range, with: signs[random.below(signs.count)].unicodeScalars)
        case 5:
            if let place = text[start...].firstIndex(where: \.properties.isASCIIHexDigit) {
                text[place] = Unicode.Scalar(UInt8(ascii: "0") + UInt8(random.below(10)))
            }
        case 6: text.removeSubrange(start...)
        default:
            let part = Array(text[range])
            text.removeSubrange(range)
            text.insert(contentsOf: part, at: random.below(text.count + 1))
        }
    }

    private static let signs = [
        " ", "  ", "\n", "\r", "\t", "\u{A0}", ",", ".", ":", ";", "-", "+", "/", "\\", "\"", "'", "(", ")",
        "[", "]",
        "{", "}", "<", ">", "=", "&", "%", "#", "*", "|", "!", "?", "@", "_", "0", "1", "9", "10", "a", "A",
        "z", "é", "ß",
        "日", "<b>", "</b>", "<p>", "<br>", "<td>", "</div>", "<li>", "&amp;", "<!--", "-->", "null", "true",
        "[]", "{}",
    ]
}

/// Digests of texts (FNV-1a).
package enum Digest {
    package static func of(_ text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }

    /// The first hexadecimal digits of a digest.
    package static func text(_ digest: UInt64, digits: Int) -> String {
        let mixed = digest ^ (digest >> 32)
        let all = String(mixed, radix: 16)
        return String((String(repeating: "0", count: max(0, 16 - all.count)) + all).suffix(digits))
    }
}

extension SplitMix64 {
    /// A number from 0 up to but not including `bound`, which is positive.
    fileprivate mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}

import Basics
import TestSupport
import Testing

@testable import Encoding

/// The tables of `Tests/Tables/Encoding`.
///
/// A row is the bytes of a page: characters up to U+00FF are one byte each, as in ISO 8859-1, all others are in UTF-8.
/// `@encode LABEL` encodes the row as text instead, and `@times N` repeats it. The result is what `@show` names.
@Suite struct RowTableTests {
    @Test(arguments: RowTable.names("Encoding"))
    func rows(_ name: String) throws {
        #expect(try RowTable.differences("Encoding", name, RowTableTests.result) == [])
    }

    private static func result(_ settings: RowTable.Settings, _ row: String) throws -> String {
        var page: [UInt8] = []
        if let encoding = settings["encode"].flatMap(Encoding.init(label:)) {
            page = encoded(row, encoding)
        } else {
            for scalar in row.unicodeScalars {
                page += scalar.value <= 0xFF ? [UInt8(scalar.value)] : Array(String(scalar).utf8)
            }
        }
        page = Array((0..<(settings["times"].flatMap(Int.init) ?? 1)).map { _ in page }.joined())
        let labels = (settings["in"] ?? "").split(separator: " ").map(String.init)
        switch settings["show"] {
        case "decoded": return labels.map { decoded(page, Encoding(label: $0)) }.joined(separator: " ")
        case "encoded": return labels.map { encoded(row, in: $0) }.joined(separator: " ")
        case "guess": return guess(page)
        case "scores": return scores(page)
        case "evidence": return evidence(page)
        case "feed": return feed(page)
        case "declaration": return declarations(page)
        case "label":
            return "\(Encoding(label: row)?.name ?? "unknown") \(Encoding.suggestion(for: row) ?? "")"
        default: return text(page, settings)
        }
    }

    // MARK: - Whole pages

    /// The encoding of a page, its source, the notes and the text, with the offset in the file of each byte of it.
    private static func text(_ page: [UInt8], _ settings: RowTable.Settings) -> String {
        let format: DecodedText.Format =
            switch settings["format"] {
            case "xml": .xml
            case "plain": .plain
            case "fragment": .htmlFragment
            default: .html
            }
        let text = DecodedText.decode(
            page,
            given: settings["given"].flatMap(Encoding.init(label:)),
            hint: settings["hint"].flatMap(Encoding.init(label:)),
            format: format,
            limit: settings["limit"].flatMap(Int.init) ?? .max
        )
        #expect(text.isClean(format), "\(page)")
        let parts = ["\(text.encoding)", "\(text.source)"] + text.notes.map { "\($0)" }
        return parts.joined(separator: ", ") + ": " + shown(text)
    }

    /// A text with its offsets: both are digests if it is long.
    private static func shown(_ text: DecodedText) -> String {
        let isShort = text.utf8.count <= 60
        let places = Array(stride(from: 0, through: text.utf8.count, by: isShort ? 1 : 67))
        let offsets = places.map { text.sourceOffsets.offset($0) }
        guard !isShort else { return "\(text.string) \(moves(offsets))" }
        let digest = Digest.text(Digest.of(text.string), digits: 4)
        return "\(text.utf8.count) bytes \(digest) \(Digest.text(Digest.of("\(offsets)"), digits: 4))"
    }

    /// The offsets of a text's bytes, without those that are one more than that of the byte before.
    private static func moves(_ offsets: [Int]) -> String {
        let moves = offsets.indices.filter { offsets[$0] != ($0 > 0 ? offsets[$0 - 1] + 1 : 0) }
        return "[" + moves.map { "\($0):\(offsets[$0])" }.joined(separator: " ") + "]"
    }

    private static func decoded(_ page: [UInt8], _ encoding: Encoding?) -> String {
        [DecodedText.Format.plain, .html].map { format in
            shown(DecodedText.decode(page, given: encoding, format: format))
        }
        .joined(separator: " ")
    }

    // MARK: - Encoding

    private static func encoded(_ text: String, _ encoding: Encoding) -> [UInt8] {
        var encoder = TextEncoder(encoding)
        return text.unicodeScalars.flatMap { encoder.encode($0).bytes } + encoder.finish()
    }

    /// The bytes of a text in an encoding in hexadecimal digits, and the characters that it lacks.
    private static func encoded(_ text: String, in label: String) -> String {
        guard let encoding = Encoding(label: label) else { return "unknown" }
        var encoder = TextEncoder(encoding)
        var result = ""
        for scalar in text.unicodeScalars {
            let output = encoder.encode(scalar)
            result += hexadecimal(output.bytes)
            if let lacking = output.unmappable { result += "[\(String(lacking, radix: 16))]" }
        }
        return "\(encoding) \(result)\(hexadecimal(encoder.finish()))"
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    // MARK: - Declarations

    /// The declarations in a page: in HTML, in HTML after padding for which the result is another one, and in XML.
    private static func declarations(_ page: [UInt8]) -> String {
        let first = declaration(in: page, .html)
        var results = [first]
        var last = first
        for padding in max(1, MetaPrescan.window - page.count - 2)..<(MetaPrescan.window + 2) {
            let padded = [UInt8](repeating: UInt8(ascii: "s"), count: padding) + page
            let found = declaration(in: padded, .html, before: padding)
            if found != last { results.append("\(padding): \(found)") }
            last = found
        }
        return (results + ["XML: " + declaration(in: page, .xml)]).joined(separator: ", ")
    }

    private static func declaration(
        in page: [UInt8],
        _ format: DecodedText.Format,
        before padding: Int = 0
    ) -> String {
        withGuard(page) { bytes in
            let search = DeclarationSearch(bytes, format: format)
            let parts = [search.found, search.unknown].map { declaration in
                declaration.map { "\($0.encoding?.name ?? "?") \($0.label) at \($0.offset - padding)" } ?? "-"
            }
            return parts.joined(separator: " / ")
        }
    }

    // MARK: - Evidence

    /// The guessed encoding, and the one that is guessed of those of Latin script.
    private static func guess(_ page: [UInt8]) -> String {
        page.withUnsafeBufferPointer { bytes in
            let guess = EncodingGuess(bytes)?.encoding.name ?? "none"
            return "\(guess) \(LatinGuess.encoding(of: bytes)); \(scores(page))"
        }
    }

    /// The scores of all encodings in thousandths.
    private static func scores(_ page: [UInt8]) -> String {
        page.withUnsafeBufferPointer { bytes in
            let scores = EncodingGuess.scores(of: bytes).map { ($0.id, $0.score) }
            let shares = LatinGuess.shares(of: bytes).map { ($0.id, $0.share) }
            return [scores, shares].map { values in
                values.map { "\($0.rawValue) \(Int(($1 * 1000).rounded()))" }.joined(separator: " ")
            }
            .joined(separator: "; ")
        }
    }

    private static func evidence(_ page: [UInt8]) -> String {
        page.withUnsafeBufferPointer { bytes in
            let found = UTF8Evidence(bytes)
            let counts = [
                found.wellFormed, found.misused, found.incomplete, found.stray, found.nul.count,
                found.nul.first,
            ]
            let facts = [
                found.endsInLead, found.isWellFormed, found.hasCR, found.hasErrors, found.isUTF8,
                found.contradictsUTF8,
            ]
            return "\(counts) at \(found.firstBeyondASCII ?? -1) \(facts.map { $0 ? 1 : 0 })"
        }
    }

    /// The text of a page that arrives in two parts, which are divided at any place, and byte by byte.
    private static func feed(_ page: [UInt8]) -> String {
        var divisions = (0...min(page.count, 40)).map { [Array(page[..<$0]), Array(page[$0...])] }
        divisions.append(page.map { [$0] })
        let results = divisions.map { parts in
            var rest = parts[...]
            let feed = UTF8Feed { rest.popFirst() }
            let source = feed.text(limit: .max)
            while !source.isComplete { source.refill(dropping: 0) }
            let text = Array(source.bytes)
            var again = parts[...]
            let isUTF8 = UTF8Feed.isUTF8 { again.popFirst() }
            let may = parts.first.map(UTF8Feed.mayBeUTF8) ?? true
            #expect(may || !isUTF8, "\(page)")
            let notes = feed.notes.map { "\($0)" }
            return "\(isUTF8) \(notes) \(String(decoding: text, as: UTF8.self))"
        }
        #expect(Set(results).count == 1, "\(page)")
        let may = (0...min(page.count, 40)).map { UTF8Feed.mayBeUTF8(Array(page[..<$0])) ? "1" : "0" }
        return "\(results[0]) \(may.joined())"
    }
}

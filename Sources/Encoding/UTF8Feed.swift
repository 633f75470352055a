package import Basics

/// Decodes a UTF-8 text as its bytes arrive: the result is the same text that ``DecodedText`` makes from all of them.
package final class UTF8Feed {
    /// Returns the next bytes; `nil` at the end.
    package typealias Supply = () -> [UInt8]?

    private let supply: Supply
    /// Bytes that depend on the following ones: an incomplete character, a CR.
    private var rest: [UInt8] = []
    private var isAtStart = true
    private var isAtEnd = false
    /// The lines of the text so far.
    private var lines = 0
    private var replaced = Found()
    private var nul = Found()

    private struct Found {
        var count = 0
        var line = 0

        mutating func add(_ other: Occurrences, in text: UnsafeBufferPointer<UInt8>, after lines: Int) {
            // The line of nothing is replaced by that of the first occurrence.
            if count == 0 { line = lines + text.line(at: other.first) }
            count += other.count
        }
    }

    package init(_ supply: @escaping Supply) { self.supply = supply }

    /// The text, to be read once.
    ///
    /// - Parameter limit: how many of its bytes may be in memory.
    package func text(limit: Int, partLimit: Int = .max) -> TextFeed {
        TextFeed(limit: limit, partLimit: partLimit) { self.next() }
    }

    /// Notes about the part that has been decoded.
    package var notes: [DecodingNote] {
        var notes: [DecodingNote] = []
        if replaced.count > 0 { notes.append(.replaced(count: replaced.count, firstLine: replaced.line)) }
        if nul.count > 0 { notes.append(.replacedNUL(count: nul.count, firstLine: nul.line)) }
        return notes
    }

    /// Whether all bytes are UTF-8. Reads them up to the first that is not.
    ///
    /// - Parameter mayBeTruncated: asked at the end whether the last character may lack bytes.
    package static func isUTF8(_ supply: Supply, mayBeTruncated: () -> Bool = { false }) -> Bool {
        var rest: [UInt8] = []
        while let more = supply() {
            let bytes = rest + more
            let count = bytes.withUnsafeBufferPointer { bytes -> Int? in
                let count = incomplete(bytes)
                let whole = UnsafeBufferPointer(rebasing: bytes.dropLast(count))
                return UTF8Evidence(whole).isWellFormed ? count : nil
            }
            guard let count else { return false }
            rest = Array(bytes.suffix(count))
        }
        return rest.isEmpty || mayBeTruncated()
    }

    /// Whether bytes are the beginning of a text in UTF-8, which may end within a character, and do not declare another
    /// encoding.
    package static func mayBeUTF8(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBufferPointer { bytes in
            if let declared = XMLDeclaration.encoding(in: bytes), declared.encoding != .utf8 { return false }
            return UTF8Evidence(UnsafeBufferPointer(rebasing: bytes.dropLast(incomplete(bytes)))).isWellFormed
        }
    }

    private func next() -> [UInt8]? {
        while !isAtEnd {
            var bytes = rest
            rest = []
            if let more = supply() { bytes = bytes.isEmpty ? more : bytes + more } else { isAtEnd = true }
            if isAtStart {
                if bytes.count < 3, !isAtEnd {
                    rest = bytes
                    continue
                }
                isAtStart = false
                if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
            }
            if !isAtEnd { hold(&bytes) }
            if bytes.isEmpty { continue }
            return decoded(bytes)
        }
        return nil
    }

    /// Moves what depends on the following bytes to ``rest``.
    private func hold(_ bytes: inout [UInt8]) {
        let count = bytes.withUnsafeBufferPointer { bytes in
            bytes.last == 0x0D ? 1 : UTF8Feed.incomplete(bytes)
        }
        guard count > 0 else { return }
        rest = Array(bytes.suffix(count))
        bytes.removeLast(count)
    }

    /// The number of bytes at the end that may begin an incomplete character.
    private static func incomplete(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        for count in 1...3 where count <= bytes.count {
            let byte = bytes[bytes.count - count]
            if byte & 0xC0 == 0x80 { continue }
            let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
            return length > count ? count : 0
        }
        return 0
    }

    private func decoded(_ bytes: [UInt8]) -> [UInt8] {
        let text = bytes.withUnsafeBufferPointer { RawText($0, in: .utf8, .normalized) }
        let decoded = text.decoded ?? bytes
        decoded.withUnsafeBufferPointer { utf8 in
            replaced.add(text.undecodable, in: utf8, after: lines)
            nul.add(text.nul, in: utf8, after: lines)
            lines += utf8.lineEnds
        }
        return decoded
    }
}

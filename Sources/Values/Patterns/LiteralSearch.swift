import Glibc

/// Looks for a text as it is, by its bytes.
struct LiteralSearch: Sendable {
    private let bytes: [UInt8]

    /// `nil` for a text without anything in it.
    init?(_ text: String) {
        bytes = Array(text.utf8)
        if bytes.isEmpty { return nil }
    }

    /// `nil` for a regular expression that is more than a text.
    init?(pattern: String) {
        if pattern.utf8.contains(where: LiteralSearch.hasMeaning) { return nil }
        self.init(pattern)
    }

    /// Whether a byte may mean something other than itself in a regular expression.
    private static func hasMeaning(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\\"), UInt8(ascii: "^"), UInt8(ascii: "$"), UInt8(ascii: "."), UInt8(ascii: "|"),
            UInt8(ascii: "?"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "("), UInt8(ascii: ")"),
            UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"):
            true
        default: false
        }
    }

    /// The first places of the text, which do not overlap, in UTF-16 units.
    ///
    /// - Complexity: linear in the length of the text that is looked through, but for a text that holds long
    ///   beginnings of what is looked for again and again: then the product of both lengths.
    func places(in text: String, limit: Int) -> [Range<Int>] {
        var text = text
        return text.withUTF8 { utf8 in
            var places: [Range<Int>] = []
            var (start, units) = (0, 0)
            while places.count < limit, let found = find(in: utf8, from: start) {
                let end = found + bytes.count
                let first = units + LiteralSearch.units(utf8[start..<found])
                units = first + LiteralSearch.units(utf8[found..<end])
                start = end
                places.append(first..<units)
            }
            return places
        }
    }

    /// A text with another one in all places of the one that is looked for; `nil` where there is none.
    func replacing(in text: String, by other: String) -> String? {
        var text = text
        return text.withUTF8 { utf8 in
            guard var found = find(in: utf8, from: 0) else { return nil }
            var result: [UInt8] = []
            result.reserveCapacity(utf8.count + other.utf8.count)
            var start = 0
            while true {
                result += utf8[start..<found]
                result += other.utf8
                start = found + bytes.count
                guard let next = find(in: utf8, from: start) else { break }
                found = next
            }
            result += utf8[start...]
            return String(decoding: result, as: UTF8.self)
        }
    }

    /// Where the text begins that stands first behind an index.
    private func find(in utf8: UnsafeBufferPointer<UInt8>, from first: Int) -> Int? {
        guard let base = utf8.baseAddress else { return nil }
        var index = first
        while index + bytes.count <= utf8.count {
            let room = utf8.count - bytes.count - index + 1
            guard let candidate = memchr(base + index, Int32(bytes[0]), room) else { return nil }
            if memcmp(candidate, bytes, bytes.count) == 0 {
                return UnsafeRawPointer(base).distance(to: candidate)
            }
            index = UnsafeRawPointer(base).distance(to: candidate) + 1
        }
        return nil
    }

    /// How many UTF-16 units a text has: one for each character, two for one of four bytes.
    private static func units(_ utf8: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
        utf8.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : $1 >= 0xF0 ? 2 : 1) }
    }
}

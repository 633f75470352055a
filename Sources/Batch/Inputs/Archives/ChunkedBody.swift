/// A body that was sent in chunks, each behind its length.
///
/// Specification: [RFC 9112, § 7.1](https://www.rfc-editor.org/rfc/rfc9112#section-7.1).
struct ChunkedBody {
    /// The chunks, one behind the other.
    private(set) var bytes: [UInt8] = []
    /// Whether the last chunk is there, which is empty.
    private(set) var isWhole = false

    /// The chunks of a body; `nil` for one that is not chunked (any more).
    init?(_ body: ArraySlice<UInt8>) {
        var rest = body
        var chunks = 0
        bytes.reserveCapacity(body.count)
        while !rest.isEmpty {
            guard let line = HTTPAnswer.line(&rest), let size = ChunkedBody.size(line) else {
                // Behind whole chunks it is most probably a damaged body, and not one that looks like chunks.
                if chunks == 0 { return nil }
                return
            }
            if size == 0 {
                isWhole = true
                return
            }
            let chunk = rest.prefix(size)
            bytes.append(contentsOf: chunk)
            if chunk.count < size {
                if chunks == 0 { return nil }
                return
            }
            rest = rest.dropFirst(size)
            if let end = HTTPAnswer.line(&rest), !end.isEmpty {
                if chunks == 0 { return nil }
                return
            }
            chunks += 1
        }
    }

    /// The length that a chunk's first line tells, before its extensions.
    private static func size(_ line: ArraySlice<UInt8>) -> Int? {
        let written = line.prefix { $0 != UInt8(ascii: ";") }
        let digits = written.drop { $0 == 0x20 }.prefix { $0 != 0x20 && $0 != 0x09 }
        // Some servers write so many zeros that the line has always the same length.
        let significant = digits.drop { $0 == 0x30 }
        guard !digits.isEmpty, significant.count <= 12 else { return nil }
        var size = 0
        for byte in significant {
            guard let digit = HexDigit.value(byte) else { return nil }
            size = size << 4 | Int(digit)
        }
        return size
    }
}

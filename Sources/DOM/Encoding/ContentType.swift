/// The `charset` of a content type that stands in a `meta` element.
///
/// Specification: [HTML, § 2.5.3](https://html.spec.whatwg.org/multipage/urls-and-fetching.html#extracting-character-encodings-from-meta-elements).
enum ContentType {
    static func charset(in value: Range<Int>, of page: MetaPrescan) -> Range<Int>? {
        var index = value.lowerBound
        let bytes = page.bytes
        func skipSpace() {
            while index < value.upperBound, MetaPrescan.isSpace(bytes[index]) { index += 1 }
        }
        while index + 7 <= value.upperBound {
            guard page.matches(index..<index + 7, "charset") else {
                index += 1
                continue
            }
            index += 7
            skipSpace()
            guard index < value.upperBound, bytes[index] == UInt8(ascii: "=") else { continue }
            index += 1
            skipSpace()
            return label(in: index..<value.upperBound, of: bytes)
        }
        return nil
    }

    private static func label(in rest: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
        guard let first = rest.first else { return nil }
        let quote = bytes[first]
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            return rest.dropFirst().first { bytes[$0] == quote }.map { first + 1..<$0 }
        }
        let end = rest.first { MetaPrescan.isSpace(bytes[$0]) || bytes[$0] == UInt8(ascii: ";") }
        return first..<(end ?? rest.upperBound)
    }
}

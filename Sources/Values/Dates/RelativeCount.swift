/// Reads a count: digits, perhaps with a fraction, or a number's word.
enum RelativeCount {
    static func read(_ text: inout ArraySlice<UInt8>, _ numbers: NameTable) -> Double? {
        text = skipSpace(text)
        let digits = text.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        if digits.isEmpty {
            guard let (number, length) = numbers.match(text) else { return nil }
            text = text.dropFirst(length)
            return Double(number)
        }
        var end = digits.endIndex
        if end < text.endIndex, text[end] == UInt8(ascii: ".") || text[end] == UInt8(ascii: ",") {
            let fraction = text[(end + 1)...].prefix {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
            }
            // Three digits may as well be thousands.
            guard fraction.count != 3 else { return nil }
            if !fraction.isEmpty { end = fraction.endIndex }
        }
        guard digits.count <= 9 else { return nil }
        let number = String(decoding: text[..<end], as: UTF8.self).replacing(",", with: ".")
        text = text[end...]
        return Double(number)
    }

    static func skipSpace(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        text.drop { $0 == UInt8(ascii: " ") }
    }
}

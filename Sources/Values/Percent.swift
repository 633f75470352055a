import Records

/// Percent-encoding (RFC 3986, section 2.1).
enum Percent {
    /// A text with every `%XX` as the byte that it stands for.
    ///
    /// - Parameter plus: what a plus sign stands for: a space in the queries that forms make.
    static func decoded(_ text: String, plus: UInt8 = UInt8(ascii: "+")) throws(StepError) -> String {
        let source = Array(text.utf8)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(source.count)
        var index = 0
        while index < source.count {
            if source[index] == UInt8(ascii: "%"), index + 2 < source.count,
                let high = hex(source[index + 1]),
                let low = hex(source[index + 2])
            {
                bytes.append(high * 16 + low)
                index += 3
            } else {
                bytes.append(source[index] == UInt8(ascii: "+") ? plus : source[index])
                index += 1
            }
        }
        guard let decoded = String(validating: bytes, as: UTF8.self) else {
            throw StepError("\(text.quoted) does not stand for UTF-8")
        }
        return decoded
    }

    /// A text with all but the unreserved characters (section 2.3) as `%XX`.
    static func encoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                bytes.append(byte)
            default:
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The first value of a parameter in an address's query.
    static func parameter(_ name: String, of address: String) throws(StepError) -> String? {
        let address = address.prefix { $0 != "#" }
        guard let mark = address.firstIndex(of: "?") else { return nil }
        for pair in address[address.index(after: mark)...].split(whereSeparator: { $0 == "&" || $0 == ";" }) {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let space = UInt8(ascii: " ")
            guard let key = parts.first, try decoded(String(key), plus: space) == name else { continue }
            return try decoded(parts.count > 1 ? String(parts[1]) : "", plus: space)
        }
        return nil
    }

    private static func hex(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

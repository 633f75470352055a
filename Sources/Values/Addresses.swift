import Foundation
package import Records

/// Addresses of pages, by Foundation's reading of RFC 3986.
package enum Addresses {
    /// An address made absolute against that of its page.
    package static func resolve(_ address: String, against base: String?) throws(StepError) -> String {
        guard !address.isEmpty else { throw StepError("an address is empty") }
        let written = address.utf8.contains(UInt8(ascii: "%")) ? encoded(address) : address
        guard let url = URL(string: written, relativeTo: base.flatMap { URL(string: $0) }) else {
            throw StepError("\"\(address)\" is not an address")
        }
        let absolute = url.absoluteURL
        guard absolute.scheme != nil else {
            throw withoutBase(address)
        }
        return absolute.absoluteString
    }

    /// That an address is relative, and nobody knows to what.
    static func withoutBase(_ address: String) -> StepError {
        StepError("\"\(address)\" is relative, and the page's own address is not known (give --url)")
    }

    /// An address whose path, query and fragment hold no character that none may hold (RFC 3986, section 2), so that
    /// what is encoded already is not encoded once more: Foundation does that where it encodes anything.
    private static func encoded(_ address: String) -> String {
        let bytes = Array(address.utf8)
        var start = bytes.startIndex
        if let slashes = bytes.firstRange(of: Array("//".utf8)),
            !bytes[..<slashes.lowerBound].contains(where: {
                $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?")
            })
        {
            let authority = bytes[slashes.upperBound...]
            let isEnd = { (byte: UInt8) in
                byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
            }
            start = authority.firstIndex(where: isEnd) ?? bytes.endIndex
        }
        let digits = Array("0123456789ABCDEF".utf8)
        var result = Array(bytes[..<start])
        for index in start..<bytes.endIndex {
            let byte = bytes[index]
            let isEscape = bytes[(index + 1)...].prefix(2).count { isHexadecimal($0) } == 2
            if byte == UInt8(ascii: "%") ? isEscape : mayStand(byte) {
                result.append(byte)
            } else {
                result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 6
    }

    /// Whether an address may hold a byte as it is.
    private static func mayStand(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"), UInt8(ascii: "^"),
            UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
            false
        default: 0x21...0x7E ~= byte
        }
    }
}

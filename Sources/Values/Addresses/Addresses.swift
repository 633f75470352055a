import Basics
import FoundationEssentials
package import Records

/// Addresses of pages, by Foundation's reading of RFC 3986, with host names of any script (see ``HostName``).
package enum Addresses {
    /// An address made absolute against that of its page.
    package static func resolve(_ address: String, against base: String?) throws(StepError) -> String {
        guard !address.isEmpty else { throw StepError("an address is empty") }
        let written = address.utf8.contains(UInt8(ascii: "%")) ? encoded(address) : address
        guard let plain = withPlainHost(written),
            let url = URL(string: plain, relativeTo: base.flatMap(withPlainHost).flatMap { URL(string: $0) })
        else {
            throw StepError("\"\(address)\" is not an address")
        }
        let absolute = url.absoluteURL
        guard absolute.scheme != nil else {
            throw withoutBase(address)
        }
        return absolute.absoluteString
    }

    /// An address with its host's name in ASCII; `nil` where the name is not valid.
    package static func withPlainHost(_ address: String) -> String? {
        if address.utf8.allSatisfy({ $0 < 0x80 }) { return address }
        guard let host = host(in: address), let name = HostName.ascii(String(address[host])) else {
            return host(in: address) == nil ? address : nil
        }
        return address[..<host.lowerBound] + name + address[host.upperBound...]
    }

    /// The place of the host's name in an address: after two slashes and the user, before the port. `nil` where the
    /// address has no host, or one in brackets.
    private static func host(in address: String) -> Range<String.Index>? {
        let text = address.utf8
        var start = text.startIndex
        if let colon = text.firstIndex(where: { ":/?#".utf8.contains($0) }), text[colon] == UInt8(ascii: ":")
        {
            start = text.index(after: colon)
        }
        guard text[start...].starts(with: "//".utf8) else { return nil }
        start = text.index(start, offsetBy: 2)
        var end = text[start...].firstIndex { "/?#".utf8.contains($0) } ?? text.endIndex
        if let user = text[start..<end].lastIndex(of: UInt8(ascii: "@")) { start = text.index(after: user) }
        if start < end, text[start] == UInt8(ascii: "[") { return nil }
        if let colon = text[start..<end].lastIndex(of: UInt8(ascii: ":")) { end = colon }
        return start < end ? start..<end : nil
    }

    /// The error for a relative address on a page without an address.
    static func withoutBase(_ address: String) -> StepError {
        StepError("\"\(address)\" is relative, and the page's own address is not known (give --url)")
    }

    /// An address with every character percent-encoded that a path, query or fragment cannot contain (RFC 3986, section
    /// 2). Foundation encodes `%` again where it encodes anything.
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
            let isEscape = bytes[(index + 1)...].prefix(2).count { $0.hexDigitValue != nil } == 2
            if byte == UInt8(ascii: "%") ? isEscape : isAllowed(byte) {
                result.append(byte)
            } else {
                result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Whether an address may contain a byte unencoded.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"), UInt8(ascii: "^"),
            UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
            false
        default: 0x21...0x7E ~= byte
        }
    }
}

/// Percent-encoding (RFC 3986, section 2.1).
enum Percent {
    /// A text with every `%XX` replaced by its byte.
    ///
    /// - Parameter plus: the byte of a plus sign: a space in the queries of forms.
    static func decoded(_ text: String, plus: UInt8 = UInt8(ascii: "+")) throws(StepError) -> String {
        let source = Array(text.utf8)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(source.count)
        var index = 0
        while index < source.count {
            if source[index] == UInt8(ascii: "%"), index + 2 < source.count,
                let high = source[index + 1].hexDigitValue,
                let low = source[index + 2].hexDigitValue
            {
                bytes.append(UInt8(truncatingIfNeeded: high * 16 + low))
                index += 3
            } else {
                bytes.append(source[index] == UInt8(ascii: "+") ? plus : source[index])
                index += 1
            }
        }
        guard let decoded = String(validating: bytes, as: UTF8.self) else {
            throw StepError("\(text.quoted) is not percent-encoded UTF-8")
        }
        return decoded
    }

    /// A text with all but the unreserved characters (section 2.3) as `%XX`.
    static func encoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if byte.isASCIIAlphanumeric || "-._~".utf8.contains(byte) {
                bytes.append(byte)
            } else {
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
}

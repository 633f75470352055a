import Basics

/// Addresses that need no change, like nearly all addresses of a page: one pass over the bytes determines that a
/// browser would leave them unchanged.
enum PlainAddress {
    /// The parts of an address with the scheme `http` or `https`, a host in lower case, and no user or port; `nil` for
    /// any other address, and for one that is not written as browsers write it.
    static func parts(of address: String) -> AddressParts? {
        address.utf8.withContiguousStorageIfAvailable { parts(of: $0) } ?? nil
    }

    /// Whether ``parts(of:)`` finds the parts.
    static func isWhole(_ address: String) -> Bool { parts(of: address) != nil }

    /// An address made absolute by appending it to a part of the base; `nil` if this is not sufficient.
    static func resolve(_ address: String, against base: WebAddress) -> String? {
        guard base.parts.scheme == .http || base.parts.scheme == .https else { return nil }
        let parts = base.parts
        return address.utf8.withContiguousStorageIfAvailable { address in
            base.href.utf8.withContiguousStorageIfAvailable { base in
                guard let kept = kept(of: base, parts, for: address) else { return nil }
                return String(unsafeUninitializedCapacity: kept + address.count) { target in
                    let end = target.update(fromContentsOf: base[..<kept])
                    return target[end...].update(fromContentsOf: address)
                }
            } ?? nil
        } ?? nil
    }

    /// The number of the base's bytes that precede a relative address.
    private static func kept(
        of base: UnsafeBufferPointer<UInt8>,
        _ parts: AddressParts,
        for address: UnsafeBufferPointer<UInt8>
    ) -> Int? {
        guard let first = address.first else { return nil }
        switch first {
        case UInt8(ascii: "#"): return tail(of: address, from: 0) == nil ? nil : parts.queryEnd
        case UInt8(ascii: "?"): return tail(of: address, from: 0) == nil ? nil : parts.pathEnd
        case UInt8(ascii: "/"):
            guard address.count > 1, address[1] != UInt8(ascii: "/") else { return nil }
            return tail(of: address, from: 0) == nil ? nil : parts.pathStart
        case UInt8(ascii: "."), UInt8(ascii: "%"): return nil
        default: break
        }
        // A colon in the first segment may be that of a scheme.
        for byte in address {
            if byte == UInt8(ascii: ":") { return nil }
            if byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") { break }
        }
        guard tail(of: address, from: 0) != nil else { return nil }
        // The path of such an address begins with a slash.
        var directory = parts.pathEnd
        while base[directory - 1] != UInt8(ascii: "/") { directory -= 1 }
        return directory
    }

    private static func parts(of bytes: UnsafeBufferPointer<UInt8>) -> AddressParts? {
        guard bytes.count > 8, bytes[0] == 0x68, bytes[1] == 0x74, bytes[2] == 0x74, bytes[3] == 0x70 else {
            return nil
        }
        let isSecure = bytes[4] == 0x73
        let colon = isSecure ? 5 : 4
        guard bytes[colon] == 0x3A, bytes[colon + 1] == 0x2F, bytes[colon + 2] == 0x2F else { return nil }
        let host = colon + 3
        var index = host
        var label = host
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: ".") {
                label = index + 1
            } else if byte &- 0x61 >= 26, !byte.isASCIIDigit, byte != UInt8(ascii: "-") {
                break
            }
            index += 1
        }
        // A last label that begins with a digit may be a number of an IPv4 address.
        guard index < bytes.count, bytes[index] == UInt8(ascii: "/"), label < index,
            bytes[label] &- 0x61 < 26, let tail = tail(of: bytes, from: index)
        else { return nil }
        var parts = AddressParts()
        parts.scheme = isSecure ? .https : .http
        parts.schemeEnd = colon + 1
        parts.hasHost = true
        parts.userEnd = host
        parts.hostStart = host
        parts.hostEnd = index
        parts.pathStart = index
        parts.pathEnd = tail.pathEnd
        parts.queryEnd = tail.queryEnd
        parts.hasQuery = tail.pathEnd < tail.queryEnd
        parts.hasFragment = tail.queryEnd < bytes.count
        return parts
    }

    /// The ends of a path and a query that need no change; `nil` if they or the fragment need one.
    private static func tail(
        of bytes: UnsafeBufferPointer<UInt8>,
        from start: Int
    ) -> (pathEnd: Int, queryEnd: Int)? {
        let table = ByteTraits.table
        var index = start
        var isSegmentStart = false
        while index < bytes.count {
            let byte = bytes[index]
            // The marks of the query and the fragment are in the set of the path.
            if table[byte] & PercentEncodeSet.path.bit != 0 { break }
            if byte == UInt8(ascii: "\\") { return nil }
            // A segment may consist of dots.
            if isSegmentStart, byte == UInt8(ascii: ".") || byte == UInt8(ascii: "%") { return nil }
            isSegmentStart = byte == UInt8(ascii: "/")
            index += 1
        }
        let pathEnd = index
        if index < bytes.count, bytes[index] == UInt8(ascii: "?") {
            index += 1
            while index < bytes.count, table[bytes[index]] & PercentEncodeSet.specialQuery.bit == 0 {
                index += 1
            }
        }
        let queryEnd = index
        guard index < bytes.count else { return (pathEnd, queryEnd) }
        guard bytes[index] == UInt8(ascii: "#") else { return nil }
        index += 1
        while index < bytes.count, table[bytes[index]] & PercentEncodeSet.fragment.bit == 0 { index += 1 }
        return index == bytes.count ? (pathEnd, queryEnd) : nil
    }
}

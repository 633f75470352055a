import Platform

/// Network addresses that no public web site has: of this machine, of private networks, and for special uses.
///
/// Specification: the registries of special-purpose addresses,
/// [RFC 6890](https://www.rfc-editor.org/rfc/rfc6890).
package enum AddressRange {
    /// Whether an address in text form is outside the public network. A text that is not an address is outside.
    package static func isPrivate(_ text: String) -> Bool {
        let bare = text.hasPrefix("[") ? String(text.dropFirst().prefix { $0 != "]" }) : text
        let address = String(bare.prefix { $0 != "%" })
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, address, &bytes) == 1 { return isPrivate(version4: bytes[..<4]) }
        if inet_pton(AF_INET6, address, &bytes) == 1 { return isPrivate(version6: bytes) }
        return true
    }

    /// A range, by its first bytes and the number of significant bits.
    private static let ranges4: [([UInt8], Int)] = [
        ([0, 0, 0, 0], 8), ([10, 0, 0, 0], 8), ([100, 64, 0, 0], 10), ([127, 0, 0, 0], 8),
        ([169, 254, 0, 0], 16), ([172, 16, 0, 0], 12), ([192, 0, 0, 0], 24), ([192, 0, 2, 0], 24),
        ([192, 88, 99, 0], 24), ([192, 168, 0, 0], 16), ([198, 18, 0, 0], 15), ([198, 51, 100, 0], 24),
        ([203, 0, 113, 0], 24), ([224, 0, 0, 0], 3),
    ]

    static func isPrivate(version4 bytes: ArraySlice<UInt8>) -> Bool {
        ranges4.contains { starts(bytes, $0.0, bits: $0.1) }
    }

    /// Only 2000::/3 is public, except for its reserved ranges; addresses that contain an IPv4 address are public if
    /// that one is.
    static func isPrivate(version6 bytes: [UInt8]) -> Bool {
        let zeros = [UInt8](repeating: 0, count: 10)
        // ::ffff:0:0/96, and the well-known prefix of translation 64:ff9b::/96.
        if bytes.starts(with: zeros + [0xFF, 0xFF]) { return isPrivate(version4: bytes[12...]) }
        if bytes.starts(with: [0, 0x64, 0xFF, 0x9B] + zeros.prefix(8)) {
            return isPrivate(version4: bytes[12...])
        }
        // 2002::/16 carries an address of version 4 after its prefix.
        if bytes.starts(with: [0x20, 0x02]) { return isPrivate(version4: bytes[2..<6]) }
        if starts(bytes[...], [0x20, 0x01], bits: 23) || bytes.starts(with: [0x20, 0x01, 0x0D, 0xB8]) {
            return true
        }
        return !starts(bytes[...], [0x20], bits: 3)
    }

    private static func starts(_ bytes: ArraySlice<UInt8>, _ prefix: [UInt8], bits: Int) -> Bool {
        for (index, pair) in zip(bytes, prefix).enumerated() {
            let count = min(8, max(0, bits - index * 8))
            let mask = UInt8(truncatingIfNeeded: 0xFF00 >> count)
            if pair.0 & mask != pair.1 & mask { return false }
        }
        return true
    }

    /// Whether the address of a socket is outside the public network. Families other than IPv4 and IPv6 are outside.
    static func isPrivate(_ address: UnsafeRawPointer, family: Int32) -> Bool {
        switch family {
        case AF_INET:
            let bytes = UnsafeRawBufferPointer(start: address + 4, count: 4)
            return isPrivate(version4: Array(bytes)[...])
        case AF_INET6:
            return isPrivate(version6: Array(UnsafeRawBufferPointer(start: address + 8, count: 16)))
        default: return true
        }
    }
}

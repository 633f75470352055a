/// Patterns for addresses: `*` stands for any text, everything else for itself.
package enum AddressPattern {
    /// Whether a whole address fits a pattern; scheme and host without regard to case.
    ///
    /// Complexity: length of the address × number of stars at worst.
    package static func matches(_ address: String, pattern: String) -> Bool {
        let pattern = Array(normalized(pattern).utf8)
        let address = normalized(address)
        if fits(Array(address.utf8), pattern) { return true }
        let whole = withPath(address)
        return whole != address && fits(Array(whole.utf8), pattern)
    }

    private static func fits(_ address: [UInt8], _ pattern: [UInt8]) -> Bool {
        var index = 0
        var position = 0
        // Where to go on when what follows the last star does not fit: one byte further.
        var retry: (position: Int, index: Int)?
        while index < address.count {
            if position < pattern.count, pattern[position] == UInt8(ascii: "*") {
                retry = (position + 1, index)
                position += 1
            } else if position < pattern.count, pattern[position] == address[index] {
                position += 1
                index += 1
            } else if let (star, start) = retry {
                retry = (star, start + 1)
                position = star
                index = start + 1
            } else {
                return false
            }
        }
        return pattern[position...].allSatisfy { $0 == UInt8(ascii: "*") }
    }

    /// The address with the path `/` where it has none, which means the same.
    ///
    /// Specification: [RFC 3986, § 6.2.3](https://www.rfc-editor.org/rfc/rfc3986#section-6.2.3).
    package static func withPath(_ address: String) -> String {
        guard let colon = address.firstRange(of: "://") else { return address }
        let end = address[colon.upperBound...].firstIndex { "/?#".contains($0) } ?? address.endIndex
        if end < address.endIndex, address[end] == "/" { return address }
        return address[..<end] + "/" + address[end...]
    }

    /// The address with its scheme and host in lower case.
    package static func normalized(_ address: String) -> String {
        guard let colon = address.firstRange(of: "://") else { return address }
        let end = address[colon.upperBound...].firstIndex { "/?#".contains($0) } ?? address.endIndex
        return address[..<end].lowercased() + address[end...]
    }
}

/// Patterns for addresses: `*` stands for any text, everything else for itself.
enum AddressPattern {
    /// Whether a whole address fits a pattern; scheme and host without regard to case.
    ///
    /// Complexity: length of the address × number of stars at worst.
    static func matches(_ address: String, pattern: String) -> Bool {
        let address = Array(normalized(address).utf8)
        let pattern = Array(normalized(pattern).utf8)
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

    /// The address with its scheme and host in lower case.
    static func normalized(_ address: String) -> String {
        guard let colon = address.firstRange(of: "://") else { return address }
        let end = address[colon.upperBound...].firstIndex { "/?#".contains($0) } ?? address.endIndex
        return address[..<end].lowercased() + address[end...]
    }
}

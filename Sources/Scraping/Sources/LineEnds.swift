/// Line ends as sources expect them.
enum LineEnds {
    /// The text with every CR LF and CR made LF; what a page itself holds has been made so when it was decoded, what
    /// a string of JSON holds has not.
    static func unified(_ text: [UInt8]) -> [UInt8] {
        guard text.contains(0x0D) else { return text }
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var previous: UInt8 = 0
        for byte in text {
            if byte == 0x0D {
                result.append(0x0A)
            } else if byte != 0x0A || previous != 0x0D {
                result.append(byte)
            }
            previous = byte
        }
        return result
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The line, from 1, that a byte stands in. Lines end in LF, CR LF or CR. Complexity: linear in the offset.
    func line(at offset: Int) -> Int {
        var line = 1
        var previous: UInt8 = 0
        for byte in prefix(offset) {
            if byte == UInt8(ascii: "\r") || (byte == UInt8(ascii: "\n") && previous != UInt8(ascii: "\r")) {
                line += 1
            }
            previous = byte
        }
        return line
    }
}

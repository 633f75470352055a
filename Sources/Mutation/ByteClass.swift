/// The classes of bytes that mutation and reduction use.
enum ByteClass {
    /// Whether a byte is white space in HTML and XML.
    static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte >= 0x09 && byte <= 0x0D && byte != 0x0B
    }

    /// Whether a byte ends a line.
    static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

    /// A byte with an ASCII capital letter in lower case.
    static func lowercased(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
}

/// The characters that XML's grammar knows, as far as reading needs them.
enum XMLSyntax {
    static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D
    }

    /// Whether a name may start with a byte; of what is not ASCII everything may.
    static func startsName(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte | 0x20) || byte >= 0x80 || byte == UInt8(ascii: "_")
            || byte == UInt8(ascii: ":")
    }

    /// Whether a name may go on with a byte; of what is not ASCII everything may.
    static func continuesName(_ byte: UInt8) -> Bool {
        startsName(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: ".")
    }

    /// Whether a byte is a control character that stands nowhere in XML.
    static func isForbidden(_ byte: UInt8) -> Bool { byte < 0x20 && !isSpace(byte) }

    /// Whether a byte cannot belong to a name.
    static func endsName(_ byte: UInt8) -> Bool {
        switch byte {
        case 0...0x20, UInt8(ascii: ">"), UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: "<"),
            UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "&"):
            true
        default: false
        }
    }
}

/// Writes names and strings so that they can be read again (CSSOM, section 2.1).
package enum CSSText {
    /// A name as an identifier, escaped where needed.
    package static func identifier(_ name: String) -> String {
        var text = ""
        for (index, scalar) in name.unicodeScalars.enumerated() {
            let isDigit = scalar.value >= 0x30 && scalar.value <= 0x39
            let isFirst = index == 0 || index == 1 && name.unicodeScalars.first == "-"
            if scalar.value < 0x20 || scalar.value == 0x7F || isDigit && isFirst {
                text += "\\" + String(scalar.value, radix: 16) + " "
            } else if scalar.value >= 0x80 || UInt8(ascii: scalar).isNameByte {
                text.unicodeScalars.append(scalar)
            } else {
                text += "\\"
                text.unicodeScalars.append(scalar)
            }
        }
        return text == "-" ? "\\-" : text
    }

    static func identifier(_ name: ByteText) -> String { identifier(name.string) }

    static func string(_ value: ByteText) -> String { string(value.string) }

    /// Text in double quotes.
    package static func string(_ value: String) -> String {
        var text = "\""
        for scalar in value.unicodeScalars {
            if scalar.value < 0x20 || scalar.value == 0x7F {
                text += "\\" + String(scalar.value, radix: 16) + " "
            } else {
                if scalar == "\"" || scalar == "\\" { text += "\\" }
                text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }
}

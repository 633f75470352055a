/// Addresses and titles of links and images (section 6.3 of CommonMark).
enum LinkText {
    /// Writes an address so that it can stand in round brackets: what would end it is percent-encoded or escaped.
    static func write(address: String, to output: inout [UInt8]) {
        let utf8 = Array(address.utf8)
        let isBalanced = isBalanced(utf8)
        if utf8.isEmpty { output += "<>".utf8 }
        for (index, byte) in utf8.enumerated() {
            switch byte {
            case 0...0x20, 0x7F, UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"), UInt8(ascii: "`"),
                UInt8(ascii: "|"):
                output += percentEncoded(byte)
            case UInt8(ascii: "("), UInt8(ascii: ")"):
                if !isBalanced { output.append(UInt8(ascii: "\\")) }
                output.append(byte)
            case UInt8(ascii: "&") where TextEscaping.isReference(utf8[index...]):
                output += "\\&".utf8
            default: output.append(byte)
            }
        }
    }

    /// Writes a title in quotation marks behind an address.
    static func write(title: String, to output: inout [UInt8]) {
        output += " \"".utf8
        let utf8 = Array(title.utf8)
        for (index, byte) in utf8.enumerated() {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "`"), UInt8(ascii: "\\"): output.append(UInt8(ascii: "\\"))
            case UInt8(ascii: "&") where TextEscaping.isReference(utf8[index...]):
                output.append(UInt8(ascii: "\\"))
            default: break
            }
            output.append(byte)
        }
        output.append(UInt8(ascii: "\""))
    }

    /// A text on one line: white space collapsed.
    static func line(_ text: String) -> String {
        var run = InlineRun()
        run.addText(text, style: InlineStyles.plain, isCode: false)
        return String(decoding: run.text(), as: UTF8.self)
    }

    /// Whether `<text>` is a link to an address (section 6.5): an absolute address, or of e-mail without its scheme.
    static func isAutolink(_ text: ArraySlice<UInt8>, to address: String) -> Bool {
        let mail = "mailto:"
        let isMail = address.hasPrefix(mail) && text.elementsEqual(address.utf8.dropFirst(mail.utf8.count))
        guard isMail || text.elementsEqual(address.utf8) else { return false }
        if isMail { return isMailAddress(text) }
        let scheme = text.prefix(33).prefix { $0 != UInt8(ascii: ":") }
        return (2...32).contains(scheme.count) && scheme.count < text.count
            && scheme.allSatisfy { Scalars.isAlphanumeric($0) || "+.-".utf8.contains($0) }
            && scheme.first.map { !(0x30...0x39).contains($0) && Scalars.isAlphanumeric($0) } ?? false
            && !text.contains { $0 <= 0x20 || $0 == 0x7F || "<>|\\".utf8.contains($0) }
    }

    private static func isMailAddress(_ text: ArraySlice<UInt8>) -> Bool {
        let parts = text.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty else { return false }
        let labels = parts[1].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts[0].allSatisfy { Scalars.isAlphanumeric($0) || "._+-".utf8.contains($0) }
            && labels.allSatisfy { label in
                (1...63).contains(label.count) && label.first != UInt8(ascii: "-")
                    && label.last != UInt8(ascii: "-")
                    && label.allSatisfy { Scalars.isAlphanumeric($0) || $0 == UInt8(ascii: "-") }
            }
    }

    /// Whether round brackets come in pairs, not more deeply nested than every reader of Markdown allows.
    private static func isBalanced(_ text: [UInt8]) -> Bool {
        var depth = 0
        for byte in text {
            if byte == UInt8(ascii: "(") { depth += 1 }
            if byte == UInt8(ascii: ")") { depth -= 1 }
            if depth < 0 || depth > 3 { return false }
        }
        return depth == 0
    }

    /// A byte as `%XX`.
    static func percentEncoded(_ byte: UInt8) -> [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        return [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
}

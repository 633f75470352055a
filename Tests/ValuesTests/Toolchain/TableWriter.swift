/// Writes numbers and texts in the format of `TableReader`.
///
/// A digit has six bits and is an ASCII character. Numbers of fixed width begin with the highest digit. Other numbers
/// have five bits in a digit, the highest first; the sixth bit is set in all but the last.
struct TableWriter {
    private(set) var bytes: [UInt8] = []
    private var last: [UInt8] = []

    /// The characters from 0 to p without the backslash.
    private static func character(_ digit: Int) -> UInt8 {
        let byte = UInt8(0x30 + digit)
        return byte < 0x5C ? byte : byte + 1
    }

    mutating func fixed(_ number: Int, digits: Int) {
        precondition(number >= 0 && number < 1 << (6 * digits), "\(number) needs more than \(digits) digits")
        for index in (0..<digits).reversed() {
            bytes.append(TableWriter.character(number >> (6 * index) & 63))
        }
    }

    mutating func number(_ number: Int) {
        precondition(number >= 0)
        var groups = [number & 31]
        var rest = number >> 5
        while rest > 0 {
            groups.append(rest & 31 | 32)
            rest >>= 5
        }
        for group in groups.reversed() { bytes.append(TableWriter.character(group)) }
    }

    /// A number of either sign.
    mutating func signed(_ number: Int) { self.number(number < 0 ? -number * 2 - 1 : number * 2) }

    /// A text, with the length of the prefix that it shares with the previous text.
    mutating func text(_ text: String) {
        let text = Array(text.utf8)
        var shared = zip(text, last).prefix { $0 == $1 }.count
        // No character is split.
        while shared > 0, shared < text.count, text[shared] & 0xC0 == 0x80 { shared -= 1 }
        while shared > 0, shared < last.count, last[shared] & 0xC0 == 0x80 { shared -= 1 }
        number(shared)
        number(text.count - shared)
        bytes += text[shared...]
        last = text
    }

    mutating func raw(_ text: String) { bytes += text.utf8 }

    /// Names in the order of their bytes, as differences from other names: a value of 0 removes a name.
    mutating func names(_ names: NumberedNames, from base: NumberedNames) {
        var changes: [(name: String, value: Int)] = []
        for (name, number) in names where base[name] != number { changes.append((name, number + 1)) }
        for name in base.keys where names[name] == nil { changes.append((name, 0)) }
        changes.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        number(changes.count)
        for (name, value) in changes {
            text(name)
            number(value)
        }
    }
}

/// A source file of tables.
struct TableFile {
    private var text: String

    init(_ about: String, name: String) {
        text = """
            // Made by Tests/TableGenerator/generate.sh: \(ToolchainText.versions).
            // swift-format-ignore-file

            /// \(about)
            enum \(name) {

            """
    }

    /// Adds a table as one literal.
    mutating func add(_ name: String, _ about: String, _ bytes: [UInt8]) {
        text += "    /// \(about)\n    static let \(name): StaticString = \"\"\"\n"
        var line = ""
        var count = 0
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            switch scalar {
            case "\\": line += "\\\\"
            case "\"": line += "\\\""
            default: line.unicodeScalars.append(scalar)
            }
            count += 1
            if count >= 110 {
                text += line + "\\\n"
                line = ""
                count = 0
            }
        }
        text += line + "\n\"\"\"\n"
    }

    mutating func add(_ name: String, _ about: String, _ number: Int) {
        text += "    /// \(about)\n    static let \(name) = \(number)\n"
    }

    var contents: String { text + "}\n" }
}

/// Text of programs that may think that they write to a terminal.
package enum TerminalText {
    /// A line as it can be shown anywhere: bytes that are no UTF-8 replaced, a terminal's commands and all control
    /// characters left out, tabs as spaces.
    ///
    /// - Complexity: O(bytes).
    package static func printable(_ bytes: some Collection<UInt8>) -> String {
        var result = String.UnicodeScalarView()
        var state = State.text
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            if state.takes(scalar) { result.append(scalar.value == 0x09 ? " " : scalar) }
        }
        return String(result)
    }

    /// A text of a program as one line that can be shown anywhere: line ends become spaces.
    package static func line(_ text: String) -> String {
        let ends: Set<UInt8> = [0x0A, 0x0D]
        return printable(text.utf8.map { ends.contains($0) ? 0x20 : $0 })
    }

    /// Where in a terminal's command the text stands (ECMA-48, sections 5.3 to 5.6).
    private enum State {
        case text
        /// Behind the escape character, and what may stand between it and the command's letter.
        case escape
        case controlSequence
        /// In a window's title or the like, up to its terminator.
        case controlString
        case controlStringEscape

        /// Whether a scalar is text.
        mutating func takes(_ scalar: Unicode.Scalar) -> Bool {
            switch self {
            case .text: return takesText(scalar)
            case .escape: self = State.behindEscape(scalar)
            case .controlSequence: if !(0x20...0x3F).contains(scalar.value) { self = .text }
            case .controlString:
                if scalar.value == 0x1B { self = .controlStringEscape }
                if scalar.value == 0x07 || scalar.value == 0x9C { self = .text }
            case .controlStringEscape: self = scalar == "\\" ? .text : .controlString
            }
            return false
        }

        private mutating func takesText(_ scalar: Unicode.Scalar) -> Bool {
            switch scalar.value {
            case 0x1B: self = .escape
            case 0x9B: self = .controlSequence
            case 0x90, 0x98, 0x9D, 0x9E, 0x9F: self = .controlString
            default: return TerminalText.isPrintable(scalar)
            }
            return false
        }

        private static func behindEscape(_ scalar: Unicode.Scalar) -> State {
            switch scalar {
            case "[": .controlSequence
            case "]", "P", "X", "^", "_": .controlString
            case " "..."/": .escape
            default: .text
            }
        }
    }

    /// Tabs, and all that neither controls a device nor turns the order of what stands around it.
    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09: true
        case 0x00...0x1F, 0x7F...0x9F, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: false
        default: true
        }
    }
}

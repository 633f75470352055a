/// The output of programs, which may contain control sequences for a terminal.
package enum TerminalText {
    /// A printable line: bytes that are not UTF-8 are replaced, control sequences and control characters removed, tabs
    /// become spaces.
    ///
    /// - Complexity: O(bytes).
    package static func printable(_ bytes: some Collection<UInt8>) -> String {
        var result = String.UnicodeScalarView()
        var state = State.text
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            if state.isText(scalar) { result.append(scalar.value == 0x09 ? " " : scalar) }
        }
        return String(result)
    }

    /// A text as one printable line: line ends become spaces.
    package static func line(_ text: String) -> String {
        let ends: Set<UInt8> = [0x0A, 0x0D]
        return printable(text.utf8.map { ends.contains($0) ? 0x20 : $0 })
    }

    /// A text without characters that change a terminal's state or the order in which it shows text, and that this
    /// program never prints itself: non-ASCII controls of ISO 6429, and marks that override directions. Each becomes
    /// U+FFFD.
    ///
    /// - Complexity: O(bytes).
    package static func withoutOverrides(_ utf8: some Collection<UInt8>) -> [UInt8]? {
        var result: [UInt8] = []
        var (second, first) = (UInt8(0), UInt8(0))
        var isChanged = false
        result.reserveCapacity(utf8.count)
        for byte in utf8 {
            result.append(byte)
            // U+0080 to U+009F; U+202A to U+202E, U+2066 to U+2069.
            let isControl = first == 0xC2 && (0x80...0x9F).contains(byte)
            let isOverride =
                second == 0xE2
                && (first == 0x80 && (0xAA...0xAE).contains(byte)
                    || first == 0x81 && (0xA6...0xA9).contains(byte))
            if isControl || isOverride {
                result.removeLast(isControl ? 2 : 3)
                result += [0xEF, 0xBF, 0xBD]
                isChanged = true
            }
            (second, first) = (first, byte)
        }
        return isChanged ? result : nil
    }

    /// The same for a string.
    package static func withoutOverrides(_ text: String) -> String {
        withoutOverrides(text.utf8).map { String(decoding: $0, as: UTF8.self) } ?? text
    }

    /// The position in a control sequence (ECMA-48, sections 5.3 to 5.6).
    private enum State {
        case text
        /// After the escape character and any intermediate bytes.
        case escape
        case controlSequence
        /// In a control string such as a window's title, up to its terminator.
        case controlString
        case controlStringEscape

        /// Whether a scalar is printed; advances the state.
        mutating func isText(_ scalar: Unicode.Scalar) -> Bool {
            switch self {
            case .text: return isTextInText(scalar)
            case .escape: self = State.afterEscape(scalar)
            case .controlSequence: if !(0x20...0x3F).contains(scalar.value) { self = .text }
            case .controlString:
                if scalar.value == 0x1B { self = .controlStringEscape }
                if scalar.value == 0x07 || scalar.value == 0x9C { self = .text }
            case .controlStringEscape: self = scalar == "\\" ? .text : .controlString
            }
            return false
        }

        private mutating func isTextInText(_ scalar: Unicode.Scalar) -> Bool {
            switch scalar.value {
            case 0x1B: self = .escape
            case 0x9B: self = .controlSequence
            case 0x90, 0x98, 0x9D, 0x9E, 0x9F: self = .controlString
            default: return TerminalText.isPrintable(scalar)
            }
            return false
        }

        private static func afterEscape(_ scalar: Unicode.Scalar) -> State {
            switch scalar {
            case "[": .controlSequence
            case "]", "P", "X", "^", "_": .controlString
            case " "..."/": .escape
            default: .text
            }
        }
    }

    /// Tabs, and all characters except controls, line separators and directional marks.
    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09: true
        case 0x00...0x1F, 0x7F...0x9F, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: false
        default: true
        }
    }
}

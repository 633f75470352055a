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

    /// A text without characters that change a terminal's state or the order in which it shows text: each control
    /// character except line feeds and tabs, and each mark that overrides directions, becomes U+FFFD. A carriage return
    /// before a line feed is kept, which ends the lines of some formats.
    ///
    /// - Parameters:
    ///   - utf8: the text.
    ///   - sequences: control sequences that are kept, such as the colours of this program.
    /// - Returns: `nil` if nothing changes.
    /// - Complexity: O(bytes).
    package static func withoutControls(
        _ utf8: some Collection<UInt8>,
        keeping sequences: [String] = []
    ) -> [UInt8]? {
        guard utf8.contains(where: mayBeginControl) else { return nil }
        let bytes = Array(utf8)
        var result: [UInt8] = []
        var isChanged = false
        var index = 0
        result.reserveCapacity(bytes.count)
        while index < bytes.count {
            let rest = bytes[index...]
            let length = controlLength(rest)
            if length == 0 {
                result.append(bytes[index])
                index += 1
            } else if let kept = sequences.first(where: { rest.starts(with: $0.utf8) }) {
                result += kept.utf8
                index += kept.utf8.count
            } else {
                result += [0xEF, 0xBF, 0xBD]
                index += length
                isChanged = true
            }
        }
        return isChanged ? result : nil
    }

    /// The same for a string.
    package static func withoutControls(_ text: String, keeping sequences: [String] = []) -> String {
        withoutControls(text.utf8, keeping: sequences).map { String(decoding: $0, as: UTF8.self) } ?? text
    }

    private static func mayBeginControl(_ byte: UInt8) -> Bool {
        byte < 0x20 && byte != 0x0A && byte != 0x09 || byte == 0x7F || byte == 0xC2 || byte == 0xE2
    }

    /// The length of the control character, or of the mark that overrides directions, with which bytes begin; 0 if
    /// there is none.
    private static func controlLength(_ bytes: ArraySlice<UInt8>) -> Int {
        let (start, count) = (bytes.startIndex, bytes.count)
        guard count > 0, mayBeginControl(bytes[start]) else { return 0 }
        switch bytes[start] {
        case 0x0D: return count > 1 && bytes[start + 1] == 0x0A ? 0 : 1
        case 0xC2: return count > 1 && (0x80...0x9F).contains(bytes[start + 1]) ? 2 : 0
        case 0xE2:
            // U+202A to U+202E, U+2066 to U+2069.
            guard count > 2 else { return 0 }
            let (second, third) = (bytes[start + 1], bytes[start + 2])
            let isOverride =
                second == 0x80 && (0xAA...0xAE).contains(third)
                || second == 0x81 && (0xA6...0xA9).contains(third)
            return isOverride ? 3 : 0
        default: return 1
        }
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

/// Code within a line (section 6.1 of CommonMark).
enum CodeSpan {
    /// The code between backticks: more of them than any run within it has.
    ///
    /// - Parameter isInCell: whether it stands in a table, whose rows are split before code is read.
    static func markdown(_ code: ArraySlice<UInt8>, isInCell: Bool) -> [UInt8] {
        if isInCell, containsEscapedPipe(code) { return html(code) }
        let fence = [UInt8](
            repeating: UInt8(ascii: "`"),
            count: longestRun(of: UInt8(ascii: "`"), in: code) + 1
        )
        let touches = code.first == UInt8(ascii: "`") || code.last == UInt8(ascii: "`")
        let padding: [UInt8] = touches ? [0x20] : []
        return fence + padding + code + padding + fence
    }

    /// The length of the longest run of a byte.
    static func longestRun(of byte: UInt8, in text: some Sequence<UInt8>) -> Int {
        var longest = 0
        var length = 0
        for each in text {
            length = each == byte ? length + 1 : 0
            longest = max(longest, length)
        }
        return longest
    }

    /// Whether a pipe stands behind a backslash: in a table no code between backticks can hold that.
    private static func containsEscapedPipe(_ code: ArraySlice<UInt8>) -> Bool {
        zip(code, code.dropFirst()).contains { $0 == UInt8(ascii: "\\") && $1 == UInt8(ascii: "|") }
    }

    private static func html(_ code: ArraySlice<UInt8>) -> [UInt8] {
        var output = Array("<code>".utf8)
        for byte in code {
            if Scalars.isPunctuation(byte) { output += "&#\(byte);".utf8 } else { output.append(byte) }
        }
        return output + "</code>".utf8
    }
}

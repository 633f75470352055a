/// Pieces of SVG: escaped text, short coordinates.
enum SVG {
    /// Text as content or attribute of XML. What XML cannot hold becomes U+FFFD, white space one space.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        var isSpace = false
        for scalar in text.unicodeScalars {
            let wasSpace = isSpace
            isSpace = scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r"
            if isSpace {
                if !wasSpace { escaped += " " }
                continue
            }
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// A length in pixels, to a tenth.
    static func length(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        let sign = tenths < 0 ? "-" : ""
        let (whole, rest) = (tenths.magnitude / 10, tenths.magnitude % 10)
        return sign + (rest == 0 ? "\(whole)" : "\(whole).\(rest)")
    }

    /// A text element; `title`, what is shown at the pointer.
    static func text(
        _ text: String,
        x: Double,
        y: Double,
        kind: String,
        title: String? = nil
    ) -> String {
        let title = title.map { "<title>\(escaped($0))</title>" } ?? ""
        let content = escaped(text)
        return "<text class=\"\(kind)\" x=\"\(length(x))\" y=\"\(length(y))\">\(title)\(content)</text>\n"
    }

    /// A straight line.
    static func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, kind: String) -> String {
        "<path class=\"\(kind)\" d=\"M\(length(x1)) \(length(y1))L\(length(x2)) \(length(y2))\"/>\n"
    }
}

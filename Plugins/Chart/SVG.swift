/// SVG elements with escaped text and short coordinates.
enum SVG {
    /// Returns text as content or attribute of XML. Characters that XML excludes become U+FFFD, white space becomes one
    /// space.
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

    /// A length in pixels, rounded to a tenth.
    static func length(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        let sign = tenths < 0 ? "-" : ""
        let (whole, rest) = (tenths.magnitude / 10, tenths.magnitude % 10)
        return sign + (rest == 0 ? "\(whole)" : "\(whole).\(rest)")
    }

    /// Returns a text element; `title` is its tooltip.
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

// MARK: - Styles

/// The style sheet of a chart: every rule is restricted to the chart's own class, so that it does not change the page around it.
enum ChartStyle {
    static let name = "scrape-chart"

    static var text: String {
        let rules =
            [
                "{color:#1f2328;font:12px system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif}",
                " text{fill:currentColor}", " .paper{fill:#fff}", " .title{font-size:17px;font-weight:600}",
                " .name{font-weight:600}", " .quiet{opacity:.75}", " .middle{text-anchor:middle}",
                " .end{text-anchor:end}", " .grid{stroke:currentColor;stroke-opacity:.14}",
                " .base{stroke:currentColor;stroke-opacity:.55}",
                " .line{fill:none;stroke:currentColor;stroke-width:2;stroke-linejoin:round;stroke-linecap:round}",
                " .thin{stroke-width:1.3}", " .mark{fill:currentColor}",
            ] + dashes + colours(\.light)
        let dark = ["{color:#e6edf3}", " .paper{fill:#161b22}"] + colours(\.dark)
        return lines(rules) + "@media (prefers-color-scheme:dark){\n" + lines(dark) + "}\n"
    }

    private static func lines(_ rules: [String]) -> String { rules.map { ".\(name)\($0)\n" }.joined() }

    private static func colours(_ theme: KeyPath<(light: String, dark: String), String>) -> [String] {
        SeriesStyle.colours.enumerated().map { " .c\($0){color:\($1[keyPath: theme])}" }
    }

    private static var dashes: [String] {
        SeriesStyle.dashes.enumerated().dropFirst().map { " .d\($0) .line{stroke-dasharray:\($1)}" }
    }
}

/// The style of a line, which distinguishes it from the others: colour, then the shape of its marks, then dashes.
struct SeriesStyle {
    let index: Int

    /// The classes of its elements.
    var classes: String {
        let dash = index / SeriesStyle.colours.count % SeriesStyle.dashes.count
        return "c\(index % SeriesStyle.colours.count)" + (dash == 0 ? "" : " d\(dash)")
    }

    /// A mark around a point, as the rest of a path.
    var mark: String { SeriesStyle.marks[index % SeriesStyle.marks.count] }

    /// Colours on light and on dark backgrounds: any two are at least 34 apart (CIELAB), also with each of the three
    /// kinds of colour blindness, and their contrast to the background is at least 3.
    static let colours: [(light: String, dark: String)] = [
        ("#007cf0", "#5a87f6"), ("#c87800", "#e07020"), ("#38965a", "#9dffa3"), ("#581c96", "#c163a5"),
        ("#8e0055", "#f0005b"), ("#5f3400", "#ffd216"), ("#8280b0", "#0ed2ff"), ("#000e00", "#ffffff"),
    ]

    /// The dashes of the lines after all colours are used once.
    static let dashes = ["", "7 4", "2 4", "10 4 2 4"]

    private static let marks = [
        "m-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0z", "m-3.2-3.2h6.4v6.4h-6.4z", "m0-4.4l4.2 7.2h-8.4z",
        "m0-4.6l4.6 4.6l-4.6 4.6l-4.6-4.6z", "m0 4.4l4.2-7.2h-8.4z",
    ]
}

// MARK: - Text width

/// The approximate width of text: an SVG without a script cannot measure it, and fonts differ.
enum TextWidth {
    /// Returns the width in pixels at a font size, rather too large than too small.
    static func of(_ text: String, size: Double) -> Double {
        text.reduce(0) { $0 + width($1) } * size
    }

    /// Returns text no wider than a limit, its end replaced by an ellipsis.
    static func fitted(_ text: String, size: Double, limit: Double) -> String {
        if of(text, size: size) <= limit { return text }
        var width = width("…") * size
        var fitted = ""
        for character in text {
            width += self.width(character) * size
            if width > limit { break }
            fitted.append(character)
        }
        while fitted.last?.isWhitespace == true { fitted.removeLast() }
        return fitted + "…"
    }

    /// A character's width by the size of the font.
    private static func width(_ character: Character) -> Double {
        guard let scalar = character.unicodeScalars.first else { return 0 }
        switch scalar {
        case "i", "j", "l", "I", "'", ".", ",", ":", ";", "|", "!", " ", "f", "t", "r", "(", ")", "-":
            return 0.36
        case "m", "w", "M", "W", "@", "%": return 0.95
        case "A"..."Z", "…": return 0.72
        // Scripts of wide characters, and pictures.
        case "\u{1100}"..."\u{11FF}", "\u{2600}"..."\u{27BF}", "\u{2E80}"..."\u{D7FF}",
            "\u{F900}"..."\u{FAFF}",
            "\u{FE30}"..."\u{FE4F}", "\u{FF00}"..."\u{FF60}", "\u{1F000}"..."\u{3FFFF}":
            return character.unicodeScalars.contains { (0x1F000...0x1FAFF).contains($0.value) } ? 1.4 : 1.05
        default: return 0.6
        }
    }
}

/// How wide text will be, about: an SVG without a script cannot measure, and every reader has other fonts.
enum TextWidth {
    /// The width in pixels at a size; on the wide side.
    static func of(_ text: String, size: Double) -> Double {
        text.reduce(0) { $0 + width($1) } * size
    }

    /// Text that is no wider than a limit: its end gives way to an ellipsis.
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

import Foundation

/// The form in which the text of a date is compared: what differs in spelling only is the same.
///
/// White space is collapsed, letters are lower case without accents and in one width, digits of any script are
/// those of ASCII, dashes are hyphens, marks of direction are left out.
package enum DateText {
    /// Folds the text of a page.
    ///
    /// - Parameter accents: whether they are kept, for the few languages in which names differ in nothing else.
    ///
    /// Complexity: linear; one pass over the bytes where all are ASCII, as those of nearly all dates are.
    package static func fold(_ text: String, accents: Bool = false) -> [UInt8] {
        ascii(text) ?? collapsed(folded(text, accents))
    }

    /// Folds a piece of a pattern, of which every space counts.
    static func foldPiece(_ text: String, accents: Bool) -> [UInt8] { Array(folded(text, accents).utf8) }

    private static func ascii(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if byte >= 0x80 { return nil }
            append(byte, to: &bytes)
        }
        if bytes.last == space { bytes.removeLast() }
        return bytes
    }

    private static func collapsed(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for byte in text.utf8 { append(byte, to: &bytes) }
        if bytes.last == space { bytes.removeLast() }
        return bytes
    }

    private static let space = UInt8(ascii: " ")

    /// Appends a byte: white space once and not at the start, a letter of ASCII in lower case.
    private static func append(_ byte: UInt8, to bytes: inout [UInt8]) {
        switch byte {
        case space, 0x09...0x0D:
            if let last = bytes.last, last != space { bytes.append(space) }
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): bytes.append(byte | 0x20)
        default: bytes.append(byte)
        }
    }

    private static func folded(_ text: String, _ accents: Bool) -> String {
        var result = ""
        for scalar in text.decomposedStringWithCompatibilityMapping.unicodeScalars {
            let properties = scalar.properties
            if scalar.isASCII {
                result.unicodeScalars.append(scalar)
            } else if isAccent(scalar) ? !accents : properties.generalCategory == .format {
                continue
            } else if properties.generalCategory == .decimalNumber, let digit = properties.numericValue,
                let byte = UInt8(exactly: digit)
            {
                result.unicodeScalars.append(Unicode.Scalar(UInt8(ascii: "0") &+ byte))
            } else if properties.isWhitespace {
                result += " "
            } else if properties.generalCategory == .dashPunctuation || scalar == "\u{2212}" {
                result += "-"
            } else {
                result += replacement(of: scalar)
            }
        }
        return result.lowercased()
    }

    /// Accents of Latin, Greek and Cyrillic and the vowel signs of Arabic, which texts leave out at will. The marks
    /// of other scripts are letters: Thai's March and January differ in one.
    private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0300...0x036F, 0x0640, 0x064B...0x0655, 0x0670: true
        default: false
        }
    }

    private static func replacement(of scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "ı": "i"
        case "ς": "σ"
        case "\u{2018}", "\u{2019}", "\u{02BC}", "\u{02B9}": "'"
        default: scalar.properties.lowercaseMapping
        }
    }
}

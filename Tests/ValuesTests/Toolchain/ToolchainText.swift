import Foundation
import _FoundationICU

/// The folded form of texts by Foundation's decomposition, independent of the package's own.
enum ToolchainText {
    /// The expected result of `DateText.fold`.
    static func fold(_ text: String, accents: Bool = false) -> String {
        var bytes: [UInt8] = []
        for byte in folded(text, accents).utf8 {
            if byte == 0x20 || (0x09...0x0D).contains(byte) {
                if let last = bytes.last, last != 0x20 { bytes.append(0x20) }
            } else {
                bytes.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
            }
        }
        if bytes.last == 0x20 { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func folded(_ text: String, _ accents: Bool) -> String {
        var result = ""
        for scalar in text.decomposedStringWithCompatibilityMapping.unicodeScalars {
            let properties = scalar.properties
            let category = properties.generalCategory
            if scalar.isASCII {
                result.unicodeScalars.append(scalar)
            } else if isAccent(scalar) {
                if accents { result.unicodeScalars.append(scalar) }
            } else if category == .format {
                continue
            } else if category == .decimalNumber, let digit = properties.numericValue {
                result += String(Int(digit))
            } else if properties.isWhitespace {
                result += " "
            } else if category == .dashPunctuation || scalar == "\u{2212}" {
                result += "-"
            } else {
                result += replacement(of: scalar)
            }
        }
        return result.lowercased()
    }

    private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
        [0x0300...0x036F, 0x0640...0x0640, 0x064B...0x0655, 0x0670...0x0670].contains {
            $0.contains(scalar.value)
        }
    }

    private static func replacement(of scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\u{131}": "i"
        case "\u{3C2}": "\u{3C3}"
        case "\u{2018}", "\u{2019}", "\u{2BC}", "\u{2B9}": "'"
        default: scalar.properties.lowercaseMapping
        }
    }

    /// The name as tables of names contain it: folded, without points at the end.
    static func name(_ text: String, accents: Bool = false) -> String {
        var name = fold(text, accents: accents)
        while name.utf8.last == UInt8(ascii: ".") { name.removeLast() }
        return name
    }

    /// The text that a function of ICU writes into a buffer.
    static func written(
        _ write: (UnsafeMutablePointer<UInt16>, Int32, UnsafeMutablePointer<UErrorCode>) -> Int32
    ) -> String? {
        let capacity = 8192
        return withUnsafeTemporaryAllocation(of: UInt16.self, capacity: capacity) { buffer -> String? in
            guard let start = buffer.baseAddress else { return nil }
            var status = U_ZERO_ERROR
            let count = Int(write(start, Int32(capacity), &status))
            guard status.rawValue <= U_ZERO_ERROR.rawValue, (1..<capacity).contains(count) else { return nil }
            return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF16.self)
        }
    }

    /// The versions of the data, for the headers of the tables.
    static var versions: String {
        var cldr: [UInt8] = [0, 0, 0, 0]
        var unicode: [UInt8] = [0, 0, 0, 0]
        var status = U_ZERO_ERROR
        swift_ulocdata_getCLDRVersion(&cldr, &status)
        swift_u_getUnicodeVersion(&unicode)
        let zones = swift_ucal_getTZDataVersion(&status).map { String(cString: $0) } ?? "unknown"
        return "CLDR \(cldr[0]).\(cldr[1]), Unicode \(unicode[0]).\(unicode[1]), time zones \(zones)"
    }
}

/// Names with their numbers, in the form of one of the package's tables.
typealias NumberedNames = [String: Int]

/// Collects names; a name with two numbers is left out.
struct NameCollector {
    private var numbers: [String: Set<Int>] = [:]

    mutating func add(_ name: String, _ number: Int) {
        if !name.isEmpty { numbers[name, default: []].insert(number) }
    }

    var names: NumberedNames { numbers.compactMapValues { $0.count == 1 ? $0.first : nil } }

    var isAmbiguous: Bool { numbers.contains { $0.value.count > 1 } }
}

import Records

extension FieldType {
    /// A whole number: digits with an optional sign, nothing else.
    package static let integer = FieldType(
        name: "integer",
        about: "a whole number",
        accepts: [.string, .number],
        gives: .number,
        read: wholeNumber
    )

    private static let wholeNumber: Function = { value, _ throws(StepError) in
        if let number = value.number {
            guard let whole = number.whole else { throw StepError("\(value.quoted) is not an integer") }
            return .number(whole)
        }
        let text = try value.trimmedText
        let sign = text.hasPrefix("-") ? "-" : ""
        let digits = text.hasPrefix("-") || text.hasPrefix("+") ? text.dropFirst() : text[...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw StepError("\(text.quoted) is not an integer")
        }
        // However many digits it has: none is lost.
        let significant = digits.drop { $0 == "0" }
        guard let number = Number(significant.isEmpty ? "0" : sign + significant) else {
            throw StepError("\(text.quoted) is not an integer")
        }
        return .number(number)
    }

    /// A decimal number: digits with an optional sign and a point, kept digit by digit.
    package static let decimal = FieldType(
        name: "decimal",
        about: "a number with its digits kept",
        accepts: [.string, .number],
        gives: .number
    ) { value, _ throws(StepError) in
        if let number = value.number { return .number(number) }
        var text = try value.trimmedText
        if text.hasPrefix("+") { text.removeFirst() }
        guard let number = Number(withoutLeadingZeros(text)) else {
            throw StepError("\(text.quoted) is not a decimal number")
        }
        return .number(number)
    }

    /// JSON writes no zeros before a number's digits, people do.
    private static func withoutLeadingZeros(_ text: String) -> String {
        let sign = text.hasPrefix("-") ? "-" : ""
        let digits = text.dropFirst(sign.count)
        let kept = digits.drop { $0 == "0" }
        guard kept.count < digits.count else { return text }
        return sign + (kept.first?.isNumber == true ? "" : "0") + kept
    }

    /// A size in bytes; a number is one already.
    package static let size = FieldType(
        name: "size",
        about: "a number of bytes, read from a size with its unit",
        accepts: [.string, .number],
        gives: .number
    ) { value, context throws(StepError) in
        if value.number != nil { return try wholeNumber(value, context) }
        return .number(try SizeReader().bytes(in: try value.trimmedText))
    }
}

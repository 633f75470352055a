/// An error in the command line.
struct CommandError: Error {
    let text: String

    /// The value that follows an option.
    static func value(of option: String, _ arguments: inout ArraySlice<String>) throws(CommandError) -> String
    {
        guard let value = arguments.popFirst() else { throw CommandError(text: "\(option) needs a value") }
        return value
    }

    /// The non-negative number that follows an option.
    static func number(of option: String, _ arguments: inout ArraySlice<String>) throws(CommandError) -> Int {
        let text = try value(of: option, &arguments)
        guard let number = Int(text), number >= 0, number < 1 << 48 else {
            throw CommandError(text: "\(option) needs a non-negative number, not \"\(text)\"")
        }
        return number
    }
}

/// Prints numbers in columns.
enum Report {
    static func column(_ text: String, _ width: Int) -> String {
        text.count < width ? String(repeating: " ", count: width - text.count) + text : text
    }

    static func label(_ text: String, _ width: Int) -> String {
        text.count < width ? text + String(repeating: " ", count: width - text.count) : text
    }

    /// A number with the given number of digits after the decimal point.
    static func fixed(_ number: Double, _ digits: Int) -> String {
        guard number.isFinite, number.magnitude < 1e15 else { return "-" }
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        let scaled = Int((number * scale) + (number < 0 ? -0.5 : 0.5))
        guard digits > 0 else { return "\(scaled)" }
        let fraction = String(scaled.magnitude % UInt(scale))
        let padded = String(repeating: "0", count: digits - fraction.count) + fraction
        return (scaled < 0 ? "-" : "") + "\(scaled.magnitude / UInt(scale)).\(padded)"
    }
}

/// What is wrong with a command line.
struct CommandError: Error {
    let text: String

    /// The value that follows an option.
    static func value(of option: String, _ arguments: inout ArraySlice<String>) throws(CommandError) -> String
    {
        guard let value = arguments.popFirst() else { throw CommandError(text: "\(option) needs a value") }
        return value
    }

    /// The number, not negative, that follows an option.
    static func number(of option: String, _ arguments: inout ArraySlice<String>) throws(CommandError) -> Int {
        let text = try value(of: option, &arguments)
        guard let number = Int(text), number >= 0, number < 1 << 48 else {
            throw CommandError(text: "\(option) needs a number, not \(text)")
        }
        return number
    }
}

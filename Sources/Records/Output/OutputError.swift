/// Why records cannot be written in a format.
public struct OutputError: Error, Hashable, Sendable {
    /// What is wrong, in one line.
    public let message: String
    /// What to do, in one line.
    public let help: String?

    /// Something that keeps records from being written.
    public init(_ message: String, help: String? = nil) {
        self.message = message
        self.help = help
    }
}

extension OutputError: CustomStringConvertible {
    /// The message.
    public var description: String { message }
}

/// Why records cannot be written in a format.
public struct OutputError: Error, Hashable, Sendable {
    /// What is wrong, in one line.
    public let message: String
    /// What to do, in one line.
    public let help: String?
    /// What is at fault: the records of the pages, unless said otherwise.
    public let cause: Diagnostic.Cause

    /// Something that keeps records from being written.
    public init(_ message: String, help: String? = nil, cause: Diagnostic.Cause = .page) {
        self.message = message
        self.help = help
        self.cause = cause
    }
}

extension OutputError: CustomStringConvertible {
    /// The message.
    public var description: String { message }
}

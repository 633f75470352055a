/// Why a step could not make something of a value: the value does not fit.
public struct StepError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was expected and what was found, in one line.
    public let description: String

    /// An error with its message.
    public init(_ description: String) {
        self.description = description
    }
}

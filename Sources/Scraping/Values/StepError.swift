/// Why a step could not make something of a value: the value does not fit.
public struct StepError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was expected and what was found, in one line.
    public let description: String
    /// Who is at fault.
    let fault: Fault

    /// Who is at fault for a step without a value.
    enum Fault: Hashable, Sendable {
        /// The value does not fit.
        case value
        /// A plugin did not keep to what it has declared.
        case plugin
        /// Nobody yet: a program has not answered, or its failure is told elsewhere.
        case withheld
    }

    /// An error with its message.
    public init(_ description: String) {
        self.init(description, fault: .value)
    }

    init(_ description: String, fault: Fault) {
        self.description = description
        self.fault = fault
    }

    /// The error of a step whose program has not answered.
    static let withheld = StepError("a plugin has not answered", fault: .withheld)
}

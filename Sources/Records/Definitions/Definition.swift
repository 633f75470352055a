/// Something that rules files or the command line call by name: a source, a preparation, a transform, a field type, an
/// output format.
///
/// Built-in definitions and those of plugins have the same form, so that checking arguments, documentation, the schema
/// of the rules language, completions and `scrape plugins` are implemented once.
public protocol Definition: Sendable {
    /// The function that the definition becomes with its arguments.
    associatedtype Function

    /// The kind of the definition.
    static var kind: DefinitionKind { get }
    /// The name by which it is called.
    var name: String { get }
    /// What it does, in one line.
    var about: String { get }
    /// The shape of its arguments.
    var arguments: ArgumentShape { get }
    /// What it receives and returns, as in messages: `a string to a number`; empty if this is obvious.
    var signature: String { get }
    /// Makes the function from arguments that have their shape (`null` if there are none); throws a problem that the
    /// shape does not exclude.
    var make: @Sendable (Arguments) throws(StepError) -> Function { get }
}

/// The kinds of definitions. Within a kind each name belongs to one definition.
public enum DefinitionKind: String, CaseIterable, Sendable {
    // The raw values are the words of the plugin protocol.
    case source = "decoder"
    case preparation
    case transform
    case type
    case format

    /// The kind's name in messages.
    public var word: String {
        switch self {
        case .source: "source"
        case .preparation, .transform, .type: rawValue
        case .format: "output format"
        }
    }
}

/// The arguments of a definition, from a rules file or the command line.
public struct Arguments: Sendable {
    /// The arguments as plain JSON; `null` if there are none.
    public let value: Value
    /// The results of resolving selectors and sources in the arguments when the rules were loaded, by key; the key is
    /// empty if the argument is not a member of an object.
    package var resolved: [String: any Sendable] = [:]

    /// Arguments.
    public init(_ value: Value = .null) { self.value = value }

    /// The argument of a key; `nil` if it is missing.
    public subscript(key: String) -> Value? { value[key] }
}

/// Why a definition cannot process a value, or its arguments.
public struct StepError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was expected and what was found, in one line.
    public let description: String
    /// The key of the wrong argument; `nil` if it is none, or all of them.
    public let argument: String?
    /// What to do, in one line.
    public let help: String?
    /// Who is at fault.
    package let fault: Fault

    /// Who is at fault for a step without a value.
    package enum Fault: Hashable, Sendable {
        /// The value does not fit.
        case value
        /// A plugin did not do what it declares.
        case plugin
        /// Nobody: a program has not answered yet, or its failure is reported elsewhere.
        case withheld
    }

    /// An error with its message.
    public init(_ description: String, argument: String? = nil, help: String? = nil) {
        self.init(description, argument: argument, help: help, fault: .value)
    }

    package init(_ description: String, argument: String? = nil, help: String? = nil, fault: Fault) {
        self.description = description
        self.argument = argument
        self.help = help
        self.fault = fault
    }

    /// The error of a step whose program has not answered.
    package static let withheld = StepError("a plugin has not answered", fault: .withheld)
}

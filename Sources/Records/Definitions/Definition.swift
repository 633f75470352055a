/// Something that rules files or the command line call by name: a source, a preparation, a transform, a field type, an
/// output format.
///
/// What is built in and what a plugin adds have this one form, so that checking arguments, documentation, the schema of
/// the rules language, completions and `scrape plugins` are written once.
public protocol Definition: Sendable {
    /// What the definition becomes with its arguments.
    associatedtype Function

    /// Which kind of thing it is.
    static var kind: DefinitionKind { get }
    /// The name by which it is called.
    var name: String { get }
    /// What it does, in one line.
    var about: String { get }
    /// The shape of its arguments.
    var arguments: ArgumentShape { get }
    /// What it receives and returns, in the words of messages: `a string to a number`; empty if that is no news.
    var signature: String { get }
    /// Makes the function from arguments that have their shape (`null` if there are none), or throws what is wrong
    /// with them all the same.
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

    /// The word for it in messages.
    public var word: String {
        switch self {
        case .source: "source"
        case .preparation, .transform, .type: rawValue
        case .format: "output format"
        }
    }
}

/// The arguments of a definition as a rules file or the command line gives them.
public struct Arguments: Sendable {
    /// The arguments as plain JSON; `null` if there are none.
    public let value: Value
    /// What has been made of selectors and sources among them when the rules were loaded, by key; the key of what is no
    /// member of an object is empty.
    package var resolved: [String: any Sendable] = [:]

    /// Arguments.
    public init(_ value: Value = .null) { self.value = value }

    /// The argument of a key; `nil` if it is missing.
    public subscript(key: String) -> Value? { value[key] }
}

/// Why a definition makes nothing of a value, or of its arguments.
public struct StepError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was expected and what was found, in one line.
    public let description: String
    /// The key of the argument at fault; `nil` if it is none, or all of them.
    public let argument: String?
    /// What to do, in one line.
    public let help: String?
    /// Who is at fault.
    package let fault: Fault

    /// Who is at fault for a step without a value.
    package enum Fault: Hashable, Sendable {
        /// The value does not fit.
        case value
        /// A plugin did not do what it has declared.
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

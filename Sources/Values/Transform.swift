public import Records

/// A named step from one value to another: what stands in a field's `apply`.
///
/// A step is only handed what its ``input`` says: where that is not a list and the value is one, the step is applied
/// to each element; a number or boolean is handed as its text to a step that takes a string.
public struct Transform: Definition {
    /// Which kind of definition it is.
    public static var kind: DefinitionKind { .transform }

    /// What a step does with a value; what gives `null` has no value, which is not an error.
    public typealias Function = @Sendable (Value, PageContext) throws(StepError) -> Value

    /// The name by which rules files call it.
    public let name: String
    /// What it does, in one line.
    public let about: String
    /// What it takes.
    public let input: ValueType
    /// What it gives, as far as that is the same for all inputs and arguments.
    public let output: ValueType
    /// What it takes in a rules file beside the value.
    public let arguments: ArgumentShape
    /// Makes the step from its arguments in the rules file (`null` where there are none), which are known to have
    /// their shape; throws what is wrong with them all the same.
    public let make: @Sendable (Arguments) throws(StepError) -> Function
    /// What it gives for an input's type and its arguments: ``output``, or more exactly that.
    package let typing: @Sendable (ValueType, Value) -> ValueType

    /// What it takes and gives.
    public var signature: String { "\(input) to \(output)" }

    /// A transform with arguments.
    public init(
        name: String,
        about: String,
        input: ValueType,
        output: ValueType,
        arguments: ArgumentShape = .either([.none, .anything]),
        make: @escaping @Sendable (Arguments) throws(StepError) -> Function
    ) {
        self.init(
            name: name,
            about: about,
            input: input,
            output: output,
            arguments: arguments,
            typing: { _, _ in output },
            make: make
        )
    }

    /// A transform without arguments.
    public init(
        name: String,
        about: String,
        input: ValueType,
        output: ValueType,
        apply: @escaping Function
    ) {
        self.init(name: name, about: about, input: input, output: output, arguments: .none) {
            _ throws(StepError) in apply
        }
    }

    /// A transform whose output's type depends on its input's or on its arguments.
    package init(
        name: String,
        about: String,
        input: ValueType,
        output: ValueType,
        arguments: ArgumentShape,
        typing: @escaping @Sendable (ValueType, Value) -> ValueType,
        make: @escaping @Sendable (Arguments) throws(StepError) -> Function
    ) {
        self.name = name
        self.about = about
        self.input = input
        self.output = output
        self.arguments = arguments
        self.typing = typing
        self.make = make
    }
}

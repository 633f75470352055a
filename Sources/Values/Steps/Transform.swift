public import Records

/// A named step from one value to another, as in a field's `apply`.
///
/// A step only receives values of its ``input`` type. If that is not a list and the value is one, the step is applied
/// to each element; a step that takes a string receives a number or boolean as its text.
public struct Transform: Definition {
    /// The kind of the definition.
    public static var kind: DefinitionKind { .transform }

    /// Returns a step's result for a value; `null` means that there is no value, which is not an error.
    public typealias Function = @Sendable (Value, PageContext) throws(StepError) -> Value

    /// The name by which rules files call it.
    public let name: String
    /// What it does, in one line.
    public let about: String
    /// The type of its input.
    public let input: ValueType
    /// The type of its output, if it is the same for all inputs and arguments.
    public let output: ValueType
    /// The shape of its arguments in a rules file.
    public let arguments: ArgumentShape
    /// Makes the step from its arguments in the rules file (`null` if there are none), which have their shape; throws
    /// other mistakes in them.
    public let make: @Sendable (Arguments) throws(StepError) -> Function
    /// The type of its output for an input's type and its arguments: ``output`` or a more exact type.
    package let typing: @Sendable (ValueType, Value) -> ValueType
    /// The number of elements at the front of a list that determine its output with these arguments; `nil` for all.
    let prefix: @Sendable (Value) -> Int?

    /// The types of its input and output.
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
        prefix: @escaping @Sendable (Value) -> Int? = { _ in nil },
        make: @escaping @Sendable (Arguments) throws(StepError) -> Function
    ) {
        self.name = name
        self.about = about
        self.input = input
        self.output = output
        self.arguments = arguments
        self.typing = typing
        self.prefix = prefix
        self.make = make
    }
}

/// A transform with its arguments, at its place in a chain.
///
/// A class, so that passing it on costs one reference count instead of one for each of its parts.
package final class Step: Sendable {
    package let transform: Transform
    let arguments: Value
    package let apply: Transform.Function
    /// Its place in the rules file.
    package let range: Range<Int>
    /// Whether it takes the values of all of a selector's matches as one list.
    package let gathers: Bool
    /// Whether it takes a whole list rather than its elements one by one.
    package let takesList: Bool
    /// Whether it receives the values of all matches and its result depends on their positions, so that a match without a
    /// value makes it wrong.
    package var takesPositions: Bool { gathers && ["count", "item", "slice"].contains(transform.name) }
    /// Whether it takes a string.
    package let takesString: Bool
    /// The number of elements at the front of a list that determine its output, such as those up to the end of a slice;
    /// `nil` for all.
    package let prefix: Int?

    package init(
        transform: Transform,
        arguments: Value,
        apply: @escaping Transform.Function,
        range: Range<Int>,
        gathers: Bool = false
    ) {
        self.gathers = gathers
        self.transform = transform
        self.arguments = arguments
        self.apply = apply
        self.range = range
        takesList = transform.input.element != nil
        takesString = transform.input == .string
        prefix = transform.prefix(arguments)
    }

    /// The same step, which takes the values of all of a selector's matches as one list.
    package var gathering: Step {
        Step(transform: transform, arguments: arguments, apply: apply, range: range, gathers: true)
    }

    /// Whether another step does the same.
    package func isSame(as other: Step) -> Bool {
        transform.name == other.transform.name && arguments == other.arguments
    }

    /// The type of its output for an input of a type that it takes.
    func output(for input: ValueType) -> ValueType { transform.typing(input, arguments) }
}

/// The type of a chain's value from step to step, inferred before any page is read.
package struct ChainType {
    package private(set) var type: ValueType
    /// Whether there is a value for each match of a selector.
    private(set) var isPerMatch: Bool
    /// The step that made the value a list.
    package private(set) var listMaker: Step?
    /// The first step that was applied to that list's elements.
    package private(set) var mapped: Step?

    package init(_ type: ValueType, isPerMatch: Bool) {
        self.type = type
        self.isPerMatch = isPerMatch
    }

    /// Whether a step, if it is appended, receives the values of all matches together.
    package func gathers(_ step: Step) -> Bool { isPerMatch && step.takesList && type.element == nil }

    /// Appends a step.
    ///
    /// - Returns: `nil`, or the type that the step would receive and cannot take.
    package mutating func append(_ step: Step) -> ValueType? {
        if gathers(step) {
            type = .list(type)
            isPerMatch = false
        }
        guard !step.takesList, let element = type.element else { return appendWhole(step) }
        guard element.fits(step.transform.input) else { return type }
        let output = step.output(for: element)
        type = .list(output.element ?? output)
        if mapped == nil { mapped = step }
        return nil
    }

    private mutating func appendWhole(_ step: Step) -> ValueType? {
        guard type.fits(step.transform.input) else { return type }
        type = step.output(for: type)
        if type.element == nil {
            listMaker = nil
            mapped = nil
        } else if listMaker == nil {
            listMaker = step
        }
        return nil
    }
}

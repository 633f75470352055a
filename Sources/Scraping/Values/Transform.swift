public import Records

/// A named step from one value to another: what stands in a field's `apply`.
public struct Transform: Sendable {
    /// What a step does with a value.
    public typealias Function = @Sendable (Value, PageContext) throws(StepError) -> Value

    /// The name by which rules files call it.
    public let name: String
    /// What it does, in one line.
    public let about: String
    /// What it takes.
    public let input: ValueType
    /// What it gives.
    public let output: ValueType
    /// Makes the step from its arguments in the rules file (`null` where there are none); throws what is wrong
    /// with them.
    public let make: @Sendable (Value) throws(StepError) -> Function

    /// A transform with arguments.
    public init(
        name: String,
        about: String,
        input: ValueType,
        output: ValueType,
        make: @escaping @Sendable (Value) throws(StepError) -> Function
    ) {
        self.name = name
        self.about = about
        self.input = input
        self.output = output
        self.make = make
    }

    /// A transform without arguments.
    public init(
        name: String,
        about: String,
        input: ValueType,
        output: ValueType,
        apply: @escaping Function
    ) {
        self.init(name: name, about: about, input: input, output: output) { arguments throws(StepError) in
            guard arguments == .null else {
                throw StepError("\(name) takes no arguments, found \(arguments.kind)")
            }
            return apply
        }
    }
}

extension Transform {
    /// The transforms that every rules file has.
    static let builtIn: [Transform] = [.map]

    /// Replaces a value by what a table holds for it. A value that the table lacks is an error: an unknown id
    /// must never pass for a name.
    static let map = Transform(
        name: "map",
        about: "looks the value up in a table: {\"10514\": \"North Loop\", …}",
        input: .any,
        output: .any
    ) { arguments throws(StepError) in
        guard let members = arguments.object, !members.isEmpty else {
            throw StepError("map takes an object: the table to look values up in")
        }
        let table = Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
        return { value, _ throws(StepError) in
            guard let found = table[value.text] else {
                throw StepError("the table of map has no \"\(value.text)\"")
            }
            return found
        }
    }
}

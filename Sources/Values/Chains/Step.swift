package import Records

/// A transform with its arguments, at its place in a chain.
package struct Step: Sendable {
    package let transform: Transform
    let arguments: Value
    package let apply: Transform.Function
    /// Where it stands in the rules file.
    package let range: Range<Int>
    /// Whether it takes the values of all matches as one list, if it is given what selectors take.
    package var gathers = false
    /// Whether it takes a whole list, or one value after the other.
    package let takesList: Bool

    package init(
        transform: Transform,
        arguments: Value,
        apply: @escaping Transform.Function,
        range: Range<Int>
    ) {
        self.transform = transform
        self.arguments = arguments
        self.apply = apply
        self.range = range
        takesList = transform.input.element != nil
    }

    /// What it gives for an input of a type that it takes.
    func output(for input: ValueType) -> ValueType { transform.typing(input, arguments) }
}

import Records

/// A transform with its arguments, at its place in a chain.
struct Step: Sendable {
    let transform: Transform
    let arguments: Value
    let apply: Transform.Function
    /// Where it stands in the rules file.
    let range: Range<Int>
    /// Whether it takes the values of all matches as one list, if it is given what selectors take.
    var gathers = false
    /// Whether it takes a whole list, or one value after the other.
    let takesList: Bool

    init(transform: Transform, arguments: Value, apply: @escaping Transform.Function, range: Range<Int>) {
        self.transform = transform
        self.arguments = arguments
        self.apply = apply
        self.range = range
        takesList = transform.input.element != nil
    }

    /// What it gives for an input of a type that it takes.
    func output(for input: ValueType) -> ValueType { transform.typing(input, arguments) }
}

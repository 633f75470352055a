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

    /// What it gives for an input of a type that it takes.
    func output(for input: ValueType) -> ValueType { transform.typing(input, arguments) }

    /// Whether it takes a whole list, or one value after the other.
    var takesList: Bool { transform.input.element != nil }
}

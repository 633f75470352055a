import Records

/// The type of a chain's value from step to step, as it is known before any page is read.
package struct ChainType {
    package private(set) var type: ValueType
    /// Whether there is such a value for each match of a selector.
    private(set) var isPerMatch: Bool
    /// The step that made the value the list that it is.
    package private(set) var listMaker: Step?
    /// The first step that was applied to that list's elements.
    package private(set) var mapped: Step?

    package init(_ type: ValueType, isPerMatch: Bool) {
        self.type = type
        self.isPerMatch = isPerMatch
    }

    /// Whether a step that comes next has to be given the values of all matches.
    package func gathers(_ step: Step) -> Bool { isPerMatch && step.takesList && type.element == nil }

    /// Goes on by a step.
    ///
    /// - Returns: `nil`, or the type that the step is given and cannot take.
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

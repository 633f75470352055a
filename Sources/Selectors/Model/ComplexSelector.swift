/// Compound selectors joined by combinators, and what is taken from the elements that match.
///
///     "> a.b   c + d::text"
///
///     leading       .child
///     compounds     [a.b]  [c]  [d]             left to right
///     combinators        ␣    +                 combinators[i] stands between compounds[i] and [i + 1]
///     take          .text
public struct ComplexSelector: Hashable, Sendable {
    /// A relative selector's first combinator, which starts at the scope (or at what `:has()` is asked of).
    let leading: Combinator?
    /// Never empty.
    let compounds: [CompoundSelector]
    /// One less than compounds.
    let combinators: [Combinator]
    /// What is taken from the elements that match; `nil` where the selector does not say.
    public let take: Take?
    /// How specific it is. A take does not count.
    public let specificity: Specificity

    init(
        leading: Combinator? = nil,
        compounds: [CompoundSelector],
        combinators: [Combinator] = [],
        take: Take? = nil
    ) {
        self.leading = leading
        self.compounds = compounds
        self.combinators = combinators
        self.take = take
        specificity = compounds.reduce(.zero) { $0 + $1.specificity }
    }

    /// Whether this is a take and nothing else (`::attr(title)`), which means the scope itself.
    var isLoneTake: Bool { leading == nil && compounds.count == 1 && compounds[0].simples.isEmpty }
}

extension [ComplexSelector] {
    /// The selectors' text, separated by commas.
    var selectorText: String { map(\.description).joined(separator: ", ") }

    var greatestSpecificity: Specificity { map(\.specificity).max() ?? .zero }
}

extension ComplexSelector: CustomStringConvertible {
    /// The selector's text in a normal form.
    public var description: String {
        var text = leading.map { String($0.description.drop { $0 == " " }) } ?? ""
        for (index, compound) in compounds.enumerated() {
            if index > 0 { text += combinators[index - 1].description }
            text += compound.description
        }
        return text + (take?.description ?? "")
    }
}

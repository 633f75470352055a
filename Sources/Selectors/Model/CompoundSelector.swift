/// Simple selectors that must all hold for one element, in the order in which they are written: `a.b[c]:d`.
///
/// Only a lone take (`::attr(title)`) has none.
struct CompoundSelector: Hashable, Sendable {
    var simples: [SimpleSelector]

    init(_ simples: [SimpleSelector] = []) {
        self.simples = simples
    }

    var specificity: Specificity {
        simples.reduce(.zero) { $0 + $1.specificity }
    }
}

extension CompoundSelector: CustomStringConvertible {
    var description: String { simples.map(\.description).joined() }
}

/// `:nth-child(an+b of S)` and its relatives.
struct Nth: Hashable, Sendable {
    enum Kind: String, Hashable, Sendable, CaseIterable {
        case child = "nth-child"
        case lastChild = "nth-last-child"
        case ofType = "nth-of-type"
        case lastOfType = "nth-last-of-type"
    }

    var kind: Kind
    var formula: Formula
    /// Which siblings are counted; `nil` for all (or all of the type).
    var of: [ComplexSelector]?

    /// `an+b`: the positions b, a+b, 2a+b, …
    struct Formula: Hashable, Sendable {
        var step: Int32
        var offset: Int32

        /// Whether a position, from 1, is one of these.
        @inlinable
        func contains(_ position: Int32) -> Bool {
            let distance = Int64(position) - Int64(offset)
            if step == 0 { return distance == 0 }
            return distance % Int64(step) == 0 && distance / Int64(step) >= 0
        }
    }
}

extension Nth: CustomStringConvertible {
    var description: String {
        ":\(kind.rawValue)(\(formula)" + (of.map { " of \($0.selectorText)" } ?? "") + ")"
    }
}

extension Nth.Formula: CustomStringConvertible {
    var description: String {
        if step == 0 { return "\(offset)" }
        let sign = offset < 0 ? "-" : "+"
        return "\(step)n" + (offset == 0 ? "" : "\(sign)\(offset.magnitude)")
    }
}

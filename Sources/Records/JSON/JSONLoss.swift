/// An escape in a string that stands for something no text can hold, so that the value is not what was written.
package struct JSONLoss: Hashable, Sendable {
    /// What the escape stands for.
    package enum Kind: Sendable {
        /// Half of a surrogate pair without the other: no character, read as U+FFFD.
        case halfSurrogate
        /// U+0000, read as such: a tree cannot hold it, a ``Value`` can.
        case nul
    }

    package let kind: Kind
    /// Where the escape stands, as byte offsets.
    package let range: Range<Int>
}

/// The losses of one text: the first ones, and how many there were.
package struct JSONLosses: Sendable {
    /// How many are told one by one: what made one mostly made many.
    private static let limit = 20

    /// The first ones, in the text's order.
    package private(set) var first: [JSONLoss] = []
    /// How many there are besides.
    package private(set) var others = 0

    mutating func append(_ loss: JSONLoss) {
        if first.count < JSONLosses.limit { first.append(loss) } else { others += 1 }
    }
}

/// A list of CSS selectors, any of which may match: `h1, h2.title, > a::attr(href)`.
///
/// It is parsed once and can be used for any number of pages. What is understood beyond the standard is listed
/// in <doc:Selectors>.
public struct SelectorList: Hashable, Sendable {
    /// The alternatives, in the order in which they are written.
    public let selectors: [ComplexSelector]

    init(selectors: [ComplexSelector]) {
        self.selectors = selectors
    }

    /// Parses a selector.
    ///
    /// - Parameters:
    ///   - text: the selector's text, at most ``SelectorLimits/length`` bytes.
    ///   - prefixes: what namespace prefixes mean.
    /// - Throws: ``SelectorError``, the first mistake in the text.
    /// - Complexity: linear in the text's length.
    public init(_ text: String, prefixes: NamespacePrefixes = .undeclared) throws(SelectorError) {
        var parser = try Parser(text, prefixes: prefixes)
        self = try parser.wholeSelectorList()
    }
}

extension SelectorList: CustomStringConvertible {
    /// The selector's text in a normal form, which parses to an equal list.
    public var description: String { selectors.map(\.description).joined(separator: ", ") }
}

/// How much selector text is read at most.
public enum SelectorLimits {
    /// The length of a selector list in UTF-8 bytes.
    public static let length = 65_536
    /// How deep `:is()`, `:not()`, `:has()` and their like may be nested in each other.
    public static let nesting = 32
    /// How many compound selectors combinators may join.
    public static let compounds = 256
}

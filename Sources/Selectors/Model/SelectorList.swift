/// A list of CSS selectors, any of which may match: `h1, h2.title, > a::attr(href)`.
///
/// It is parsed once and can be used for any number of pages. What is understood beyond the standard is listed
/// in <doc:Selectors>.
public struct SelectorList: Sendable {
    /// The alternatives, in the order in which they are written.
    public var selectors: [ComplexSelector] { program.sources.first ?? [] }

    /// The same, ready to be matched. It is all that a list holds, so that a copy is one reference.
    let program: Program

    /// Parses a selector.
    ///
    /// - Parameters:
    ///   - text: the selector's text, at most ``SelectorLimits/length`` bytes.
    ///   - prefixes: what namespace prefixes mean.
    /// - Throws: ``SelectorError``, the first mistake in the text.
    /// - Complexity: linear in the text's length.
    public init(_ text: String, prefixes: NamespacePrefixes = .undeclared) throws(SelectorError) {
        var parser = try Parser(text, prefixes: prefixes)
        program = Program([try parser.wholeSelectorList()])
    }

    /// What tells this very list, and its copies, from another that may have the same selectors.
    package var identity: ObjectIdentifier { ObjectIdentifier(program) }

    /// A list of selectors that have been parsed.
    init(_ selectors: [ComplexSelector]) {
        program = Program([selectors])
    }
}

extension SelectorList: Hashable {
    /// Whether both have the same selectors in the same order.
    public static func == (left: SelectorList, right: SelectorList) -> Bool {
        left.selectors == right.selectors
    }

    /// Hashes the selectors.
    public func hash(into hasher: inout Hasher) { hasher.combine(selectors) }
}

extension SelectorList: CustomStringConvertible {
    /// The selector's text in a normal form, which parses to an equal list.
    public var description: String { selectors.selectorText }
}

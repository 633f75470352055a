/// A list of CSS selectors, any of which may match: `h1, h2.title, > a::attr(href)`.
///
/// A list is parsed once and can be used for any number of pages. The overview of the module `Selectors` lists the supported selectors.
public struct SelectorList: Sendable {
    /// The alternatives, in the order in which they are written.
    public var selectors: [ComplexSelector] { program.sources.first ?? [] }

    /// The compiled form. It is the only property, so that a copy is one reference.
    let program: SelectorProgram

    /// Parses a selector.
    ///
    /// - Parameters:
    ///   - text: the selector's text, at most ``SelectorLimits/length`` bytes.
    ///   - prefixes: how namespace prefixes are resolved.
    /// - Throws: ``SelectorError``, the first mistake in the text.
    /// - Complexity: linear in the text's length.
    public init(_ text: String, prefixes: NamespacePrefixes = .undeclared) throws(SelectorError) {
        var parser = try Parser(text, prefixes: prefixes)
        program = SelectorProgram([try parser.wholeSelectorList()])
    }

    /// Identifies this list and its copies, as opposed to another with the same selectors.
    package var identity: ObjectIdentifier { ObjectIdentifier(program) }

    /// Whether one of the selectors extracts an attribute.
    package var extractsAttribute: Bool {
        selectors.contains { selector in
            if case .attribute? = selector.extractor { true } else { false }
        }
    }

    /// A list of parsed selectors.
    init(_ selectors: [ComplexSelector]) {
        program = SelectorProgram([selectors])
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
    /// The list's text in a normal form, which parses to an equal list.
    public var description: String { selectors.selectorText }
}

/// Selector lists that are matched together: one walk for twenty lists costs little more than a walk for one.
package struct SelectorSet: Sendable {
    package let lists: [SelectorList]
    let program: SelectorProgram

    /// Compiles lists. A rules file does this once, not for each page.
    ///
    /// Complexity: linear in the length of the selectors' text.
    ///
    /// - Parameter isForFirst: for each list, whether only its first match is needed; if empty, all matches are.
    package init(_ lists: [SelectorList], isForFirst: [Bool] = []) {
        self.lists = lists
        program = SelectorProgram(lists.map(\.selectors), isForFirst: isForFirst)
    }
}

extension SelectorList {
    /// Whether matching one element is cheap, wherever it is: names, ids, classes, attributes and positions among
    /// siblings, but no text and no other parts of the page.
    package var isCheap: Bool { selectors.allSatisfy(\.isCheap) }
}

extension ComplexSelector {
    fileprivate var isCheap: Bool {
        // Elements after the scope need a walk of their own.
        leading != .nextSibling && leading != .subsequentSibling
            && compounds.allSatisfy { $0.simples.allSatisfy(\.isCheap) }
    }
}

extension SimpleSelector {
    fileprivate var isCheap: Bool {
        switch self {
        case .type, .universal, .id, .class, .attribute, .pseudoElement, .nesting: true
        case .pseudoClass(let pseudoClass): pseudoClass.isCheap
        case .leaf: false
        }
    }
}

extension PseudoClass {
    fileprivate var isCheap: Bool {
        switch self {
        case .keyword(let keyword): keyword.basis != .html
        case .is(let list), .where(let list), .not(let list): list.allSatisfy(\.isCheap)
        case .nth(let nth): nth.of == nil
        case .dynamic, .shadowHost, .script: true
        case .has, .lang, .dir, .text, .position: false
        }
    }
}

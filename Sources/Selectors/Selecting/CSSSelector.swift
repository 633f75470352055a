import Synchronization

/// A CSS selector to select with: a literal, or a text that is checked when the program runs.
///
/// ```swift
/// page.select("ul.plants > li")                    // a literal needs no `try`
/// page.select(try CSSSelector(field.selector))     // a text may be wrong
/// let prices: CSSSelector = "article.offer > .price"
/// ```
///
/// A wrong literal is a mistake in the program: its first use ends the program with the message of the
/// ``SelectorError``, and the file and the line of that use. Swift can check literals during compilation only with a
/// macro, which needs a package that this one does not depend on.
///
/// A literal is parsed once for a program, however often it is used: see ``CSSSelector/cacheSize``. The type is not
/// called `Selector`, which on Apple's platforms is a type of the Objective-C runtime that `import Foundation`
/// provides.
///
/// The overview of the module `Selectors` lists the selectors.
public struct CSSSelector: Sendable {
    private let source: Source

    private enum Source: Sendable {
        /// A literal, which is parsed on first use.
        case literal(StaticString)
        case parsed(SelectorList)
    }

    /// Parses a selector.
    ///
    /// - Parameters:
    ///   - text: the selector, at most ``SelectorLimits/length`` bytes.
    ///   - prefixes: how namespace prefixes are resolved; ``NamespacePrefixes/page`` for XML.
    /// - Throws: ``SelectorError``, the first mistake in the text.
    /// - Complexity: linear in the text's length.
    public init(
        _ text: some StringProtocol,
        prefixes: NamespacePrefixes = .undeclared
    ) throws(SelectorError) {
        source = .parsed(try SelectorList(String(text), prefixes: prefixes))
    }

    /// The selector of a parsed list.
    public init(_ list: SelectorList) {
        source = .parsed(list)
    }

    /// The maximum number of different texts of selectors that a program keeps parsed, literals and others. If there
    /// are more, the parsed ones are discarded and parsed again when they are used.
    public static let cacheSize = 1_024

    /// The parsed selector.
    ///
    /// - Throws: ``SelectorError`` for a wrong literal.
    public var list: SelectorList {
        get throws(SelectorError) {
            switch source {
            case .parsed(let list): list
            case .literal(let text): try SelectorCache.list(text.description)
            }
        }
    }

    /// The address of a literal's text, which identifies it in the program; `nil` for other selectors.
    var literalAddress: UInt? {
        guard case .literal(let text) = source, text.hasPointerRepresentation else { return nil }
        return UInt(bitPattern: text.utf8Start)
    }

    /// The length of a literal's text; 0 for other selectors.
    var literalLength: Int {
        guard case .literal(let text) = source, text.hasPointerRepresentation else { return 0 }
        return text.utf8CodeUnitCount
    }

    /// The list of a selector that is already parsed.
    var parsed: SelectorList? {
        if case .parsed(let list) = source { list } else { nil }
    }

    /// The parsed selector. A wrong literal ends the program: it is a mistake in the source of a program, not in its input.
    package func list(_ file: StaticString, _ line: UInt) -> SelectorList {
        do throws(SelectorError) { return try list } catch {
            preconditionFailure("invalid selector literal\n\(error)", file: file, line: line)
        }
    }
}

extension CSSSelector: ExpressibleByStringLiteral {
    /// The selector of a literal, which is parsed on first use.
    public init(stringLiteral text: StaticString) {
        source = .literal(text)
    }
}

extension CSSSelector: CustomStringConvertible {
    /// The selector's text: a literal as it is written, any other in a normal form.
    public var description: String {
        switch source {
        case .literal(let text): text.description
        case .parsed(let list): list.description
        }
    }
}

/// The parsed texts of a program.
enum SelectorCache {
    private static let lists = Mutex<[String: SelectorList]>([:])

    /// The list of a text, parsed if it is not known.
    static func list(_ text: String) throws(SelectorError) -> SelectorList {
        if let known = lists.withLock({ $0[text] }) { return known }
        let list = try SelectorList(text)
        lists.withLock { lists in
            if lists.count >= CSSSelector.cacheSize { lists.removeAll() }
            lists[text] = list
        }
        return list
    }
}

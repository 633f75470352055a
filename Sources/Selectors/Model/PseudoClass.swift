/// A condition that is not about a name, an id, a class or an attribute.
indirect enum PseudoClass: Hashable, Sendable {
    /// Those without an argument that a page at rest answers.
    case keyword(Keyword)
    /// Those that depend on a person, a script or a player: they parse and never match.
    case dynamic(Dynamic)
    case nth(Nth)
    case `is`([ComplexSelector])
    case `where`([ComplexSelector])
    case not([ComplexSelector])
    /// Each selector of the list is relative, its leading combinator `.descendant` where none is written.
    case has([ComplexSelector])
    case lang([LanguageRange])
    /// `ltr` or `rtl`; CSS lets any other be asked for too, which never matches.
    case dir(ByteText)
    /// `:host(…)`, `:host-context(…)`: about shadow trees, which a page at rest has not; never matches.
    case shadowHost(String, CompoundSelector)
    /// `:state(…)`, `:active-view-transition-type(…)`: never matches.
    case script(String, ByteText)
    /// `:contains()`, `:matches()` and their relatives. Not standard.
    case text(TextCondition)
    /// `:first`, `:last`, `:even`, `:odd`. Not standard.
    case position(Position)

    /// Picks from the elements that match what stands before it, in document order. Not standard.
    enum Position: String, Hashable, Sendable, CaseIterable {
        case first
        case last
        /// The first, third, fifth …: positions count from 0.
        case even
        /// The second, fourth, sixth …
        case odd
    }
}

extension PseudoClass {
    var specificity: Specificity {
        switch self {
        case .keyword, .dynamic, .lang, .dir, .script, .text, .position: Specificity(classes: 1)
        case .nth(let nth): Specificity(classes: 1) + (nth.of?.greatestSpecificity ?? .zero)
        case .is(let list), .not(let list), .has(let list): list.greatestSpecificity
        case .where: .zero
        case .shadowHost(_, let compound): Specificity(classes: 1) + compound.specificity
        }
    }
}

extension PseudoClass: CustomStringConvertible {
    var description: String {
        switch self {
        case .keyword(let keyword): ":" + keyword.rawValue
        case .dynamic(let name): ":" + name.rawValue
        case .nth(let nth): nth.description
        case .is(let list): ":is(\(list.selectorText))"
        case .where(let list): ":where(\(list.selectorText))"
        case .not(let list): ":not(\(list.selectorText))"
        case .has(let list): ":has(\(list.selectorText))"
        case .lang(let ranges): ":lang(\(ranges.map(\.description).joined(separator: ", ")))"
        case .dir(let direction): ":dir(\(CSSText.identifier(direction)))"
        case .shadowHost(let name, let compound): ":\(name)(\(compound))"
        case .script(let name, let argument): ":\(name)(\(CSSText.identifier(argument)))"
        case .text(let condition): condition.description
        case .position(let position): ":" + position.rawValue
        }
    }
}

/// A condition other than a name, an id, a class or an attribute.
///
/// To add one, add a case here or to ``Keyword``, ``Dynamic``, ``Function`` or ``TextCondition/Kind``. The parser finds
/// it by its raw value, and exhaustive switches name the other places: its specificity and description here, its
/// arguments in the parser, and its meaning in the compiler and the matcher.
indirect enum PseudoClass: Hashable, Sendable {
    /// One without an argument, whose result depends only on the page.
    case keyword(Keyword)
    /// One that depends on a user, a script or media playback: it parses and never matches.
    case dynamic(Dynamic)
    case nth(Nth)
    case `is`([ComplexSelector])
    case `where`([ComplexSelector])
    case not([ComplexSelector])
    /// Each selector of the list is relative, its leading combinator `.descendant` if none is written.
    case has([ComplexSelector])
    case lang([LanguageRange])
    /// `ltr` or `rtl`. CSS accepts other words, which never match.
    case dir(ByteText)
    /// `:host(…)`, `:host-context(…)`: about shadow trees, which a static page does not have. Never matches.
    case shadowHost(String, CompoundSelector)
    /// `:state(…)`, `:active-view-transition-type(…)`: never matches.
    case script(String, ByteText)
    /// `:contains()`, `:matches()` and similar ones. Not standard.
    case text(TextCondition)
    /// `:first`, `:last`, `:even`, `:odd`. Not standard.
    case position(Position)
}

// MARK: - Without an argument

extension PseudoClass {
    /// The pseudo-classes without an argument that a static page determines.
    enum Keyword: String, Hashable, Sendable, CaseIterable {
        case root, scope, empty
        case firstChild = "first-child"
        case lastChild = "last-child"
        case onlyChild = "only-child"
        case firstOfType = "first-of-type"
        case lastOfType = "last-of-type"
        case onlyOfType = "only-of-type"
        case link
        case anyLink = "any-link"
        case enabled, disabled, checked, required, optional, `default`, indeterminate, valid, invalid, open
        case muted
        case readOnly = "read-only"
        case readWrite = "read-write"
        case placeholderShown = "placeholder-shown"
        case inRange = "in-range"
        case outOfRange = "out-of-range"
        case defined
        /// Nothing but white space and comments inside. Not standard (an earlier draft had it).
        case blank
        // The rest is not standard.
        case parent, header, input, button, submit, reset, checkbox, radio, text, password, file, image
        case selected
        /// The element of the page's main content, and the parts in it that are not content, if the main content has
        /// been determined.
        case mainContent = "main-content"
        case leftOut = "left-out"

        /// What determines whether an element matches.
        enum Basis {
            /// The root element or the scope.
            case tree
            /// The element's position among its siblings.
            case siblings
            /// The element's children.
            case content
            /// The standard's rules for HTML elements.
            case html
        }

        var basis: Basis {
            switch self {
            case .root, .scope, .mainContent, .leftOut: .tree
            case .firstChild, .lastChild, .onlyChild, .firstOfType, .lastOfType, .onlyOfType: .siblings
            case .empty, .blank, .parent: .content
            case .link, .anyLink, .enabled, .disabled, .checked, .required, .optional, .default,
                .indeterminate,
                .valid, .invalid, .open, .muted, .readOnly, .readWrite, .placeholderShown, .inRange,
                .outOfRange, .defined, .header, .input, .button, .submit, .reset, .checkbox, .radio, .text,
                .password, .file, .image, .selected:
                .html
            }
        }
    }

    /// The pseudo-classes that depend on a user, a script or media playback. They are valid and never match.
    enum Dynamic: String, Hashable, Sendable, CaseIterable {
        case active, hover, visited, focus, target, current, past, future, playing, paused, seeking, buffering
        case stalled, fullscreen, modal, autofill, host
        case focusVisible = "focus-visible"
        case focusWithin = "focus-within"
        case targetWithin = "target-within"
        case localLink = "local-link"
        case volumeLocked = "volume-locked"
        case popoverOpen = "popover-open"
        case pictureInPicture = "picture-in-picture"
        case userValid = "user-valid"
        case userInvalid = "user-invalid"
        case activeViewTransition = "active-view-transition"
        case hasSlotted = "has-slotted"
        case interestSource = "interest-source"
        case webkitAutofill = "-webkit-autofill"
        case webkitFullScreen = "-webkit-full-screen"
        case matchText = "matchtext"
    }

    /// Selects by position among the elements that match the part of the selector before it, in document order. Not
    /// standard.
    enum Position: String, Hashable, Sendable, CaseIterable {
        case first
        case last
        /// The first, third, fifth …: positions are counted from 0.
        case even
        /// The second, fourth, sixth …
        case odd
    }

    /// The names of all pseudo-classes without an argument.
    static let keywordNames =
        Keyword.allCases.map(\.rawValue) + Dynamic.allCases.map(\.rawValue)
        + Position.allCases.map(\.rawValue)
}

// MARK: - With an argument

extension PseudoClass {
    /// The pseudo-classes with an argument, by their names. Those of ``Nth/Kind`` and ``TextCondition/Kind`` are not
    /// among them.
    enum Function: String, CaseIterable {
        case `is`, `where`, not, has, haschild, lang, dir, eq, lt, gt, host
        case hostContext = "host-context"
        case state
        case activeViewTransitionType = "active-view-transition-type"
        case webkitAny = "-webkit-any"
    }

    /// The names of all pseudo-classes with an argument, in their usual spelling.
    static let functionNames =
        Nth.Kind.allCases.map(\.rawValue) + TextCondition.Kind.names + Function.allCases.map(\.rawValue)
}

/// `:nth-child(an+b of S)` and similar pseudo-classes.
struct Nth: Hashable, Sendable {
    enum Kind: String, Hashable, Sendable, CaseIterable {
        case child = "nth-child"
        case lastChild = "nth-last-child"
        case ofType = "nth-of-type"
        case lastOfType = "nth-last-of-type"

        var isFromEnd: Bool { self == .lastChild || self == .lastOfType }

        var isOfType: Bool { self == .ofType || self == .lastOfType }
    }

    var kind: Kind
    var formula: Formula
    /// The selectors of the siblings that are counted; `nil` if all siblings are counted, or all of the type.
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

/// A range of languages in `:lang()`.
struct LanguageRange: Hashable, Sendable {
    var text: ByteText
    /// In quotes, a range may omit subtags and have wildcards (`"*-CH"`; RFC 4647, extended filtering). An identifier
    /// is a prefix of the language's tag, as in browsers.
    var isQuoted: Bool
}

extension LanguageRange: CustomStringConvertible {
    var description: String { isQuoted ? CSSText.string(text) : CSSText.identifier(text) }
}

// MARK: - What all have

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

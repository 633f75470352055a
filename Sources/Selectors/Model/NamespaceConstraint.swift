/// Which namespaces a type or attribute selector asks for.
enum NamespaceConstraint: Hashable, Sendable {
    /// Nothing written: any namespace for elements, none for attributes.
    case unspecified
    /// `*|`: any namespace or none.
    case any
    /// `|`: no namespace.
    case none
    /// `prefix|`: the namespace that has this prefix on the page. Not standard: see ``NamespacePrefixes``.
    case prefix(ByteText)
}

extension NamespaceConstraint: CustomStringConvertible {
    var description: String {
        switch self {
        case .unspecified: ""
        case .any: "*|"
        case .none: "|"
        case .prefix(let prefix): CSSText.identifier(prefix) + "|"
        }
    }
}

/// What a namespace prefix in a selector means.
public enum NamespacePrefixes: Sendable {
    /// No prefix is declared, so that each is an error, as in a browser's `querySelectorAll`.
    case undeclared
    /// A prefix is the one that the page itself uses. For XML, whose prefixes are what its readers know.
    case page
}

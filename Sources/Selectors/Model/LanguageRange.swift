/// What `:lang()` asks for.
struct LanguageRange: Hashable, Sendable {
    var text: ByteText
    /// In quotes, a range may leave parts out and have wildcards (`"*-CH"`; RFC 4647, extended filtering). As an
    /// identifier it is the beginning of the language's tag, which is what browsers make of it.
    var isQuoted: Bool
}

extension LanguageRange: CustomStringConvertible {
    var description: String { isQuoted ? CSSText.string(text) : CSSText.identifier(text) }
}

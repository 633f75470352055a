/// A piece of a JSON text with comments: what stands between white space.
struct JSONToken: Hashable, Sendable {
    /// What the piece is.
    enum Kind: Hashable, Sendable {
        case open
        case close
        case comma
        case colon
        /// A string, a number, `true`, `false` or `null`.
        case scalar
        /// `// …` without its line end.
        case lineComment
        /// `/* … */`.
        case blockComment
    }

    let kind: Kind
    /// The piece's bytes.
    let range: Range<Int>
    /// How many lines end between the piece before and this one; a comma between the two does not count as one.
    let breaks: Int

    var isComment: Bool { kind == .lineComment || kind == .blockComment }
}

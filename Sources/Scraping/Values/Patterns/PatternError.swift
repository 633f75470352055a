/// What is wrong with a regular expression.
struct PatternError: Error, Hashable, CustomStringConvertible {
    let description: String
    /// Where in the pattern, in bytes of UTF-8; `nil` where only the whole is known to be wrong.
    var offset: Int?
}

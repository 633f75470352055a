/// What is wrong with a regular expression, and where.
package struct PatternError: Error, Hashable {
    /// What could have stood there.
    let expected: String
    /// Where, in bytes of the pattern.
    let range: Range<Int>
}

/// What is wrong with a regular expression.
package struct PatternError: Error, Sendable {
    package let description: String
    /// Where in the expression, in bytes; `nil` where that is unknown.
    package let offset: Int?

    package init(description: String, offset: Int? = nil) {
        self.description = description
        self.offset = offset
    }
}

/// One mistake in a JSON text.
package struct JSONError: Error, Hashable, Sendable {
    /// What was expected and what was found.
    package var message: String
    /// Where, as byte offsets.
    package var range: Range<Int>
    /// What to do.
    package var help: String?
}

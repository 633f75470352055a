package import DOM
package import Records

extension PageReader {
    /// The tree whose root holds a page as the content of an element, and what is to be told of it.
    ///
    /// - Parameters:
    ///   - context: the element that the page is the content of.
    ///   - reading: how HTML is read, and how much of it.
    package static func fragment(
        _ page: Page,
        in context: FragmentContext,
        reading: ReadingOptions
    ) -> (document: Document?, diagnostics: [Diagnostic]) {
        if let problem = PageProblem(page.bytes) {
            let location = Location(file: page.name)
            return (nil, [Diagnostic(.input, problem.message, at: location, help: problem.help)])
        }
        let limits = reading.limits
        return decode(page, page.bytes, given: page.encoding, .htmlFragment, limits, behind: []) {
            text throws(ParseError) in
            Decoder.Result(
                document: try Document.htmlFragment(
                    text,
                    in: context,
                    options: reading.html(),
                    limits: limits
                )
            )
        }
    }
}

public import Scraping

extension Preparation {
    /// Removes what the page hides and what its argument selects, and warns about hidden headings.
    public static let dropHidden = Preparation(
        name: "drop-hidden",
        about: "removes elements with the attribute hidden, and others",
        arguments: .elementsList
    ) { arguments throws(StepError) in
        let others = try arguments.elements("")
        return { page throws(ParseError) in
            for element in page.select("[hidden]") {
                if element.matches("h1, h2") { page.warn("a heading is hidden", at: element) }
                element.remove()
            }
            for element in page.elements(others) { element.remove() }
        }
    }
}

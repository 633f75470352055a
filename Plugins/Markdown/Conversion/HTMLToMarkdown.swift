import DOM
import Scraping

/// HTML in a text, as Markdown.
enum HTMLToMarkdown {
    /// The Markdown of a text of HTML, without a line end at its end.
    ///
    /// - Parameters:
    ///   - headings: the level that an `h1` gets; what would be deeper than 6 gets 6.
    ///   - context: what is known of the page, for relative links; without an address they stay as they are.
    /// - Throws: what a text is refused for that is greater than the limits of a page.
    static func convert(
        _ html: String,
        headings: Int = 1,
        context: PageContext = PageContext()
    ) throws(StepError) -> String {
        let document: Document
        do throws(ParseError) {
            document = try Document.htmlFragment(html)
        } catch {
            throw StepError(error.description)
        }
        guard let root = document.root else { return "" }
        let addresses = AddressBook(context: context)
        var conversion = Conversion(facts: TreeFacts(of: root), headings: headings, addresses: addresses)
        var walk = TreeWalk(root)
        while let event = walk.next() {
            switch event {
            case .start(let element): if !conversion.start(element) { walk.skipChildren() }
            case .text(let text): conversion.add(text)
            case .end: conversion.end()
            }
        }
        return String(decoding: conversion.finish(), as: UTF8.self)
    }
}

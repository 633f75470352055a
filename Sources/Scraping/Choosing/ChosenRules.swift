package import Records

/// What a page's choosing its rules came to.
package enum ChosenRules {
    /// The rules, and the page's tree where it was made to find the address.
    case rules(Rules, known: KnownTree?)
    /// None are for the page's address; what is told where that is a failure.
    case none(Diagnostic)
}

extension Rules {
    /// Reads a page, and adds what each phase of it has taken to a profile, where there is one.
    ///
    /// - Parameter known: the page's tree, where choosing these rules has made it. It is used up.
    package func scrape(_ page: Page, known: KnownTree?, profile: inout Profile?) -> Outcome {
        guard var measured = profile else { return scrape(page, known: known) }
        defer { profile = measured }
        return scrape(page, known: known, profile: &measured)
    }
}

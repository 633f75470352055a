import Records

/// Rules files, each page's among them chosen by the page's address.
///
/// Loaded once; choosing takes time that grows with the address, not with the number of rules files.
package struct MatchingRules: Sendable {
    /// The rules files in the catalogue's order.
    package let all: [CatalogueRules]
    private let index: AddressIndex
    /// Whose pattern each of the index's is.
    private let owners: [Int]
    /// How pages are read that must tell their addresses themselves.
    private let reading: ReadingOptions

    /// Loads rules files.
    ///
    /// - Throws: all that is wrong with any of them.
    init(_ paths: [String], registry: Registry) throws(Diagnostics) {
        var all: [CatalogueRules] = []
        var errors: [Diagnostic] = []
        for path in paths {
            do throws(Diagnostics) {
                all.append(try CatalogueRules(path, registry: registry))
            } catch {
                errors += error.all
            }
        }
        guard errors.isEmpty else { throw Diagnostics(errors) }
        self.all = all
        reading = registry.reading
        owners = all.indices.flatMap { owner in all[owner].match.map { _ in owner } }
        index = AddressIndex(all.flatMap(\.match))
    }

    /// The rules for a page.
    ///
    /// - Throws: that the page does not tell its address, that several are for it, or what is wrong with them.
    func choose(
        for page: Page,
        observer: any PhaseObserver
    ) throws(Diagnostics) -> ChosenRules {
        let known = page.url == nil ? ParsedPage(html: page, reading: reading, observer) : nil
        guard let url = page.url ?? known?.address else {
            throw MatchingRules.failure(
                page,
                "the page does not declare its address",
                help: "choose its rules with --rules, or give its address with --url"
            )
        }
        let fitting = fitting(url)
        guard let rules = fitting.first else {
            return .none(
                Diagnostic(
                    .rules,
                    "no rules file is for \(url)",
                    at: Location(file: page.name),
                    help: "choose one with --rules, or give one a \"match\" for the address"
                )
            )
        }
        guard fitting.count == 1 else {
            let names = fitting.map(\.path).joined(separator: ", ")
            throw MatchingRules.failure(
                page,
                "several rules files are for \(url): \(names)",
                help: "choose one with --rules, or give one of them a \"priority\""
            )
        }
        return .rules(try rules.rules(for: page), known: known)
    }

    /// The rules that fit an address best, more than one where they fit it alike.
    private func fitting(_ url: String) -> [CatalogueRules] {
        var seen: Set<Int> = []
        let candidates = index.candidates(for: url).map { owners[$0] }.filter { seen.insert($0).inserted }
        let ranked = candidates.compactMap { number in
            all[number].rank(for: url).map { (rules: all[number], rank: $0) }
        }
        guard let best = ranked.map(\.rank).max(by: <) else { return [] }
        return ranked.filter { $0.rank == best }.map(\.rules)
    }

    private static func failure(_ page: Page, _ message: String, help: String) -> Diagnostics {
        Diagnostics([Diagnostic(.rules, message, at: Location(file: page.name), help: help)])
    }
}

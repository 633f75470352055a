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

    /// Loads all rules files of a catalogue.
    ///
    /// - Parameter help: what to do where there are none.
    /// - Throws: all that is wrong with any of them.
    init(_ catalogue: RulesCatalogue, registry: Registry, help: String) throws(Diagnostics) {
        let paths = catalogue.all()
        guard !paths.isEmpty else {
            throw Diagnostics([
                Diagnostic(
                    .rules,
                    "no rules files in \(catalogue.folders.joined(separator: ", "))",
                    help: help
                )
            ])
        }
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
        owners = all.indices.flatMap { owner in all[owner].match.map { _ in owner } }
        index = AddressIndex(all.flatMap(\.match))
    }

    /// Whether any rules are for the page at an address.
    package func hasRules(for url: String) -> Bool {
        candidates(for: url).contains { all[$0].rank(for: url) != nil }
    }

    /// The rules for a page.
    ///
    /// - Throws: that none are for it, or several, or what is wrong with them.
    func rules(for page: Page) throws(Diagnostics) -> Rules {
        let chosen: CatalogueRules
        do throws(Diagnostic) { chosen = try choose(for: page) } catch { throw Diagnostics([error]) }
        return try chosen.rules(for: page)
    }

    private func candidates(for url: String) -> [Int] {
        var seen: Set<Int> = []
        return index.candidates(for: url).map { owners[$0] }.filter { seen.insert($0).inserted }
    }

    private func choose(for page: Page) throws(Diagnostic) -> CatalogueRules {
        let location = Location(file: page.name)
        guard let url = page.url ?? Rules.address(toldBy: page) else {
            throw Diagnostic(
                .rules,
                "the page does not tell its address",
                at: location,
                help: "choose its rules with --rules, or tell its address with --url"
            )
        }
        let ranked = candidates(for: url).compactMap { number in
            all[number].rank(for: url).map { (rules: all[number], rank: $0) }
        }
        guard let best = ranked.map(\.rank).max(by: <) else {
            throw Diagnostic(
                .rules,
                "no rules file is for \(url)",
                at: location,
                help: "choose one with --rules"
            )
        }
        let fitting = ranked.filter { $0.rank == best }.map(\.rules)
        guard let rules = fitting.first, fitting.count == 1 else {
            let names = fitting.map(\.path).joined(separator: ", ")
            throw Diagnostic(
                .rules,
                "several rules files are for \(url): \(names)",
                at: location,
                help: "choose one with --rules, or give one of them a \"priority\""
            )
        }
        return rules
    }
}

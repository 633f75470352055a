public import Records
import Scraping

extension Case {
    /// Cuts the case's page to what its rules consult; nothing is written.
    ///
    /// - Throws: why it is left as it is: the case does not pass, or its page cannot be cut.
    public func minimised(_ minimiser: Minimiser, _ store: RulesStore) throws(Diagnostics) -> MinimisedPage {
        let result = CaseResult(of: self, store)
        switch result.verdict {
        case .passed: break
        case .differs:
            throw refusal("the case differs from its golden file", "scrape test \(self) tells in what")
        case .goldenMissing:
            throw refusal("there is no golden.json", "scrape test --update \(self) writes it")
        case .broken(let diagnostics): throw diagnostics
        }
        let facts = try facts()
        let rules = try store.rules(named: facts.rules ?? site)
        let minimised = try minimiser.minimise(try page(facts), rules)
        let golden = try Golden(contentsOf: goldenPath)
        let outcome = rules.scrape(minimised.page)
        guard GoldenComparison(golden, Golden(outcome), keys: rules.uniqueKeys).differences.isEmpty else {
            throw refusal("what is left differs from the golden file", nil)
        }
        return minimised
    }

    private func refusal(_ message: String, _ help: String?) -> Diagnostics {
        Diagnostics([
            Diagnostic(.page, "\(message): its page is not cut", at: Location(file: folder), help: help)
        ])
    }
}

extension MinimisedPage {
    /// Puts what is left of the page in the place of a file, which stays as it is until all is written.
    public func write(to path: String) throws(Diagnostics) {
        do throws(File.Failure) {
            let file = try ReplacementFile(path)
            try file.write(page.bytes)
            try file.commit()
        } catch {
            throw Diagnostics([Diagnostic(.input, "cannot write: \(error)", at: Location(file: path))])
        }
    }
}

package import Basics
package import Language
package import Records
package import Sources

/// Which rules read a page: the ones that the user named, or those of a folder or the catalogue that fit its address.
package enum RulesChoice: Sendable {
    case named(Rules)
    case matching(MatchingRules)

    /// Loads the rules that a run may need.
    ///
    /// - Parameter argument: what the user named: a rules file, a site, or a folder of rules files; all rules of the
    ///   catalogue without it.
    package init(
        _ argument: String?,
        _ catalogue: RulesCatalogue,
        registry: Registry
    ) throws(Diagnostics) {
        guard let argument else {
            let paths = catalogue.all()
            guard !paths.isEmpty else {
                let folders = catalogue.folders.joined(separator: ", ")
                throw Diagnostics([
                    Diagnostic(.rules, "no rules files in \(folders)", help: "name one with --rules")
                ])
            }
            self = .matching(try MatchingRules(paths, registry: registry))
            return
        }
        if let folder = catalogue.folder(of: argument) {
            let paths: [String]
            do throws(Diagnostic) { paths = try RulesCatalogue.files(below: folder) } catch {
                throw Diagnostics([error])
            }
            self = .matching(try MatchingRules(paths, registry: registry))
            return
        }
        let path: String
        do throws(Diagnostic) { path = try catalogue.path(of: argument) } catch {
            throw Diagnostics([error])
        }
        self = .named(try Rules.load(path, registry: registry))
    }

    /// Loads all rules, also those that no page may choose: what may come out is known from then on.
    ///
    /// - Throws: all that is wrong with any of them.
    package func loadAll() throws(Diagnostics) {
        guard case .matching(let matching) = self else { return }
        var errors: [Diagnostic] = []
        for rules in matching.all {
            do throws(Diagnostics) { try rules.load() } catch { errors += error.all }
        }
        if !errors.isEmpty { throw Diagnostics(errors) }
    }

    /// All that may come out, of the rules that have been loaded.
    package var schema: Schema {
        switch self {
        case .named(let rules): rules.schema
        case .matching(let rules): Schema(types: rules.all.flatMap { $0.loaded?.schema.types ?? [] })
        }
    }

    /// What tells the rules from others, wherever their files lie and however their paths are written.
    package var identity: String {
        switch self {
        case .named(let rules): "rules " + String(rules.fingerprint, radix: 16)
        case .matching(let rules):
            "rules by address " + rules.all.map { String($0.fingerprint, radix: 16) }.joined(separator: " ")
        }
    }

    /// Whether pages have chosen rules that cannot be used.
    package var hasFailed: Bool {
        switch self {
        case .named: false
        case .matching(let rules): rules.all.contains(where: \.hasFailed)
        }
    }

    /// The rules for a page; that none are for it is a failure.
    package func rules(for page: Page) throws(Diagnostics) -> Rules {
        switch try choose(for: page) {
        case .rules(let rules, _): return rules
        case .none(let reason): throw Diagnostics([reason])
        }
    }

    /// The rules for a page, looked up once, and what choosing them has found out of the page.
    ///
    /// - Parameter observer: observes the phases of parsing a page that must declare its address itself.
    package func choose(
        for page: Page,
        observer: any PhaseObserver = NoPhaseObserver()
    ) throws(Diagnostics) -> ChosenRules {
        switch self {
        case .named(let rules): return .rules(rules, known: nil)
        case .matching(let rules): return try rules.choose(for: page, observer: observer)
        }
    }
}

/// What a page's choosing its rules came to.
package enum ChosenRules {
    /// The rules, and the page's tree where it was made to find the address.
    case rules(Rules, known: ParsedPage?)
    /// None are for the page's address; what is told where that is a failure.
    case none(Diagnostic)
}

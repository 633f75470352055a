package import Records

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
            self = .matching(try MatchingRules(catalogue, registry: registry, help: "name one with --rules"))
            return
        }
        if let folder = catalogue.folder(of: argument) {
            let only = RulesCatalogue(folders: [folder])
            self = .matching(
                try MatchingRules(only, registry: registry, help: "a rules file's name ends in .json")
            )
            return
        }
        let path: String
        do throws(Diagnostic) { path = try catalogue.path(of: argument) } catch {
            throw Diagnostics([error])
        }
        self = .named(try Rules.load(path, registry: registry))
    }

    /// All that may come out.
    package var schema: Schema {
        switch self {
        case .named(let rules): rules.schema
        case .matching(let rules): Schema(types: rules.all.flatMap { $0.loaded?.schema.types ?? [] })
        }
    }

    /// The rules files that have been loaded.
    package var loaded: [Rules] {
        switch self {
        case .named(let rules): [rules]
        case .matching(let rules): rules.all.compactMap(\.loaded)
        }
    }

    /// Whether pages have chosen rules that cannot be used.
    package var hasFailed: Bool {
        switch self {
        case .named: false
        case .matching(let rules): rules.all.contains(where: \.hasFailed)
        }
    }

    /// The rules for a page.
    package func rules(for page: Page) throws(Diagnostics) -> Rules {
        switch self {
        case .named(let rules): return rules
        case .matching(let rules): return try rules.rules(for: page)
        }
    }
}

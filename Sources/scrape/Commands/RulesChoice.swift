import Records
import Scraping

/// Which rules read a page: the ones that the user named, or those of the catalogue that fit its address.
enum RulesChoice {
    case named(Rules)
    case matching([CatalogueRules])

    /// Loads the rules that a run may need.
    init(_ argument: String?, _ catalogue: RulesCatalogue, registry: Registry) throws(Diagnostics) {
        if let argument {
            let path: String
            do throws(Diagnostic) { path = try catalogue.path(of: argument) } catch {
                throw Diagnostics([error])
            }
            self = .named(try Rules.load(path, registry: registry))
            return
        }
        let paths = catalogue.all()
        guard !paths.isEmpty else {
            throw Diagnostics([
                Diagnostic(
                    .rules,
                    "no rules files in \(catalogue.folders.joined(separator: ", "))",
                    help: "name one with --rules"
                )
            ])
        }
        var rules: [CatalogueRules] = []
        var errors: [Diagnostic] = []
        for path in paths {
            do throws(Diagnostics) {
                rules.append(try CatalogueRules(path, registry: registry))
            } catch {
                errors += error.all
            }
        }
        guard errors.isEmpty else { throw Diagnostics(errors) }
        self = .matching(rules)
    }

    /// All that may come out.
    var schema: Schema {
        switch self {
        case .named(let rules): rules.schema
        case .matching(let all): Schema(types: all.flatMap { $0.loaded?.schema.types ?? [] })
        }
    }

    /// Whether pages have chosen rules that cannot be used.
    var hasFailed: Bool {
        switch self {
        case .named: false
        case .matching(let all): all.contains(where: \.hasFailed)
        }
    }

    /// The rules for a page.
    func rules(for page: Page) throws(Diagnostics) -> Rules {
        switch self {
        case .named(let rules): return rules
        case .matching(let all):
            let chosen: CatalogueRules
            do throws(Diagnostic) { chosen = try RulesChoice.choose(among: all, for: page) } catch {
                throw Diagnostics([error])
            }
            return try chosen.rules(for: page)
        }
    }

    private static func choose(
        among all: [CatalogueRules],
        for page: Page
    ) throws(Diagnostic) -> CatalogueRules {
        let location = Location(file: page.name)
        guard let url = page.url ?? Rules.address(toldBy: page) else {
            throw Diagnostic(
                .rules,
                "the page does not tell its address",
                at: location,
                help: "choose its rules with --rules, or tell its address with --url"
            )
        }
        let ranked = all.compactMap { rules in rules.rank(for: url).map { (rules: rules, rank: $0) } }
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

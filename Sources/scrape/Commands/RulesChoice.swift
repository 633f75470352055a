import Records
import Scraping

/// Which rules read a page: the ones that the user named, or those of the catalogue that fit its address.
enum RulesChoice {
    case named(Rules)
    case matching([CandidateRules])

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
        var candidates: [CandidateRules] = []
        var errors: [Diagnostic] = []
        for path in paths {
            do throws(Diagnostics) {
                candidates.append(try CandidateRules(path, registry: registry))
            } catch {
                errors += error.all
            }
        }
        guard errors.isEmpty else { throw Diagnostics(errors) }
        self = .matching(candidates)
    }

    /// All that may come out.
    var schema: Schema {
        switch self {
        case .named(let rules): rules.schema
        case .matching(let all): Schema(types: all.compactMap(\.loaded).flatMap(\.schema.types))
        }
    }

    /// The rules for a page.
    func rules(for page: Page) throws(Diagnostics) -> Rules {
        switch self {
        case .named(let rules): return rules
        case .matching:
            let candidate: CandidateRules
            do throws(Diagnostic) {
                candidate = try self.candidate(for: page)
            } catch {
                throw Diagnostics([error])
            }
            return try candidate.rules()
        }
    }

    /// The one that fits a page best.
    private func candidate(for page: Page) throws(Diagnostic) -> CandidateRules {
        guard case .matching(let all) = self else { throw Diagnostic(.rules, "the rules are chosen already") }
        let location = Location(file: page.name)
        guard let url = page.url ?? Rules.address(toldBy: page) else {
            throw Diagnostic(
                .rules,
                "the page does not tell its address",
                at: location,
                help: "choose its rules with --rules, or tell its address with --url"
            )
        }
        let ranked = all.compactMap { candidate in
            candidate.rank(for: url).map { (candidate: candidate, rank: $0) }
        }
        guard let best = ranked.map(\.rank).max(by: <) else {
            throw Diagnostic(
                .rules,
                "no rules file is for \(url)",
                at: location,
                help: "choose one with --rules"
            )
        }
        let fitting = ranked.filter { $0.rank == best }.map(\.candidate)
        guard let candidate = fitting.first, fitting.count == 1 else {
            let names = fitting.map(\.path).joined(separator: ", ")
            throw Diagnostic(
                .rules,
                "several rules files are for \(url): \(names)",
                at: location,
                help: "choose one with --rules, or give one of them a \"priority\""
            )
        }
        return candidate
    }
}

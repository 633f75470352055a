import Records
import Scraping

/// A page of a run, and the rules that it is to be read by.
struct PlannedPage {
    /// Its name on the command line.
    let name: String
    /// The page, where it has been read for its address and is not read again: standard input cannot be, and a single
    /// page need not be.
    var page: Page?
    /// Its rules where the page itself has chosen them.
    var rules: Rules?
    /// Why it has none.
    var problems: [Diagnostic] = []

    /// The pages of a run. Without `--rules` each chooses its rules before anything is written, since a table's header
    /// comes before all records.
    static func plan(
        _ names: [String],
        _ choice: RulesChoice,
        read: (String) throws(Diagnostic) -> Page
    ) -> [PlannedPage] {
        guard case .matching = choice else { return names.map { PlannedPage(name: $0) } }
        return names.map { name in
            var planned = PlannedPage(name: name)
            let page: Page
            do throws(Diagnostic) { page = try read(name) } catch {
                planned.problems = [error]
                return planned
            }
            if name == "-" || names.count == 1 { planned.page = page }
            do throws(Diagnostics) { planned.rules = try choice.rules(for: page) } catch {
                planned.problems = error.all
            }
            return planned
        }
    }
}

extension RulesChoice {
    /// What may come out of pages: the record types of the rules that they have chosen, each rules file once and in the
    /// pages' order; of all rules where no page has chosen any.
    func schema(for pages: [PlannedPage]) -> Schema {
        var known: Set<String> = []
        let chosen = pages.compactMap(\.rules).filter { known.insert($0.file.name).inserted }
        return chosen.isEmpty ? schema : Schema(types: chosen.flatMap(\.schema.types))
    }
}

import Batch
import Records
import Scraping

/// The rules that named pages have chosen, before anything is written: a table's header comes before all records, and has
/// the columns of these rules alone.
struct PagePlan {
    /// The rules of each page that has been looked at, or why it has none, by the pages' places from 1.
    private(set) var rules: [Int: Result<Rules, Diagnostics>] = [:]
    /// The pages that are not read again, by their names: standard input cannot be, and a single page need not be.
    private(set) var pages: [String: Page] = [:]
    /// The rules that have been chosen, each rules file once, in the pages' order.
    private var chosen: [Rules] = []
    /// All that is wrong.
    private(set) var diagnostics: [Diagnostic] = []

    init() {}

    /// Lets each page choose its rules.
    init(_ names: [String], _ choice: RulesChoice, read: (String) throws(Diagnostic) -> Page) {
        for (index, name) in names.enumerated() {
            let page: Page
            do throws(Diagnostic) { page = try read(name) } catch {
                diagnostics.append(error)
                continue
            }
            if name == "-" || names.count == 1 { pages[name] = page }
            do throws(Diagnostics) {
                let rules = try choice.rules(for: page)
                self.rules[index + 1] = .success(rules)
                if !chosen.contains(where: { $0.file.name == rules.file.name }) { chosen.append(rules) }
            } catch {
                diagnostics += error.all
                rules[index + 1] = .failure(error)
            }
        }
    }

    /// Whether no page has rules.
    var isEmpty: Bool { chosen.isEmpty }

    /// What may come out of the pages: the record types of the rules that they have chosen; of all rules where no page has
    /// chosen any.
    func schema(_ choice: RulesChoice) -> Schema {
        isEmpty ? choice.schema : Schema(types: chosen.flatMap(\.schema.types))
    }
}

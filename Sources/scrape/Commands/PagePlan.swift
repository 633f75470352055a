import Batch
import Records
import Scraping

/// The rules that named pages have chosen, before anything is written: a table's header comes before all records, and has
/// the columns of these rules alone.
struct PagePlan {
    /// The rules of each page that has been looked at, or why it has none, by the pages' names in messages.
    private(set) var rules: [String: Result<Rules, Diagnostics>] = [:]
    /// The pages that are not read again: standard input cannot be, and a single page need not be.
    private(set) var pages: [String: Page] = [:]
    /// Why pages could not be read.
    private var problems: [Diagnostic] = []

    init() {}

    /// Lets each page choose its rules.
    init(_ names: [String], _ choice: RulesChoice, read: (String) throws(Diagnostic) -> Page) {
        for name in names {
            let page: Page
            do throws(Diagnostic) { page = try read(name) } catch {
                problems.append(error)
                continue
            }
            if name == "-" || names.count == 1 { pages[name] = page }
            do throws(Diagnostics) { rules[page.name] = .success(try choice.rules(for: page)) } catch {
                rules[page.name] = .failure(error)
            }
        }
    }

    /// The rules that have been chosen, each rules file once, in the order of their names.
    private var chosen: [Rules] {
        var known: [String: Rules] = [:]
        for case .success(let rules) in rules.values { known[rules.file.name] = rules }
        return known.sorted { $0.key < $1.key }.map(\.value)
    }

    /// Whether no page has rules.
    var isEmpty: Bool { chosen.isEmpty }

    /// All that is wrong.
    var diagnostics: [Diagnostic] {
        var all = problems
        for case .failure(let error) in rules.values { all += error.all }
        return all
    }

    /// What may come out of the pages: the record types of the rules that they have chosen; of all rules where no page has
    /// chosen any.
    func schema(_ choice: RulesChoice) -> Schema {
        isEmpty ? choice.schema : Schema(types: chosen.flatMap(\.schema.types))
    }
}

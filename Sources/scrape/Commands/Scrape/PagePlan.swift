import Batch
import Engine
import Records

/// The rules that named pages choose, before anything is written: a table's header precedes all records, and has only
/// the columns of these rules.
struct PagePlan {
    /// The rules of each page, or why it has none, by the pages' numbers from 1.
    private(set) var rules: [Int: Result<Rules, Diagnostics>] = [:]
    /// Pages that are already read, by their names: standard input, and a single page.
    private(set) var pages: [String: Page] = [:]
    /// The chosen rules, each rules file once, in the order of the pages.
    private var chosen: [Rules] = []
    /// All errors.
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

    /// The record types of the chosen rules; of all rules if no page has chosen any.
    func schema(_ choice: RulesChoice) -> Schema {
        isEmpty ? choice.schema : Schema(types: chosen.flatMap(\.schema.types))
    }
}

/// The pages that the command line names individually.
struct NamedPages: PageInput {
    private let names: [String]
    /// Pages that are already read, by their names.
    private let known: [String: Page]
    private let read: @Sendable (String) -> ReadPage
    private let open: @Sendable (String) -> OpenPage
    private var place = 0

    init(
        _ names: [String],
        known: [String: Page],
        open: @escaping @Sendable (String) -> OpenPage,
        read: @escaping @Sendable (String) -> ReadPage
    ) {
        self.names = names
        self.known = known
        self.open = open
        self.read = read
    }

    mutating func next() -> PendingPage? {
        guard place < names.count else { return nil }
        let name = names[place]
        place += 1
        let called = name == "-" ? "<standard input>" : name
        let (open, read) = (open, read)
        let page = known[name]
        var opening: (@Sendable () -> OpenPage)?
        if page == nil { opening = { open(name) } }
        return PendingPage(
            name: called,
            place: InputPlace(file: called, index: place),
            open: opening
        ) { () -> ReadPage in
            page.map { .page($0) } ?? read(name)
        }
    }
}

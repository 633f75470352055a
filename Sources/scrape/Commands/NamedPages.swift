import Batch
import Records
import Scraping

/// The pages that the command line names one by one.
struct NamedPages: PageInput {
    private let names: [String]
    /// Those that have been read already.
    private let known: [String: Page]
    private let read: @Sendable (String) -> ReadPage
    private var place = 0

    init(_ names: [String], known: [String: Page], read: @escaping @Sendable (String) -> ReadPage) {
        self.names = names
        self.known = known
        self.read = read
    }

    mutating func next() -> PendingPage? {
        guard place < names.count else { return nil }
        let name = names[place]
        place += 1
        let called = name == "-" ? "<standard input>" : name
        return PendingPage(name: called, place: InputPlace(file: called, index: place)) { [known, read] in
            known[name].map { .page($0) } ?? read(name)
        }
    }
}

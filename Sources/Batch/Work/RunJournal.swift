import Records

/// What the journal of a run tells with each portion: which pages are done, how long the file of errors is, and what the
/// pages have come to; first of all, what the run is.
struct RunNotes: Sendable {
    /// What has been told of the rules' types and fields.
    private(set) var layouts = TallyLayouts()

    init(after journal: RunJournal = RunJournal()) { layouts = journal.layouts }

    /// What the run is, so that no other one continues it: `{"run": …}`.
    static func run(_ run: String) -> String { JSONWriter.compact(["run": .string(run)]) }

    /// A portion: `{"errors": 120, "pages": [["list.html", 0], …], …}`.
    mutating func portion(_ results: [PageResult], errors: Int) -> String {
        let pages = results.map { Value.list([.string($0.place.file), .number(Number($0.place.index))]) }
        let members: [Value.Member] = [
            .init("errors", .number(Number(errors))), .init("pages", .list(pages)),
        ]
        return JSONWriter.compact(.object(members + layouts.members(PortionTally(results))))
    }
}

/// What the journal of an interrupted run tells.
package struct RunJournal {
    /// What the run is; `nil` where there is no journal, or none that tells.
    package private(set) var run: String?
    /// The pages that are done.
    package private(set) var done = DonePages()
    /// How many bytes of the file of errors belong to them.
    package private(set) var errors = 0
    /// What they have come to.
    package private(set) var summary = RunSummary()
    /// Whether there is no note at all.
    package private(set) var isEmpty = true
    fileprivate private(set) var layouts = TallyLayouts()

    package init() {}

    /// Reads a further note. One that means nothing is of no run.
    package mutating func read(_ note: String) {
        isEmpty = false
        guard let value = JSON.read(Array(note.utf8), dialect: .strict).json?.value else {
            run = nil
            return
        }
        if let text = value["run"]?.string {
            run = text
        } else if !readPortion(value) {
            run = nil
        }
    }

    private mutating func readPortion(_ note: Value) -> Bool {
        guard let errors = note["errors"]?.number?.integer, let pages = note["pages"]?.list else {
            return false
        }
        let places = pages.compactMap(InputPlace.init)
        guard places.count == pages.count else { return false }
        for place in places { done.insert(place) }
        self.errors = errors
        // A portion whose tally is not there makes the summary that of a part.
        if let tally = layouts.tally(note, of: places.count) {
            summary.add(tally)
        } else {
            summary.pages += places.count
            summary.isWhole = false
        }
        return true
    }
}

extension InputPlace {
    /// Reads `["list.html", 0]`.
    fileprivate init?(_ value: Value) {
        guard let parts = value.list, parts.count == 2, let file = parts[0].string,
            let index = parts[1].number?.integer
        else { return nil }
        self.init(named: file, index: index)
    }
}

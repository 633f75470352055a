import Records

/// What the journal of a run tells with each portion: which pages are done, and how long the file of errors is; first of all,
/// what the run is.
enum RunNote {
    /// What the run is, so that no other one continues it.
    case run(String)
    case pages([InputPlace], errors: Int)

    /// The note as JSON: `{"run": …}` or `{"errors": 120, "pages": [["list.html", 0], …]}`.
    var text: String {
        switch self {
        case .run(let run): return JSONWriter.compact(["run": .string(run)])
        case .pages(let places, let errors):
            let pages = places.map { Value.list([.string($0.file), .number(Number($0.index))]) }
            return JSONWriter.compact(["errors": .number(Number(errors)), "pages": .list(pages)])
        }
    }

    /// Reads what ``text`` writes; `nil` for anything else.
    init?(_ text: String) {
        guard let value = JSON.read(Array(text.utf8), dialect: .strict).json?.value else { return nil }
        if let run = value["run"]?.string {
            self = .run(run)
            return
        }
        guard let errors = value["errors"]?.number?.integer, let pages = value["pages"]?.list else {
            return nil
        }
        let places = pages.compactMap { page -> InputPlace? in
            guard let parts = page.list, parts.count == 2, let file = parts[0].string,
                let index = parts[1].number?.integer
            else { return nil }
            return InputPlace(file: file, index: index)
        }
        guard places.count == pages.count else { return nil }
        self = .pages(places, errors: errors)
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

    /// Whether there is no note at all.
    package private(set) var isEmpty = true

    package init() {}

    /// Reads a further note. One that means nothing is of no run.
    package mutating func read(_ note: String) {
        isEmpty = false
        switch RunNote(note) {
        case .run(let text): run = text
        case .pages(let places, let size):
            for place in places { done.insert(place) }
            errors = size
        case nil: run = nil
        }
    }
}

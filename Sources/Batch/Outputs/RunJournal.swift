import Engine
import Records
import Synchronization

/// Writes the notes in the journal of a run: first the identity of the run, then for each portion the pages, the size of
/// the file of errors, and the tally.
struct RunNotes: Sendable {
    /// The types and fields that are in the journal already.
    private var layouts: TallyLayouts

    init(after journal: RunJournal = RunJournal()) { layouts = journal.layouts }

    /// The note with the identity of the run: `{"run": …}`.
    static func run(_ run: String) -> String { JSONWriter.compact(["run": .string(run)]) }

    /// The note of a portion: `{"errors": 120, "pages": [["list.html", 0, "1f…"], …], …}`, each page with the digest of
    /// the input up to it.
    mutating func portion(_ all: [FinishedPage], errors: Int) -> String {
        let noted = all.filter(\.result.isNoted)
        let pages = noted.map { page in
            let place = page.result.place
            let digest = page.result.digest.map { [Value.string(String($0, radix: 16))] } ?? []
            return Value.list([.string(place.file), .number(Number(place.index))] + digest)
        }
        let members: [Value.Member] = [
            .init("errors", .number(Number(errors))), .init("pages", .list(pages)),
        ]
        return JSONWriter.compact(.object(members + layouts.members(PortionTally(noted))))
    }
}

/// The content of the journal of an interrupted run.
package struct RunJournal {
    /// The identity of the run; `nil` if there is no note of it, or an invalid note follows it.
    package private(set) var run: String?
    /// The pages that are done.
    package private(set) var done = DonePages()
    /// The number of bytes of the file of errors that belong to these pages.
    package private(set) var errors = 0
    /// The results of these pages.
    package private(set) var summary = RunSummary()
    /// Whether there are no notes.
    package private(set) var isEmpty = true
    fileprivate private(set) var layouts = TallyLayouts()

    package init() {}

    /// Reads the next note.
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
        for (place, page) in zip(places, pages) {
            let digest = page.list?.dropFirst(2).first?.string.flatMap { UInt64($0, radix: 16) }
            done.insert(place, digest: digest)
        }
        self.errors = errors
        // Without the tally of a portion the summary is incomplete.
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
    init?(_ value: Value) {
        guard let parts = value.list, (2...3).contains(parts.count), let file = parts[0].string,
            let index = parts[1].number?.integer
        else { return nil }
        self.init(named: file, index: index)
    }
}

/// The pages that earlier parts of a run have finished.
///
/// For an archive it contains the place up to which all pages are finished, and the places of later ones: memory grows
/// with the number of input files, not with the number of their pages.
package struct DonePages: Sendable {
    /// The finished pages of a file.
    private struct Progress {
        /// All places up to this one are finished.
        var upTo = -1
        /// The digest of the input up to there; `nil` if it is not known.
        var digest: UInt64?
        /// Later places that are finished, with the digests up to there.
        var others: [Int: UInt64?] = [:]
    }

    /// A file, by two hashes of its path: sixteen bytes for a path of any length.
    private struct Key: Hashable {
        let first: Int
        let second: Int

        init(_ path: String) {
            var (one, other) = (Hasher(), Hasher())
            other.combine(1)
            // By its bytes: equal strings, such as é as one scalar or two, are different names in the file system.
            path.fromRoot.withBytes { bytes in
                one.combine(bytes: UnsafeRawBufferPointer(bytes))
                other.combine(bytes: UnsafeRawBufferPointer(bytes))
            }
            first = one.finalize()
            second = other.finalize()
        }
    }

    private var files: [Key: Progress] = [:]
    /// How many more times a file that is a page was read, if a list names it repeatedly.
    private var repeated: [Key: Int] = [:]
    /// The number of finished pages.
    package private(set) var count = 0

    package init() {}

    /// Adds a page.
    package mutating func insert(_ place: InputPlace, digest: UInt64? = nil) {
        // A file that is a page has the index 0, and the pages of an archive start at 1.
        let key = Key(place.file)
        var progress = files[key] ?? Progress(upTo: place.index > 0 ? 0 : -1)
        guard place.index > progress.upTo, progress.others.updateValue(digest, forKey: place.index) == nil
        else {
            if place.index == 0 { repeated[key, default: 0] += 1 }
            return
        }
        count += 1
        while let next = progress.others.removeValue(forKey: progress.upTo + 1) {
            progress.upTo += 1
            progress.digest = next
        }
        files[key] = progress
    }

    /// Whether a page is finished.
    package func contains(_ place: InputPlace) -> Bool {
        guard let progress = files[Key(place.file)] else { return false }
        return place.index <= progress.upTo || progress.others[place.index] != nil
    }

    /// The digest of the input up to a finished page; `nil` if it is not known.
    func digest(at place: InputPlace) -> UInt64? {
        guard let progress = files[Key(place.file)] else { return nil }
        if place.index == progress.upTo { return progress.digest }
        return progress.others[place.index] ?? nil
    }

    /// Whether a page of a file after the given one is finished.
    func hasPages(of file: String, after index: Int) -> Bool {
        guard let progress = files[Key(file)] else { return false }
        return progress.upTo > index || progress.others.keys.contains { $0 > index }
    }

    /// Whether a page is finished; removes one of its entries. A page that a list names twice is read twice, even if
    /// the run is interrupted in between.
    mutating func remove(_ place: InputPlace) -> Bool {
        guard contains(place) else { return false }
        if place.index > 0 { return true }
        let key = Key(place.file)
        guard let times = repeated[key] else {
            files[key] = nil
            return true
        }
        repeated[key] = times > 1 ? times - 1 : nil
        return true
    }
}

/// An input without the pages that are already finished.
///
/// The input up to these pages must be the same as before: a longer file with the same beginning continues. Any other
/// file with the same name, such as a shorter one, is reported, and no more of it is read, since it is not known which of
/// its pages are finished.
final class RemainingInput: PageInput {
    private var input: any PageInput
    private var done: DonePages
    /// The files that differ from the ones that were read before.
    private var changed: Set<String> = []
    /// The file with several pages that is being read, and the number of its last page.
    private var current: (file: String, last: Int)?
    /// A page that has been found after the end of a file that is reported.
    private var waiting: PendingPage?
    /// Whether the input has had a page, finished or not.
    let hasPages = Atomic(false)

    init(_ input: any PageInput, without done: DonePages) {
        self.input = input
        self.done = done
    }

    func next() -> PendingPage? {
        while let page = waiting ?? input.next() {
            waiting = nil
            if let refusal = end(before: page) {
                waiting = page
                return refusal
            }
            hasPages.store(true, ordering: .relaxed)
            // A report, such as of a file that is missing now.
            if !page.isNoted { return page }
            if changed.contains(page.place.file) { continue }
            let digest = done.digest(at: page.place)
            guard done.remove(page.place) else { return page }
            if let digest, let found = RemainingInput.digest(of: page), found != digest {
                changed.insert(page.place.file)
                let message =
                    page.place.index == 0
                    ? "the page has changed since the run read it (--resume)"
                    : "up to this place the file is not the one that the run has read: its pages are not read (--resume)"
                return RemainingInput.refusal(message, page.name, page.place, page.bytesRead)
            }
        }
        return end(before: nil)
    }

    /// The report of a file that ends before its last finished page, at the first page after it.
    private func end(before next: PendingPage?) -> PendingPage? {
        let place = next?.place
        if let current, current.file == place?.file {
            self.current?.last = place?.index ?? 0
            return nil
        }
        let ended = current
        current = place.flatMap { $0.index > 0 ? ($0.file, $0.index) : nil }
        guard let ended, !changed.contains(ended.file), done.hasPages(of: ended.file, after: ended.last)
        else { return nil }
        // The next page is looked at again.
        current = nil
        return RemainingInput.refusal(
            "it ends before the last page that the run has read: it is not the same file (--resume)",
            ended.file,
            InputPlace(named: ended.file, index: ended.last + 1),
            next?.bytesRead ?? 0
        )
    }

    /// The digest of the input up to a page.
    private static func digest(of page: PendingPage) -> UInt64? {
        if page.place.index > 0 { return page.digest }
        let opened = page.open?() ?? .whole(page.read())
        switch opened {
        case .stream(let stream):
            var digest = InputDigest.Item()
            while let part = stream.read() { part.withUnsafeBytes { digest.add($0) } }
            return stream.failure() == nil ? digest.digest.value : nil
        case .whole(.page(let page, _)): return InputDigest(of: page.bytes).value
        case .whole(.leftOut), .whole(.failed): return nil
        }
    }

    private static func refusal(
        _ message: String,
        _ name: String,
        _ place: InputPlace,
        _ bytesRead: Int
    )
        -> PendingPage
    {
        let diagnostic = Diagnostic(
            .input,
            message,
            at: Location(file: name),
            help: "leave out --resume to start over, or choose another --output"
        )
        return PendingPage(name: name, place: place, bytesRead: bytesRead, isNoted: false) {
            .failed(diagnostic)
        }
    }
}

/// The pages that earlier parts of a run have done.
///
/// Of an archive the places up to which all pages are done, and what is done beyond: memory grows with the number of files
/// of the input, not with that of the pages in them.
package struct DonePages: Sendable {
    /// What is done of a file.
    private struct Progress {
        /// All places up to this one.
        var upTo = -1
        /// Places beyond it.
        var others: Set<Int> = []
    }

    /// The files, by two hashes of their paths: sixteen bytes for a path of any length.
    private struct Key: Hashable {
        let first: Int
        let second: Int

        init(_ path: String) {
            var (one, other) = (Hasher(), Hasher())
            other.combine(1)
            // By its bytes: what is one name to a text, é in one character or two, is two to the file system.
            var path = path.fromRoot
            path.withUTF8 { bytes in
                one.combine(bytes: UnsafeRawBufferPointer(bytes))
                other.combine(bytes: UnsafeRawBufferPointer(bytes))
            }
            first = one.finalize()
            second = other.finalize()
        }
    }

    private var files: [Key: Progress] = [:]
    /// How often more than once files that are pages were read, where a list names them several times.
    private var repeated: [Key: Int] = [:]
    /// How many pages there are.
    package private(set) var count = 0

    package init() {}

    /// Adds a page.
    package mutating func insert(_ place: InputPlace) {
        // A file that is a page has the place 0, an archive's pages count from 1.
        let key = Key(place.file)
        var progress = files[key] ?? Progress(upTo: place.index > 0 ? 0 : -1)
        guard place.index > progress.upTo, progress.others.insert(place.index).inserted else {
            if place.index == 0 { repeated[key, default: 0] += 1 }
            return
        }
        count += 1
        while progress.others.remove(progress.upTo + 1) != nil { progress.upTo += 1 }
        files[key] = progress
    }

    /// Whether a page is done.
    package func contains(_ place: InputPlace) -> Bool {
        guard let progress = files[Key(place.file)] else { return false }
        return place.index <= progress.upTo || progress.others.contains(place.index)
    }

    /// Whether a page is done, as often as it has been read: a list that names it twice has it read twice, whether its run
    /// is continued in between or not.
    mutating func pass(_ place: InputPlace) -> Bool {
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

/// An input without the pages that are done.
struct RemainingInput: PageInput {
    private var input: any PageInput
    private var done: DonePages

    init(_ input: any PageInput, without done: DonePages) {
        self.input = input
        self.done = done
    }

    mutating func next() -> PendingPage? {
        while let page = input.next() {
            if !done.pass(page.place) { return page }
        }
        return nil
    }
}

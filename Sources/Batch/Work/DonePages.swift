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
    /// How many pages there are.
    package private(set) var count = 0

    package init() {}

    /// Adds a page.
    package mutating func insert(_ place: InputPlace) {
        // A file that is a page has the place 0, an archive's pages count from 1.
        var progress = files[Key(place.file)] ?? Progress(upTo: place.index > 0 ? 0 : -1)
        guard place.index > progress.upTo, progress.others.insert(place.index).inserted else { return }
        count += 1
        while progress.others.remove(progress.upTo + 1) != nil { progress.upTo += 1 }
        files[Key(place.file)] = progress
    }

    /// Whether a page is done.
    package func contains(_ place: InputPlace) -> Bool {
        guard let progress = files[Key(place.file)] else { return false }
        return place.index <= progress.upTo || progress.others.contains(place.index)
    }
}

/// An input without the pages that are done.
struct RemainingInput: PageInput {
    private var input: any PageInput
    private let done: DonePages

    init(_ input: any PageInput, without done: DonePages) {
        self.input = input
        self.done = done
    }

    mutating func next() -> PendingPage? {
        while let page = input.next() {
            if !done.contains(page.place) { return page }
        }
        return nil
    }
}

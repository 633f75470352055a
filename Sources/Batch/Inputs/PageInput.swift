package import Records
package import Scraping

/// Where pages come from, one after the other: a folder, a list, an archive.
///
/// Asked by one thread at a time, and only for as many pages as are wanted, so that no input is ever held as a whole.
/// What is wrong with an input is the reading of one of its pages, which ``PendingPage/read`` tells; the input goes on
/// behind it as far as it can.
package protocol PageInput {
    /// The next page in the input's order; `nil` at its end, and ever after.
    mutating func next() -> PendingPage?
}

/// A page that has been found in an input, and that any thread can read.
package struct PendingPage: Sendable {
    /// What messages call it: a file's name, or the archive's with the place in it, `crawl.warc.gz:12`.
    package let name: String
    /// Where it stands, which is the same in every run over the same input.
    package let place: InputPlace
    /// How many bytes it holds until it is read, what an archive gave.
    package let heldBytes: Int
    /// How many bytes of all input files lie behind it, as they are on disk: how far the run is.
    package let bytesBehind: Int
    /// Reads it: opens its file, or parses what the archive gave.
    package let read: @Sendable () -> ReadPage

    package init(
        name: String,
        place: InputPlace,
        heldBytes: Int = 0,
        bytesBehind: Int = 0,
        read: @escaping @Sendable () -> ReadPage
    ) {
        self.name = name
        self.place = place
        self.heldBytes = heldBytes
        self.bytesBehind = bytesBehind
        self.read = read
    }
}

/// Where a page stands in the input.
package struct InputPlace: Hashable, Sendable {
    /// The input file's path as the run names it, in its normal form; `<standard input>` for that; a page's address, as it is
    /// written, for one that a sitemap names.
    package let file: String
    /// The place among the pages of the file, from 1; 0 for a file that is a page.
    package let index: Int

    package init(file: String, index: Int = 0) {
        self.init(named: file.normalPath, index: index)
    }

    /// The place of what has this name and no other way to write it, such as an address: `/a` and `/a/` are two.
    init(named name: String, index: Int = 0) {
        file = name
        self.index = index
    }
}

/// What reading a page came to.
package enum ReadPage: Sendable {
    /// The page, and what is to be told of how it was come by, such as an archive's having cut it.
    case page(Page, notes: [Diagnostic] = [])
    /// Nothing that rules are for, such as an archive's record of a request; why, in words that many of a kind share.
    case leftOut(String)
    /// It cannot be read.
    case failed(Diagnostic)
}

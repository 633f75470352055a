import Basics
package import Engine
import Platform
package import Records

/// A source of pages in order: a folder, a list, an archive.
///
/// Only one thread at a time calls ``next()``, once for each page that is needed, so that no input is ever in memory as
/// a whole. A problem with the input takes the place of a page whose ``PendingPage/read`` fails; the input continues
/// after it if possible.
package protocol PageInput {
    /// The next page; `nil` at the end, and in all later calls.
    mutating func next() -> PendingPage?
}

/// A page that has been found in an input. Any thread can read it.
package struct PendingPage: Sendable {
    /// The page's name in messages: a file, or an archive and the place in it, `crawl.warc.gz:12`.
    package let name: String
    /// The page's place, which is the same in every run over the same input.
    package let place: InputPlace
    /// The number of bytes that the page keeps in memory until it is read, for a record of an archive or a line.
    package let heldBytes: Int
    /// The number of bytes of all input files on disk that have been consumed up to this page: the run's progress.
    package let bytesRead: Int
    /// The digest of the input file up to this page; `nil` for a file that is a page, and if the item is damaged.
    let digest: UInt64?
    /// Reads the page: opens its file, or parses its record or line.
    package let read: @Sendable () -> ReadPage
    /// Opens the page to read its bytes on demand, if that is possible.
    package let open: (@Sendable () -> OpenPage)?
    /// Whether the input returns the next page without waiting for more of a file.
    package let isFollowed: Bool
    /// Whether its text is in memory and so short that reading it hardly takes memory.
    let isTiny: Bool
    /// The number of tiny pages that take as much room in a run as another.
    static let tinyPages = 16
    /// Whether it is a page that a continued run does not read again; false for a report in place of a page.
    let isNoted: Bool

    package init(
        name: String,
        place: InputPlace,
        heldBytes: Int = 0,
        bytesRead: Int = 0,
        digest: UInt64? = nil,
        isFollowed: Bool = false,
        isTiny: Bool = false,
        isNoted: Bool = true,
        open: (@Sendable () -> OpenPage)? = nil,
        read: @escaping @Sendable () -> ReadPage
    ) {
        self.digest = digest
        self.isFollowed = isFollowed
        self.isTiny = isTiny
        self.isNoted = isNoted
        self.open = open
        self.name = name
        self.place = place
        self.heldBytes = heldBytes
        self.bytesRead = bytesRead
        self.read = read
    }
}

extension PendingPage {
    /// An item of a stream, such as a line or a record, by its number.
    init(
        _ stream: ByteStream,
        _ index: Int,
        name: String? = nil,
        heldBytes: Int = 0,
        digest: InputDigest? = nil,
        isFollowed: Bool = false,
        isTiny: Bool = false,
        read: @escaping @Sendable () -> ReadPage
    ) {
        self.init(
            name: name ?? stream.itemName(index),
            place: InputPlace(file: stream.name, index: index),
            heldBytes: heldBytes,
            bytesRead: stream.consumed,
            digest: digest?.value,
            isFollowed: isFollowed,
            isTiny: isTiny,
            read: read
        )
    }
}

extension ByteStream {
    /// The name of an item, such as a line or a record, in messages: `crawl.warc.gz:12`.
    func itemName(_ index: Int) -> String { "\(name):\(index)" }
}

/// The place of a page in the input.
package struct InputPlace: Hashable, Sendable {
    /// The input file's path in its normal form; `<standard input>`; or the address, unchanged, for a page of a sitemap.
    package let file: String
    /// The page's number in the file, from 1; 0 for a file that is a page.
    package let index: Int

    package init(file: String, index: Int = 0) {
        self.init(named: file.normalPath, index: index)
    }

    /// The place of a page with an exact name, such as an address: `/a` and `/a/` are different.
    init(named name: String, index: Int = 0) {
        file = name
        self.index = index
    }
}

/// The result of reading a page.
package enum ReadPage: Sendable {
    /// The page, and warnings about its source, such as that an archive has truncated it.
    case page(Page, warnings: [Diagnostic] = [])
    /// Not a page for rules, such as the record of a request, with a reason that many such items share.
    case leftOut(String)
    /// The page cannot be read.
    case failed(Diagnostic)

    /// The page of a file that an input names. A device, a pipe or a socket is left out: reading it may never end.
    init(named path: String, _ facts: PageFacts) {
        if File.isDevice(path) {
            self = .leftOut(ReadPage.special)
        } else {
            self.init { () throws(Diagnostic) in try SavedPage.read(path, facts) }
        }
    }

    /// Why files are left out that are neither regular files nor folders.
    static let special = "devices, pipes and sockets"

    /// The result of a closure that reads a page or throws why it cannot be read.
    package init(_ read: () throws(Diagnostic) -> Page) {
        do throws(Diagnostic) { self = .page(try read()) } catch { self = .failed(error) }
    }
}

/// A page that has been opened.
package enum OpenPage {
    /// Its bytes are read on demand.
    case stream(PageStream)
    /// It must be read as a whole, or cannot be read.
    case whole(ReadPage)

    /// The page of a file that an input names, like ``ReadPage/init(named:_:)``.
    init(named path: String, _ facts: PageFacts) {
        self = File.isDevice(path) ? .whole(.leftOut(ReadPage.special)) : SavedPage.open(path, facts)
    }
}

/// The amount of data in an input, as far as it is known.
package struct InputSize: Hashable, Sendable {
    /// The number of pages; `nil` if only reading all of them would show it.
    package var pages: Int?
    /// The size of all files on disk in bytes; `nil` if standard input is one of them.
    package var bytes: Int?

    package init(pages: Int? = nil, bytes: Int? = nil) {
        self.pages = pages
        self.bytes = bytes
    }

    static func += (left: inout InputSize, right: InputSize) {
        left.pages = left.pages.flatMap { pages in right.pages.map { pages + $0 } }
        left.bytes = left.bytes.flatMap { bytes in right.bytes.map { bytes + $0 } }
    }
}

/// An input that follows others, whose bytes are added to its progress.
struct OffsetInput: PageInput {
    private var input: any PageInput
    private let offset: Int

    init(_ input: any PageInput, _ offset: Int) {
        self.input = input
        self.offset = offset
    }

    mutating func next() -> PendingPage? {
        guard let page = input.next() else { return nil }
        return PendingPage(
            name: page.name,
            place: page.place,
            heldBytes: page.heldBytes,
            bytesRead: page.bytesRead + offset,
            digest: page.digest,
            isFollowed: page.isFollowed,
            isTiny: page.isTiny,
            isNoted: page.isNoted,
            open: page.open,
            read: page.read
        )
    }
}

extension String {
    /// The path without `.` components, repeated slashes and a trailing slash, so that equal paths compare equal.
    ///
    /// `..` is kept: its target depends on links.
    package var normalPath: String {
        if isNormalPath { return self }
        let root = hasPrefix("/") ? "/" : ""
        let parts = utf8.split(separator: UInt8(ascii: "/")).filter { !$0.elementsEqual(".".utf8) }
        let path = root + parts.map { String(Substring($0)) }.joined(separator: "/")
        return path.isEmpty ? "." : path
    }

    /// Whether the path is in its normal form already, as most are.
    private var isNormalPath: Bool {
        let slash = UInt8(ascii: "/")
        let dot = UInt8(ascii: ".")
        // The last two bytes; the start is a slash.
        var last = (before: UInt8(0), byte: UInt8(0))
        for byte in utf8 {
            let isAfterSlash = last.before == slash || last.before == 0
            if byte == slash, last.byte == slash || (last.byte == dot && isAfterSlash) { return false }
            last = (last.byte, byte)
        }
        let isAfterSlash = last.before == slash || last.before == 0
        return utf8.count < 2 || !(last.byte == slash || (last.byte == dot && isAfterSlash))
    }

    /// The absolute path for a path in its normal form.
    ///
    /// A relative path in a journal means the file below the current folder of this run.
    package var fromRoot: String {
        if hasPrefix("/") { return self }
        let folder = String.currentFolder
        if self == "." { return folder.isEmpty ? "/" : folder }
        return folder + "/" + self
    }

    /// The current folder; empty for the root.
    private static let currentFolder: String = {
        guard let path = getcwd(nil, 0) else { return "" }
        defer { free(path) }
        let folder = PathText.text(ofWritten: UnsafeRawBufferPointer(start: path, count: strlen(path)))
        return folder == "/" ? "" : folder
    }()
}

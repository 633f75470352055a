/// How much there is to read.
package struct InputSize: Hashable, Sendable {
    /// The number of pages; `nil` where only reading them all would tell.
    package var pages: Int?
    /// The bytes of all files, as they are on disk; `nil` where standard input is one.
    package var bytes: Int?

    /// What is known, which may be nothing.
    package init(pages: Int? = nil, bytes: Int? = nil) {
        self.pages = pages
        self.bytes = bytes
    }

    static func += (left: inout InputSize, right: InputSize) {
        left.pages = left.pages.flatMap { pages in right.pages.map { pages + $0 } }
        left.bytes = left.bytes.flatMap { bytes in right.bytes.map { bytes + $0 } }
    }
}

/// An input with others before it, whose bytes lie behind its pages as well.
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
            bytesBehind: page.bytesBehind + offset,
            read: page.read
        )
    }
}

/// The bytes of a page where its tree's texts point into: writable, in the document's arena, followed by zeros.
///
/// Texts that need no decoding stay where they stand in the page: the byte behind each, which belongs to markup that
/// has been read by then, becomes the zero that ends it. No line end is ever overwritten, so that lines can be
/// counted later.
struct PageBuffer {
    let start: UnsafeMutablePointer<UInt8>
    let count: Int

    /// How many zeros stand behind the page: as many as scanning may read beyond its end.
    static let padding = 64

    /// A copy of a page.
    ///
    /// - Parameter utf8: valid UTF-8; NUL bytes and line ends of all kinds as they are.
    init(copying utf8: UnsafeBufferPointer<UInt8>, in arena: inout Arena) {
        count = utf8.count
        start = arena.allocate(count + PageBuffer.padding).assumingMemoryBound(to: UInt8.self)
        if let bytes = utf8.baseAddress { start.update(from: bytes, count: count) }
        (start + count).update(repeating: 0, count: PageBuffer.padding)
    }
}

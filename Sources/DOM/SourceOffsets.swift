/// Where the bytes of a page as it was decoded stand in its file.
package struct SourceOffsets {
    /// The number of bytes before the text: a byte order mark.
    package var base = 0

    /// Gives the offset in the file, behind ``base``, of an offset in the text; `nil` where they are the same, as in
    /// all of UTF-8.
    package var mapping: ((Int) -> Int)?

    package init() {}

    /// The offset in the file of an offset in the text.
    package func offset(_ decoded: Int) -> Int { base + (mapping?(decoded) ?? decoded) }
}

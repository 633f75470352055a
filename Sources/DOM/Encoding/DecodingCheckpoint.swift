/// A place where decoding can begin again: what stands there in the page and in the text.
struct DecodingCheckpoint: Sendable {
    /// The offset among the bytes.
    let source: Int
    /// The offset in the text.
    let text: Int
    /// Whether the character before is a CR, with which an LF is one line end.
    var isAfterCR = false
    /// What the decoder keeps in mind besides.
    var state: UInt8 = 0

    /// How many bytes lie between two of them at least.
    static let distance = 2048
}

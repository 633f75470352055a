/// The character U+FEFF at a page's start, which tells the encoding by its bytes.
///
/// Specification: [Encoding, § 6.1](https://encoding.spec.whatwg.org/#bom-sniff).
struct ByteOrderMark {
    let encoding: Encoding
    let length: Int

    /// The mark that a page starts with, if it does.
    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            (encoding, length) = (.utf8, 3)
        } else if bytes.starts(with: [0xFE, 0xFF]) {
            (encoding, length) = (.utf16BE, 2)
        } else if bytes.starts(with: [0xFF, 0xFE]) {
            (encoding, length) = (.utf16LE, 2)
        } else {
            return nil
        }
    }
}

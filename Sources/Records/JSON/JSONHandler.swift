/// Receives what a ``JSONReader`` reads, in the text's order.
///
/// Strings come as UTF-8 bytes that are valid during the call only; ranges are byte offsets in the text.
package protocol JSONHandler {
    mutating func beginObject(at offset: Int)
    mutating func endObject(at end: Int)
    mutating func beginArray(at offset: Int)
    mutating func endArray(at end: Int)
    mutating func key(_ utf8: UnsafeBufferPointer<UInt8>, at range: Range<Int>)
    mutating func string(_ utf8: UnsafeBufferPointer<UInt8>, at range: Range<Int>)
    /// A number by its digits as written.
    mutating func number(_ digits: UnsafeBufferPointer<UInt8>, at range: Range<Int>)
    mutating func boolean(_ value: Bool, at range: Range<Int>)
    mutating func null(at range: Range<Int>)
}

/// Turns records into text, one after the other.
public protocol RecordEncoder {
    /// The text that `record` adds to the output.
    mutating func encode(_ record: Record) -> String
    /// The text that ends the output; called once, after the last record.
    ///
    /// - Throws: why the records cannot be written in this format; nothing of a format that throws may have been
    ///   given out before.
    mutating func finish() throws(OutputError) -> String
}

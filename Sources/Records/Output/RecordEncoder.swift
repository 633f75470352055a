/// Turns records into text, one after the other.
public protocol RecordEncoder {
    /// The text that `record` adds to the output.
    mutating func encode(_ record: Record) -> String
    /// Appends what `record` adds to the output, as UTF-8: the same as ``encode(_:)``, which need not be said twice.
    mutating func encode(_ record: Record, into bytes: inout [UInt8])
    /// The text that ends the output; called once, after the last record.
    ///
    /// - Throws: why the records cannot be written in this format; nothing of a format that throws may have been
    ///   given out before.
    mutating func finish() throws(OutputError) -> String
    /// Whether what a record adds depends on that record alone, so that several encoders may share the work; their
    /// ends are empty. No, unless an encoder says so.
    var isStateless: Bool { get }
}

extension RecordEncoder {
    /// Appends the text of ``encode(_:)``.
    public mutating func encode(_ record: Record, into bytes: inout [UInt8]) {
        bytes.append(contentsOf: encode(record).utf8)
    }

    /// No.
    public var isStateless: Bool { false }
}

/// What a statement is run with: its texts one behind the other in one buffer, which is used again for the next row.
struct Arguments {
    enum Argument {
        case null
        case integer(Int64)
        case double(Double)
        /// A text's bytes in the buffer.
        case text(Range<Int>)
        case blob(Range<Int>)
    }

    private(set) var all: [Argument] = []
    /// Begins with a byte that is nobody's: what an empty text points at, since a null pointer would make it NULL.
    private var bytes: [UInt8] = [0]

    mutating func removeAll() {
        all.removeAll(keepingCapacity: true)
        bytes.removeSubrange(1...)
    }

    mutating func append(_ argument: Argument) { all.append(argument) }

    mutating func append(_ text: String) { all.append(.text(range(of: text))) }

    mutating func appendBlob(_ text: String) { all.append(.blob(range(of: text))) }

    private mutating func range(of text: String) -> Range<Int> {
        let start = bytes.count
        bytes.append(contentsOf: text.utf8)
        return start..<bytes.count
    }

    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        bytes.withUnsafeBytes(body)
    }
}

import Basics

/// Records on their way from a page to an output.
///
/// Those of a table are kept as bytes until someone asks for their values: most outputs do not.
public struct RecordBatch: Sendable {
    /// The records, if they are rows of bytes; `nil` if they are values.
    public private(set) var rows: RecordRows?
    private var values: [Record] = []

    /// Creates a batch of records.
    public init(_ records: [Record] = []) {
        values = records
    }

    /// Creates a batch of the records of rows.
    public init(_ rows: RecordRows) {
        if rows.count > 0 { self.rows = rows }
    }

    /// The number of records.
    public var count: Int { rows?.count ?? values.count }

    /// Whether there is no record.
    public var isEmpty: Bool { count == 0 }

    /// The records. Complexity: linear in their size if they are kept as bytes.
    public var records: [Record] { rows?.records ?? values }

    /// Whether all records have a type.
    package func isOfType(_ type: String) -> Bool {
        rows.map { $0.layout.type == type } ?? values.allSatisfy { $0.type == type }
    }

    /// The approximate number of bytes that the batch takes in memory. Complexity: linear in the number of values.
    package var heldBytes: Int {
        if let rows { return rows.bytes.count + rows.cells.count * MemoryLayout<RecordRows.Cell>.stride }
        return values.reduce(0) { $0 + MemoryLayout<Record>.stride + Value.object($1.fields).heldBytes }
    }

    /// Adds the records of another batch after these.
    package mutating func append(_ other: RecordBatch) {
        if other.isEmpty { return }
        if isEmpty {
            self = other
        } else if let more = other.rows, rows?.append(more) == true {
            return
        } else {
            if let rows { values = rows.records }
            rows = nil
            values += other.records
        }
    }
}

extension Value {
    /// The approximate number of bytes outside the value itself.
    fileprivate var heldBytes: Int {
        switch self {
        case .null, .boolean, .number: 0
        case .string(let text): text.utf8.count > 15 ? Value.header + text.utf8.count : 0
        case .list(let values):
            values.reduce(Value.header) { $0 + MemoryLayout<Value>.stride + $1.heldBytes }
        case .object(let members):
            members.reduce(Value.header) { $0 + MemoryLayout<Member>.stride + $1.value.heldBytes }
        }
    }

    /// The size of what precedes the elements of an array or the bytes of a string.
    private static let header = 32
}

/// Records of one type whose values are neither lists nor objects, as the bytes of their cells: a row for each record, with
/// a cell for each column.
///
/// Making, counting, writing and freeing a record of five short values takes 11,000 instructions, and a row takes 4,000.
public struct RecordRows: Sendable {
    /// What all rows have in common.
    public final class Layout: Sendable {
        /// The type of the records.
        public let type: String
        /// The names of the columns.
        public let names: [String]
        /// ``Record/schema``.
        let schema: Schema?

        /// Creates a layout.
        public convenience init(type: String, names: [String]) {
            self.init(type: type, names: names, schema: nil)
        }

        package init(type: String, names: [String], schema: Schema?) {
            self.type = type
            self.names = names
            self.schema = schema
        }
    }

    /// The kind of a cell's value.
    public enum Kind: Int, Sendable {
        /// The record does not have the field.
        case absent
        /// JSON's null.
        case null
        /// A string.
        case string
        /// A number; the cell's text is its digits.
        case number
        /// A boolean; the cell's text is `true` or `false`.
        case boolean
    }

    /// The kind of a cell, and where its text ends in the bytes of all cells; it begins where the one before it ends.
    public struct Cell: Sendable {
        @usableFromInline let word: Int

        init(_ kind: Kind, end: Int) { word = end << 3 | kind.rawValue }

        /// Where its text ends.
        @inlinable public var end: Int { word >> 3 }
        /// The kind of its value.
        @inlinable public var kind: Kind { Kind(rawValue: word & 7) ?? .absent }
    }

    /// What all rows have in common.
    public let layout: Layout
    /// The cells of all rows, row by row.
    public private(set) var cells: [Cell] = []
    /// The texts of all cells: of a string its UTF-8, of a number its digits.
    public private(set) var bytes: [UInt8] = []

    /// Creates rows of a layout, without any.
    public init(_ layout: Layout) {
        self.layout = layout
    }

    /// The number of whole rows.
    public var count: Int { layout.names.isEmpty ? 0 : cells.count / layout.names.count }

    /// The rows as records. Complexity: linear in their size.
    public var records: [Record] {
        var records: [Record] = []
        records.reserveCapacity(count)
        bytes.withUnsafeBufferPointer { bytes in
            var start = 0
            for row in 0..<count {
                var fields: [Value.Member] = []
                fields.reserveCapacity(layout.names.count)
                for (column, name) in layout.names.enumerated() {
                    let cell = cells[row * layout.names.count + column]
                    let text = UnsafeBufferPointer(rebasing: bytes[start..<cell.end])
                    if let value = cell.kind.value(of: text) { fields.append(Value.Member(name, value)) }
                    start = cell.end
                }
                var record = Record(type: layout.type, fields: fields)
                record.schema = layout.schema
                records.append(record)
            }
        }
        return records
    }
}

extension RecordRows.Kind {
    /// The value of a cell; `nil` if there is none.
    ///
    /// - Parameter text: the cell's text.
    package func value(of text: UnsafeBufferPointer<UInt8>) -> Value? {
        switch self {
        case .absent: nil
        case .null: .null
        case .string: .string(String(short: text))
        case .number: .number(Number(digits: String(short: text)))
        case .boolean: .boolean(text.first == UInt8(ascii: "t"))
        }
    }
}

// MARK: - Making rows

extension RecordRows {
    /// The state at the end of a row.
    package struct Mark {
        fileprivate let cells: Int
        fileprivate let bytes: Int
    }

    package var mark: Mark { Mark(cells: cells.count, bytes: bytes.count) }

    /// Removes what was added since a mark.
    package mutating func remove(since mark: Mark) {
        cells.removeLast(cells.count - mark.cells)
        bytes.removeLast(bytes.count - mark.bytes)
    }

    /// Adds a cell to the last row.
    ///
    /// - Parameter text: the text of a value of that kind, in the form of ``Cell``.
    package mutating func append(_ kind: Kind, _ text: UnsafeBufferPointer<UInt8>) {
        bytes.append(contentsOf: text)
        cells.append(Cell(kind, end: bytes.count))
    }

    /// Adds a cell without a text to the last row.
    public mutating func appendEmpty(_ kind: Kind) {
        cells.append(Cell(kind, end: bytes.count))
    }

    /// Adds a cell with a value to the last row; false if the value is a list or an object.
    public mutating func append(_ value: Value) -> Bool {
        switch value {
        case .null: appendEmpty(.null)
        case .string(let text): append(.string, text)
        case .number(let number): append(.number, number.digits)
        case .boolean(let boolean): append(.boolean, boolean ? "true" : "false")
        case .list, .object: return false
        }
        return true
    }

    private mutating func append(_ kind: Kind, _ text: String) {
        text.withBytes { append(kind, $0) }
    }

    /// Adds the rows of others; false if they have another layout.
    fileprivate mutating func append(_ other: RecordRows) -> Bool {
        guard other.layout === layout else { return false }
        let start = bytes.count
        bytes += other.bytes
        for cell in other.cells { cells.append(Cell(cell.kind, end: start + cell.end)) }
        return true
    }
}

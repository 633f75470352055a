import Basics

/// Reads the records of a table one after the other; empty lines are not records.
///
/// Text that RFC 4180 does not allow is read in its most probable meaning, and reported. Complexity: linear in the
/// text's length, since text that is read twice in search of a closing quote contains only paired quotes.
struct CSVReader {
    /// A place in the text that is in memory.
    struct Place {
        let offset: Int
        let line: Int
        /// The offset at which the line begins.
        let lineStart: Int
    }

    /// A record, which is valid until the next one is read.
    struct Row {
        var line = 0
        /// The number of its cells.
        var count = 0
        /// The cells: ranges in the text, or in ``CSVReader/scratch`` for those with quotes.
        var cells: [Cell] = []
        /// The most serious problem with its quotes, at its first place.
        var fault: (fault: CSVFault, place: Place)?
        /// The place of the first non-empty cell beyond the columns.
        var excess: Place?
        /// Where its cells begin, as long as the columns are not known.
        var starts: [Place] = []
        /// Where it ends.
        var end = Place(offset: 0, line: 1, lineStart: 0)

        mutating func note(_ fault: CSVFault, at place: Place) {
            if let known = self.fault?.fault, known >= fault { return }
            self.fault = (fault, place)
        }
    }

    struct Cell {
        var range: Range<Int>
        var isScratch = false
    }

    private let feed: TextFeed
    private var text: UnsafeBufferPointer<UInt8>
    private let separator: UInt8
    /// The number of columns, if it is known.
    var columns = Int.max
    /// The record that was read last.
    private(set) var row = Row()
    /// The texts of its cells that have quotes.
    private var scratch: [UInt8] = []
    private var offset = 0
    private var line = 1
    private var lineStart = 0
    /// Whether the current record depends on text after the part in memory.
    private var hasReachedEnd = false

    init(_ feed: TextFeed, separator: UInt8) {
        self.feed = feed
        self.separator = separator
        text = feed.bytes
    }

    /// Reads the next record into ``row``; false after the last.
    mutating func next() -> Bool {
        while true {
            while offset < text.count, text[offset] == 0x0A { endLine() }
            if offset < text.count {
                let (start, startLine) = (offset, line)
                hasReachedEnd = false
                readRow()
                if !hasReachedEnd || feed.isComplete { return true }
                (offset, line) = (start, startLine)
            } else if feed.isComplete {
                return false
            }
            // A record begins with its line.
            let (kept, dropped) = (text.count - offset, offset)
            feed.refill(dropping: dropped)
            // What is read again is doubled, so that the time stays linear.
            while !feed.isComplete, feed.bytes.count < 2 * kept { feed.refill(dropping: 0) }
            text = feed.bytes
            offset = 0
            lineStart = 0
        }
    }

    /// The bytes of a cell of ``row``.
    @inline(__always)
    func withBytes<Result, Failure: Error>(
        of cell: Cell,
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        if !cell.isScratch { return try body(UnsafeBufferPointer(rebasing: text[cell.range])) }
        return try scratch.withUnsafeBufferPointer { scratch throws(Failure) in
            try body(UnsafeBufferPointer(rebasing: scratch[cell.range]))
        }
    }

    /// The text of a cell of ``row``.
    func string(of cell: Cell) -> String { withBytes(of: cell) { String(decoding: $0, as: UTF8.self) } }

    /// The column of a place of ``row`` on its line, in Unicode scalars from 1.
    ///
    /// - Parameter known: an earlier place with its column, from which to count if it is on the same line.
    /// - Complexity: linear in the distance from that place or the line's start.
    func column(of place: Place, after known: (place: Place, column: Int)? = nil) -> Int {
        var start = (offset: place.lineStart, column: 1)
        if let known, known.place.lineStart == place.lineStart { start = (known.place.offset, known.column) }
        return start.column + text[start.offset..<place.offset].count { $0 & 0xC0 != 0x80 }
    }

    private mutating func readRow() {
        row.cells.removeAll(keepingCapacity: true)
        scratch.removeAll(keepingCapacity: true)
        row.starts.removeAll(keepingCapacity: true)
        row.fault = nil
        row.excess = nil
        row.line = line
        while true {
            let start = place
            if columns == .max { row.starts.append(start) }
            let cell = cell()
            if row.cells.count >= columns, row.excess == nil, !cell.range.isEmpty { row.excess = start }
            row.cells.append(cell)
            guard offset < text.count, text[offset] == separator else { break }
            offset += 1
        }
        row.count = row.cells.count
        row.end = place
        if offset < text.count { endLine() } else { hasReachedEnd = true }
    }

    private var place: Place { Place(offset: offset, line: line, lineStart: lineStart) }

    private mutating func endLine() {
        offset += 1
        line += 1
        lineStart = offset
    }

    @inline(__always)
    private mutating func cell() -> Cell {
        if offset < text.count, text[offset] == UInt8(ascii: "\"") { return quotedCell() }
        return Cell(range: plain())
    }

    private mutating func quotedCell() -> Cell {
        let start = place
        let cellStart = scratch.count
        guard quoted(), line == start.line || isAtEndOfCell else {
            row.note(.unclosedQuote, at: start)
            scratch.removeSubrange(cellStart...)
            // Most probably a quote too many, which must not take the rest of the table with it.
            (offset, line, lineStart) = (start.offset + 1, start.line, start.lineStart)
            return Cell(range: plain())
        }
        let end = place
        let rest = plain()
        // What follows the closing quote belongs to the cell too, as spreadsheets read it.
        if text[rest].contains(where: { $0 != 0x20 && $0 != 0x09 }) { row.note(.textAfterQuote, at: end) }
        scratch.append(contentsOf: text[rest])
        return Cell(range: cellStart..<scratch.count, isScratch: true)
    }

    /// Whether only white space follows in the cell. A quote some lines below that is followed by text does not end the
    /// cell: it begins another one, and the first cell has no closing quote.
    private var isAtEndOfCell: Bool {
        guard let byte = text[offset...].first(where: { $0 != 0x20 && $0 != 0x09 || $0 == separator }) else {
            return true
        }
        return byte == separator || byte == 0x0A
    }

    /// Reads the text between quotes into ``scratch``; false if there is no closing one.
    private mutating func quoted() -> Bool {
        offset += 1
        var start = offset
        while offset < text.count {
            let byte = text[offset]
            if byte == 0x0A {
                endLine()
                continue
            }
            offset += 1
            guard byte == UInt8(ascii: "\"") else { continue }
            if offset < text.count, text[offset] == UInt8(ascii: "\"") {
                // Of two quotes the first is kept.
                scratch.append(contentsOf: text[start..<offset])
                offset += 1
                start = offset
            } else {
                scratch.append(contentsOf: text[start..<offset - 1])
                return true
            }
        }
        hasReachedEnd = true
        return false
    }

    @inline(__always)
    private mutating func plain() -> Range<Int> {
        let start = offset
        while offset < text.count {
            let byte = text[offset]
            if byte == separator || byte == 0x0A { break }
            if byte == UInt8(ascii: "\"") { row.note(.strayQuote, at: place) }
            offset &+= 1
        }
        return start..<offset
    }
}

/// Reads the records of a table one after the other; empty lines are no records.
///
/// What RFC 4180 does not allow is read as its probable intent, and reported. Complexity: linear in the text's
/// length, since text that is read twice for a closing quote holds quotes in pairs only.
struct CSVReader {
    /// A place in the text.
    struct Place {
        let offset: Int
        let line: Int
        /// The offset at which the line begins.
        let lineStart: Int
    }

    struct Row {
        let line: Int
        var cells: [[UInt8]] = []
        /// The first of the gravest things that are wrong with its quotes.
        var fault: (fault: CSVFault, place: Place)?
        /// The place of the first cell beyond the columns that is not empty.
        var excess: Place?
        /// Where its cells begin, as long as the columns are not known.
        var starts: [Place] = []
        /// Where it ends.
        var end: Place

        mutating func note(_ fault: CSVFault, at place: Place) {
            if let known = self.fault?.fault, known >= fault { return }
            self.fault = (fault, place)
        }
    }

    let text: [UInt8]
    let separator: UInt8
    /// How many columns there are, where that is known.
    var columns = Int.max
    private var offset = 0
    private var line = 1
    private var lineStart = 0

    init(text: [UInt8], separator: UInt8) {
        self.text = text
        self.separator = separator
    }

    /// The next record; `nil` after the last.
    mutating func next() -> Row? {
        while offset < text.count, text[offset] == 0x0A { endLine() }
        guard offset < text.count else { return nil }
        var row = Row(line: line, end: place)
        while true {
            let start = place
            if columns == .max { row.starts.append(start) }
            let cell = cell(&row)
            if row.cells.count >= columns, row.excess == nil, !cell.isEmpty { row.excess = start }
            row.cells.append(cell)
            guard offset < text.count, text[offset] == separator else { break }
            offset += 1
        }
        row.end = place
        if offset < text.count { endLine() }
        return row
    }

    /// The column of a place on its line, in Unicode scalars from 1. Complexity: linear in the distance.
    func column(of place: Place) -> Int {
        1 + text[place.lineStart..<place.offset].count { $0 & 0xC0 != 0x80 }
    }

    private var place: Place { Place(offset: offset, line: line, lineStart: lineStart) }

    private mutating func endLine() {
        offset += 1
        line += 1
        lineStart = offset
    }

    private mutating func cell(_ row: inout Row) -> [UInt8] {
        guard offset < text.count, text[offset] == UInt8(ascii: "\"") else { return plain(&row) }
        let start = place
        guard let cell = quoted(), line == start.line || isAtEndOfCell else {
            row.note(.unclosedQuote, at: start)
            // Most probably a quote too many, which must not take the rest of the table with it.
            (offset, line, lineStart) = (start.offset + 1, start.line, start.lineStart)
            return plain(&row)
        }
        let end = place
        let rest = plain(&row)
        // What follows the closing quote belongs to the cell too, as spreadsheets read it.
        if rest.contains(where: { $0 != 0x20 && $0 != 0x09 }) { row.note(.textAfterQuote, at: end) }
        return cell + rest
    }

    /// Whether nothing of the cell follows but white space. A quote some lines below that text follows ends no cell: it
    /// begins another one, and that above had no end.
    private var isAtEndOfCell: Bool {
        guard let byte = text[offset...].first(where: { $0 != 0x20 && $0 != 0x09 || $0 == separator }) else {
            return true
        }
        return byte == separator || byte == 0x0A
    }

    /// The text between quotes; `nil` where there is no closing one.
    private mutating func quoted() -> [UInt8]? {
        var cell: [UInt8] = []
        offset += 1
        while offset < text.count {
            let byte = text[offset]
            if byte == 0x0A { endLine() } else { offset += 1 }
            if byte != UInt8(ascii: "\"") {
                cell.append(byte)
            } else if offset < text.count, text[offset] == UInt8(ascii: "\"") {
                cell.append(byte)
                offset += 1
            } else {
                return cell
            }
        }
        return nil
    }

    private mutating func plain(_ row: inout Row) -> [UInt8] {
        let start = offset
        while offset < text.count, text[offset] != separator, text[offset] != 0x0A {
            if text[offset] == UInt8(ascii: "\"") { row.note(.strayQuote, at: place) }
            offset += 1
        }
        return Array(text[start..<offset])
    }
}

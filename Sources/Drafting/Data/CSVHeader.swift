import DOM

/// The first line of a table, and what can be told by it.
struct CSVHeader {
    let separator: String
    let cells: [String]

    init(_ bytes: [UInt8]) {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let line = bytes[start...].prefix { $0 != 0x0A && $0 != 0x0D }
        let candidates: [UInt8] = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09, UInt8(ascii: "|")]
        var best = (count: 1, separator: candidates[0], cells: CSVHeader.cells(line, candidates[0]))
        best.count = best.cells.count
        for separator in candidates.dropFirst() {
            let cells = CSVHeader.cells(line, separator)
            if cells.count > best.count { best = (cells.count, separator, cells) }
        }
        separator = String(decoding: [best.separator], as: UTF8.self)
        cells = best.cells
    }

    /// Whether the cells name columns: each says something, and none of them is a number or a date.
    var isHeader: Bool {
        let names = cells.filter { !$0.isEmpty }
        return Set(names).count == names.count && !names.isEmpty
            && names.allSatisfy {
                $0.first?.isNumber == false && $0.utf8.count <= 60 && $0.contains(where: \.isLetter)
            }
    }

    private static func cells(_ line: ArraySlice<UInt8>, _ separator: UInt8) -> [String] {
        var cells: [[UInt8]] = [[]]
        var isQuoted = false
        for byte in line {
            if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            } else if byte == separator, !isQuoted {
                cells.append([])
            } else {
                cells[cells.count - 1].append(byte)
            }
        }
        return cells.map { WhiteSpace.collapse(String(decoding: $0, as: UTF8.self)) }
    }
}

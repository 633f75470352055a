/// A place in a text that mostly moves forward: which line it is on, and where that line starts.
///
/// Complexity: all moves forward together take time linear in the text's length; one back, in the distance.
struct TextPosition {
    /// The line from 1.
    private(set) var line = 1
    private var lineStart = 0
    private var offset = 0

    mutating func move(to target: Int, in text: UnsafeBufferPointer<UInt8>) {
        while offset < target, offset < text.count {
            if text[offset] == 0x0A {
                line += 1
                lineStart = offset + 1
            }
            offset += 1
        }
        guard offset > target else { return }
        while offset > target, offset > 0 {
            offset -= 1
            if text[offset] == 0x0A { line -= 1 }
        }
        lineStart = text[..<offset].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    }

    /// The column of an offset on the line, in Unicode scalars from 1.
    ///
    /// Long lines are not counted through: what is told of a text of one line would take time with its square.
    func column(at offset: Int, in text: UnsafeBufferPointer<UInt8>) -> Int? {
        guard offset >= lineStart, offset - lineStart < 1 << 20 else { return nil }
        return 1 + text[lineStart..<min(offset, text.count)].count { $0 & 0xC0 != 0x80 }
    }
}

import Testing

@testable import DOM

/// Lines and columns of bytes.
@Suite struct LineTableTests {
    private struct Page: ~Copyable {
        var arena = Arena()
        let buffer: PageBuffer

        init(_ text: some Collection<UInt8>) {
            var arena = Arena()
            buffer = Array(text).withUnsafeBufferPointer { PageBuffer(copying: $0, in: &arena) }
            self.arena = arena
        }
    }

    @Test(arguments: [
        ("", 0, 1, 1), ("abc", 2, 1, 3), ("a\nb", 2, 2, 1), ("a\r\nb", 3, 2, 1), ("a\rb", 2, 2, 1),
        ("a\n\rb", 3, 3, 1), ("a\r\n\r\nb", 5, 3, 1), ("a\nb", 1, 1, 2), ("a\r\nb", 2, 1, 3),
        ("é€😀x", 9, 1, 4),
        ("\n\n", 2, 3, 1), ("\r", 1, 2, 1), ("abc", 99, 1, 4), ("abc", -1, 1, 1),
    ])
    func placesAreThoseOfTheText(_ text: String, _ offset: Int, _ line: Int, _ column: Int) {
        let page = Page(text.utf8)
        let table = LineTable(page.buffer)
        #expect(table.line(at: offset) == line)
        #expect(table.column(at: offset) == column)
    }

    /// Every byte of long pages, compared with counting from the start.
    @Test(arguments: ["aé\n", "ab\r\n", "\r", "é", "x\n\r\ry"])
    func longPagesAreCountedOnFromMarks(_ part: String) {
        let bytes = Array(String(repeating: part, count: 1_000).utf8)
        let page = Page(bytes)
        let table = LineTable(page.buffer)
        var (line, column) = (1, 1)
        for offset in bytes.indices {
            #expect(table.line(at: offset) == line && table.column(at: offset) == column)
            if bytes[offset] & 0xC0 != 0x80 { column += 1 }
            let isCRLF = bytes[offset] == 0x0D && offset + 1 < bytes.count && bytes[offset + 1] == 0x0A
            if bytes[offset] == 0x0A || (bytes[offset] == 0x0D && !isCRLF) { (line, column) = (line + 1, 1) }
        }
    }
}

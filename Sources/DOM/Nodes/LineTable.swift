/// Which line and column of a page a byte stands in. LF, CR LF and a CR alone each end a line.
///
/// The page is gone through once, and what is known at every thousandth byte is kept: a look-up counts on from there,
/// so that it takes the same time on a page of a single line, and the table little memory.
struct LineTable {
    private let page: UnsafeBufferPointer<UInt8>
    private let marks: [Mark]

    private static let stride = 1024

    /// What holds at a byte.
    private struct Mark {
        var line = 1
        var lineStart = 0
        /// The number of Unicode scalars that begin before the byte.
        var scalars = 0
    }

    /// Complexity: linear in the page's length.
    ///
    /// - Parameter page: a page that outlives the table, with a byte that can be read behind it.
    init(_ page: PageBuffer) {
        let bytes = UnsafeBufferPointer(start: UnsafePointer(page.start), count: page.count)
        var marks: [Mark] = []
        marks.reserveCapacity(page.count / LineTable.stride + 1)
        var mark = Mark()
        for offset in 0..<bytes.count {
            if offset % LineTable.stride == 0 { marks.append(mark) }
            LineTable.pass(offset, in: bytes, &mark)
        }
        if marks.isEmpty { marks.append(mark) }
        self.marks = marks
        self.page = bytes
    }

    /// The line, from 1, that a byte stands in.
    func line(at offset: Int) -> Int { mark(at: offset).line }

    /// The column of a byte on its line, in Unicode scalars from 1.
    func column(at offset: Int) -> Int {
        let here = mark(at: offset)
        return 1 + here.scalars - mark(at: here.lineStart).scalars
    }

    private func mark(at offset: Int) -> Mark {
        let offset = min(max(offset, 0), page.count)
        let index = min(offset / LineTable.stride, marks.count - 1)
        var mark = marks[index]
        for passed in (index * LineTable.stride)..<max(offset, index * LineTable.stride) {
            LineTable.pass(passed, in: page, &mark)
        }
        return mark
    }

    @inline(__always)
    private static func pass(_ offset: Int, in page: UnsafeBufferPointer<UInt8>, _ mark: inout Mark) {
        let byte = page[offset]
        if byte & 0xC0 != 0x80 { mark.scalars &+= 1 }
        guard byte == 0x0A || byte == 0x0D else { return }
        if byte == 0x0D, offset + 1 < page.count, page[offset + 1] == 0x0A { return }
        mark.line &+= 1
        mark.lineStart = offset + 1
    }
}
